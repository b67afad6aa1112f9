// What holds of every history, whatever happened in it.
import { expect } from '@jest/globals';
import { Big } from '../../src/core/decimal.js';
import type { Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { TestServer } from '../support/server.js';
import { dateOf, midnightOf } from './local-time.js';

export async function expectSound(
  server: TestServer,
  client: Client,
  invoices: readonly Resource[],
  timezone: string,
): Promise<void> {
  for (const invoice of invoices) expectSums(invoice);
  expect(invoices.map(({ sequentialId }) => sequentialId)).toEqual(invoices.map((_, place) => place + 1));
  expect(new Set(invoices.map(({ number }) => number)).size).toBe(invoices.length);
  const records = await Records.read(server, client);
  for (const subscription of records.subscriptions) {
    const life = lifeOf(subscription, timezone);
    expectWindows(life, records.periodsOf(subscription), 'charges');
    expectWindows(life, records.periodsOf(subscription), 'fixed_charges');
    expectForeseen(subscription, records);
  }
  expectTold(records, invoices);
}

/** Parts add up: fees, taxes, totals. Sources: invoices.md §4; taxes.md §3, §4. */
function expectSums(invoice: Resource): void {
  const { fees } = invoice;
  const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const untaxed = (fee: Resource) => new Big(fee.amountCents).minus(fee.preciseCouponsAmountCents);
  const taxOn = (fee: Resource) =>
    fee.appliedTaxes.reduce(
      (sum: Big, { taxRate }: Resource) => sum.plus(untaxed(fee).times(String(taxRate)).div(100)),
      new Big(0),
    );
  for (const fee of fees) {
    expect(fee.amountCents).toBeGreaterThanOrEqual(0);
    expect(fee.taxesAmountCents).toBe(cents(taxOn(fee)));
    expect(fee.totalAmountCents).toBe(total([fee.amountCents, fee.taxesAmountCents]));
  }
  const taxes = fees.reduce((sum: Big, fee: Resource) => sum.plus(taxOn(fee)), new Big(0));
  const feesAmount = total(fees.map((fee: Resource) => fee.amountCents));
  const untaxedTotal = feesAmount - invoice.progressiveBillingCreditAmountCents - invoice.couponsAmountCents;
  const taxedTotal = untaxedTotal + cents(taxes);
  expect(invoice).toMatchObject({
    feesAmountCents: feesAmount,
    subTotalExcludingTaxesAmountCents: untaxedTotal,
    taxesAmountCents: cents(taxes),
    subTotalIncludingTaxesAmountCents: taxedTotal,
    totalAmountCents: taxedTotal - invoice.creditNotesAmountCents - invoice.prepaidCreditAmountCents,
  });
  expect(invoice.totalAmountCents).toBeGreaterThanOrEqual(0);
}

interface SubscriptionRow {
  readonly id: string;
  readonly status: string;
  readonly external_id: string;
  readonly started_at: Date | null;
  readonly terminated_at: Date | null;
  readonly change_from_previous: string | null;
  readonly on_termination_invoice: string;
}

type Row = Record<string, unknown>;

class Records {
  private constructor(
    readonly subscriptions: readonly SubscriptionRow[],
    readonly periods: readonly Row[],
    readonly dueWork: readonly Row[],
    readonly messages: readonly Row[],
    readonly entries: readonly Row[],
    readonly now: Date,
  ) {}

  static async read({ pool: { sql } }: TestServer, { organizationId }: Client): Promise<Records> {
    const [clock] = await sql`select frozen_time from test_clocks where organization_id = ${organizationId}`;
    return new Records(
      await sql<SubscriptionRow[]>`select * from subscriptions where organization_id = ${organizationId}`,
      await sql`select * from billing_periods where organization_id = ${organizationId}
        and invoicing_reason in ('subscription_periodic', 'subscription_terminating')`,
      await sql`select * from due_work where organization_id = ${organizationId}`,
      await sql`select webhook_type, object_id from outbox_messages where organization_id = ${organizationId}`,
      await sql`select activity_type, resource_id from activity_log_entries where organization_id = ${organizationId}`,
      new Date(clock?.['frozen_time'] as string),
    );
  }

  periodsOf({ id }: SubscriptionRow): Row[] {
    return this.periods.filter((period) => period['subscription_id'] === id);
  }
}

/** Windows of usage, which no start bills, touch, and lie within the life of the subscription; a closing invoice leaves nothing over. */
function expectWindows({ from, to }: Life, periods: readonly Row[], part: string): void {
  const windows = periods
    .map((period) => ({ from: period[`${part}_from`], to: period[`${part}_to`] }))
    .filter((window) => window.from !== null)
    .map((window) => ({ from: instant(window.from), to: instant(window.to) }))
    .filter((window) => window.from < window.to)
    .toSorted((one, other) => one.from - other.from);
  for (const [place, window] of windows.entries()) {
    if (place > 0) expect(window.from).toBe(windows[place - 1]?.to);
  }
  const [first, last] = [windows[0], windows.at(-1)];
  if (first === undefined || last === undefined) return;
  expect(first.from).toBeGreaterThanOrEqual(from);
  expect(last.to).toBeLessThanOrEqual(to);
}

interface Life {
  readonly from: number;
  readonly to: number;
}

/** When a subscription may be charged for usage. After a downgrade it takes the whole day (periods.md §5). */
function lifeOf(
  { started_at, terminated_at, change_from_previous }: SubscriptionRow,
  timezone: string,
): Life {
  const from = started_at === null ? Infinity : instant(started_at);
  return {
    from:
      change_from_previous === 'downgrade' && started_at !== null
        ? midnightOf(dateOf(from, timezone), timezone)
        : from,
    to: terminated_at === null ? Infinity : instant(terminated_at) + 1,
  };
}

/** Every running subscription has its next billing day before it; nothing else is foreseen to be billed. */
function expectForeseen({ id, status }: SubscriptionRow, { dueWork, now }: Records): void {
  const days = dueWork.filter((work) => work['subject_id'] === id && work['kind'] === 'subscription_billing');
  expect(days).toHaveLength(status === 'active' ? 1 : 0);
  for (const work of dueWork) expect(instant(work['due_at'])).toBeGreaterThan(now.getTime());
}

/** One message and one entry for each invoice, start and end; nothing is told twice. */
function expectTold({ subscriptions, messages, entries }: Records, invoices: readonly Resource[]): void {
  const ids = (rows: readonly Row[], name: string, type: string, id: string) =>
    rows
      .filter((row) => row[name] === type)
      .map((row) => String(row[id]))
      .toSorted();
  const having = (holds: (subscription: SubscriptionRow) => boolean) =>
    subscriptions
      .filter(holds)
      .map(({ id }) => id)
      .toSorted();
  const expected = {
    'invoice.created': invoices.map(({ id }) => String(id)).toSorted(),
    'subscription.started': having(({ started_at }) => started_at !== null),
    'subscription.terminated': having(({ status }) => status === 'terminated'),
  };
  for (const [type, wanted] of Object.entries(expected)) {
    expect(ids(messages, 'webhook_type', type, 'object_id')).toEqual(wanted);
    expect(ids(entries, 'activity_type', type, 'resource_id')).toEqual(wanted);
  }
}

/** Halves away from zero; nothing here is negative. */
function cents(amount: Big): number {
  return amount.round(0, Big.roundHalfUp).toNumber();
}

function instant(value: unknown): number {
  return new Date(value as string).getTime();
}
