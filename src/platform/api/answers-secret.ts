import { Extensions } from 'type-graphql';

/**
 * Declares a mutation whose answer shows a secret once. It takes no `Idempotency-Key`, whose record would store the
 * answer (ADR 0028).
 */
export function AnswersSecret(): MethodDecorator {
  return Extensions({ answersSecret: true });
}
