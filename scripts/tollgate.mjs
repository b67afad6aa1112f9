#!/usr/bin/env node
// The command `tollgate` in a clone: `npx tollgate serve`. Prepares the clone, and runs the built program on its own Node.
// It runs before the dependencies are there, so it uses built-in modules only, and runs on Node 20.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const prepared = spawnSync(process.execPath, [`${root}scripts/prepare.mjs`, 'start'], {
  stdio: ['ignore', 2, 2],
});
if (prepared.status !== 0) process.exit(prepared.status ?? 1);

const program = spawn(
  `${root}node_modules/.bin/node`,
  [`${root}dist/main/tollgate.js`, ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal));
program.once('close', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGKILL' ? 137 : 1);
});
