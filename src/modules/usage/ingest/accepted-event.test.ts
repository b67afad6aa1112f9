import { describe, expect, test } from '@jest/globals';
import { metricRow } from '../../../../test/support/rows.js';
import { parseExpression } from '../../../core/expression/parser.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import type { CatalogMetric } from '../../billable-metrics/metric-catalog.service.js';
import { acceptEvents, distinctEvents, type ReceivedEvent } from './accepted-event.js';

const RECEIVED_AT = new Date('2027-03-01T12:00:00.250Z');

function received(over: Partial<ReceivedEvent> = {}): ReceivedEvent {
  return {
    id: 'id',
    key: 'key',
    transactionId: 'transaction',
    externalSubscriptionId: 'external',
    code: 'calls',
    timestamp: RECEIVED_AT,
    exactTimestamp: '2027-03-01T12:00:00.250001Z',
    properties: { amount: '12.50' },
    preciseTotalAmountCents: null,
    subscriptionId: null,
    customerId: null,
    testClockId: null,
    caller: { address: null, userAgent: null },
    createdAt: RECEIVED_AT,
    ...over,
  };
}

function catalogMetric(over: Partial<BillableMetric> = {}): CatalogMetric {
  const metric = metricRow(over);
  const { expression } = metric;
  return { ...metric, parsedExpression: expression === null ? null : parseExpression(expression) };
}

function accept(events: readonly ReceivedEvent[], ...metrics: CatalogMetric[]) {
  const errors = new FieldErrors();
  const catalog = { version: 1n, metrics: new Map(metrics.map((metric) => [metric.code, metric])) };
  const accepted = acceptEvents(events, catalog, errors, (index) => `${index}.`);
  return { ...accepted, errors: errors.details() };
}

/** What a metric counts an event by. */
function counted(properties: Record<string, unknown>, over: Partial<BillableMetric>) {
  const [row] = accept([received({ properties })], catalogMetric(over)).rows;
  return [row?.billable_metric_id ?? null, row?.value ?? null, row?.dimensions ?? null];
}

describe('an accepted event', () => {
  test('an accepted event is written with the value that its metric reads', () => {
    const event = received({
      preciseTotalAmountCents: '7.5',
      testClockId: 'clock',
      caller: { address: '::1', userAgent: 'x'.repeat(300) },
    });
    const metric = catalogMetric({ paidInAdvance: true, dimensionKeys: ['region'] });
    expect(accept([event], metric).rows).toEqual([
      {
        key: 'key',
        id: 'id',
        transaction_id: 'transaction',
        external_subscription_id: 'external',
        code: 'calls',
        timestamp: '2027-03-01T12:00:00.250001Z',
        properties: { amount: '12.50' },
        precise_total_amount_cents: '7.5',
        test_clock_id: 'clock',
        caller_address: '::1',
        caller_agent: 'x'.repeat(255),
        created_at: '2027-03-01T12:00:00.250Z',
        billable_metric_id: 'metric',
        value: '12.5',
        dimensions: [null],
        extra_aggregate: undefined,
        spans: ['day', 'hour'],
        uncounted: undefined,
        paid_in_advance: true,
      },
    ]);
  });

  test('an accepted event of no metric is stored, and noted for a metric to come (events-ingest.md §4)', () => {
    const { rows, errors } = accept([received({ code: 'other' })], catalogMetric());
    expect(rows).toMatchObject([{ code: 'other', properties: { amount: '12.50' }, uncounted: true }]);
    expect(rows[0]?.billable_metric_id).toBeUndefined();
    expect(rows[0]?.spans).toBeUndefined();
    expect(errors).toEqual({});
  });

  // aggregations.md §2, §5, §6
  test.each<[Record<string, unknown>, Partial<BillableMetric>, unknown[], string]>([
    [{ amount: 3 }, {}, ['metric', '3', null], 'a number'],
    [{ amount: '-3.250' }, {}, ['metric', '-3.25', null], 'numeric text'],
    [{ amount: 'many' }, {}, [null, null, null], 'no number: stored, and rated to nothing'],
    [{}, {}, [null, null, null], 'no property'],
    [{}, { aggregationType: 'count_agg', fieldName: null }, ['metric', null, null], 'every event counts'],
    [
      { amount: 'a' },
      { aggregationType: 'unique_count_agg' },
      ['metric', '1', ['a']],
      'an item that is added',
    ],
    [
      { amount: 'a', operation_type: 'remove' },
      { aggregationType: 'unique_count_agg' },
      ['metric', '0', ['a']],
      'an item that is removed',
    ],
    [{ amount: '' }, { aggregationType: 'unique_count_agg' }, [null, null, null], 'no item'],
    [
      { amount: 1, region: 'eu', tier: '' },
      { dimensionKeys: ['region', 'tier'] },
      ['metric', '1', ['eu', null]],
      'kept apart by what charges look at',
    ],
  ])('an accepted event with %j under %j is counted as %j: %s', (properties, over, expected) => {
    expect(counted(properties, over)).toEqual(expected);
  });

  test.each<[Partial<BillableMetric>, string[], string | undefined, string]>([
    [{}, ['day', 'hour'], undefined, 'metered'],
    [{ recurring: true }, ['month', 'day', 'hour'], undefined, 'what is carried is read by the month'],
    [{ aggregationType: 'weighted_sum_agg' }, ['day', 'hour'], 'moment', 'when the quantity changed'],
    [{ aggregationType: 'latest_agg' }, ['day', 'hour'], 'latest', 'the last event'],
    [{ aggregationType: 'unique_count_agg' }, ['month', 'day'], 'latest', 'the last event of an item'],
  ])('an accepted event under %j is added up by %j, keeping %s: %s', (over, spans, keptBeside) => {
    const [row] = accept([received()], catalogMetric(over)).rows;
    expect([row?.spans, row?.extra_aggregate]).toEqual([spans, keptBeside]);
  });
});

describe('an expression (aggregations.md §3)', () => {
  const metric = catalogMetric({
    fieldName: 'cost',
    expression: 'round(event.properties.seconds / 60, 1) * event.properties.seats',
  });

  test('an expression overwrites the property that the metric aggregates', () => {
    const event = received({ properties: { seconds: '130', seats: 3, cost: 'sent' } });
    const { events, rows, errors } = accept([event], metric);
    expect(events).toEqual([{ ...event, properties: { seconds: '130', seats: 3, cost: '6.6' } }]);
    expect(rows).toMatchObject([{ properties: { cost: '6.6' }, value: '6.6' }]);
    expect(errors).toEqual({});
  });

  test('an expression that fails is reported with its reason, for every event', () => {
    const good = received({ properties: { seconds: 60, seats: 1 } });
    const bad = received({ properties: { seconds: 60 } });
    const { errors } = accept([bad, good, bad], metric);
    expect(Object.keys(errors)).toEqual(['0.properties', '2.properties']);
    expect(errors['0.properties']).toEqual([
      'expression_evaluation_failed',
      expect.stringContaining('seats'),
    ]);
  });
});

test('the first of events that repeat each other stays', () => {
  const events = [
    { key: 'a', place: 0 },
    { key: 'b', place: 1 },
    { key: 'a', place: 2 },
  ];
  expect([...distinctEvents(events).values()].map(({ place }) => place)).toEqual([0, 1]);
});
