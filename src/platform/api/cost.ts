import { Extensions } from 'type-graphql';

/** Cost of a field that reads and rates usage, in kilobytes. */
const COMPUTED = 50;

/** Cost of a field with a large value, in kilobytes. */
const LARGE = 50;

/**
 * Declares that the value of a field may have many kilobytes, so that it costs as much as small values of that size
 * (`graphqlCost`). Without this cost, aliases could repeat a large value many times in one response.
 */
export function Large(): MethodDecorator & PropertyDecorator {
  return Extensions({ cost: LARGE });
}

/**
 * Declares that a field is computed from events, counters or prices for each object, so that it costs as much as many
 * stored values (`graphqlCost`).
 */
export function Computed(): MethodDecorator {
  return Extensions({ cost: COMPUTED });
}

/**
 * Declares the typical number of items of a list without pages, when that is fewer than the cost limit assumes by
 * default (`graphqlCost`). Put it on the list field, or on the type of the items for all lists of that type.
 */
export function TypicalItems(items: number): ClassDecorator & MethodDecorator & PropertyDecorator {
  return Extensions({ items });
}
