// Loads test files for Jest with Node's own `import`, so that modules are loaded once per worker. Jest itself would load
// every module again for each file (docs/adr/0021).
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { announceGlobals } from './globals.mjs';
import { sourceMaps } from './typescript.mjs';

const require = createRequire(import.meta.url);

/** The part of Jest's runtime interface that our configuration needs. */
export default class NodeRuntime {
  /** Loads a new framework for each test file, so that it starts without tests and hooks. */
  requireInternalModule(file) {
    delete require.cache[file];
    return require(file);
  }

  setGlobalsForRuntime(globals) {
    announceGlobals(globals);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(file) {
    return import(pathToFileURL(file).href);
  }

  requireModule(file) {
    return require(file);
  }

  getSourceMaps() {
    return sourceMaps;
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  enterTestCode() {}

  leaveTestCode() {}

  teardown() {}
}
