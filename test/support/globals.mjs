// The exports of `@jest/globals` for tests. Each test file has its own framework, which the runtime registers here.
import { ModuleMocker } from 'jest-mock';

export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, test;

export const jest = new ModuleMocker(globalThis);

export function announceGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } = globals);
}
