// A rendering thread that answers callers with no files, and jobs never.
import { parentPort, workerData } from 'node:worker_threads';

parentPort.on('message', () => {
  if (!workerData.yields) parentPort.postMessage({ files: [] });
});
