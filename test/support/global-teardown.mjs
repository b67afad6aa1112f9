import { rmSync } from 'node:fs';

export default async function globalTeardown() {
  // Set by shared-server.ts, if the tests ran in this process.
  await globalThis.stopSharedServer?.();
  const { postgres, dataDir, folder } = globalThis.testPostgres;
  await postgres.stop();
  await dataDir.release();
  rmSync(folder, { recursive: true, force: true });
}
