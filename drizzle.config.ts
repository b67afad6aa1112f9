import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/{modules,lifecycle}/**/*.table.ts', './src/platform/**/*.table.ts'],
  out: './schema/migrations',
});
