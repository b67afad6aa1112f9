import { expect, test } from '@jest/globals';
import { subscriptionContext } from '../../../test/support/subscription-contexts.js';
import type { SharedInvoice } from '../fees/shared-invoices.js';
import { planInvoices } from './plan-invoices.js';

const DAY = new Date('2027-03-01T00:00:00Z');

type Members = NonNullable<Parameters<typeof subscriptionContext>[1]>;

function subscribed(id: string, { subscription, ...over }: Members = {}) {
  return subscriptionContext(DAY, { ...over, subscription: { id, ...subscription } });
}

/** The reason and id of each subscription, invoice by invoice. */
function shown(invoices: readonly SharedInvoice[]): string[] {
  expect(invoices.filter(({ billedAt }) => billedAt !== DAY)).toEqual([]);
  return invoices.map(({ subscriptions }) =>
    subscriptions.map(({ context, occasion }) => `${occasion.reason} ${context.subscription.id}`).join(', '),
  );
}

test('renewed subscriptions that agree on all an invoice has once share an invoice', () => {
  const continuing = [
    subscribed('one'),
    subscribed('other customer', { customer: { id: 'other' } }),
    subscribed('two'),
    subscribed('in dollars', { plan: { amountCurrency: 'USD' } }),
    subscribed('other issuer', { billingEntity: { id: 'other' } }),
    subscribed('ordered', { subscription: { purchaseOrderNumber: 'PO-1' } }),
  ];
  const { invoices, paidFees } = planInvoices({ downgrades: [], continuing }, DAY);
  expect(shown(invoices)).toEqual([
    'periodic one, periodic two',
    'periodic other customer',
    'periodic in dollars',
    'periodic other issuer',
    'periodic ordered',
  ]);
  expect(shown(paidFees.ofRenewals)).toEqual(shown(invoices));
  expect(paidFees.ofDowngrades).toEqual([]);
});

test('subscriptions that are paid otherwise or billed alone share an invoice of paid fees only', () => {
  const continuing = [
    subscribed('one'),
    subscribed('by hand', { subscription: { paymentMethodType: 'manual' } }),
    subscribed('alone', { subscription: { consolidateInvoice: false } }),
  ];
  const { invoices, paidFees } = planInvoices({ downgrades: [], continuing }, DAY);
  expect(shown(invoices)).toEqual(['periodic one', 'periodic by hand', 'periodic alone']);
  expect(shown(paidFees.ofRenewals)).toEqual(['periodic one, periodic by hand, periodic alone']);
});

test('a downgrade is billed before renewals, on one invoice where both plans have the same issuer', () => {
  const { invoices, paidFees } = planInvoices(
    {
      downgrades: [
        { ended: subscribed('ended'), begun: subscribed('begun') },
        {
          ended: subscribed('ended here'),
          begun: subscribed('begun there', { billingEntity: { id: 'other' } }),
        },
      ],
      continuing: [subscribed('renewed')],
    },
    DAY,
  );
  expect(shown(invoices)).toEqual([
    'downgraded ended, starting begun',
    'downgraded ended here',
    'starting begun there',
    'periodic renewed',
  ]);
  expect(shown(paidFees.ofDowngrades)).toEqual(['downgraded ended', 'downgraded ended here']);
  expect(shown(paidFees.ofRenewals)).toEqual(['periodic renewed']);
});

test.each([
  { title: 'ended before the day', subscription: { terminatedAt: new Date('2027-02-28T12:00:00Z') } },
  { title: 'ends on the day', subscription: { endingAt: new Date('2027-03-01T12:00:00Z') } },
  { title: 'has the day tomorrow in its zone', customer: { timezone: 'America/Denver' } },
])('a subscription that $title is not billed', ({ title, ...over }) => {
  const { invoices, paidFees } = planInvoices({ downgrades: [], continuing: [subscribed(title, over)] }, DAY);
  expect(invoices).toEqual([]);
  expect(paidFees.ofRenewals).toEqual([]);
});
