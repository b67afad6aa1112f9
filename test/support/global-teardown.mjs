import { rmSync } from 'node:fs';

export default async function globalTeardown() {
  const { postgres, dataDir, folder } = globalThis.testPostgres;
  await postgres.stop();
  await dataDir.release();
  rmSync(folder, { recursive: true, force: true });
}
