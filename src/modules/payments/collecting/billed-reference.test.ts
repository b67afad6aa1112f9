import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../../test/support/property.js';
import {
  billedBy,
  type BilledContent,
  billedReference,
  chargeReference,
  billedParts,
  sharesPart,
} from './billed-reference.js';

const day = (text: string) => new Date(`${text}T00:00:00Z`);

const SUBSCRIPTION: BilledContent = {
  organizationId: 'org',
  externalCustomerId: 'acme',
  invoiceType: 'subscription',
  currency: 'EUR',
  periods: [
    {
      externalSubscriptionId: 'main',
      reason: 'subscription_periodic',
      windows: [day('2026-05-01'), day('2026-05-31'), day('2026-04-01'), day('2026-04-30'), null, null],
    },
  ],
  items: [],
};
const ONE_OFF: BilledContent = {
  ...SUBSCRIPTION,
  invoiceType: 'one_off',
  periods: [],
  items: [{ code: 'setup', units: '1', amountCents: 5_000n, transactionId: null }],
};
const [period] = SUBSCRIPTION.periods;
const [item] = ONE_OFF.items;
if (period === undefined || item === undefined) throw new Error('The examples bill something.');

describe('what an invoice bills', () => {
  // They are kept at providers: a change charges again what a restored server does not know.
  test.each([
    ['a subscription', SUBSCRIPTION, '7hDnYZ0u1rv3UUohJd72Ml'],
    ['a one-off invoice', ONE_OFF, 'yni09a4zscq_5lE1IkdILd'],
  ])('the content of an invoice is named the same for ever: %s', (_, content, reference) => {
    expect(billedParts(content)).toEqual([reference]);
  });

  test.each<[string, BilledContent]>([
    ['organization', { ...SUBSCRIPTION, organizationId: 'other' }],
    ['customer', { ...SUBSCRIPTION, externalCustomerId: 'other' }],
    ['type', { ...SUBSCRIPTION, invoiceType: 'progressive_billing' }],
    ['currency', { ...SUBSCRIPTION, currency: 'USD' }],
    ['subscription', { ...SUBSCRIPTION, periods: [{ ...period, externalSubscriptionId: 'other' }] }],
    ['reason', { ...SUBSCRIPTION, periods: [{ ...period, reason: 'subscription_terminating' }] }],
    [
      'further subscription',
      { ...SUBSCRIPTION, periods: [period, { ...period, externalSubscriptionId: 'b' }] },
    ],
    ['item', { ...SUBSCRIPTION, items: [item] }],
    ...period.windows.map((_, place): [string, BilledContent] => [
      `bound ${String(place)}`,
      {
        ...SUBSCRIPTION,
        periods: [{ ...period, windows: period.windows.with(place, day('2026-06-01')) }],
      },
    ]),
  ])('the content of an invoice has another name with another %s', (_, other) => {
    expect(billedParts(other)).not.toEqual(billedParts(SUBSCRIPTION));
  });

  test.each([
    ['code', { code: 'other' }],
    ['units', { units: '2' }],
    ['amount', { amountCents: 5_001n }],
    ['event', { transactionId: 't1' }],
  ])('the content of an invoice has another name with an item of another %s', (_, over) => {
    const other = { ...ONE_OFF, items: [{ ...item, ...over }] };
    expect(billedParts(other)).not.toEqual(billedParts(ONE_OFF));
  });

  test('the content of an invoice has the same name whatever the order of periods and items, and the time of the day', () => {
    const others = ['a', 'b', 'c'].map((externalSubscriptionId) => ({ ...period, externalSubscriptionId }));
    fc.assert(
      fc.property(fc.shuffledSubarray(others, { minLength: 3 }), fc.nat(86_399_999), (periods, ms) => {
        const later = periods.map((each) => ({
          ...each,
          windows: each.windows.map((at) => (at === null ? null : new Date(at.getTime() + ms))),
        }));
        const parts = billedParts({ ...SUBSCRIPTION, periods: later });
        expect(parts).toEqual(billedParts({ ...SUBSCRIPTION, periods: others }));
        // Each is known by itself, too: invoices may come again with other subscriptions together.
        expect(parts.toSorted()).toEqual(
          others.flatMap((each) => billedParts({ ...SUBSCRIPTION, periods: [each] })).toSorted(),
        );
      }),
    );
  });
});

describe('what a document bills', () => {
  const reference = fc.stringMatching(/^[\w-]{22}$/);

  test('the reference of a document fits into what providers keep, can be read from it, and names its invoices', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(reference, { minLength: 1, maxLength: 60 }),
        fc.option(fc.integer({ min: 1, max: 999_999 })),
        (invoices, attempt) => {
          const billed = billedReference(invoices);
          const noted = chargeReference(billed, attempt);
          expect(noted.length).toBeLessThanOrEqual(500);
          expect(billedBy(noted)).toBe(billed);
          expect(billedReference(invoices.toReversed())).toBe(billed);
          expect(sharesPart(billed, billedReference([invoices.toSorted()[0] ?? '']))).toBe(true);
        },
      ),
    );
  });

  test('the reference of a document is another one with another invoice, however many there are', () => {
    fc.assert(
      fc.property(fc.uniqueArray(reference, { minLength: 2, maxLength: 60 }), ([left, ...invoices]) => {
        expect(billedReference(invoices)).not.toBe(billedReference([left ?? '', ...invoices]));
        expect(sharesPart(billedReference([left ?? '']), billedReference(invoices))).toBe(false);
      }),
    );
  });

  test.each([undefined, '', 'abc', 'abc:', ':1', 'abc:x', 'a b:1'])('%p names nothing', (noted) => {
    expect(billedBy(noted)).toBeNull();
  });
});
