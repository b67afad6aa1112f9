import {
  type CreditableSums,
  type CreditedFee,
  type CreditNoteAmounts,
  creditNoteAmounts,
  type FeeTax,
  limitedTo,
  type ProvidedAmounts,
  sumsLeft,
  takingRest,
} from '../../../core/credit-notes/credit-note-amounts.js';
import {
  type CreditableFee,
  creditableFeeCents,
  type CreditableInvoice,
} from '../../../core/credit-notes/credit-note-limits.js';
import { Big } from '../../../core/money/decimal.js';
import { roundHalfAwayFromZero } from '../../../core/money/money.js';
import { factsOfApplied, identityOf, type TaxFacts } from '../../invoices/composing/fee-composition.js';
import type { AppliedTax, Fee } from '../../invoices/records/fees/fee.table.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { CreditNote, CreditNoteItem, CreditNoteTax } from '../records/credit-note.table.js';

/** An invoice with its fees, their taxes and its credit notes: all that determines what can still be credited. */
export interface CreditSource {
  readonly invoice: Invoice;
  /** In the order of the invoice. */
  readonly fees: readonly SourceFee[];
  /** All notes of the invoice, including voided ones. */
  readonly notes: readonly CreditNote[];
  /** The taxes of the invoice, and of its notes. */
  readonly invoiceTaxes: readonly AppliedTax[];
  readonly noteTaxes: readonly CreditNoteTax[];
  /** The purchase that the invoice bills, if it bills one. */
  readonly purchase: Purchase | null;
}

/** Bought credits of a wallet. */
export interface Purchase {
  /** False if the wallet is terminated. */
  readonly isUsable: boolean;
  /** What is left of them; null until they are paid. */
  readonly leftCents: bigint | null;
}

export interface SourceFee {
  readonly fee: Fee;
  /** The taxes that the invoice applied to the fee. */
  readonly taxes: readonly FeeTax<TaxFacts>[];
  readonly creditedCents: bigint;
}

/** The credited amount of a fee, before coupons and taxes. */
export interface CreditedItem {
  readonly fee: SourceFee;
  readonly amountCents: Big;
}

/** Combines the rows of an invoice. */
export function creditSource({
  invoice,
  fees,
  feeTaxes,
  invoiceTaxes,
  notes,
  noteTaxes,
  items,
  purchase,
}: {
  readonly invoice: Invoice;
  readonly fees: readonly Fee[];
  readonly feeTaxes: ReadonlyMap<string, readonly AppliedTax[]>;
  readonly invoiceTaxes: readonly AppliedTax[];
  readonly notes: readonly CreditNote[];
  readonly noteTaxes: readonly CreditNoteTax[];
  readonly items: readonly CreditNoteItem[];
  readonly purchase: Purchase | null;
}): CreditSource {
  const taxes = new Map(invoiceTaxes.map((applied) => [identityOf(applied), factsOfApplied(applied)]));
  const itemsByFee = Map.groupBy(items, ({ feeId }) => feeId);
  return {
    invoice,
    notes,
    invoiceTaxes,
    noteTaxes,
    purchase,
    fees: fees.map((fee) => ({
      fee,
      taxes: (feeTaxes.get(fee.id) ?? []).map((applied) => ({
        tax: taxes.get(identityOf(applied)) ?? factsOfApplied(applied),
        provided: providedAmounts(fee, applied),
      })),
      creditedCents: (itemsByFee.get(fee.id) ?? []).reduce((total, item) => total + item.amountCents, 0n),
    })),
  };
}

/** What a tax provider has computed of a tax of a fee; null for a tax of the organization. */
function providedAmounts(fee: Fee, applied: AppliedTax): ProvidedAmounts | null {
  if (applied.taxId !== null) return null;
  const netCents = new Big(fee.amountCents).minus(fee.preciseCouponsAmountCents);
  const { amountCents, taxableAmountCents } = applied;
  return { amount: new Big(amountCents), taxable: new Big(taxableAmountCents ?? netCents), netCents };
}

/** The limits for another note of the invoice. */
export function creditableInvoice({ invoice, fees, notes, purchase }: CreditSource): CreditableInvoice {
  const givenBack = (part: 'creditAmountCents' | 'refundAmountCents' | 'offsetAmountCents') =>
    notes.reduce((total, note) => total + note[part], 0n);
  return {
    fees: fees.map(creditableFee),
    feesAmountCents: invoice.feesAmountCents,
    discountsCents: invoice.couponsAmountCents + invoice.progressiveBillingCreditAmountCents,
    taxedCents: invoice.subTotalIncludingTaxesAmountCents,
    totalAmountCents: invoice.totalAmountCents,
    totalPaidAmountCents: invoice.totalPaidAmountCents,
    isPaymentSucceeded: invoice.paymentStatus === 'succeeded',
    purchaseLeftCents: purchase === null ? null : purchase.isUsable ? (purchase.leftCents ?? 0n) : 0n,
    givenBack: {
      creditAmountCents: givenBack('creditAmountCents'),
      refundAmountCents: givenBack('refundAmountCents'),
      offsetAmountCents: givenBack('offsetAmountCents'),
    },
  };
}

/** The part of a fee, before coupons and taxes, that can still be credited; in cents. */
export function creditableOf(fee: SourceFee): bigint {
  return creditableFeeCents(creditableFee(fee));
}

/**
 * Computes the amounts of another note of the invoice with these items: at most what the other notes have left of the invoice,
 * and all of that once nothing is left of its fees. Source: credit-notes.md §2, §3.
 */
export function amountsOf(source: CreditSource, items: readonly CreditedItem[]): CreditNoteAmounts<TaxFacts> {
  const amounts = creditNoteAmounts(items.map(creditedFee));
  const left = sumsLeft(sumsOfInvoice(source), sumsOfNotes(source));
  return isLast(source.fees, items) ? takingRest(left, amounts) : limitedTo(left, amounts);
}

function sumsOfInvoice({ invoice, fees, invoiceTaxes }: CreditSource): CreditableSums<TaxFacts> {
  const discountsCents = invoice.couponsAmountCents + invoice.progressiveBillingCreditAmountCents;
  const whole = creditNoteAmounts(
    fees.map((fee) => creditedFee({ fee, amountCents: new Big(fee.fee.amountCents) })),
  );
  // What an invoice says of a tax of a provider is the whole amount of its fees, of which a part may be taxed.
  const taxable = new Map(whole.appliedTaxes.map(({ tax, baseAmountCents }) => [tax.id, baseAmountCents]));
  return {
    preciseCouponsAdjustmentAmountCents: new Big(discountsCents),
    couponsAdjustmentAmountCents: discountsCents,
    subTotalExcludingTaxesAmountCents: invoice.subTotalExcludingTaxesAmountCents,
    preciseTaxesAmountCents: whole.preciseTaxesAmountCents,
    taxesAmountCents: invoice.taxesAmountCents,
    totalAmountCents: invoice.subTotalIncludingTaxesAmountCents,
    appliedTaxes: invoiceTaxes.map(({ feesAmountCents, ...applied }) => {
      const tax = factsOfApplied({ feesAmountCents, ...applied });
      const provided = tax.isProvided ? taxable.get(tax.id) : undefined;
      const baseAmountCents = provided ?? feesAmountCents ?? 0n;
      return { tax, baseAmountCents, amountCents: applied.amountCents };
    }),
  };
}

function sumsOfNotes({ notes, invoiceTaxes, noteTaxes }: CreditSource): CreditableSums<TaxFacts>[] {
  const facts = new Map(invoiceTaxes.map((applied) => [identityOf(applied), factsOfApplied(applied)]));
  return notes.map((note) => ({
    preciseCouponsAdjustmentAmountCents: new Big(note.preciseCouponsAdjustmentAmountCents),
    couponsAdjustmentAmountCents: note.couponsAdjustmentAmountCents,
    subTotalExcludingTaxesAmountCents: note.subTotalExcludingTaxesAmountCents,
    preciseTaxesAmountCents: new Big(note.preciseTaxesAmountCents),
    taxesAmountCents: note.taxesAmountCents,
    totalAmountCents: note.totalAmountCents,
    appliedTaxes: noteTaxes.flatMap((applied) => {
      const { creditNoteId, baseAmountCents, amountCents } = applied;
      const tax = facts.get(identityOf(applied));
      return creditNoteId === note.id && tax !== undefined ? [{ tax, baseAmountCents, amountCents }] : [];
    }),
  }));
}

/** The worth of an item including coupons and taxes, in whole cents. */
export function worthOf(item: CreditedItem): bigint {
  return creditNoteAmounts([creditedFee(item)]).worthCents;
}

export function creditedFee({ fee: { fee, taxes }, amountCents }: CreditedItem): CreditedFee<TaxFacts> {
  const preciseCouponsAmountCents = new Big(fee.preciseCouponsAmountCents);
  return {
    fee: { amountCents: fee.amountCents, preciseCouponsAmountCents },
    taxes,
    creditedCents: amountCents,
  };
}

/** True if a note with these items credits all that is left of every fee. */
function isLast(fees: readonly SourceFee[], items: readonly CreditedItem[]): boolean {
  if (items.every(({ amountCents }) => amountCents.eq(0))) return false;
  return fees.every((source) => {
    const credited = items.filter(({ fee }) => fee === source).map(({ amountCents }) => amountCents);
    return (
      creditableOf(source) === credited.map(roundHalfAwayFromZero).reduce((total, cents) => total + cents, 0n)
    );
  });
}

function creditableFee({ fee, taxes, creditedCents }: SourceFee): CreditableFee {
  const { amountCents, taxesAmountCents, taxesRatePercent } = fee;
  const isProvided = taxes.some(({ provided }) => provided !== null);
  return {
    amountCents,
    taxesRatePercent: new Big(taxesRatePercent),
    providedTaxesCents: isProvided ? taxesAmountCents : null,
    creditedCents,
  };
}
