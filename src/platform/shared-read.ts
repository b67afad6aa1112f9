import { endsWithin } from './ends-within.js';

/**
 * A read that may hang and that many may want: those who want it while it runs share it, and none of them waits longer
 * than `patienceMs`. So one that hangs holds one connection, however often it is asked for.
 */
export class SharedRead<Value> {
  private running: Promise<Value> | null = null;

  constructor(
    private readonly read: () => Promise<Value>,
    private readonly patienceMs: number,
  ) {}

  /** @throws Error when the read fails or takes too long. */
  async value(): Promise<Value> {
    const running = (this.running ??= this.read().finally(() => {
      this.running = null;
    }));
    if (await endsWithin(running, this.patienceMs)) return running;
    throw new Error(`The read took longer than ${this.patienceMs} milliseconds.`);
  }
}
