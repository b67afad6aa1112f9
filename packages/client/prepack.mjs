// Fills the package before `npm pack` and `npm publish`: dist, and copies of the schema and the license. The types of both APIs
// are made by the preparation of the repository, whose compiler is used.
import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('.', import.meta.url)));

execFileSync(process.execPath, ['../../scripts/prepare.mjs'], { stdio: ['ignore', 2, 2] });
rmSync('dist', { recursive: true, force: true });
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
copyFileSync('../../schema/schema.graphql', 'schema.graphql');
copyFileSync('../../LICENSE', 'LICENSE');
