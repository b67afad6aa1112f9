// A rendering thread that computes for ever.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', () => {
  for (;;);
});
