import type { BillingEntity } from '../records/billing-entity.table.js';
import { issuerName } from '../records/issuer-name.js';
import type { BankAccount } from './bank-account.table.js';

/** The account to which an invoice is paid, as the invoice keeps it. */
export interface PayeeAccount extends Pick<
  BankAccount,
  'accountNumber' | 'bankName' | 'bic' | 'iban' | 'routingCode'
> {
  readonly holder: string;
}

/** The account for invoices in a currency: that of the currency, else that of all others; null without any. Source: billing-entities.md §5. */
export function payeeAccount(
  accounts: readonly BankAccount[],
  entity: Pick<BillingEntity, 'legalName' | 'name'>,
  currency: string,
): PayeeAccount | null {
  const account =
    accounts.find((each) => each.currency === currency) ?? accounts.find((each) => each.currency === null);
  if (account === undefined) return null;
  const { iban, accountNumber, routingCode, bic, holder, bankName } = account;
  return { iban, accountNumber, routingCode, bic, holder: holder ?? issuerName(entity), bankName };
}
