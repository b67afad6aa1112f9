// How Jest loads test files: with Node's own `import`, once per worker for what they share. Jest would load everything
// anew for each file (docs/adr/0021).
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { announceGlobals } from './globals.mjs';
import { sourceMaps } from './typescript.mjs';

const require = createRequire(import.meta.url);

/** What Jest asks of a runtime, as far as our configuration lets it ask. */
export default class NodeRuntime {
  /** The framework of a test file: its own, so that it starts without tests and hooks. */
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
