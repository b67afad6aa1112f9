import { Extensions } from 'type-graphql';

/**
 * Declares a mutation whose response contains a secret that is shown only once. It refuses an `Idempotency-Key`, since
 * the response would be stored under it (ADR 0028).
 */
export function AnswersSecret(): MethodDecorator {
  return Extensions({ answersSecret: true });
}
