import type { AccountingPayment } from '../../integrations/adapters/accounting/accounting-provider.js';
import type { CreditNote } from '../../credit-notes/records/credit-note.table.js';
import type { SentRecord } from '../../integration-resources/syncing/record-handler.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';

/** True if accounting systems get the invoice, and what settles it. Source: integrations.md §11. */
export function isSent({ status, selfBilled }: Pick<Invoice, 'status' | 'selfBilled'>): boolean {
  return !selfBilled && (status === 'finalized' || status === 'voided');
}

/** True for a voided invoice, and for what settles it, of which the system was never asked for anything. */
export function isVoidedUnsent(
  { status }: Pick<Invoice, 'status'>,
  { record: { tries, syncedAt } }: SentRecord,
): boolean {
  return status === 'voided' && tries === 0 && syncedAt === null;
}

/** True for a purchase of prepaid credits that was paid: the void of its invoice leaves them to the wallet. Source: invoices.md §7. */
export function keepsPurchase({
  invoiceType,
  paymentStatus,
  totalOffsetAmountCents,
}: Pick<Invoice, 'invoiceType' | 'paymentStatus' | 'totalOffsetAmountCents'>): boolean {
  return invoiceType === 'credit' && paymentStatus === 'succeeded' && totalOffsetAmountCents === 0n;
}

/** True for a credit note on an invoice that was voided before, or that the void itself issues: the void has taken back all revenue. */
export function isOnVoided(
  { createdAt }: Pick<CreditNote, 'createdAt'>,
  invoice: Pick<Invoice, 'voidedAt' | 'invoiceType' | 'paymentStatus' | 'totalOffsetAmountCents'>,
): boolean {
  return invoice.voidedAt !== null && invoice.voidedAt <= createdAt && !keepsPurchase(invoice);
}

export function issuedAt({ finalizedAt, createdAt }: Pick<Invoice, 'finalizedAt' | 'createdAt'>): Date {
  return finalizedAt ?? createdAt;
}

/** False for a note that a void issues without a balance, so that nothing of the invoice can be credited any more. */
export function isBooked({ createdAt, voidedAt }: Pick<CreditNote, 'createdAt' | 'voidedAt'>): boolean {
  return voidedAt?.getTime() !== createdAt.getTime();
}

type PrepaidCredits = Pick<
  Extract<AccountingPayment, { readonly kind: 'prepaid_credit' }>,
  'purchasedAmountCents' | 'grantedAmountCents'
>;

/** The prepaid credits that an invoice uses, by origin. What is not known to be granted was purchased. @param invoice null for none. */
export function prepaidCredits(
  invoice: Pick<Invoice, 'prepaidCreditAmountCents' | 'prepaidGrantedCreditAmountCents'> | null,
): PrepaidCredits {
  const granted = invoice?.prepaidGrantedCreditAmountCents ?? 0n;
  const all = invoice?.prepaidCreditAmountCents ?? 0n;
  return { purchasedAmountCents: all - granted, grantedAmountCents: granted };
}
