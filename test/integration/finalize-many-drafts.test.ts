// Compares drafts that are finalized or recomputed together with drafts processed one by one.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import { type Invoice, invoices } from '../../src/modules/invoices/records/invoice.table.js';
import { billingEntities } from '../../src/modules/billing-entities/records/billing-entity.table.js';
import { systemActor } from '../../src/platform/actor.js';
import type { Tx } from '../../src/platform/db/database.js';
import { batchesOfOnePerOwner } from '../../src/platform/collections/batches-of-one-per-owner.js';
import { rowsAfter } from '../support/rows-after.js';
import {
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  perCall,
  type Resource,
  sendEvents,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { HandClock } from '../support/hand-clock.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { statementsOf } from '../support/statements.js';

const STARTED = '2027-01-05T09:00:00Z';
const CHANGED = '2027-01-20T09:00:00Z';
const GRACE = { billing_configuration: { invoice_grace_period: 30 } };

const clock = new HandClock(STARTED);
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.stop());

/** An organization that numbers invoices by billing entity: whose comes first is seen. */
async function organization(): Promise<Client> {
  const client = await server.organization();
  await server.pool.db
    .update(billingEntities)
    .set({ documentNumbering: 'per_billing_entity' })
    .where(eq(billingEntities.organizationId, client.organizationId));
  return client;
}

/** In the order in which they were made. */
async function draftsOf({ organizationId }: Client): Promise<Invoice[]> {
  const found = await server.pool.db
    .select()
    .from(invoices)
    .where(eq(invoices.organizationId, organizationId))
    .orderBy(asc(invoices.id));
  return found.filter(({ status }) => status === 'draft');
}

/** Customers of all kinds with drafts, some with several: the first of each is older than the second of any. */
async function drafted(client: Client): Promise<void> {
  clock.set(STARTED);
  const [metric, tax] = [await createMetric(client), await createTax(client, { rate: 20 })];
  const small = await createPlan(client, {
    amount_cents: 3_100,
    pay_in_advance: true,
    tax_codes: [tax.code],
    minimum_commitment: { amount_cents: 5_000 },
    charges: [perCall(metric)],
  });
  const big = await createPlan(client, { amount_cents: 9_300, pay_in_advance: true, tax_codes: [tax.code] });
  const eventful = await createPlan(client, {
    amount_cents: 700,
    pay_in_advance: true,
    charges: [perCall(metric, { pay_in_advance: true })],
  });
  const free = await createPlan(client, { pay_in_advance: true });
  const customer = (name: string, over: object = {}) =>
    createCustomer(client, { external_id: `${client.organizationId} ${name}`, name, ...GRACE, ...over });
  // What waits of it is billed before all others become final.
  const waiting = await subscribe(client, await customer('waiting'), eventful);
  await sendEvents(client, waiting, metric, [{}, {}]);
  const credited = await customer('credited');
  const first = await subscribe(client, credited, small);
  const offset = await subscribe(client, await customer('offset'), big);
  const upgraded = await customer('upgraded');
  const { external_id } = await subscribe(client, upgraded, small);
  await subscribe(client, await customer('worthless', { finalize_zero_amount_invoice: 'skip' }), free);
  await subscribe(client, await customer('partner', { account_type: 'partner', net_payment_term: 9 }), big);

  clock.set(CHANGED);
  await sendEvents(client, first, metric, [{ timestamp: Date.parse(STARTED) / 1_000 }]);
  // Its note is final with the first draft, and taken by those that follow.
  await client.delete(`/subscriptions/${first.external_id}`);
  for (const plan of [small, big]) await subscribe(client, credited, plan);
  await client.delete(`/subscriptions/${offset.external_id}?on_termination_credit_note=offset`);
  await subscribe(client, upgraded, big, { external_id });
  // Nothing is as it was when they were drafted.
  await client.put(`/plans/${small.code}`, { plan: { amount_cents: 1_550 } });
  await client.put(`/taxes/${tax.code}`, { tax: { rate: 10 } });
}

const finalizeAll = (tx: Tx, { organizationId }: Client, drafts: readonly Invoice[]): Promise<Invoice[]> =>
  server.app.services.draftInvoices.finalizeAll(tx, systemActor(organizationId, null), drafts.map(idOf));

async function refreshAll(tx: Tx, { organizationId }: Client, drafts: readonly Invoice[]): Promise<void> {
  const dueAt = new Date(CHANGED);
  const chunk = { organizationId, testClockId: null, customerIds: [], kind: 'draft_refresh', dueAt } as const;
  const batch = { ...chunk, attempts: 0, subjectIds: drafts.map(idOf) };
  await server.app.services.draftInvoices.refreshDue(tx, systemActor(organizationId, dueAt), batch);
}

const idOf = ({ id }: Invoice): string => id;

/** What it bills and owes, and what it took of credit notes. */
const gistOf = ({
  status,
  feesAmountCents,
  creditNotesAmountCents,
  totalAmountCents,
}: Resource): unknown[] => [
  status,
  ...[feesAmountCents, creditNotesAmountCents, totalAmountCents].map(Number),
];

test('drafts of several customers become the same as when finalized one after the other', async () => {
  const client = await organization();
  await drafted(client);
  const drafts = await draftsOf(client);
  const oneByOne = await rowsAfter(server, client, async (tx) => {
    const made: Invoice[] = [];
    // Whose is first gets the number; a customer's own are in their order.
    for (const draft of batchesOfOnePerOwner(drafts, ({ customerId }) => customerId).flat())
      made.push(...(await finalizeAll(tx, client, [draft])));
    return made.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  });
  const atOnce = await rowsAfter(server, client, (tx) => finalizeAll(tx, client, drafts));
  expect(atOnce).toEqual(oneByOne);
  const { answered } = atOnce as { answered: Resource[] };
  expect(answered.map(gistOf)).toEqual([
    // 27 of 31 days.
    ['finalized', 610, 0, 610],
    ['finalized', 1_350, 0, 1_485],
    ['finalized', 8_100, 0, 8_910],
    ['finalized', 1_350, 0, 1_485],
    ['closed', 0, 0, 0],
    ['finalized', 8_100, 0, 8_910],
    // 1.00 used, and the shortfall of 13.50 to the commitment; 11 days are credited.
    ['finalized', 1_231, 605, 749],
    ['finalized', 600, 0, 660],
    ['finalized', 3_600, 0, 3_960],
    ['finalized', 0, 0, 0],
    // 36.00 of the new plan, and the true-up of the old one; 12 days are credited.
    ['finalized', 4_831, 660, 4_654],
  ]);
});

test('drafts of several customers are recomputed as each alone', async () => {
  const client = await organization();
  await drafted(client);
  const drafts = await draftsOf(client);
  const oneByOne = await rowsAfter(server, client, async (tx) => {
    for (const draft of drafts) await refreshAll(tx, client, [draft]);
  });
  const atOnce = await rowsAfter(server, client, (tx) => refreshAll(tx, client, drafts));
  expect(atOnce).toEqual(oneByOne);
});

test('a transaction that flags drafts, and may wait for their customers, is not waited for', async () => {
  const client = await organization();
  await drafted(client);
  const drafts = await draftsOf(client);
  const { services } = server.app;
  const actor = systemActor(client.organizationId, null);
  const flagAll = async (tx: Tx) => {
    for (const { customerId } of drafts) await services.drafts.scheduleRefreshes(tx, actor, { customerId });
  };
  await server.pool.db.transaction(flagAll);
  const finalized = await server.pool.db.transaction(async (flagging) => {
    await flagAll(flagging);
    return server.pool.db.transaction((tx) => finalizeAll(tx, client, drafts));
  });
  expect(await draftsOf(client)).toEqual([]);
  // What is left of it finds nothing to do.
  const books = await rowsAfter(server, client, (tx) => refreshAll(tx, client, drafts));
  const { invoices: refreshed } = books as { invoices: Resource[] };
  expect(refreshed.map(gistOf)).toEqual(expect.arrayContaining(finalized.map(gistOf)));
});

test('drafts of many customers take no more statements than those of a few', async () => {
  const client = await organization();
  clock.set(STARTED);
  const [metric, tax] = [await createMetric(client), await createTax(client)];
  const plan = await createPlan(client, {
    amount_cents: 3_100,
    pay_in_advance: true,
    tax_codes: [tax.code],
    charges: [perCall(metric)],
  });
  for (let count = 0; count < 12; count += 1) {
    await subscribe(client, await createCustomer(client, GRACE), plan);
  }
  const drafts = await draftsOf(client);
  const countOf = async (work: (tx: Tx) => Promise<unknown>): Promise<number> =>
    (await statementsOf([server.pool.sql], () => server.pool.db.transaction(work))).length;
  const [few, many] = [drafts.slice(0, 2), drafts.slice(2)];
  for (const work of [refreshAll, finalizeAll]) {
    const ofFew = await countOf((tx) => work(tx, client, few));
    expect(await countOf((tx) => work(tx, client, many))).toBe(ofFew);
  }
});
