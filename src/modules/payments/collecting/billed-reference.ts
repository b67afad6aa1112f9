import { createHash } from 'node:crypto';

/** What an invoice bills, without the ids and numbers that it gets anew when a restored server makes it again. */
export interface BilledContent {
  readonly organizationId: string;
  readonly externalCustomerId: string;
  readonly invoiceType: string;
  readonly currency: string;
  readonly periods: readonly BilledWindow[];
  /** Of an invoice without periods, or that bills single events. */
  readonly items: readonly BilledItem[];
}

interface BilledWindow {
  readonly externalSubscriptionId: string;
  readonly reason: string;
  /** The bounds of what is billed: of the plan's amount, of charges, of fixed charges; null what is not billed. */
  readonly windows: readonly (Date | null)[];
}

/** A fee, or the purchase of credits. */
export interface BilledItem {
  readonly code: string;
  readonly units: string;
  readonly amountCents: bigint;
  /** Of the event that was billed in advance; null for all others. */
  readonly transactionId: string | null;
}

/** Characters of a digest: 132 bits. */
const LENGTH = 22;

/**
 * Names what an invoice bills: the same for an invoice that is made again after a restore, another one for each customer, period and
 * thing that is sold. Invoices that bill the same twice, such as two equal one-off invoices, share it.
 * Source: payments.md §5, docs/adr/0117.
 */
export function invoiceReference(content: BilledContent): string {
  const { organizationId, externalCustomerId, invoiceType, currency } = content;
  const periods = content.periods.map(({ externalSubscriptionId, reason, windows }) =>
    // Days: a subscription that is created again begins at another time of the day.
    JSON.stringify([
      externalSubscriptionId,
      reason,
      windows.map((at) => at?.toISOString().slice(0, 10) ?? null),
    ]),
  );
  const items = content.items.map(({ code, units, amountCents, transactionId }) =>
    JSON.stringify([code, units, String(amountCents), transactionId]),
  );
  return digest([
    organizationId,
    externalCustomerId,
    invoiceType,
    currency,
    periods.toSorted(),
    items.toSorted(),
  ]);
}

/** A provider keeps texts of 500 characters: with more invoices, a request is named by these and all together. */
const MOST_NAMED = 20;
const SEPARATOR = '.';

/** Names what a document bills, an invoice or a payment request. @param invoices the references of its invoices. */
export function billedReference(invoices: readonly string[]): string {
  const sorted = invoices.toSorted();
  const rest = sorted.length > MOST_NAMED ? [digest(sorted)] : [];
  return [...sorted.slice(0, MOST_NAMED), ...rest].join(SEPARATOR);
}

/** True if two documents have an invoice in common. */
export function sharesInvoice(one: string, other: string): boolean {
  const invoices = new Set(one.split(SEPARATOR));
  return other.split(SEPARATOR).some((invoice) => invoices.has(invoice));
}

/** What the provider notes with a payment. @param attempt from 1; null for a payment on a page, of which the payer makes any number. */
export function chargeReference(billed: string, attempt: number | null): string {
  return `${billed}:${attempt ?? 'page'}`;
}

/** The billed reference of a payment by what the provider has noted; null if there is none. */
export function billedBy(reference: string | undefined): string | null {
  return /^([\w.-]+):(?:page|\d+)$/.exec(reference ?? '')?.[1] ?? null;
}

/** The key with which a provider makes a payment or a refund once. */
export function idempotencyKey(...what: readonly (string | bigint | number)[]): string {
  return digest(what.map(String), 43);
}

function digest(content: readonly unknown[], length = LENGTH): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, length);
}
