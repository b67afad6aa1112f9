import { Extensions } from 'type-graphql';

/**
 * Declares that an operation works in a transaction that is rolled back once it is answered: it writes as the real one
 * would, and nothing of it remains. It stands alone in its operation.
 */
export function RolledBack(): MethodDecorator {
  return Extensions({ rolledBack: true });
}
