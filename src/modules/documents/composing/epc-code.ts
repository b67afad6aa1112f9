import { fromCents } from '../../../core/money/money.js';
import type { PayeeAccount } from '../../billing-entities/bank-accounts/payee-account.js';

/** Bounds of the standard: characters of a name, cents of a transfer, bytes of all data. */
const NAME_LENGTH = 70;
const MOST_CENTS = 99_999_999_999n;
const MOST_BYTES = 331;

interface Transfer {
  readonly account: PayeeAccount;
  readonly currency: string;
  readonly amountCents: bigint;
  /** What the payer writes: the number of the invoice. */
  readonly reference: string;
}

/**
 * The data of a QR code from which banks fill in a transfer: EPC069-12, version 002, in UTF-8. Null for what it cannot say: another
 * currency or number than an IBAN, and amounts and names beyond its bounds. Source: billing-entities.md §5.
 */
export function epcCode({ account, currency, amountCents, reference }: Transfer): string | null {
  const { iban, bic, holder } = account;
  if (currency !== 'EUR' || iban === null || amountCents <= 0n || amountCents > MOST_CENTS) return null;
  const name = Array.from(holder.replace(/\s+/gu, ' ').trim()).slice(0, NAME_LENGTH).join('');
  const amount = fromCents(amountCents, currency).toFixed(2);
  const text = ['BCD', '002', '1', 'SCT', bic ?? '', name, iban, `EUR${amount}`, '', '', reference].join(
    '\n',
  );
  return Buffer.byteLength(text) > MOST_BYTES ? null : text;
}
