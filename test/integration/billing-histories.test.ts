// What is billed next depends on what was billed last.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BillingHistory } from '../../src/modules/invoices/invoice.service.js';
import type { Subscription } from '../../src/modules/subscriptions/subscription.table.js';
import type { Client } from '../support/client.js';
import {
  type BilledCustomer,
  billedCustomer,
  chargeFeeOf,
  draftOf,
  FEBRUARY,
  feeOf,
  issue,
  JANUARY,
  partOf,
  subscribeAgain,
} from '../support/invoices.js';
import { startTestServer, type TestServer } from '../support/server.js';

const MARCH = new Date('2027-03-01T00:00:00Z');
const LATER = { from: FEBRUARY, to: MARCH };

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const billJanuary = (billed: BilledCustomer) => issue(billed, draftOf(billed));

const billFebruary = (billed: BilledCustomer) =>
  issue(
    billed,
    draftOf(billed, {
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
    draftOf(billed, {
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

test('is told of many subscriptions together, each by its own invoices', async () => {
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
  await issue(undrafted, draftOf(undrafted));
  await billEvent(undone, FEBRUARY);
  for (const { subscription } of [undrafted, undone]) {
    await server.pool.sql`
      update invoices set status = 'deleted'
      where id in (select invoice_id from billing_periods where subscription_id = ${subscription.id})`;
  }

  const histories = (before: ReadonlyMap<BilledCustomer, string | undefined> = new Map()) =>
    server.app.services.invoices.billingHistories(
      server.pool.db,
      plain.actor,
      [plain, twice, atEvents, never, undrafted, undone].map((each) => {
        return { subscriptionId: each.subscription.id, before: before.get(each) ?? null };
      }),
    );
  const shown = (of: Map<string, BillingHistory>, { id }: Subscription) => {
    const history = of.get(id);
    return (
      history && [
        history.charges?.to ?? null,
        history.isInvoiced ? history.lastSubscriptionFee?.window : 'deleted',
      ]
    );
  };
  const all = await histories();
  expect(shown(all, plain.subscription)).toEqual([FEBRUARY, JANUARY]);
  expect(shown(all, twice.subscription)).toEqual([MARCH, LATER]);
  // Billed, though nothing of it is claimed.
  expect(shown(all, atEvents.subscription)).toEqual([null, undefined]);
  expect(all.has(never.subscription.id)).toBe(false);
  // Its windows are not billed again; where they end, others begin.
  expect(shown(all, undrafted.subscription)).toEqual([FEBRUARY, 'deleted']);
  expect(all.has(undone.subscription.id)).toBe(false);
  // A draft that is worked out again looks at what was before it, whatever is looked at of others.
  const earlier = await histories(new Map([[twice, february?.id]]));
  expect(shown(earlier, twice.subscription)).toEqual([FEBRUARY, JANUARY]);
  expect(shown(earlier, plain.subscription)).toEqual([FEBRUARY, JANUARY]);
  const beforeAny = await histories(new Map([[plain, '00000000-0000-7000-8000-000000000000']]));
  expect(shown(beforeAny, plain.subscription)).toBeUndefined();
  expect(shown(beforeAny, twice.subscription)).toEqual([MARCH, LATER]);
});

test('tells where each part ended, also when the last billing day billed another one alone', async () => {
  const billed = await billedCustomer(server, client);
  const windows = { subscription: JANUARY, charges: null, fixedCharges: JANUARY };
  await issue(billed, draftOf(billed, { parts: [partOf(billed, { windows })] }));
  const later = { subscription: LATER, charges: LATER, fixedCharges: null };
  await issue(billed, draftOf(billed, { billedAt: MARCH, parts: [partOf(billed, { windows: later })] }));
  const { id: subscriptionId } = billed.subscription;
  const { invoices } = server.app.services;
  const asked = [{ subscriptionId, before: null }];
  const history = (await invoices.billingHistories(server.pool.db, billed.actor, asked)).get(subscriptionId);
  expect(history).toMatchObject({ charges: { to: MARCH }, fixedCharges: { to: FEBRUARY } });
});
