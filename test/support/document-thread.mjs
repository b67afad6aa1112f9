// The program of the threads that render documents in tests: that of the sources, which need no build.
import './typescript.mjs';

await import('../../src/modules/documents/rendering/threads/render.worker.ts');
