import type { GraphQLError } from 'graphql';
import { overLimit } from '../errors/app-error.js';

/** Thrown to end a transaction in which an answer of an outside system is missing. */
export class UnansweredCall extends Error {
  /** @param answer makes the call, outside of any transaction, and keeps the answer. */
  constructor(readonly answer: () => Promise<void>) {
    super('an outside system has to be called first');
  }
}

/** Calls of one request, each of which has the whole operation run once more. */
const MOST_CALLS = 10;

/**
 * What outside systems have answered about a request. Nothing is called inside of its transaction: that is rolled back when an answer is
 * missing, and the operation runs again with the answer (docs/adr/0199, docs/adr/0200).
 */
export class OutsideAnswers {
  private readonly answers = new Map<string, unknown>();

  /** How many calls the request has made. */
  get size(): number {
    return this.answers.size;
  }

  has(key: string): boolean {
    return this.answers.has(key);
  }

  /**
   * The answer to a call.
   * @param key identifies the call among those of the request.
   * @throws UnansweredCall if the call was not made yet; AppError kind `tooManyRequests` if the request has made too many.
   */
  get<Answer>(key: string, call: () => Promise<Answer>): Answer {
    // Whoever gives a key also gives the call that made the answer.
    if (this.answers.has(key)) return this.answers.get(key) as Answer;
    if (this.answers.size >= MOST_CALLS)
      throw overLimit('tooManyRequests', `A request may wait for ${MOST_CALLS} answers of outside systems.`);
    throw new UnansweredCall(async () => {
      this.answers.set(key, await call());
    });
  }
}

/** Runs an operation again after each call that it is missing the answer to. A run that is missing one leaves no transaction open. */
export async function runWithAnswers<Result>(run: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof UnansweredCall)) throw error;
      await error.answer();
    }
  }
}

/** Separates the calls that are missing from the other errors of an operation. */
export function splitUnanswered(errors: readonly GraphQLError[]): {
  /** The first one; null if none is missing. */
  readonly unanswered: UnansweredCall | null;
  readonly errors: readonly GraphQLError[];
} {
  const causes = errors.map(({ originalError }) => originalError);
  return {
    unanswered: causes.find((cause) => cause instanceof UnansweredCall) ?? null,
    errors: errors.filter((_, index) => !(causes[index] instanceof UnansweredCall)),
  };
}
