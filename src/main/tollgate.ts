#!/usr/bin/env node
// The command `tollgate`, in the image and in a clone (scripts/tollgate.mjs): starts one of the programs of this folder.
import { VERSION } from '../platform/process/version.js';

const COMMANDS: Readonly<Record<string, { readonly does: string; readonly run: () => Promise<unknown> }>> = {
  serve: { does: 'runs the server; --role=api|worker|all', run: () => import('./main.js') },
  admin: {
    does: 'manages keys, organizations, members and secrets; beside a running server',
    run: () => import('./admin.js'),
  },
  verify: {
    does: 'recounts what is stored from its origins; beside a running server',
    run: () => import('./verify.js'),
  },
  backup: {
    does: 'copies a running server with its embedded Postgres; lists and verifies copies',
    run: () => runBackup('backup'),
  },
  restore: {
    does: 'fills an empty DATA_DIR from a copy; lets work go on afterwards',
    run: () => runBackup('restore'),
  },
  version: { does: 'prints the version', run: printVersion },
};

const USAGE = [
  `Tollgate ${VERSION}`,
  '',
  'Usage: tollgate COMMAND [ARGUMENTS]',
  '',
  ...Object.entries(COMMANDS).map(([name, { does }]) => `  ${name.padEnd(8)} ${does}`),
  '',
  'Each prints its own help with --help. Settings are environment variables: tollgate serve --help.',
].join('\n');

function runBackup(name: 'backup' | 'restore'): Promise<unknown> {
  // One program does both.
  process.argv.splice(2, 0, name);
  return import('./backup.js');
}

function printVersion(): Promise<void> {
  console.log(VERSION);
  return Promise.resolve();
}

// The programs read their own arguments.
const [name] = process.argv.splice(2, 1);
const command = name === undefined ? undefined : COMMANDS[name];
if (command !== undefined) {
  await import('./process/resolve-once.js');
  await command.run();
} else if (name === '--help' || name === 'help') {
  console.log(USAGE);
} else {
  console.error(name === undefined ? USAGE : `There is no command ${name}.\n\n${USAGE}`);
  process.exitCode = 2;
}
