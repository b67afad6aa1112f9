import type { GraphQLScalarType } from 'graphql';
import { type ClassType, Field, InputType } from 'type-graphql';
import { Flag, Instant, ListOf, Text, Texts } from './fields.js';
import { comparedColumns, type Comparison } from '../../paging/comparisons.js';
import type { ListOrders } from '../../paging/list-orders.js';
import { expectPresent } from '../../expect-present.js';
import { CalendarDate, SafeInt } from './scalars.js';

const ALL = 'All conditions must hold.';

/** Builds the input that compares values that have an order. */
function rangeOf(name: string, description: string, type: () => GraphQLScalarType): ClassType {
  @InputType(name, { description: `${description} ${ALL}` })
  class Range implements Comparison {
    @Field(type, { nullable: true, description: 'Equal to this value.' })
    eq?: unknown;
    @ListOf.orNull(() => type(), 'Equal to one of at most 1,000 values.') in?: unknown[] | null;
    @Field(type, { nullable: true, description: 'Greater than this value.' })
    gt?: unknown;
    @Field(type, { nullable: true, description: 'Greater than or equal to this value.' })
    gte?: unknown;
    @Field(type, { nullable: true, description: 'Less than this value.' })
    lt?: unknown;
    @Field(type, { nullable: true, description: 'Less than or equal to this value.' })
    lte?: unknown;
  }
  return Range;
}

/**
 * Instants are shown in whole seconds and stored in milliseconds. Only these two conditions have the same result for the
 * shown value as for the stored one.
 */
@InputType({ description: `Conditions on an instant: a half-open period. ${ALL}` })
class DateTimeComparison implements Comparison<Date> {
  @Instant.orNull('Only values at this instant or later.') gte?: Date | null;
  @Instant.orNull('Only values before this instant.') lt?: Date | null;
}

const DateComparison = rangeOf('DateComparison', 'Conditions on a calendar date.', () => CalendarDate);
const AmountComparison = rangeOf('AmountComparison', 'Conditions on an amount in cents.', () => SafeInt);

@InputType({ description: `Conditions on a text. ${ALL}` })
class TextComparison implements Comparison<string> {
  @Text.orNull('Equal to this text, including its case.') eq?: string | null;
  @Texts.orNull('Equal to one of at most 1,000 texts.') in?: string[] | null;
  @Text.orNull('Contains this text, ignoring case.') contains?: string | null;
  @Flag.orNull('Whether to list only records without a value (true), or only those with one (false).')
  isNull?: boolean | null;
}

const BY_SQL_TYPE: Readonly<Record<string, { readonly input: ClassType; readonly example: string }>> = {
  'timestamp with time zone': { input: DateTimeComparison, example: '{gte: "2027-01-01T00:00:00Z"}' },
  date: { input: DateComparison, example: '{lt: "2027-01-01"}' },
  bigint: { input: AmountComparison, example: '{gte: 1000}' },
  text: { input: TextComparison, example: '{contains: "acme"}' },
};

/** Adds a comparison of each field that a list can be sorted by to the filter of the list. */
export function addComparisons<Row>(filter: ClassType, orders: ListOrders<Row>): void {
  for (const [name, column] of comparedColumns(orders)) {
    const { input, example } = expectPresent(BY_SQL_TYPE[column.getSQLType()], `the comparison of ${name}`);
    const description = `Conditions on \`${name}\`, such as \`${example}\`.`;
    Field(() => input, { nullable: true, description })(filter.prototype, name);
  }
}
