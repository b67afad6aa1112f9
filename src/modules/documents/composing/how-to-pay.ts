import { groupedIban } from '../../billing-entities/bank-accounts/account-numbers.js';
import type { InvoiceFacts } from '../facts/document-facts.js';
import type { Wording } from '../wording/wording.js';
import type { HowToPay, LabelledText } from './document-content.js';
import { epcCode } from './epc-code.js';

/** How what is due is transferred; null where nothing is, or no account is known. Source: billing-entities.md §5. */
export function howToPay({ account, invoice }: InvoiceFacts, wording: Wording): HowToPay | null {
  const { currency, number, selfBilled, totalAmountCents: amountCents } = invoice;
  if (account === null || selfBilled || amountCents <= 0n) return null;
  const { iban, accountNumber, routingCode, bic, holder, bankName } = account;
  const line = (label: string, text: string | null): LabelledText[] =>
    text === null ? [] : [{ label, text }];
  return {
    title: wording.howToPay,
    facts: [
      ...line(wording.accountHolder, holder),
      ...line('IBAN', iban === null ? null : groupedIban(iban)),
      ...line(wording.accountNumber, accountNumber),
      ...line(wording.routingCode, routingCode),
      ...line('BIC', bic),
      ...line(wording.bank, bankName),
      ...line(wording.reference, number),
    ],
    code: epcCode({ account, currency, amountCents, reference: number }),
    codeLabel: wording.scanToPay,
  };
}
