import { textProperty, type EventProperties } from './usage-event.js';

/** The value of each group key; null for a key that the event has no value for. */
export type Group = Readonly<Record<string, string | null>>;

export interface EventGroup<Event> {
  readonly groupedBy: Group;
  readonly events: readonly Event[];
}

export function groupOf(keys: readonly string[], properties: Readonly<Record<string, unknown>>): Group {
  return Object.fromEntries(keys.map((key) => [key, textProperty(properties[key])]));
}

/** True if an event has a requested value for every requested key. Source: current-usage.md §1 (`filter_by_group`). */
export function matchesGroup(
  requested: Readonly<Record<string, readonly string[]>>,
  properties: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(requested).every(([key, values]) => {
    const value = textProperty(properties[key]);
    return value !== null && values.includes(value);
  });
}

/** An identifier that is equal for equal groups of the same keys. */
export function groupId(keys: readonly string[], group: Group): string {
  return JSON.stringify(keys.map((key) => group[key] ?? null));
}

/**
 * Splits events into groups by the values of the keys, in the order of those values. Without keys there is one group;
 * without events, one group whose values are all null.
 * Source: aggregations.md §12.
 */
export function groupEvents<Event extends EventProperties>(
  events: readonly Event[],
  keys: readonly string[],
): EventGroup<Event>[] {
  const groups = new Map<string, { groupedBy: Group; events: Event[] }>();
  for (const event of events) {
    const groupedBy = groupOf(keys, event.properties);
    const id = groupId(keys, groupedBy);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, { groupedBy, events: [event] });
    else group.events.push(event);
  }
  if (groups.size === 0) return [{ groupedBy: groupOf(keys, {}), events: [] }];
  return [...groups.keys()].toSorted().map((id) => groups.get(id) as EventGroup<Event>);
}
