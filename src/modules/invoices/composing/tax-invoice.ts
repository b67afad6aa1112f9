import { Temporal } from 'temporal-polyfill';
import { Big } from '../../../core/money/decimal.js';
import { finalizedInvoiceDates, type InvoiceOccasion } from '../../../core/invoicing/invoice-dates.js';
import { type FeeTaxes, type ListedTaxes, taxesOfFee, taxesOfInvoice } from '../../../core/taxes/tax.js';
import { invalid } from '../../../platform/errors/app-error.js';
import type { BillingSettings } from '../../customers/records/billing-settings.js';
import type { WalletUse } from '../../wallets/ledger/wallet-payments.service.js';
import { withoutError } from '../records/error-details.js';
import type { AppliedTax, Fee, FeeRows } from '../records/fees/fee.table.js';
import type { InvoiceCredit } from '../records/invoice-credit.table.js';
import type { Invoice, UnnumberedInvoice } from '../records/invoice.table.js';
import { creditNoteRows, prepaidCredit, type UsableCredits, withCreditShares } from './credit-composition.js';
import { type FeeFrame, type TaxFacts, taxListColumns, taxSnapshot } from './fee-composition.js';
import { MAX_AMOUNT_CENTS } from './invoice-composition.js';

/** An invoice without its taxes: its fees and the deductions before taxes stay as they are. */
export interface UntaxedInvoice extends DatedInvoice {
  readonly taxing: InvoiceTaxing;
  /** When somebody was asked for its taxes: it is issued with the dates of then, which a tax provider has filed. */
  readonly requestedAt: Date;
}

/** An invoice that is to be issued, and what decides its dates. */
export interface DatedInvoice {
  readonly invoice: Invoice;
  readonly occasion: InvoiceOccasion;
  /** Those of the customer now. */
  readonly settings: BillingSettings;
}

/** The taxes that an invoice gets, from lists or from a tax provider. */
export interface InvoiceTaxing {
  /** All of the invoice, with their taxes. */
  readonly fees: readonly Fee[];
  /** The new ones, of fees and of the invoice. */
  readonly appliedTaxes: readonly AppliedTax[];
  readonly taxesAmountCents: bigint;
  readonly taxesRatePercent: Big;
}

export interface UntaxedFee {
  readonly fee: Fee;
  readonly taxes: readonly TaxFacts[];
  /** The list of the taxes; null if they are stored already, because the request for the invoice named them. */
  readonly taxList: Pick<ListedTaxes<TaxFacts>, 'list' | 'ownerId'> | null;
}

/** The invoice with its taxes, and the rows that change with it. */
export interface TaxedInvoice {
  readonly invoice: UnnumberedInvoice;
  readonly fees: readonly Fee[];
  /** The new ones, of fees and of the invoice. */
  readonly appliedTaxes: readonly AppliedTax[];
  readonly credits: readonly InvoiceCredit[];
  readonly walletUses: readonly WalletUse[];
}

type CreditsAfterTaxes = Pick<UsableCredits, 'creditNotes' | 'wallets'>;

/**
 * Computes the taxes of an invoice that waited for them, and what is deducted after taxes. The invoice becomes final and gets
 * its dates, unless it must be paid first.
 * @param usable the credits that it may use; a one-off invoice uses none.
 * @throws AppError `amount_cents: value_is_out_of_range` when the total is beyond 2^53. Source: taxes.md §3, §4, §6.4.
 */
export function taxInvoice(untaxed: UntaxedInvoice, usable: CreditsAfterTaxes, now: Date): TaxedInvoice {
  const { invoice, taxing } = untaxed;
  const { organizationId, id: invoiceId, customerId, currency } = invoice;
  const frame = { organizationId, invoiceId, customerId, currency, at: now, standalone: null };
  const { taxesAmountCents, taxesRatePercent } = taxing;
  const dueCents = invoice.subTotalExcludingTaxesAmountCents + taxesAmountCents;
  if (dueCents > MAX_AMOUNT_CENTS) throw invalid({ amountCents: ['value_is_out_of_range'] });
  const isOneOff = invoice.invoiceType === 'one_off';
  const credits = isOneOff ? [] : creditNoteRows(frame, usable.creditNotes, dueCents);
  const creditedCents = credits.reduce((sum, { amountCents }) => sum + amountCents, 0n);
  const fees = withCreditShares(taxing.fees, credits);
  const prepaid = prepaidCredit(fees, dueCents - creditedCents, isOneOff ? [] : usable.wallets);
  const totalAmountCents = dueCents - creditedCents - prepaid.amountCents;
  const paymentStatus = totalAmountCents === 0n ? 'succeeded' : 'pending';
  return {
    invoice: {
      ...invoice,
      ...(isUndecided(invoice)
        ? {}
        : { status: 'finalized' as const, ...issuedDates(untaxed, untaxed.requestedAt), finalizedAt: now }),
      taxStatus: 'succeeded',
      errorDetails: withoutError(invoice.errorDetails, 'tax_error'),
      taxesAmountCents,
      taxesRatePercent: taxesRatePercent.toFixed(),
      subTotalIncludingTaxesAmountCents: dueCents,
      creditNotesAmountCents: creditedCents,
      prepaidCreditAmountCents: prepaid.amountCents,
      prepaidGrantedCreditAmountCents: prepaid.grantedCents,
      prepaidPurchasedCreditAmountCents: prepaid.purchasedCents,
      totalAmountCents,
      paymentStatus,
      updatedAt: now,
    },
    fees: fees.map((fee) => ({ ...fee, paymentStatus, updatedAt: now })),
    appliedTaxes: taxing.appliedTaxes,
    credits,
    walletUses: prepaid.uses,
  };
}

/** True for an invoice that gets its taxes before it is issued. */
function isUndecided({ status }: Invoice): boolean {
  return status === 'open' || status === 'draft';
}

/** Taxes an invoice by the lists of its fees. Source: taxes.md §3, §4. */
export function listedTaxing(invoice: Invoice, untaxed: readonly UntaxedFee[], now: Date): InvoiceTaxing {
  const { organizationId, id: invoiceId, customerId, currency } = invoice;
  const frame = { organizationId, invoiceId, customerId, currency, at: now, standalone: null };
  const { lines, ...ofFees } = listedFees(frame, untaxed);
  const { appliedTaxes, taxesAmountCents, taxesRatePercent } = taxesOfInvoice(
    lines.map(({ taxes, amounts }) => ({ ...amounts, taxes })),
    invoice.subTotalExcludingTaxesAmountCents,
  );
  const ofInvoice = appliedTaxes.map(({ tax, amountCents, feesAmountCents }) => ({
    ...taxSnapshot(frame, tax),
    feeId: null,
    invoiceId,
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

/** Fees with the taxes of lists, and the rows of the new ones. */
interface ListedFees extends FeeRows {
  readonly lines: readonly TaxedFee[];
}

/** Computes the taxes of fees by lists. */
export function listedFees(frame: FeeFrame, untaxed: readonly UntaxedFee[]): ListedFees {
  const lines = untaxed.map(taxedFee);
  return {
    lines,
    fees: lines.map(({ row }) => row),
    appliedTaxes: lines.flatMap(({ row: { id: feeId }, taxList, taxed }) =>
      taxList === null
        ? []
        : taxed.appliedTaxes.map(({ tax, amountCents, preciseAmountCents }) => ({
            ...taxSnapshot(frame, tax),
            feeId,
            invoiceId: null,
            amountCents,
            preciseAmountCents: preciseAmountCents.toFixed(),
            feesAmountCents: null,
          })),
    ),
  };
}

interface TaxedFee extends UntaxedFee {
  readonly row: Fee;
  readonly amounts: { readonly amountCents: bigint; readonly preciseCouponsAmountCents: Big };
  readonly taxed: FeeTaxes<TaxFacts>;
}

function taxedFee(untaxed: UntaxedFee): TaxedFee {
  const { fee, taxes, taxList } = untaxed;
  const amounts = {
    amountCents: fee.amountCents,
    preciseCouponsAmountCents: new Big(fee.preciseCouponsAmountCents),
  };
  const taxed = taxesOfFee({ ...amounts, preciseAmountCents: new Big(fee.preciseAmountCents) }, taxes);
  const row: Fee = {
    ...fee,
    taxesAmountCents: taxed.taxesAmountCents,
    taxesPreciseAmountCents: taxed.taxesPreciseAmountCents.toFixed(),
    taxesRatePercent: taxed.taxesRatePercent.toFixed(),
    ...(taxList === null ? {} : taxListColumns(taxList)),
  };
  return { ...untaxed, row, amounts, taxed };
}

/**
 * The dates that an invoice gets which is issued at an instant. The due date follows from the term that held when it was billed.
 * Source: taxes.md §6.4.
 */
export function issuedDates(
  { invoice, occasion, settings }: DatedInvoice,
  at: Date,
): Pick<Invoice, 'issuingDate' | 'paymentDueDate'> {
  const { netPaymentTermDays } = invoice;
  const issuingOn = Temporal.PlainDate.from(invoice.issuingDate);
  const dates = finalizedInvoiceDates({ occasion, issuingOn }, at, { ...settings, netPaymentTermDays });
  return { issuingDate: dates.issuingOn.toString(), paymentDueDate: dates.paymentDueOn.toString() };
}
