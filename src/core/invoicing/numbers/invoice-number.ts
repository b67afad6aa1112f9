import { localDate } from '../../time/calendar.js';

/** The scopes of invoice numbers: a customer, or a billing entity. Source: invoices.md §5.3. */
export const DOCUMENT_NUMBERINGS = ['per_customer', 'per_billing_entity'] as const;

/**
 * Default document number prefix of a billing entity: the first three letters of its name and the last four characters of
 * its id, "ACM-4F2A". Digits of the name count as letters; a name without either adds nothing (choice).
 * Source: invoices.md §5.3.
 */
export function defaultNumberPrefix(name: string, billingEntityId: string): string {
  // In upper case first: that of one letter may be several, such as that of "ß".
  const letters =
    name
      .toUpperCase()
      .match(/[\p{L}\p{N}]/gu)
      ?.slice(0, 3) ?? [];
  return [letters.join(''), billingEntityId.slice(-4).toUpperCase()].filter((part) => part !== '').join('-');
}

/** "ACM-4F2A-007". Source: invoices.md §5.3. */
export function customerSlug(prefix: string, customerSequence: number): string {
  return `${prefix}-${atLeastThreeDigits(customerSequence)}`;
}

/** The seventh customer's twelfth invoice: "ACM-4F2A-007-012". Source: invoices.md §5.3. */
export function numberPerCustomer(prefix: string, customerSequence: number, sequence: number): string {
  return `${customerSlug(prefix, customerSequence)}-${atLeastThreeDigits(sequence)}`;
}

/**
 * The entity's 1208th invoice, final in June 2025: "NOR-202506-1208".
 * @param timezone the billing entity's.
 * Source: invoices.md §5.3.
 */
export function numberPerBillingEntity(
  prefix: string,
  finalized: { readonly at: Date; readonly timezone: string },
  sequence: number,
): string {
  const month = localDate(finalized.at, finalized.timezone).toString().slice(0, 7).replace('-', '');
  return `${prefix}-${month}-${atLeastThreeDigits(sequence)}`;
}

/** Marks the numbers and slugs of customers on test clocks, none of which is a number of the books. */
const TEST_MARK = 'TEST-';

/**
 * What the numbers of a customer's documents begin with: the prefix of the billing entity, marked for a customer on a test clock.
 * Source: invoices.md §5.3.
 */
export function prefixFor({ testClockId }: { readonly testClockId: string | null }, prefix: string): string {
  return testClockId === null ? prefix : `${TEST_MARK}${prefix}`;
}

/**
 * What the numbers of a customer's receipts begin with: its slug. That of a customer who was put on a test clock before their numbers
 * were kept apart has no mark.
 */
export function receiptPrefix({
  testClockId,
  slug,
}: {
  readonly testClockId: string | null;
  readonly slug: string;
}): string {
  return testClockId === null || slug.startsWith(TEST_MARK) ? slug : `${TEST_MARK}${slug}`;
}

/** Placeholder for the number of a draft, until finalization assigns one. Source: invoices.md §2. */
export function draftNumber(prefix: string): string {
  return `${prefix}-DRAFT`;
}

function atLeastThreeDigits(sequence: number): string {
  return String(sequence).padStart(3, '0');
}
