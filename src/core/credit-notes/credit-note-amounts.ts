import { type Big, divideAt, percentOf, roundAt, sum, ZERO } from '../money/decimal.js';
import { roundHalfAwayFromZero } from '../money/money.js';
import type { FeeAmounts, TaxRate } from '../taxes/tax.js';

/** Decimal places of the precise amounts that credit notes store and later steps read back. Source: taxes.md, head. */
export const CREDIT_NOTE_SCALE = 5;
const TAXES_RATE_SCALE = 5;

/** A tax of a fee as a tax provider has computed it, in minor units: the note gives back a share of these amounts. */
export interface ProvidedAmounts {
  readonly amount: Big;
  /** The part of the fee that is taxed. */
  readonly taxable: Big;
  /** The fee less its coupons, of which the item is a share. */
  readonly netCents: Big;
}

/** A tax of a fee, at the rate that its invoice applied. */
export interface FeeTax<Tax> {
  readonly tax: Tax;
  /** Null unless a tax provider has computed it. */
  readonly provided: ProvidedAmounts | null;
}

/** A fee and the amount of it that a credit note gives back. */
export interface CreditedFee<Tax> {
  readonly fee: FeeAmounts;
  readonly taxes: readonly FeeTax<Tax>[];
  /** Before coupons and taxes. */
  readonly creditedCents: Big;
}

/** One tax of a credit note. */
export interface CreditNoteTax<Tax> {
  readonly tax: Tax;
  readonly baseAmountCents: bigint;
  readonly amountCents: bigint;
}

/** Amounts of a credit note in minor units, computed from its items; `precise...` has five decimals. */
export interface CreditNoteAmounts<Tax> {
  /** The part of the fees' coupons that belongs to the amounts credited. */
  readonly preciseCouponsAdjustmentAmountCents: Big;
  readonly couponsAdjustmentAmountCents: bigint;
  readonly subTotalExcludingTaxesAmountCents: bigint;
  /** In the order in which the taxes first appear on the items. */
  readonly appliedTaxes: readonly CreditNoteTax<Tax>[];
  readonly preciseTaxesAmountCents: Big;
  readonly taxesAmountCents: bigint;
  /** Mean rate, weighted by the amounts that carry the taxes. */
  readonly taxesRatePercent: Big;
  /** Subtotal and taxes before rounding. */
  readonly preciseTotalAmountCents: Big;
  /** What the note gives back, rounded once. */
  readonly worthCents: bigint;
  /** The total that the parts of the note are moved to, by a cent at most: the rounded subtotal and taxes. */
  readonly totalAmountCents: bigint;
  /** The most that the note may store; null: no limit. */
  readonly mostCents: bigint | null;
}

/** The sums of an invoice of which its credit notes give back parts; or what other notes have left of them. */
export interface CreditableSums<Tax> {
  readonly preciseCouponsAdjustmentAmountCents: Big;
  readonly couponsAdjustmentAmountCents: bigint;
  readonly subTotalExcludingTaxesAmountCents: bigint;
  readonly preciseTaxesAmountCents: Big;
  readonly taxesAmountCents: bigint;
  readonly totalAmountCents: bigint;
  readonly appliedTaxes: readonly CreditNoteTax<Tax>[];
}

/**
 * Computes the amounts of a credit note from the amounts that it gives back of fees, whatever other notes have given back.
 * Source: credit-notes.md §3.1–3.2; integrations.md §7.
 */
export function creditNoteAmounts<Tax extends TaxRate>(
  items: readonly CreditedFee<Tax>[],
): CreditNoteAmounts<Tax> {
  const shares = items.map(couponsShare);
  const coupons = roundAt(sum(shares), CREDIT_NOTE_SCALE);
  const subTotal = sum(items.map(creditedCents)).minus(coupons);
  const lines = taxLines(items, shares);
  const taxes = sum(lines.map(({ amount }) => amount));
  const weightedRates = sum(lines.map(({ tax, net }) => net.times(tax.ratePercent)));
  const taxesAmountCents = roundHalfAwayFromZero(taxes);
  const subTotalCents = roundHalfAwayFromZero(subTotal);
  return {
    preciseCouponsAdjustmentAmountCents: coupons,
    couponsAdjustmentAmountCents: roundHalfAwayFromZero(coupons),
    subTotalExcludingTaxesAmountCents: subTotalCents,
    appliedTaxes: lines.map(({ tax, base, amount }) => ({
      tax,
      baseAmountCents: roundHalfAwayFromZero(base),
      amountCents: roundHalfAwayFromZero(amount),
    })),
    preciseTaxesAmountCents: roundAt(taxes, CREDIT_NOTE_SCALE),
    taxesAmountCents,
    taxesRatePercent: subTotal.eq(ZERO) ? ZERO : divideAt(weightedRates, subTotal, TAXES_RATE_SCALE),
    preciseTotalAmountCents: subTotal.plus(roundAt(taxes, CREDIT_NOTE_SCALE)),
    worthCents: roundHalfAwayFromZero(subTotal.plus(taxes)),
    totalAmountCents: subTotalCents + taxesAmountCents,
    mostCents: null,
  };
}

/**
 * What the credit notes of an invoice have left of its sums, none of them less than 0.
 * @param notes in any order. Source: credit-notes.md §2.
 */
export function sumsLeft<Tax extends TaxRate>(
  invoice: CreditableSums<Tax>,
  notes: readonly CreditableSums<Tax>[],
): CreditableSums<Tax> {
  const left = (member: AmountCents) =>
    positive(notes.reduce((cents, note) => cents - note[member], invoice[member]));
  const precise = (member: PreciseAmountCents) =>
    notes.reduce((cents, note) => cents.minus(note[member]), invoice[member]);
  return {
    preciseCouponsAdjustmentAmountCents: precise('preciseCouponsAdjustmentAmountCents'),
    couponsAdjustmentAmountCents: left('couponsAdjustmentAmountCents'),
    subTotalExcludingTaxesAmountCents: left('subTotalExcludingTaxesAmountCents'),
    preciseTaxesAmountCents: precise('preciseTaxesAmountCents'),
    taxesAmountCents: left('taxesAmountCents'),
    totalAmountCents: left('totalAmountCents'),
    appliedTaxes: invoice.appliedTaxes.map((line) => {
      const given = notes
        .flatMap(({ appliedTaxes }) => appliedTaxes)
        .filter(({ tax }) => tax.id === line.tax.id);
      return {
        tax: line.tax,
        baseAmountCents: positive(
          given.reduce((cents, each) => cents - each.baseAmountCents, line.baseAmountCents),
        ),
        amountCents: positive(given.reduce((cents, each) => cents - each.amountCents, line.amountCents)),
      };
    }),
  };
}

type AmountCents =
  | 'couponsAdjustmentAmountCents'
  | 'subTotalExcludingTaxesAmountCents'
  | 'taxesAmountCents'
  | 'totalAmountCents';
type PreciseAmountCents = 'preciseCouponsAdjustmentAmountCents' | 'preciseTaxesAmountCents';

/** Limits a credit note to what other notes have left of each sum of the invoice. Source: credit-notes.md §2. */
export function limitedTo<Tax extends TaxRate>(
  left: CreditableSums<Tax>,
  amounts: CreditNoteAmounts<Tax>,
): CreditNoteAmounts<Tax> {
  const subTotal = lesser(amounts.subTotalExcludingTaxesAmountCents, left.subTotalExcludingTaxesAmountCents);
  const taxes = lesser(amounts.taxesAmountCents, left.taxesAmountCents);
  return {
    ...amounts,
    couponsAdjustmentAmountCents: lesser(
      amounts.couponsAdjustmentAmountCents,
      left.couponsAdjustmentAmountCents,
    ),
    subTotalExcludingTaxesAmountCents: subTotal,
    taxesAmountCents: taxes,
    appliedTaxes: amounts.appliedTaxes.map((line) => {
      const rest = left.appliedTaxes.find(({ tax }) => tax.id === line.tax.id) ?? line;
      return {
        tax: line.tax,
        baseAmountCents: lesser(line.baseAmountCents, rest.baseAmountCents),
        amountCents: lesser(line.amountCents, rest.amountCents),
      };
    }),
    worthCents: lesser(amounts.worthCents, left.totalAmountCents),
    totalAmountCents: subTotal + taxes,
    mostCents: left.totalAmountCents,
  };
}

/**
 * Makes a credit note the last one of its invoice: it takes what other notes have left of each sum, so that all notes add up to
 * the invoice. It also has the taxes of fees that other notes have given back, where their rounding has left some.
 * Source: credit-notes.md §2, §3.2.
 */
export function takingRest<Tax extends TaxRate>(
  { appliedTaxes, ...left }: CreditableSums<Tax>,
  amounts: CreditNoteAmounts<Tax>,
): CreditNoteAmounts<Tax> {
  const own = new Set(amounts.appliedTaxes.map(({ tax }) => tax.id));
  const { preciseCouponsAdjustmentAmountCents: coupons, preciseTaxesAmountCents: taxes } = left;
  const creditedCents = amounts.preciseTotalAmountCents
    .minus(amounts.preciseTaxesAmountCents)
    .plus(amounts.preciseCouponsAdjustmentAmountCents);
  return {
    ...amounts,
    ...left,
    appliedTaxes: appliedTaxes.filter(({ tax, amountCents }) => own.has(tax.id) || amountCents > 0n),
    preciseTotalAmountCents: creditedCents.minus(coupons).plus(taxes),
    worthCents: left.totalAmountCents,
    mostCents: left.totalAmountCents,
  };
}

/** The parts in which the total of a credit note is returned, in minor units. Source: credit-notes.md §1. */
export interface CreditNoteParts {
  /** Kept as a balance for later invoices. */
  readonly creditAmountCents: bigint;
  /** Paid back in money. */
  readonly refundAmountCents: bigint;
  /** Offset against the unpaid part of the credited invoice. */
  readonly offsetAmountCents: bigint;
}

export function totalOfParts({
  creditAmountCents,
  refundAmountCents,
  offsetAmountCents,
}: CreditNoteParts): bigint {
  return creditAmountCents + refundAmountCents + offsetAmountCents;
}

/**
 * Moves the total by at most one cent towards the sum of the rounded subtotal and taxes, and limits it to what is left of the
 * invoice. The cents change the first part that is positive: credit, refund, else offset. Source: credit-notes.md §2, §3.3.
 */
export function adjustRounding(
  parts: CreditNoteParts,
  { totalAmountCents, mostCents }: Pick<CreditNoteAmounts<unknown>, 'totalAmountCents' | 'mostCents'>,
): CreditNoteParts {
  const off = totalAmountCents - totalOfParts(parts);
  const moved = plusCents(parts, off > 0n ? 1n : off < 0n ? -1n : 0n);
  let excess = mostCents === null ? 0n : positive(totalOfParts(moved) - mostCents);
  let limited = moved;
  for (const member of ['creditAmountCents', 'refundAmountCents', 'offsetAmountCents'] as const) {
    const taken = lesser(excess, limited[member]);
    limited = { ...limited, [member]: limited[member] - taken };
    excess -= taken;
  }
  return limited;
}

function plusCents(parts: CreditNoteParts, cents: bigint): CreditNoteParts {
  if (parts.creditAmountCents > 0n) return { ...parts, creditAmountCents: parts.creditAmountCents + cents };
  if (parts.refundAmountCents > 0n) return { ...parts, refundAmountCents: parts.refundAmountCents + cents };
  return { ...parts, offsetAmountCents: parts.offsetAmountCents + cents };
}

interface TaxLine<Tax> {
  readonly tax: Tax;
  /** The items that carry the tax, less their coupons. */
  readonly net: Big;
  /** The part of them that is taxed. */
  readonly base: Big;
  readonly amount: Big;
}

/** One line per tax, with the total of the items that carry it. */
function taxLines<Tax extends TaxRate>(
  items: readonly CreditedFee<Tax>[],
  shares: readonly Big[],
): TaxLine<Tax>[] {
  const lines = new Map<string, TaxLine<Tax>>();
  items.forEach((item, index) => {
    const net = creditedCents(item).minus(shares[index] ?? ZERO);
    for (const feeTax of item.taxes) {
      const line = taxLine(feeTax, net);
      const others = lines.get(line.tax.id);
      lines.set(line.tax.id, others === undefined ? line : addedLines(others, line));
    }
  });
  return [...lines.values()];
}

function taxLine<Tax extends TaxRate>({ tax, provided }: FeeTax<Tax>, net: Big): TaxLine<Tax> {
  if (provided === null) return { tax, net, base: net, amount: percentOf(net.times(tax.ratePercent)) };
  const shareOf = (whole: Big) =>
    provided.netCents.eq(ZERO) ? ZERO : whole.times(net).div(provided.netCents);
  return { tax, net, base: shareOf(provided.taxable), amount: shareOf(provided.amount) };
}

function addedLines<Tax>({ net, base, amount }: TaxLine<Tax>, line: TaxLine<Tax>): TaxLine<Tax> {
  return {
    tax: line.tax,
    net: net.plus(line.net),
    base: base.plus(line.base),
    amount: amount.plus(line.amount),
  };
}

/** The part of the fee's coupons that belongs to the amount credited. */
function couponsShare<Tax>({ fee, ...item }: CreditedFee<Tax>): Big {
  if (fee.amountCents === 0n) return ZERO;
  return fee.preciseCouponsAmountCents.times(creditedCents({ fee, ...item })).div(fee.amountCents);
}

function creditedCents<Tax>(item: CreditedFee<Tax>): Big {
  return roundAt(item.creditedCents, CREDIT_NOTE_SCALE);
}

function positive(cents: bigint): bigint {
  return cents > 0n ? cents : 0n;
}

function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
