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
 * Names what an invoice bills, each period or else all its items together: the same for an invoice that is made again after a
 * restore, another one for each customer, period and thing that is sold. Invoices that bill the same twice, such as two equal one-off
 * invoices, share it. Source: payments.md §5, docs/adr/0117.
 */
export function billedParts({ periods, items, ...billed }: BilledContent): string[] {
  const { organizationId, externalCustomerId, invoiceType, currency } = billed;
  const common = [organizationId, externalCustomerId, invoiceType, currency];
  const windows = periods.map(windowOf).toSorted();
  if (items.length === 0 && windows.length > 0) return windows.map((window) => digest([...common, window]));
  const sold = items.map(({ code, units, amountCents, transactionId }) =>
    JSON.stringify([code, units, String(amountCents), transactionId]),
  );
  return [digest([...common, windows, sold.toSorted()])];
}

/** Days: a subscription that is created again begins at another time of the day. */
function windowOf({ externalSubscriptionId, reason, windows }: BilledWindow): string {
  const days = windows.map((at) => at?.toISOString().slice(0, 10) ?? null);
  return JSON.stringify([externalSubscriptionId, reason, days]);
}

/** A provider keeps texts of 500 characters: with more parts, a document is named by these and all together. */
const MOST_NAMED = 20;
const SEPARATOR = '.';

/** Names what a document bills, an invoice or a payment request. @param parts those of its invoices. */
export function billedReference(parts: readonly string[]): string {
  const sorted = parts.toSorted();
  const rest = sorted.length > MOST_NAMED ? [digest(sorted)] : [];
  return [...sorted.slice(0, MOST_NAMED), ...rest].join(SEPARATOR);
}

/** True if two documents bill something in common. */
export function sharesPart(one: string, other: string): boolean {
  const parts = new Set(one.split(SEPARATOR));
  return other.split(SEPARATOR).some((part) => parts.has(part));
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
