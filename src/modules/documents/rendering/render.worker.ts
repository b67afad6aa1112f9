// The program of the threads that render documents.
import { parentPort } from 'node:worker_threads';
import { expectPresent } from '../../../platform/expect-present.js';
import { Fonts } from './fonts.js';
import { renderDocument } from './render-document.js';
import type { RenderingTask, RenderingResult } from './rendering-task.js';

const port = expectPresent(parentPort ?? undefined, 'the port of a rendering thread');
const fonts = new Fonts();

port.on('message', (task: RenderingTask) => {
  renderDocument(task, fonts).then(
    (files) => {
      const result: RenderingResult = { files };
      port.postMessage(
        result,
        files.map(({ content }) => content.buffer as ArrayBuffer),
      );
    },
    (error: unknown) => {
      const result: RenderingResult = {
        failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
      };
      port.postMessage(result);
    },
  );
});
