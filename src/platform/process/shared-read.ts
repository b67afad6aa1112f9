import { endsWithin } from './ends-within.js';

/**
 * A read that several callers request and that may hang. Callers share the read that is running, and each waits at most
 * `timeoutMs`, so a read that hangs occupies one connection, however many callers request it.
 */
export class SharedRead<Value> {
  private running: Promise<Value> | null = null;

  constructor(
    private readonly read: () => Promise<Value>,
    private readonly timeoutMs: number,
  ) {}

  /** @throws Error when the read fails or takes longer than `timeoutMs`. */
  async value(): Promise<Value> {
    const running = (this.running ??= this.read().finally(() => {
      this.running = null;
    }));
    if (await endsWithin(running, this.timeoutMs)) return running;
    throw new Error(`The read took longer than ${this.timeoutMs} milliseconds.`);
  }
}
