import { Extensions } from 'type-graphql';

/**
 * Marks a member that only the REST contract has: what it is for is not built yet, so that its value is constant and an
 * input is refused. REST documents see it; the schema of the GraphQL surface does not contain it.
 */
export const RestOnly = (): MethodDecorator & PropertyDecorator => Extensions({ restOnly: true });
