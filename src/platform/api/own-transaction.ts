import { Extensions } from 'type-graphql';

/**
 * Declares that a mutation opens its own transactions: ingesting events (one flush stores the events of many requests)
 * and advancing a test clock (each due row has its own transaction). Every other mutation runs in one opened at the
 * edge.
 * @param inSteps true if it runs several transactions one after another. With an `Idempotency-Key`, it then receives an
 *   `Attempt` instead of an open transaction; otherwise it receives the transaction that stores its response.
 */
export function OwnTransaction({ inSteps = false } = {}): MethodDecorator {
  return Extensions({ ownTransaction: true, inSteps });
}
