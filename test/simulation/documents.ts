import type { Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { TestServer } from '../support/server.js';
import { gateName } from './naive-gates.js';
import { type ExpectedInvoice, passedName } from './naive-invoices.js';

const PAGE = 50;

const INVOICES = `query ($page: Int!) {
  invoices(page: $page, perPage: ${PAGE}) {
    nodes {
      id number sequentialId status invoiceType paymentStatus issuingDate paymentDueDate currency createdAt
      feesAmountCents couponsAmountCents progressiveBillingCreditAmountCents subTotalExcludingTaxesAmountCents
      taxesAmountCents taxesRate subTotalIncludingTaxesAmountCents creditNotesAmountCents prepaidCreditAmountCents
      totalAmountCents totalPaidAmountCents totalDueAmountCents
      appliedTaxes { taxCode taxRate amountCents feesAmountCents }
      billingPeriods {
        externalSubscriptionId subscriptionId invoicingReason
        subscriptionFrom subscriptionTo chargesFrom chargesTo fixedChargesFrom fixedChargesTo
      }
      appliedUsageThresholds { lifetimeUsageAmountCents usageThreshold { amountCents recurring } }
      fees {
        feeType subscriptionId paymentStatus amountCents preciseAmount units eventsCount from to eventTransactionId createdAt
        taxesAmountCents taxesRate totalAmountCents preciseCouponsAmountCents payInAdvance
        item { code invoiceDisplayName }
        appliedTaxes { taxCode taxRate amountCents }
      }
    }
  }
}`;

/** All invoices of the organization, which has one customer, in order of creation. */
export async function invoicesOf(client: Client): Promise<Resource[]> {
  const all: Resource[] = [];
  for (let page = 1; ; page += 1) {
    const { data, errors } = await client.graphql(INVOICES, { page });
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    all.push(...data.invoices.nodes);
    if (data.invoices.nodes.length < PAGE) break;
  }
  return all.toSorted((one, other) => compare(one.id, other.id));
}

/** Invoices of subscriptions in the form of the naive model. Sorted, because work that falls due at one instant has no order. */
export function billed(invoices: readonly Resource[]): ExpectedInvoice[] {
  return sorted(
    invoices
      .filter(({ invoiceType }) => invoiceType === 'subscription' || invoiceType === 'progressive_billing')
      .map((invoice) => ({
        at: invoice.createdAt,
        isDraft: invoice.status === 'draft',
        passed: invoice.appliedUsageThresholds.map(
          ({ lifetimeUsageAmountCents: lifetime, usageThreshold }: Resource) =>
            passedName(usageThreshold.amountCents, usageThreshold.recurring, lifetime),
        ),
        parts: invoice.billingPeriods.map((period: Resource, place: number) => ({
          subscription: period.externalSubscriptionId,
          reason: period.invoicingReason,
          window: windowOf(period),
          fees: invoice.fees
            .filter((fee: Resource) => partOf(fee, invoice.billingPeriods) === place)
            .map((fee: Resource) => [
              fee.feeType,
              fee.feeType === 'subscription' ? '' : fee.item.code,
              Number(fee.units),
              fee.amountCents,
            ]),
        })),
      })),
  );
}

/** The place of the period of a fee: a closing invoice may have two of one subscription, the second one of its last day. */
function partOf({ subscriptionId, feeType, from }: Resource, periods: readonly Resource[]): number {
  const day = periods.findLastIndex(
    (period) => period.subscriptionId === subscriptionId && period.chargesFrom === from,
  );
  const first = periods.findIndex((period) => period.subscriptionId === subscriptionId);
  return feeType === 'charge' && day >= 0 ? day : first;
}

/** The window that the naive model knows of a period. */
function windowOf(period: Resource): [string, string] | null {
  if (period.invoicingReason === 'in_advance_charge') return null;
  return period.invoicingReason === 'progressive_billing'
    ? [period.chargesFrom, period.chargesTo]
    : [period.subscriptionFrom, period.subscriptionTo];
}

/** Sorts invoices, so that equal sets compare as equal. */
export function sorted(invoices: readonly ExpectedInvoice[]): ExpectedInvoice[] {
  const textOf = (value: unknown) => JSON.stringify(value);
  return invoices
    .map(({ parts, ...invoice }) => ({
      ...invoice,
      parts: parts.toSorted((one, other) => compare(textOf(one), textOf(other))),
    }))
    .toSorted((one, other) => compare(textOf(one), textOf(other)));
}

/** The `gateName` of every subscription whose activation was ever pending payment. */
export async function gatesPendingPayment(
  { pool }: TestServer,
  { organizationId }: Client,
): Promise<Set<string>> {
  const messages = await pool.sql`
    select object from outbox_messages
    where organization_id = ${organizationId} and webhook_type = 'subscription.incomplete'`;
  return new Set(
    messages.map(({ object }) =>
      gateName(object.external_id, object.plan_code, Date.parse(object.started_at)),
    ),
  );
}

/** The invoices, messages and log entries of the customer, without members that differ between organizations. */
export async function recordsOf(
  { pool }: TestServer,
  client: Client,
  invoices: readonly Resource[],
): Promise<unknown> {
  const messages = await pool.sql`
    select webhook_type, object from outbox_messages
    where organization_id = ${client.organizationId} and object_type in ('subscription', 'invoice', 'fee', 'credit_note', 'wallet_transaction')`;
  const entries = await pool.sql`
    select activity_type, activity_source, activity_object, activity_object_changes from activity_log_entries
    where organization_id = ${client.organizationId} and resource_type in ('Subscription', 'Invoice', 'CreditNote')`;
  const subscriptions = await pool.sql`
    select external_id, status, subscription_at, started_at, trial_ended_at, terminated_at, canceled_at, ending_at
    from subscriptions where organization_id = ${client.organizationId}`;
  const wallets = await pool.sql`
    select code, status, balance_cents, credits_balance, consumed_credits, terminated_at
    from wallets where organization_id = ${client.organizationId}`;
  const transactions = await pool.sql`
    select transaction_status, status, amount_cents, remaining_amount_cents, settled_at, failed_at, created_at
    from wallet_transactions where organization_id = ${client.organizationId}`;
  const coupons = await pool.sql`
    select amount_cents, percentage_rate, frequency, status, amount_cents_remaining, frequency_duration_remaining, terminated_at
    from applied_coupons where organization_id = ${client.organizationId}`;
  const multiset = (rows: Iterable<unknown>) =>
    [...rows].map((row) => JSON.stringify(anonymous(row))).toSorted(compare);
  return {
    invoices: invoices.map(anonymous),
    subscriptions: multiset(subscriptions),
    wallets: multiset(wallets),
    transactions: multiset(transactions),
    coupons: multiset(coupons),
    messages: multiset(messages),
    entries: multiset(entries),
  };
}

/** Members that differ between organizations, or that come from the wall clock, as those of plans. */
const PARTICULAR = /^(svc_.*|id|subscriptionId|invoice_ids|.*_url|updated_at|plan)$/;

function anonymous(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(anonymous);
  if (value instanceof Date || typeof value !== 'object' || value === null) return value;
  const isThreshold = 'threshold_display_name' in value;
  return Object.fromEntries(
    Object.entries(value)
      // Thresholds are created by the wall clock.
      .filter(([name]) => !PARTICULAR.test(name) && !(isThreshold && name === 'created_at'))
      .map(([name, member]) => [name, anonymous(member)]),
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
