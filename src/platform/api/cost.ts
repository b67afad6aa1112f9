import { Extensions } from 'type-graphql';

/** What a field that reads and rates usage costs, in objects. */
const COMPUTED = 50;

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
