import type {
  AccountingCreditNote,
  AccountingInvoice,
} from '../../integrations/adapters/accounting/accounting-provider.js';

/** What the credit notes of an invoice have left of its fees, coupons and taxes. */
export function restOf(
  invoice: AccountingInvoice,
  notes: readonly AccountingCreditNote[],
): AccountingInvoice {
  const credited = notes.flatMap(({ lines }) => lines);
  const takenBack = notes.flatMap(({ taxes }) => taxes);
  const rest = { ...invoice };
  for (const note of notes) {
    rest.couponsAmountCents -= note.couponsAdjustmentAmountCents;
    rest.taxesAmountCents -= note.taxesAmountCents;
    rest.totalAmountCents -= note.totalAmountCents;
  }
  return {
    ...rest,
    lines: invoice.lines.map((line) => less(line, credited, ({ id }) => id === line.id)),
    taxes: invoice.taxes.map((tax) => less(tax, takenBack, ({ code }) => code === tax.code)),
  };
}

interface Amount {
  readonly amountCents: bigint;
}

function less<Part extends Amount>(
  part: Part,
  parts: readonly Part[],
  isSame: (other: Part) => boolean,
): Part {
  const amountCents = parts
    .filter(isSame)
    .reduce((left, other) => left - other.amountCents, part.amountCents);
  return { ...part, amountCents };
}
