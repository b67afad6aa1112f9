// Sections without a document are those of invoices.md.
import { describe, expect, test } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import {
  finalizationAt,
  finalizedInvoiceDates,
  newInvoiceDates,
  overdueAt,
  type DatingTerms,
  type InvoiceOccasion,
} from './invoice-dates.js';

const entityDefaults: DatingTerms = {
  timezone: 'UTC',
  gracePeriodDays: 0,
  netPaymentTermDays: 0,
  issuingDateAnchor: 'next_period_start',
  issuingDateAdjustment: 'align_with_finalization_date',
};
const may1 = '2027-05-01';
const grace = { gracePeriodDays: 4, netPaymentTermDays: 10 };
const keep = { issuingDateAdjustment: 'keep_anchor' } as const;
const periodEnd = { issuingDateAnchor: 'current_period_end' } as const;

describe('newInvoiceDates', () => {
  test.each<[InvoiceOccasion, string, Partial<DatingTerms>, string[], string]>([
    ['periodic', may1, {}, ['2027-05-01', '2027-05-01', '2027-05-01'], 'the defaults'],
    ['periodic', may1, grace, ['2027-05-05', '2027-05-05', '2027-05-15'], 'the end of grace: §12 B'],
    ['periodic', may1, { ...grace, ...keep }, ['2027-05-01', '2027-05-05', '2027-05-11'], 'kept: §12 B'],
    [
      'periodic',
      may1,
      { ...grace, ...periodEnd, ...keep },
      ['2027-04-30', '2027-05-05', '2027-05-10'],
      'the end of the period, kept: §12 B',
    ],
    [
      'periodic',
      may1,
      periodEnd,
      ['2027-04-30', '2027-05-01', '2027-04-30'],
      'without grace, its end: §12 B',
    ],
    ['periodic', may1, { ...grace, ...periodEnd }, ['2027-05-05', '2027-05-05', '2027-05-15'], 'grace wins'],
    [
      'change',
      may1,
      { ...grace, ...periodEnd, ...keep },
      ['2027-05-05', '2027-05-05', '2027-05-15'],
      'no anchor',
    ],
    [
      'immediate',
      may1,
      { ...grace, ...periodEnd },
      ['2027-05-01', '2027-05-01', '2027-05-11'],
      'no draft, no grace',
    ],
    [
      'immediate',
      '2027-05-01T05:00:00Z',
      { timezone: 'America/Denver' },
      ['2027-04-30', '2027-04-30', '2027-04-30'],
      'days are local',
    ],
  ])('%s on %s, %j: issued, final, due %j (%s)', (occasion, billedAt, terms, expected) => {
    const dates = newInvoiceDates(occasion, new Date(billedAt), { ...entityDefaults, ...terms });
    const { issuingOn, expectedFinalizationOn, paymentDueOn } = dates;
    expect([issuingOn, expectedFinalizationOn, paymentDueOn].map(String)).toEqual(expected);
  });
});

test.each<[InvoiceOccasion, string, Partial<DatingTerms>, string[], string]>([
  ['periodic', '2027-05-05', grace, ['2027-05-05', '2027-05-15'], 'at the end of grace: §12 B'],
  ['periodic', '2027-05-03', grace, ['2027-05-03', '2027-05-13'], 'by hand before: §12 B'],
  [
    'periodic',
    '2027-05-05',
    { ...grace, ...keep },
    ['2027-05-01', '2027-05-11'],
    'the anchor is kept: §12 B',
  ],
  [
    'change',
    '2027-05-03',
    { ...grace, ...keep },
    ['2027-05-03', '2027-05-13'],
    'only a periodic one keeps it',
  ],
  [
    'periodic',
    '2027-05-05T20:00Z',
    { timezone: 'Asia/Tokyo' },
    ['2027-05-06', '2027-05-06'],
    'days are local',
  ],
])('%s draft finalized on %s, %j: issued, due %j (%s)', (occasion, finalizedAt, overrides, expected) => {
  const terms = { ...entityDefaults, ...overrides };
  const draft = { occasion, issuingOn: newInvoiceDates(occasion, new Date(may1), terms).issuingOn };
  const { issuingOn, paymentDueOn } = finalizedInvoiceDates(draft, new Date(finalizedAt), terms);
  expect([issuingOn, paymentDueOn].map(String)).toEqual(expected);
});

test.each([
  ['UTC', '2027-05-01T00:00Z', '2027-05-05T00:00:00.000Z', 'the first instant of the date'],
  [
    'America/Denver',
    '2027-05-01T06:00Z',
    '2027-05-05T06:00:00.000Z',
    'the first instant of the local date: §12 B',
  ],
  [
    'Asia/Tokyo',
    '2027-04-30T15:00Z',
    '2027-05-04T15:00:00.000Z',
    'the first instant of the local date: §12 B',
  ],
  [
    'Asia/Tokyo',
    '2027-05-05T05:00Z',
    '2027-05-05T05:00:00.000Z',
    'has begun, after a move to the east: at once',
  ],
  [
    'Pacific/Kiritimati',
    '2027-05-05T11:00Z',
    '2027-05-05T09:59:59.999Z',
    'over, after such a move: on it still',
  ],
])('%s, finalization expected on 5 May, now %s: final at %s (%s)', (timezone, now, at) => {
  const expectedOn = Temporal.PlainDate.from('2027-05-05');
  expect(finalizationAt(expectedOn, { timezone, now: new Date(now) }).toISOString()).toBe(at);
});

test.each([
  [
    'UTC',
    '2027-05-10',
    '2027-05-01T12:00Z',
    '2027-05-11T00:00:00.000Z',
    'not overdue on the due date itself',
  ],
  ['UTC', '2027-02-28', '2027-02-28T23:59:59Z', '2027-03-01T00:00:00.000Z', 'the day after, over a month'],
  ['UTC', '2027-05-10', '2027-05-11T00:00Z', '2027-05-11T01:00:00.000Z', 'just passed: with the next hour'],
  ['UTC', '2027-05-10', '2027-06-01T09:30Z', '2027-06-01T10:00:00.000Z', 'long passed'],
  ['America/Denver', '2027-05-05', '2027-05-05T23:00Z', '2027-05-06T06:00:00.000Z', 'the local date ends'],
  ['Asia/Tokyo', '2027-03-08', '2027-03-01T20:00Z', '2027-03-08T15:00:00.000Z', 'the local date ends'],
])('%s, due on %s, now %s: overdue at %s (%s)', (timezone, dueOn, now, at) => {
  const local = { timezone, now: new Date(now) };
  expect(overdueAt(Temporal.PlainDate.from(dueOn), local).toISOString()).toBe(at);
});
