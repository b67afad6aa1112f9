import { Extensions } from 'type-graphql';

/**
 * Declares a root field that runs in a transaction which is rolled back afterwards, such as a preview: it executes the
 * same writes as the real operation, and none of them is kept. It must be the only root field of its operation. It runs once more after
 * each call that it needs of outside systems (`OutsideAnswers`).
 */
export function RolledBack(): MethodDecorator {
  return Extensions({ rolledBack: true });
}
