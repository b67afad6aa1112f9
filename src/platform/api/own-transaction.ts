import { Extensions } from 'type-graphql';

/**
 * Declares that a mutation opens its transactions itself: taking in events (a flush serves many requests) and
 * advancing a test clock (each due row has its own). Every other mutation runs in one opened at the edge.
 * @param inSteps that it takes several, one after another. With an `Idempotency-Key` it is given an `Attempt`, and no open
 *   transaction; others are then given the one that holds the record of their answer.
 */
export function OwnTransaction({ inSteps = false } = {}): MethodDecorator {
  return Extensions({ ownTransaction: true, inSteps });
}
