import { Extensions } from 'type-graphql';

/**
 * Declares that a mutation opens its transactions itself: taking in events (a flush serves many requests) and
 * advancing a test clock (each due row has its own). Every other mutation runs in one opened at the edge.
 */
export function OwnTransaction(): MethodDecorator {
  return Extensions({ ownTransaction: true });
}
