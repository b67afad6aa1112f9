// Real ES modules (run with --experimental-vm-modules, see scripts/test.mjs); SWC strips types, `tsc` checks them.
const transform = {
  '^.+\\.ts$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2024',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: false, useDefineForClassFields: false },
      },
      module: { type: 'es6' },
      sourceMaps: 'inline',
    },
  ],
};

const common = {
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.cache'],
  transform,
};

export default {
  testTimeout: 60_000,
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/test/*.test.ts'] },
    {
      ...common,
      displayName: 'server',
      testMatch: ['<rootDir>/test/{integration,rest,graphql,lifecycle,faults,simulation}/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
  ],
};
