// What is billed next depends on what was billed last.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Period } from '../../src/core/time/period.js';
import type { BillingHistory } from '../../src/modules/invoices/records/periods/billed-periods.service.js';
import type { Subscription } from '../../src/modules/subscriptions/records/subscription.table.js';
import type { Client } from '../support/client.js';
import {
  type BilledCustomer,
  billedCustomer,
  chargeFeeOf,
  plannedInvoice,
  FEBRUARY,
  feeOf,
  issue,
  JANUARY,
  partOf,
  subscribeAgain,
} from '../support/invoices.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

const MARCH = new Date('2027-03-01T00:00:00Z');
const LATER = { from: FEBRUARY, to: MARCH };

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const billJanuary = (billed: BilledCustomer) => issue(billed, plannedInvoice(billed));

const billFebruary = (billed: BilledCustomer) =>
  issue(
    billed,
    plannedInvoice(billed, {
      billedAt: MARCH,
      parts: [
        partOf(billed, {
          windows: { subscription: LATER, charges: LATER, fixedCharges: null },
          fees: [feeOf(billed, LATER)],
        }),
      ],
    }),
  );

/** What a single event costs, on an invoice of its own: it claims nothing. */
const billEvent = (billed: BilledCustomer, billedAt: Date) =>
  issue(
    billed,
    plannedInvoice(billed, {
      billedAt,
      occasion: 'immediate',
      parts: [
        partOf(billed, {
          invoicingReason: 'in_advance_charge',
          fees: [chargeFeeOf(billed, { units: 3, payInAdvance: true })],
        }),
      ],
    }),
  );

test('a billing history is read for several subscriptions together, each from its own invoices', async () => {
  const plain = await billedCustomer(server, client);
  const another = async (): Promise<BilledCustomer> => ({
    ...plain,
    subscription: await subscribeAgain(plain),
  });
  const [twice, atEvents, never, undrafted, undone] = [
    await another(),
    await another(),
    await another(),
    await another(),
    await another(),
  ];
  await billJanuary(plain);
  await billJanuary(twice);
  await billEvent(twice, MARCH);
  const february = await billFebruary(twice);
  await billEvent(atEvents, FEBRUARY);
  await issue(undrafted, plannedInvoice(undrafted));
  await billEvent(undone, FEBRUARY);
  for (const { subscription } of [undrafted, undone]) {
    await server.pool.sql`
      update invoices set status = 'deleted'
      where id in (select invoice_id from billing_periods where subscription_id = ${subscription.id})`;
  }

  type Before = ReadonlyMap<BilledCustomer, string | undefined>;
  const { billedPeriods } = server.app.services;
  const requested = (before: Before) =>
    [plain, twice, atEvents, never, undrafted, undone].map((each) => {
      return { subscriptionId: each.subscription.id, before: before.get(each) ?? null };
    });
  const histories = (before: Before = new Map()) =>
    billedPeriods.billingHistories(server.pool.db, plain.actor, requested(before));
  const billedTo = async (before: Before = new Map()) => {
    const billed = await billedPeriods.billedUsage(server.pool.db, plain.actor, requested(before));
    return ({ subscription }: BilledCustomer) => billed.get(subscription.id)?.charges?.to ?? null;
  };
  const shown = (of: Map<string, BillingHistory>, { id }: Subscription) => {
    const history = of.get(id);
    return history && [history.isInvoiced, history.lastSubscriptionFee?.window];
  };
  const all = await histories();
  const inUtc = (window: Period) => ({ ...window, timezone: 'UTC' });
  expect(shown(all, plain.subscription)).toEqual([true, inUtc(JANUARY)]);
  expect(shown(all, twice.subscription)).toEqual([true, inUtc(LATER)]);
  expect(shown(all, atEvents.subscription)).toEqual([true, undefined]);
  expect(all.has(never.subscription.id)).toBe(false);
  // The status alone was changed: its fees are there.
  expect(shown(all, undrafted.subscription)?.[0]).toBe(false);
  expect(all.has(undone.subscription.id)).toBe(false);
  const usage = await billedTo();
  expect(usage(plain)).toEqual(FEBRUARY);
  expect(usage(twice)).toEqual(MARCH);
  // Single events claim no usage.
  expect(usage(atEvents)).toBeNull();
  expect(usage(never)).toBeNull();
  // The windows of a deleted draft are not billed again; where they end, others begin.
  expect(usage(undrafted)).toEqual(FEBRUARY);
  // A recomputed draft uses the history before it, whatever the history that other queries use.
  const beforeFebruary = new Map([[twice, february?.id]]);
  const earlier = await histories(beforeFebruary);
  expect(shown(earlier, twice.subscription)).toEqual([true, inUtc(JANUARY)]);
  expect(shown(earlier, plain.subscription)).toEqual([true, inUtc(JANUARY)]);
  const earlierUsage = await billedTo(beforeFebruary);
  expect([twice, plain].map(earlierUsage)).toEqual([FEBRUARY, FEBRUARY]);
  const beforePlain = new Map([[plain, '00000000-0000-7000-8000-000000000000']]);
  const beforeAny = await histories(beforePlain);
  expect(shown(beforeAny, plain.subscription)).toBeUndefined();
  expect(shown(beforeAny, twice.subscription)).toEqual([true, inUtc(LATER)]);
  const usageBeforeAny = await billedTo(beforePlain);
  expect([plain, twice].map(usageBeforeAny)).toEqual([null, MARCH]);
});

test('a billing history shows where each part ended, also when the last billing day billed another one alone', async () => {
  const billed = await billedCustomer(server, client);
  const windows = { subscription: JANUARY, charges: null, fixedCharges: JANUARY };
  await issue(billed, plannedInvoice(billed, { parts: [partOf(billed, { windows })] }));
  const later = { subscription: LATER, charges: LATER, fixedCharges: null };
  await issue(
    billed,
    plannedInvoice(billed, { billedAt: MARCH, parts: [partOf(billed, { windows: later })] }),
  );
  const { id: subscriptionId } = billed.subscription;
  const { billedPeriods } = server.app.services;
  const requested = [{ subscriptionId, before: null }];
  const usage = (await billedPeriods.billedUsage(server.pool.db, billed.actor, requested)).get(
    subscriptionId,
  );
  expect(usage).toMatchObject({ charges: { to: MARCH }, fixedCharges: { to: FEBRUARY } });
});
