// Test files run on Node's own modules, which they share (docs/adr/0021); `tsc` checks their types.
const common = {
  runtime: '<rootDir>/test/support/runtime.mjs',
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  injectGlobals: false,
  transform: {},
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.cache'],
};

export default {
  testTimeout: 150_000,
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  // What a worker has loaded stays until it ends, and a new one loads and compiles everything again. A share of the memory.
  workerIdleMemoryLimit: 0.12,
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/test/*.test.ts'] },
    {
      ...common,
      displayName: 'server',
      testMatch: ['<rootDir>/test/{integration,rest,graphql,lifecycle,faults,simulation,bombs}/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
  ],
};
