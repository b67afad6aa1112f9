import { Extensions } from 'type-graphql';

/**
 * Declares a field that takes a list of events or charges, or a logo, so that its request body may have up to `largeBodyBytes`.
 * The bodies of all other operations may have up to `bodyBytes`.
 */
export function LargeBody(): MethodDecorator {
  return Extensions({ largeBody: true });
}
