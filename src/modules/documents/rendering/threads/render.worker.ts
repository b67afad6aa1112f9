// The program of the threads that render documents.
import { readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { expectPresent } from '../../../../platform/expect-present.js';
import { Fonts } from '../fonts/fonts.js';
import { renderDocument } from '../render-document.js';
import type { RenderingTask, RenderingResult, ThreadPriority } from './rendering-task.js';

/** How much a thread yields to others where processors are scarce: about a tenth of the share of the event loop. */
const NICENESS = 10;

if ((workerData as ThreadPriority).yields) yieldToOthers();
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

/** Requests and billing come first. Linux alone gives each thread a priority of its own, and names it there. */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  try {
    os.setPriority(Number(path.basename(readlinkSync('/proc/thread-self'))), NICENESS);
  } catch {
    // Without /proc, the thread keeps its priority: documents are made sooner, and other work later.
  }
}
