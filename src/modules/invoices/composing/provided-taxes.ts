import { Big, divideAt, sum, ZERO } from '../../../core/money/decimal.js';
import {
  type ProvidedFee,
  sharedTax,
  taxableAmounts,
  taxesOfProvidedFees,
} from '../../../core/taxes/provider-taxes.js';
import { PROVIDER_TAXES } from '../../../core/taxes/tax.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { ProvidedLine, ProvidedTax } from '../../integrations/adapters/tax/tax-provider.js';
import type { AppliedTax, Fee, FeeRows } from '../records/fees/fee.table.js';
import type { Invoice } from '../records/invoice.table.js';
import { type FeeFrame, type TaxFacts, taxListColumns, taxSnapshot } from './fee-composition.js';
import type { InvoiceTaxing } from './tax-invoice.js';

/** Decimal places of the share of a line that is taxed. */
const BASE_RATE_SCALE = 10;

/** Most lines of a request. Source: integrations.md §7. */
const MOST_LINES = 1_000;

/** A fee of which a tax provider taxes an amount above 0, in whole minor units. */
export interface SentFee {
  readonly fee: Fee;
  readonly amount: Big;
}

/** The fees of an invoice that a tax provider is asked about, in their order. Source: integrations.md §7 "Lines". */
export function sentFees(
  { subTotalExcludingTaxesAmountCents }: Pick<Invoice, 'subTotalExcludingTaxesAmountCents'>,
  fees: readonly Fee[],
): SentFee[] {
  const amounts = taxableAmounts(fees.map(deductedAmounts), subTotalExcludingTaxesAmountCents);
  return fees
    .map((fee, index) => ({ fee, amount: amounts[index] ?? ZERO }))
    .filter(({ amount }) => amount.gt(0));
}

/**
 * The fees of each line that is sent: one, or for more lines than providers take all that have the same item there.
 * @param itemOf identifies the item of a fee at the provider.
 */
export function linesOf(fees: readonly SentFee[], itemOf: (fee: Fee) => string): (readonly SentFee[])[] {
  if (fees.length <= MOST_LINES) return fees.map((fee) => [fee]);
  return [...Map.groupBy(fees, ({ fee }) => itemOf(fee)).values()];
}

/**
 * What a tax provider has answered makes of the fees and of the invoice.
 * @param lines the fees of each line that was sent.
 * @param answered the taxes of these lines, in their order.
 * Source: integrations.md §7 "Answer".
 */
export function providedTaxing(
  frame: FeeFrame & { readonly invoiceId: string },
  { invoice, fees }: { readonly invoice: Invoice; readonly fees: readonly Fee[] },
  lines: readonly (readonly SentFee[])[],
  answered: readonly Omit<ProvidedLine, 'id'>[],
): InvoiceTaxing {
  const { taxed, ...ofFees } = providedFees(frame, fees, lines, answered);
  const { appliedTaxes, taxesAmountCents, taxesRatePercent } = taxesOfProvidedFees(
    taxed.map(({ fee, taxes }): ProvidedFee<TaxFacts> => ({ ...deductedAmounts(fee), taxes })),
    invoice.subTotalExcludingTaxesAmountCents,
  );
  const ofInvoice = appliedTaxes.map(({ tax, amountCents, feesAmountCents }): AppliedTax => ({
    ...taxSnapshot(frame, tax),
    feeId: null,
    invoiceId: frame.invoiceId,
    amountCents,
    preciseAmountCents: null,
    feesAmountCents,
  }));
  return {
    fees: ofFees.fees,
    appliedTaxes: [...ofFees.appliedTaxes, ...ofInvoice],
    taxesAmountCents,
    taxesRatePercent,
  };
}

/** Fees with the taxes that a provider has computed, and the rows of these. */
interface ProvidedFees extends FeeRows {
  /** The taxes of each fee. */
  readonly taxed: readonly { readonly fee: Fee; readonly taxes: readonly TaxOfFee[] }[];
}

/** What a tax provider has answered makes of fees; the rest as `providedTaxing`. */
export function providedFees(
  frame: FeeFrame,
  fees: readonly Fee[],
  lines: readonly (readonly SentFee[])[],
  answered: readonly Omit<ProvidedLine, 'id'>[],
): ProvidedFees {
  const taxesByFee = new Map(
    lines.flatMap((line, index) => taxesOfLine(line, expectPresent(answered[index], 'the taxes of a line'))),
  );
  const taxed = fees.map((fee) => ({ fee, taxes: taxesByFee.get(fee.id) ?? [] }));
  return {
    taxed,
    fees: taxed.map(({ fee, taxes }) => {
      const amount = sum(taxes.map((tax) => tax.amount));
      return {
        ...fee,
        ...taxListColumns(PROVIDER_TAXES),
        taxesAmountCents: BigInt(amount.toFixed()),
        taxesPreciseAmountCents: amount.toFixed(),
        taxesRatePercent: sum(taxes.map(({ tax }) => tax.ratePercent)).toFixed(),
      };
    }),
    appliedTaxes: taxed.flatMap(({ fee: { id: feeId }, taxes }) =>
      taxes.map(({ tax, amount, taxableAmount, baseRate }) => ({
        ...taxSnapshot(frame, tax),
        feeId,
        invoiceId: null,
        amountCents: BigInt(amount.toFixed()),
        preciseAmountCents: amount.toFixed(),
        feesAmountCents: null,
        taxableAmountCents: taxableAmount.toFixed(),
        baseRate: baseRate.toFixed(),
      })),
    ),
  };
}

/** A tax of a fee, with the part of the fee that is taxed. */
interface TaxOfFee {
  readonly tax: TaxFacts;
  readonly amount: Big;
  readonly taxableAmount: Big;
  readonly baseRate: Big;
}

/** The taxes of the fees of a line, by fee id: each tax is shared by the amounts of the fees. */
function taxesOfLine(
  line: readonly SentFee[],
  { taxes }: Omit<ProvidedLine, 'id'>,
): (readonly [string, readonly TaxOfFee[]])[] {
  const amounts = line.map(({ amount }) => amount);
  const whole = sum(amounts);
  const shared = taxes.map((tax) => {
    const baseRate =
      tax.taxableAmount === null ? new Big(1) : divideAt(tax.taxableAmount, whole, BASE_RATE_SCALE);
    const taxableOf = (amount: Big) =>
      line.length === 1 && tax.taxableAmount !== null ? tax.taxableAmount : amount.times(baseRate);
    return { tax: factsOf(tax), shares: sharedTax(tax.amount, amounts), baseRate, taxableOf };
  });
  return line.map(({ fee, amount }, index) => [
    fee.id,
    shared.map(({ tax, shares, baseRate, taxableOf }) => ({
      tax,
      amount: shares[index] ?? ZERO,
      taxableAmount: taxableOf(amount),
      baseRate,
    })),
  ]);
}

/** Documents treat a reverse charge like that of the EU. Source: integrations.md §7. */
function factsOf({ code, name, description, ratePercent }: ProvidedTax): TaxFacts {
  const category = code === 'reverse_charge' ? 'AE' : null;
  return {
    id: code,
    isProvided: true,
    code,
    name,
    description,
    ratePercent,
    category,
    exemptionReason: null,
  };
}

function deductedAmounts({ amountCents, preciseCouponsAmountCents }: Fee) {
  return { amountCents, preciseCouponsAmountCents: new Big(preciseCouponsAmountCents) };
}
