/** A bank account, as sent. Omitted members of an account with a known id keep their value. */
export interface SentBankAccount {
  readonly id?: string | null;
  readonly currency?: string | null;
  readonly iban?: string | null;
  readonly accountNumber?: string | null;
  readonly routingCode?: string | null;
  readonly bic?: string | null;
  readonly holder?: string | null;
  readonly bankName?: string | null;
}
