import { describe, expect, test } from '@jest/globals';
import { fc, tries } from '../../../../test/support/property.js';
import { contains, type Period } from '../../../core/time/period.js';
import { type Span, startOf } from '../counters/usage-span.js';
import { partsOf, type WindowPart } from './usage-window.js';

const at = (time: string) => new Date(`2027-${time}Z`);
const period = (from: string, to: string): Period => ({ from: at(from), to: at(to) });

const SPANS: readonly Span[] = ['month', 'day', 'hour'];

/** The parts that are read if events have these timestamps. */
function read(parts: readonly WindowPart[], events: readonly Date[]): WindowPart[] {
  const holds = (periods: readonly Period[]) =>
    periods.some((each) => events.some((event) => contains(each, event)));
  return parts.filter(({ unlessIn, onlyIfIn }) => !holds(unlessIn) && (onlyIfIn === null || holds(onlyIfIn)));
}

describe('partsOf', () => {
  const window = period('03-10T09:30', '04-01T00:00');

  test.each([
    ['nothing before the start', [], ['day 03-10T00:00..03-11T00:00', 'day 03-11T00:00..04-01T00:00']],
    [
      'something on the day before the start',
      ['03-10T08:00'],
      ['hour 03-10T09:00..03-10T10:00', 'hour 03-10T10:00..03-11T00:00', 'day 03-11T00:00..04-01T00:00'],
    ],
    [
      'something within the hour before the start',
      ['03-10T09:29:59.999'],
      ['events 03-10T09:30..03-10T10:00', 'hour 03-10T10:00..03-11T00:00', 'day 03-11T00:00..04-01T00:00'],
    ],
  ])('%s: what is read', (_, events, expected) => {
    const text = (instant: Date) => instant.toISOString().slice(5, 16);
    const parts = read(partsOf(window, ['day', 'hour']), events.map(at));
    const texts = parts.map(
      ({ span, period: { from, to } }) => `${span ?? 'events'} ${text(from)}..${text(to)}`,
    );
    expect(texts.toSorted()).toEqual(expected.toSorted());
  });

  test('partsOf returns no parts for an empty window', () => {
    expect(partsOf(period('03-10T09:30', '03-10T09:30'), SPANS)).toEqual([]);
  });

  test('partsOf reads each event of the window exactly once, and none outside it', () => {
    // Instants at and next to the edges of hours, days and months; few, so that they often coincide.
    const place = fc
      .tuple(
        fc.constantFrom(
          '02-27T21:00',
          '02-28T23:00',
          '03-01T00:00',
          '03-01T01:30',
          '03-31T00:00',
          '04-01T00:00',
        ),
        fc.integer({ min: -1, max: 1 }),
      )
      .map(([time, by]) => new Date(at(time).getTime() + by));
    fc.assert(
      fc.property(place, place, fc.array(place), fc.subarray([...SPANS]), (one, other, events, spans) => {
        const window = { from: one < other ? one : other, to: one < other ? other : one };
        const parts = read(partsOf(window, spans), events);
        for (const event of events) {
          const readers = parts.filter((part) => contains(part.period, event));
          expect(readers).toHaveLength(contains(window, event) ? 1 : 0);
        }
        for (const {
          span,
          period: { from, to },
        } of parts)
          if (span !== null) expect([startOf(span, from), startOf(span, to)]).toEqual([from, to]);
      }),
      tries(1_000),
    );
  });
});
