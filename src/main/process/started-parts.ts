import { endsWithin } from '../../platform/process/ends-within.js';

interface Part {
  readonly name: string;
  readonly stop: () => Promise<void>;
}

/** The started parts of the server; they are stopped in reverse order. */
export class StartedParts {
  private readonly started: Part[] = [];

  add(name: string, stop: () => Promise<void>): void {
    this.started.push({ name, stop });
  }

  /** Names of the parts that still run, in the order in which they are stopped. */
  get names(): string[] {
    return this.started.map(({ name }) => name).toReversed();
  }

  /**
   * Stops all parts, one after another.
   * @returns false if some still run after this time.
   * @throws the first error of a part that failed to stop, after all others have been stopped.
   */
  stopWithin(timeMs: number): Promise<boolean> {
    return endsWithin(this.stop(), timeMs);
  }

  /** Stops all parts, however long that takes. @throws like `stopWithin`. */
  async stop(): Promise<void> {
    const failures: unknown[] = [];
    for (let part = this.started.at(-1); part !== undefined; part = this.started.at(-1)) {
      await part.stop().catch((error: unknown) => failures.push(error));
      this.started.pop();
    }
    if (failures.length > 0) throw failures[0];
  }
}
