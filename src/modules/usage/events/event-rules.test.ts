import { describe, expect, test } from '@jest/globals';
import { refusalBy } from '../../../../test/support/rule-errors.js';
import { duplicateErrors, requireValid } from './event-rules.js';
import type { IngestEvent } from './event.input.js';

const limits = { batchBytes: 200, eventBytes: 150, eventKeys: 3, eventTextLength: 50 };
const event: IngestEvent = { transactionId: 't', externalSubscriptionId: 's', code: 'calls' };
const sent = (...events: Partial<IngestEvent>[]) => events.map((over) => ({ ...event, ...over }));
const text = (length: number) => 'x'.repeat(length);

describe('events as they are sent (events-ingest.md §1, §2)', () => {
  const refused = (events: readonly IngestEvent[]) =>
    refusalBy(() => requireValid(events, (index) => `${index}.`, limits));

  test.each<[IngestEvent[], object | null, string]>([
    [sent({}), null, 'an event without properties'],
    [sent({ properties: null }), null, 'null: none'],
    [sent({ properties: { deep: { er: [1] } } }), null, 'deeper structures are stored'],
    [
      sent({ transactionId: '', externalSubscriptionId: ' ', code: '' }),
      {
        '0.transactionId': ['value_is_mandatory'],
        '0.externalSubscriptionId': ['value_is_mandatory'],
        '0.code': ['value_is_mandatory'],
      },
      'all that is wrong',
    ],
    [
      sent({ code: '' }, {}, { transactionId: text(256) }),
      { '0.code': ['value_is_mandatory'], '2.transactionId': ['value_is_too_long'] },
      'all bad events, by their place',
    ],
    [
      sent({ properties: { a: 1, b: 2, c: 3, d: 4 } }),
      { '0.properties': ['too_many_keys'], base: ['An event has at most 3 properties.'] },
      'more properties than an event may have',
    ],
    [
      sent({ properties: { a: text(51) } }),
      {
        '0.properties': ['value_is_too_long'],
        base: ['A text in the properties of an event has at most 50 characters.'],
      },
      'a longer text than one may be',
    ],
  ])('the events of case %# are refused with %j: %s', (events, expected) => {
    expect(refused(events)).toEqual(expected);
  });

  test('events as they are sent are limited by what their properties take together, one event by its own alone', () => {
    const large = { properties: { a: text(50), b: text(50) } };
    expect(refused(sent(large))).toBeNull();
    expect(refused(sent(large, large))).toMatchObject({ events: ['value_is_too_large'] });
    expect(refused(sent({ properties: { a: text(50), b: text(50), c: text(50) } }))).toMatchObject({
      '0.properties': ['value_is_too_large'],
    });
  });

  test('events as they are sent take as much memory as their properties', () => {
    const units = (...events: Partial<IngestEvent>[]) => requireValid(sent(...events), String, limits);
    const one = units({ properties: { a: text(20) } });
    expect(one).toBeGreaterThanOrEqual(20);
    expect(units({ properties: { a: text(20) } }, { properties: { a: text(20) } })).toBe(2 * one);
  });
});

describe('repeated events (events-ingest.md §2, §3)', () => {
  test.each<[string[], string[], number[], string]>([
    [['a', 'b'], [], [], 'different ones'],
    [['a', 'b', 'a', 'a'], [], [2, 3], 'the first stays, the later ones are reported'],
    [['a', 'b'], ['b'], [1], 'stored before'],
    [['a', 'a'], ['a'], [0, 1], 'stored before, and repeated'],
  ])('%j, of which %j are stored: %j are reported, %s', (keys, known, expected) => {
    const events = keys.map((key) => ({ key }));
    const errors = duplicateErrors(events, new Set(known), (index) => `${index}.`);
    const paths = expected.map((index) => [`${index}.transactionId`, ['value_already_exist']]);
    expect(errors).toEqual(Object.fromEntries(paths));
  });
});
