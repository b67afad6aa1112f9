import type { AccountingPayment } from '../../integrations/adapters/accounting/accounting-provider.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';

/** True if accounting systems get the invoice, and what settles it. Source: integrations.md §11. */
export function isSent({ status, selfBilled }: Pick<Invoice, 'status' | 'selfBilled'>): boolean {
  return !selfBilled && (status === 'finalized' || status === 'voided');
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
