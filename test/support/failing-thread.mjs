// A rendering thread that fails.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', () => {
  throw new Error('This thread renders nothing.');
});
