// Checks the invariants of every history.
import { expect } from '@jest/globals';
import type { Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { differencesIn } from '../support/differences.js';
import type { TestServer } from '../support/server.js';
import type { History } from './history.js';
import { dateOf, midnightOf } from './local-time.js';
import { expectMoney } from './money-invariants.js';
import { type MoneyRecords, moneyRecordsOf } from './money-records.js';
import { inOrderOfIds, moneyOf, NaiveMoney } from './naive-money.js';
import { isOfTimeOf } from './naive-wallets.js';
import type { Event } from './player.js';
import { expectPreviews } from './previews.js';
import { instant, type Records, recordsOf, type Row, type SubscriptionRow } from './records.js';

export async function expectSound(
  server: TestServer,
  client: Client,
  invoices: readonly Resource[],
  history: History,
  events: readonly Event[],
): Promise<void> {
  const records = await recordsOf(server, client);
  const { timezone, scenes } = history;
  const zones = scenes.reduce(
    (all, { action }) => (action.kind === 'relocate' ? [...all, action.timezone] : all),
    [timezone],
  );
  expectMoney(invoices, records);
  const money = await moneyRecordsOf(server, client);
  expect(inOrderOfIds(moneyOf(money))).toEqual(
    inOrderOfIds(new NaiveMoney(money, voidedWithNote(events)).replay()),
  );
  const calls = new Set(events.map(({ at }) => at));
  for (const wallet of money.wallets) expectInTime(wallet, money, { now: records.now, calls });
  for (const subscription of records.subscriptions) {
    const life = lifeOf(subscription, zones);
    const periods = records.periods.filter((period) => period['subscription_id'] === subscription.id);
    expectWindows(life, periods, 'charges');
    expectWindows(life, periods, 'fixed_charges');
    expectNextBillingDay(subscription, records);
  }
  for (const work of records.dueWork) {
    expect(instant(work['due_at'])).toBeGreaterThanOrEqual(records.now.getTime());
  }
  expectPreviews(events, history);
  expectOwnCurrency(events);
  expectBilledOnce(records, { sameZone: new Set(zones).size === 1 });
  expectRecordedOnce(records, invoices);
  expect(await differencesIn({ db: server.pool.db, organizationId: client.organizationId })).toEqual([]);
}

/**
 * Checks that windows of usage adjoin each other and lie within the life of the subscription, and that a closing invoice
 * bills all of it. A start bills no usage.
 */
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

/** The span whose usage a subscription may be charged for. After a downgrade, the whole first day (periods.md §5). */
function lifeOf(
  { started_at, terminated_at, change_from_previous }: SubscriptionRow,
  zones: readonly string[],
): Life {
  const from = started_at === null ? Infinity : instant(started_at);
  return {
    from:
      started_at !== null && change_from_previous === 'downgrade'
        ? Math.min(...zones.map((zone) => midnightOf(dateOf(from, zone), zone)))
        : from,
    to: terminated_at === null ? Infinity : instant(terminated_at) + 1,
  };
}

/** Checks that no override had another currency than the customer. Source: subscriptions.md §9. */
function expectOwnCurrency(events: readonly Event[]): void {
  for (const { action, outcome } of events)
    if (action.kind === 'override' && action.isForeign) expect(outcome).not.toBe('done');
}

/** Checks that each active subscription has one scheduled billing day, and others none. */
function expectNextBillingDay({ id, status }: SubscriptionRow, { dueWork }: Records): void {
  const days = dueWork.filter((work) => work['subject_id'] === id && work['kind'] === 'subscription_billing');
  expect(days).toHaveLength(status === 'active' ? 1 : 0);
}

/**
 * Checks that no two fees bill the same plan, usage or quantity at the same time, or the same event. Windows of a plan may
 * overlap after a change of time zone, which moves none of them; their days are counted once (periods.md §9).
 */
function expectBilledOnce({ fees }: Records, { sameZone }: { readonly sameZone: boolean }): void {
  const windows = new Map<string, { from: number; to: number }[]>();
  for (const fee of fees) {
    const [subscription, type] = [fee['subscription_id'], fee['fee_type']];
    const isOfEvent = fee['event_transaction_id'] !== null;
    const isWhole = type === 'commitment' || (type === 'fixed_charge' && fee['pay_in_advance'] === true);
    // Progressive invoices are credited on that of the period; regenerated ones replace others.
    if (fee['invoice_type'] === 'progressive_billing' || fee['voided_invoice_id'] !== null) continue;
    // Fees of one-off and top-up invoices have no period.
    if (subscription === null || isWhole || isOfEvent || (type === 'subscription' && !sameZone)) continue;
    const key = [subscription, type, fee['billable_metric_id'], fee['add_on_id']].join();
    const window = { from: instant(fee['from_at']), to: instant(fee['to_at']) };
    windows.set(key, [...(windows.get(key) ?? []), window]);
  }
  for (const ofOne of windows.values()) {
    const inOrder = ofOne.toSorted((one, other) => one.from - other.from);
    for (const [place, window] of inOrder.entries()) {
      if (place > 0) expect(window.from).toBeGreaterThanOrEqual(inOrder[place - 1]?.to ?? Infinity);
    }
  }
  const events = fees.flatMap((fee) => fee['event_transaction_id'] ?? []);
  expect(new Set(events).size).toBe(events.length);
}

/**
 * True if `subscription.terminated` must be sent: also for a subscription canceled before its start, unless it was to
 * replace another one or its activation was pending payment. Source: webhooks.md §3.
 */
function sendsTermination(subscription: SubscriptionRow): boolean {
  const { status, previous_subscription_id: previousId, cancellation_reason: reason } = subscription;
  return status === 'terminated' || (status === 'canceled' && previousId === null && reason === null);
}

function voidedWithNote(events: readonly Event[]): Set<string> {
  return new Set(
    events.flatMap(({ action, outcome, invoice }) =>
      action.kind === 'void' && action.noteShare !== null && outcome === 'done'
        ? (invoice?.number ?? [])
        : [],
    ),
  );
}

/**
 * Checks that a wallet ends when it has expired and the invoices of its time are final, not before, and that nothing is paid from it
 * afterwards. Source: wallets.md §1.
 * @param calls when actions were made: those after the end may bill periods that nobody expected then.
 */
function expectInTime(
  wallet: Row,
  { transactions, invoices, periods }: MoneyRecords,
  { now, calls }: { readonly now: Date; readonly calls: ReadonlySet<number> },
): void {
  const endedAt = wallet['terminated_at'] === null ? Infinity : instant(wallet['terminated_at']);
  const used = transactions.filter((each) => each['wallet_id'] === wallet['id']);
  // The invoice of an upgrade is dated a second later than the upgrade.
  for (const each of used) expect(instant(each['created_at'])).toBeLessThanOrEqual(endedAt + 1_000);
  if (wallet['expiration_at'] === null || instant(wallet['expiration_at']) > now.getTime()) return;
  const expiresAt = instant(wallet['expiration_at']);
  const isLate = (invoice: Row) => {
    const createdAt = instant(invoice['created_at']);
    return createdAt > expiresAt + HOUR_MS || (createdAt >= endedAt && calls.has(createdAt));
  };
  const ofItsTime = invoices.filter(
    (invoice) =>
      invoice['status'] !== 'deleted' &&
      // That of a start which was never paid, or is not paid yet: no draft, for which alone a wallet waits.
      invoice['status'] !== 'closed' &&
      invoice['status'] !== 'open' &&
      invoice['invoice_type'] !== 'one_off' &&
      !isLate(invoice) &&
      isOfTimeOf(
        wallet,
        periods.filter((period) => period['invoice_id'] === invoice['id']),
      ),
  );
  const finalAt = ofItsTime.map(({ finalized_at: at }) => (at === null ? Infinity : instant(at)));
  const isByHand = calls.has(endedAt) || endedAt < expiresAt;
  if (!isByHand) expect(endedAt).toBe(Math.max(expiresAt, ...finalAt));
}

const HOUR_MS = 3_600_000;

function issuedAs(type: string): (invoice: Resource) => boolean {
  return ({ status, invoiceType }) => invoiceType === type && status !== 'draft';
}

/** Checks that each document, start and end has exactly one message and one log entry. */
function expectRecordedOnce(
  { subscriptions, creditNotes, payments, fees, ...recorded }: Records,
  invoices: readonly Resource[],
): void {
  const idsOf = (rows: readonly Row[], name: string, type: string, id: string) =>
    rows
      .filter((row) => row[name] === type)
      .map((row) => String(row[id]))
      .toSorted();
  const having = <Kept extends { readonly id?: unknown }>(
    rows: readonly Kept[],
    holds: (row: Kept) => boolean,
  ) =>
    rows
      .filter(holds)
      .map(({ id }) => String(id))
      .toSorted();
  const expected = {
    'invoice.created': having(
      invoices,
      (invoice) => issuedAs('subscription')(invoice) || issuedAs('progressive_billing')(invoice),
    ),
    'invoice.one_off_created': having(invoices, issuedAs('one_off')),
    'invoice.paid_credit_added': having(invoices, issuedAs('credit')),
    'invoice.voided': having(invoices, ({ status }: Resource) => status === 'voided'),
    'credit_note.created': having(creditNotes, ({ status }) => status === 'finalized'),
    'subscription.started': having(subscriptions, ({ activated_at: at }) => at !== null),
    'subscription.terminated': having(subscriptions, sendsTermination),
  };
  for (const [type, requested] of Object.entries(expected)) {
    expect(idsOf(recorded.messages, 'webhook_type', type, 'object_id')).toEqual(requested);
    expect(idsOf(recorded.entries, 'activity_type', type, 'resource_id')).toEqual(requested);
  }
  const inAdvance = having(fees, ({ event_transaction_id: event }) => event !== null);
  expect(idsOf(recorded.messages, 'webhook_type', 'fee.created', 'object_id')).toEqual(inAdvance);
  expect(idsOf(recorded.entries, 'activity_type', 'payment.recorded', 'resource_id')).toEqual(
    payments.map((payment) => String(payment['invoice_id'])).toSorted(),
  );
  const drafted = idsOf(recorded.messages, 'webhook_type', 'invoice.drafted', 'object_id');
  expect(new Set(drafted).size).toBe(drafted.length);
  expect(drafted).toEqual(
    expect.arrayContaining(having(invoices, ({ status }: Resource) => status === 'draft')),
  );
}
