import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { PlannedInvoice } from '../../src/modules/invoices/composing/planned-invoice.js';
import type { Invoice } from '../../src/modules/invoices/records/invoice.table.js';
import { billingEntities } from '../../src/modules/billing-entities/records/billing-entity.table.js';
import type { Tx } from '../../src/platform/db/database.js';
import { rowsAfter } from '../support/rows-after.js';
import type { Client } from '../support/client.js';
import {
  type BilledCustomer,
  billedCustomer,
  chargeFeeOf,
  plannedInvoice,
  feeOf,
  issue,
  partOf,
  subscribeAgain,
  taxOf,
} from '../support/invoices.js';
import { HandClock } from '../support/hand-clock.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { statementsOf } from '../support/statements.js';
import { listedTaxes } from '../support/rows.js';

let server: TestServer;

beforeAll(async () => {
  // The log is dated by the wall clock, which stands still here.
  server = await startTestServer({ clock: new HandClock('2027-01-20T12:00:00Z') });
});
afterAll(() => server.stop());

type Numbering = 'per_customer' | 'per_billing_entity';

async function organization(documentNumbering: Numbering): Promise<Client> {
  const client = await server.organization();
  await server.pool.db
    .update(billingEntities)
    .set({ documentNumbering })
    .where(eq(billingEntities.organizationId, client.organizationId));
  return client;
}

/** Credit notes of these amounts over an invoice that is issued for this and paid. */
async function credit(billed: BilledCustomer, amountsCents: readonly number[]): Promise<void> {
  const fee = feeOf(billed, { amountCents: 5_000n });
  const starting = partOf(billed, { invoicingReason: 'subscription_starting', fees: [fee] });
  const invoice = await issue(billed, plannedInvoice(billed, { parts: [starting] }));
  const payment = { invoice_id: invoice?.id, amount_cents: 5_000, reference: 'cheque' };
  expect((await billed.client.post('/payments', { payment })).status).toBe(200);
  const shown = (await billed.client.get(`/invoices/${invoice?.id}`)).body.invoice;
  for (const credit_amount_cents of amountsCents) {
    const items = [{ fee_id: shown.fees[0].svc_id, amount_cents: credit_amount_cents }];
    const credit_note = { invoice_id: invoice?.id, credit_amount_cents, items };
    expect((await billed.client.post('/credit_notes', { credit_note })).status).toBe(200);
  }
}

/** Invoices that bear on each other, and others that do not. */
async function variousInvoices(client: Client): Promise<PlannedInvoice[]> {
  const credited = await billedCustomer(server, client);
  await credit(credited, [700, 900]);
  const again = { ...credited, subscription: await subscribeAgain(credited) };
  const billedBefore = await billedCustomer(server, client);
  await issue(billedBefore, plannedInvoice(billedBefore));
  const half = { ...billedBefore, subscription: await subscribeAgain(billedBefore) };
  const worthless = await billedCustomer(server, client, { finalize_zero_amount_invoice: 'skip' });
  const drafted = await billedCustomer(server, client, {
    billing_configuration: { invoice_grace_period: 3 },
  });
  const partner = await billedCustomer(server, client, { account_type: 'partner', net_payment_term: 10 });
  const taxes = listedTaxes(await taxOf(partner, 20), await taxOf(partner, 5.5));
  const standaloneFees = [chargeFeeOf(partner, { units: 7, invoiceable: false, taxes })];
  return [
    plannedInvoice(credited),
    plannedInvoice(partner, {
      parts: [partOf(partner, { fees: [feeOf(partner, { taxes })], standaloneFees })],
    }),
    // What the first one has left of the credit notes.
    plannedInvoice(again),
    // Claimed by the first one, and before.
    plannedInvoice(credited),
    plannedInvoice(billedBefore),
    plannedInvoice(half, { parts: [partOf(billedBefore), partOf(half)] }),
    plannedInvoice(worthless, {
      parts: [partOf(worthless, { fees: [feeOf(worthless, { amountCents: 0n })] })],
    }),
    plannedInvoice(drafted),
    plannedInvoice(partner, {
      parts: [partOf(partner, { invoicingReason: 'in_advance_charge', standaloneFees })],
    }),
  ];
}

const issueAll = (tx: Tx, actor: BilledCustomer['actor'], plannedInvoices: readonly PlannedInvoice[]) =>
  server.app.services.issuing.issueAll(tx, actor, plannedInvoices);

describe.each<Numbering>(['per_customer', 'per_billing_entity'])('numbered %s', (numbering) => {
  test('many invoices are what they are when they are issued one by one', async () => {
    const client = await organization(numbering);
    const plannedInvoices = await variousInvoices(client);
    const { actor } = await billedCustomer(server, client);
    const oneByOne = await rowsAfter(server, client, async (tx) => {
      const made: (Invoice | null)[] = [];
      for (const planned of plannedInvoices) made.push(...(await issueAll(tx, actor, [planned])));
      return made;
    });
    const atOnce = await rowsAfter(server, client, (tx) => issueAll(tx, actor, plannedInvoices));
    expect(atOnce).toEqual(oneByOne);
    const answered = (atOnce as { answered: (Invoice | null)[] }).answered;
    expect(answered.map((invoice) => invoice?.status ?? null)).toEqual([
      ...['finalized', 'finalized', 'finalized'],
      ...[null, null, 'finalized'],
      ...['closed', 'draft', 'finalized'],
    ]);
    expect(answered.map((invoice) => Number(invoice?.creditNotesAmountCents ?? 0))).toEqual([
      ...[1_000, 0, 600],
      ...[0, 0, 0],
      ...[0, 0, 0],
    ]);
  });

  test('numbers are unique and leave no gap, however many transactions issue many at once', async () => {
    const client = await organization(numbering);
    const billed = await Promise.all(Array.from({ length: 4 }, () => billedCustomer(server, client)));
    const again = await Promise.all(
      billed.map(async (each) => ({ ...each, subscription: await subscribeAgain(each) })),
    );
    const chunks = [billed, again, billed.toReversed(), again.toReversed()];
    const outcomes = await Promise.allSettled(
      chunks.map((chunk, index) =>
        server.pool.db.transaction(async (tx) => {
          const plannedInvoices = chunk.map((each) => plannedInvoice(each));
          const made = await issueAll(tx, (chunk[0] as BilledCustomer).actor, plannedInvoices);
          if (index === 0) throw new Error('Whoever issues them may fail afterwards.');
          return made;
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    const issued = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.filter((invoice) => invoice !== null) : [],
    );
    expect(issued).toHaveLength(8);
    const sequences = Map.groupBy(issued, ({ customerId }) => customerId);
    for (const ofCustomer of sequences.values()) {
      expect(ofCustomer.map(({ sequentialId }) => sequentialId).toSorted()).toEqual([1, 2]);
    }
    const ofEntity = issued.map(({ entitySequentialId }) => entitySequentialId).toSorted();
    expect(ofEntity).toEqual(numbering === 'per_customer' ? Array(8).fill(null) : [1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set(issued.map(({ number }) => number)).size).toBe(8);
  });
});

test('many invoices take no more statements than a few', async () => {
  const client = await organization('per_billing_entity');
  const tax = await taxOf(await billedCustomer(server, client), 20);
  const countOf = async (count: number): Promise<number> => {
    const customers = await Promise.all(Array.from({ length: count }, () => billedCustomer(server, client)));
    const plannedInvoices = customers.map((billed) => {
      const parts = [
        partOf(billed, {
          fees: [feeOf(billed, { taxes: listedTaxes(tax) }), chargeFeeOf(billed, { units: 3 })],
        }),
      ];
      return plannedInvoice(billed, { parts });
    });
    const { actor } = customers[0] as BilledCustomer;
    const statements = await statementsOf([server.pool.sql], () =>
      server.pool.db.transaction((tx) => issueAll(tx, actor, plannedInvoices)),
    );
    return statements.length;
  };
  const ofFew = await countOf(2);
  expect(await countOf(10)).toBe(ofFew);
});
