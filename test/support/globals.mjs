// What tests import from `@jest/globals`. Each test file has a framework of its own, which the runtime announces here.
import { ModuleMocker } from 'jest-mock';

export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, test;

export const jest = new ModuleMocker(globalThis);

export function announceGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } = globals);
}
