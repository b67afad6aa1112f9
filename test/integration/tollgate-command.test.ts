// The command `tollgate`: one name for the programs of this project, as the image and a clone have it.
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Program } from '../support/program.js';

const run = async (...args: string[]) => {
  const program = new Program({ name: 'tollgate', args, env: {} });
  return [await program.exit(), program.output] as const;
};

test.each<[string[], number, RegExp]>([
  [['version'], 0, /^\d+\.\d+\.\d+\n$/],
  [
    ['--help'],
    0,
    /^Tollgate \S+\n\nUsage: tollgate COMMAND[\s\S]* {2}serve [\s\S]* {2}admin [\s\S]* {2}verify /,
  ],
  [['serve', '--help'], 0, /Settings are environment variables/],
  [['serve', '--role=none'], 1, /^--role=none must be one of/],
  [['admin', '--help'], 0, /^npm run admin -- COMMAND/],
  [['verify', '--help'], 0, /^tollgate verify/],
  [['admin'], 1, /^A command is missing\./],
  [['burn'], 2, /^There is no command burn\.\n\nTollgate/],
  [[], 2, /^Tollgate/],
])('tollgate %j', async (args, code, output) => {
  expect(await run(...args)).toEqual([code, expect.stringMatching(output)]);
});

test('the image has it, and starts the server with it', () => {
  const steps = readFileSync(path.resolve(import.meta.dirname, '../../deploy/Dockerfile'), 'utf8');
  expect(steps).toContain('ln -s /app/dist/main/tollgate.js /usr/local/bin/tollgate');
  expect(steps).toMatch(/^CMD \["tollgate", "serve"\]$/m);
  expect(readFileSync(path.resolve(import.meta.dirname, '../../dist/main/tollgate.js'), 'utf8')).toMatch(
    /^#!\/usr\/bin\/env node\n/,
  );
});
