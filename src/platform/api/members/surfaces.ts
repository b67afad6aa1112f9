import { Extensions } from 'type-graphql';

/**
 * Marks a member that only the REST contract has: what it is for is not built yet, so that its value is constant and an
 * input is refused. REST documents see it; the schema of the GraphQL surface does not contain it (ADR 0063).
 */
export const RestOnly = (): MethodDecorator & PropertyDecorator => Extensions({ restOnly: true });

/** Marks a member of a filter that REST does not read from the query: its contract has none of that name. */
export const GraphqlOnly = (): PropertyDecorator => Extensions({ graphqlOnly: true });

/** Marks a decimal that REST answers as a number, or as the text that was sent: GraphQL clients get a `Decimal`. */
export const DecimalInGraphql = (): MethodDecorator & PropertyDecorator =>
  Extensions({ publicDecimal: true });

/**
 * Deprecates a member for GraphQL clients. REST, whose contract has it, goes on without a word.
 * @param reason begins with the date, as in "Since 2026-11-28: use `statuses`."
 */
export const DeprecatedInGraphql = (reason: string): MethodDecorator & PropertyDecorator =>
  Extensions({ deprecatedInGraphql: reason });

/** Why a filter is deprecated that REST spells in another way. */
export function secondSpelling(replacement: string): string {
  return `Since 2026-11-28, for removal from 2027-06-01 on: use \`${replacement}\`.`;
}
