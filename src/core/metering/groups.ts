import { textProperty, type EventProperties } from './usage-event.js';

/** The value of each group key; null where an event has none. */
export type Group = Readonly<Record<string, string | null>>;

export interface EventGroup<Event> {
  readonly groupedBy: Group;
  readonly events: readonly Event[];
}

export function groupOf(keys: readonly string[], properties: Readonly<Record<string, unknown>>): Group {
  return Object.fromEntries(keys.map((key) => [key, textProperty(properties[key])]));
}

/**
 * Whether an event has one of the values asked for, of every key. Source: current-usage.md §1
 * (`filter_by_group`).
 */
export function matchesGroup(
  wanted: Readonly<Record<string, readonly string[]>>,
  properties: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(wanted).every(([key, values]) => {
    const value = textProperty(properties[key]);
    return value !== null && values.includes(value);
  });
}

/** Equal for equal groups of the same keys. */
export function groupId(keys: readonly string[], group: Group): string {
  return JSON.stringify(keys.map((key) => group[key] ?? null));
}

/**
 * Splits events by the values of the keys, groups in the order of those values. Without events there is one
 * group that has none of the values; without keys, one group.
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
