import { endsWithin } from '../platform/ends-within.js';

interface Part {
  readonly name: string;
  readonly stop: () => Promise<void>;
}

/** The parts of the server that have been started, which are stopped in the opposite order. */
export class Parts {
  private readonly started: Part[] = [];

  add(name: string, stop: () => Promise<void>): void {
    this.started.push({ name, stop });
  }

  /** Those that have not stopped yet, the one that is being stopped first. */
  get names(): string[] {
    return this.started.map(({ name }) => name).toReversed();
  }

  /**
   * Stops them all.
   * @returns false when some still run after this time.
   * @throws Error of the first part that could not be stopped in order, when all others are.
   */
  stopWithin(timeMs: number): Promise<boolean> {
    return endsWithin(this.stopAll(), timeMs);
  }

  private async stopAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let part = this.started.at(-1); part !== undefined; part = this.started.at(-1)) {
      await part.stop().catch((error: unknown) => failures.push(error));
      this.started.pop();
    }
    if (failures.length > 0) throw failures[0];
  }
}
