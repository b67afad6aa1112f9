import type { ExecutionResult } from 'graphql';

type Taken = IteratorResult<ExecutionResult, undefined>;

const END: Taken = { done: true, value: undefined };

interface Execution {
  /** Runs the operation for one update; null: for a client that may not see it any more. */
  readonly run: (update: unknown) => Promise<ExecutionResult | null>;
  /** Whether nothing can follow this result. */
  readonly isLast: (result: ExecutionResult) => boolean;
}

/**
 * The results of a subscription, one for each update. Unlike that of an async generator its `return` ends the source at
 * once, also while an update is awaited.
 */
export class ExecutedUpdates implements AsyncIterableIterator<ExecutionResult, undefined> {
  private readonly source: AsyncIterator<unknown, unknown>;
  private hasEnded = false;

  constructor(
    source: AsyncIterable<unknown>,
    private readonly execution: Execution,
  ) {
    this.source = source[Symbol.asyncIterator]();
  }

  async next(): Promise<Taken> {
    if (this.hasEnded) return END;
    const taken = await this.source.next();
    if (taken.done === true) return END;
    const result = await this.execution.run(taken.value);
    if (result === null) return this.return();
    if (this.execution.isLast(result)) await this.return();
    return { done: false, value: result };
  }

  async return(): Promise<Taken> {
    this.hasEnded = true;
    await this.source.return?.();
    return END;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
