import { Extensions } from 'type-graphql';

/**
 * Declares that a field takes a list of events or of charges, and with it bodies up to the limit `largeBodyBytes`. Every
 * other operation takes bodies up to `bodyBytes`.
 */
export function LargeBody(): MethodDecorator {
  return Extensions({ largeBody: true });
}
