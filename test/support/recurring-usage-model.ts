/**
 * A naive model of recurring metrics that are charged in advance: seats are a recurring sum, users a recurring unique
 * count. Tests compare the program with it.
 */

/** An event of the seats or the users metric. */
export interface RecurringEvent {
  /** Milliseconds. */
  readonly at: number;
  readonly properties: {
    /** A number, a number as text, or `many`, which is not a number. */
    readonly n: unknown;
    readonly user: string;
    readonly operation_type: string;
  };
}

/** Sorts by time, then by reception. */
export function inOrder<Event extends RecurringEvent>(received: readonly Event[]): Event[] {
  return received.toSorted((one, other) => one.at - other.at);
}

export function number(n: unknown): number | null {
  return n === 'many' ? null : Number(n);
}

export function present(events: readonly RecurringEvent[]): Set<string> {
  const users = new Set<string>();
  for (const { properties } of events) {
    if (properties.operation_type === 'add') users.add(properties.user);
    else users.delete(properties.user);
  }
  return users;
}

/** The units of a period after its events, and the units that the last event bills. Source: charges.md §8. */
export interface Level {
  readonly cur: number;
  readonly max: number;
  readonly billed: number;
}

/** @param events all events of the period. */
export function seatsLevel(events: readonly RecurringEvent[]): Level | null {
  return events.reduce<Level | null>((level, { properties: { n } }) => {
    const v = Number(n);
    if (level === null) return { cur: v, max: v, billed: Math.max(v, 0) };
    const cur = level.cur + v;
    const isHigher = cur > level.max;
    return {
      cur,
      max: isHigher ? Math.max(cur, cur - level.max) : level.max,
      billed: isHigher ? cur - level.max : 0,
    };
  }, null);
}

/** Users may have been added in earlier periods. @param events all events up to now. */
export function usersLevel(events: readonly RecurringEvent[], from: number): Level | null {
  return events.reduce<Level | null>((level, event, place) => {
    if (event.at < from) return level;
    const isPresent = present(events.slice(0, place)).has(event.properties.user);
    const isAdd = event.properties.operation_type === 'add';
    const moved = isAdd === isPresent ? 0 : isAdd ? 1 : -1;
    if (level === null) {
      const first = Math.max(moved, 0);
      return { cur: first, max: first, billed: first };
    }
    const cur = level.cur + moved;
    return { cur, max: Math.max(cur, level.max), billed: cur > level.max ? 1 : 0 };
  }, null);
}
