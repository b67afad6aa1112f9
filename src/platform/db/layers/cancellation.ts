import { type Sender, sendingThrough } from '../sql-channel.js';
import { callerDisconnected } from './connection-gate.js';
import type { Layer } from './layer.js';

/**
 * When a caller disconnects, its statements get this much time before they are cancelled. Most have ended by then, and
 * to cancel one takes another connection.
 */
const CANCELLED_AFTER_MS = 100;

/**
 * When the caller disconnects, cancels its running statements, and refuses the next ones of its transaction, which is rolled back.
 * Source: docs/adr/0027.
 */
export const cancelledWithCaller: Layer = (next, { disconnected }) => {
  if (disconnected === undefined) return next;
  const running = new Set<() => void>();
  disconnected.addEventListener('abort', () => {
    if (running.size === 0) return;
    setTimeout(() => {
      for (const cancel of running) cancel();
    }, CANCELLED_AFTER_MS);
  });
  const handling = { running };
  const whileConnected = (sender: Sender): Sender => ({
    rows: (statement) =>
      disconnected.aborted ? Promise.reject(callerDisconnected()) : sender.rows(statement),
    run: (statement) => (disconnected.aborted ? Promise.reject(callerDisconnected()) : sender.run(statement)),
  });
  return {
    rows: (statement) => next.rows(statement, handling),
    run: (statement) => next.run(statement, handling),
    begin: (work) => next.begin((inside) => work(sendingThrough(inside, whileConnected)), handling),
  };
};
