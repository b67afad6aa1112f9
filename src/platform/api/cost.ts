import { Extensions } from 'type-graphql';

/** What a field that reads and rates usage costs, in objects. */
const COMPUTED = 50;

/** What a field with a large value costs, in objects. */
const LARGE = 50;

/**
 * Declares that a field may show many kilobytes, so that it costs what as many bytes of objects do (`graphqlCost`). Under
 * aliases it is shown again and again.
 */
export function Large(): MethodDecorator & PropertyDecorator {
  return Extensions({ cost: LARGE });
}

/**
 * Declares that a field is computed from events, counters or prices for each object that shows it, so that it costs what
 * many stored objects do (`graphqlCost`).
 */
export function Computed(): MethodDecorator {
  return Extensions({ cost: COMPUTED });
}

/**
 * Declares how many items a list without pages usually holds, where that is fewer than the cost of an operation assumes
 * otherwise (`graphqlCost`): on the field that answers the list, or on the type of its items for all such lists.
 */
export function TypicalItems(items: number): ClassDecorator & MethodDecorator & PropertyDecorator {
  return Extensions({ items });
}
