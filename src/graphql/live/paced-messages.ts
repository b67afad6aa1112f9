import { performance } from 'node:perf_hooks';
import type { WebSocket } from 'ws';
import { PerSecondLimit } from '../../platform/live/per-second-limit.js';

/** How soon it is tried again to hand over messages that wait. */
const RETRY_MS = 50;

/**
 * Hands over the messages of a client in their order, so many in a second. While some wait, nothing more is read from the
 * connection, so that only those wait that had arrived together.
 */
export class PacedMessages {
  private readonly waiting: string[] = [];
  private readonly pace: PerSecondLimit;

  constructor(
    private readonly socket: Pick<WebSocket, 'pause' | 'resume' | 'readyState' | 'OPEN'>,
    perSecond: number,
    private readonly handle: (message: string) => void,
  ) {
    this.pace = new PerSecondLimit(perSecond);
  }

  take(message: string): void {
    this.waiting.push(message);
    if (this.waiting.length > 1) return;
    this.handleWaiting();
    if (this.waiting.length > 0) this.socket.pause();
  }

  private handleWaiting(): void {
    while (this.waiting.length > 0 && this.pace.passes(performance.now()))
      this.handle(this.waiting.shift() ?? '');
    if (this.waiting.length > 0)
      setTimeout(() => {
        this.retry();
      }, RETRY_MS).unref();
  }

  private retry(): void {
    // What comes after the closing of the connection is read only to complete it.
    if (this.socket.readyState === this.socket.OPEN) this.handleWaiting();
    else this.waiting.length = 0;
    if (this.waiting.length === 0) this.socket.resume();
  }
}
