import { Big, ceilAt } from '../../../core/money/decimal.js';
import { toCents } from '../../../core/money/money.js';
import type { GraduatedPercentageRangeDetails } from '../../../core/rating/models/graduated-percentage.js';
import type { GraduatedRangeDetails } from '../../../core/rating/models/graduated.js';
import type { PackageDetails } from '../../../core/rating/models/package.js';
import type { PercentageDetails, TransactionDetails } from '../../../core/rating/models/percentage.js';
import type { VolumeDetails } from '../../../core/rating/models/volume.js';
import type { FeeFacts } from '../facts/document-facts.js';
import type { Formats } from '../wording/document-formats.js';
import type { Wording } from '../wording/wording.js';
import type { LineDetail } from './document-content.js';

/** Writes details in the language and the currency of a document. */
export interface DetailWriter {
  readonly formats: Formats;
  readonly wording: Wording;
  readonly currency: string;
}

type Details = Partial<
  { readonly graduated_ranges: readonly GraduatedRangeDetails[] } & {
    readonly graduated_percentage_ranges: readonly GraduatedPercentageRangeDetails[];
  } & PackageDetails &
    VolumeDetails &
    PercentageDetails
>;

/**
 * How the charge model yields the amount of a fee: its tiers, packages, free units, percentages. Empty for plain prices,
 * and for prices in a pricing unit, whose details are not in the currency. Sources: documents-and-emails.md §2, charges.md §4.
 */
export function chargeDetails(fee: FeeFacts, writer: DetailWriter): LineDetail[] {
  if (fee.pricingUnitDetails !== null) return [];
  // The members are those that the charge models store (charges.md §4).
  const details = fee.amountDetails as Details;
  if (details.graduated_ranges !== undefined) {
    return details.graduated_ranges.flatMap((range) =>
      tierLines(range, priceOf(range.per_unit_amount, writer), writer),
    );
  }
  if (details.graduated_percentage_ranges !== undefined) {
    return details.graduated_percentage_ranges.flatMap((range) =>
      tierLines(range, writer.formats.percentage(new Big(range.rate)), writer),
    );
  }
  if (isPackage(details)) return packageLines(details, writer);
  if (isPercentage(details)) return percentageLines(details, writer);
  return isVolume(details) ? volumeLines(details, fee, writer) : [];
}

function isPackage(details: Details): details is PackageDetails {
  return details.per_package_size !== undefined;
}

function isPercentage(details: Details): details is PercentageDetails {
  return details.per_unit_total_amount !== undefined && details.rate !== undefined;
}

function isVolume(details: Details): details is VolumeDetails {
  return details.flat_unit_amount !== undefined;
}

function tierLines(
  range: GraduatedRangeDetails | GraduatedPercentageRangeDetails,
  unitPrice: string,
  writer: DetailWriter,
): LineDetail[] {
  const { formats, wording } = writer;
  const from = formats.number(range.from_value);
  const description =
    range.to_value === null ? wording.lastTier(from) : wording.tier(from, formats.number(range.to_value));
  const units = formats.number(new Big(range.units));
  return [
    { description, units, unitPrice, amount: amountOf(range.per_unit_total_amount, writer) },
    ...flatFeeLines(range.flat_unit_amount, writer),
  ];
}

function flatFeeLines(flatAmount: string, writer: DetailWriter): LineDetail[] {
  if (isZero(flatAmount)) return [];
  return [onlyAmount(writer.wording.flatFee, flatAmount, writer)];
}

function packageLines(details: PackageDetails, writer: DetailWriter): LineDetail[] {
  const { formats, wording } = writer;
  const { free_units: freeUnits, paid_units: paidUnits, per_package_size: size } = details;
  if (size === 0) return [];
  const count = ceilAt(new Big(paidUnits).div(size), 0);
  const price = new Big(details.per_package_unit_amount);
  return [
    ...freeLines(wording.freeUnits, freeUnits, formats),
    {
      description: wording.packagesOf(formats.number(size)),
      units: formats.number(count),
      unitPrice: formats.price(price),
      amount: amountOf(count.times(price).toFixed(), writer),
    },
  ];
}

/** A volume price without flat fee is that of the line itself. */
function volumeLines(details: VolumeDetails, { units }: FeeFacts, writer: DetailWriter): LineDetail[] {
  const flatFee = flatFeeLines(details.flat_unit_amount, writer);
  if (flatFee.length === 0) return [];
  return [
    {
      description: writer.wording.units,
      units: writer.formats.number(new Big(units)),
      unitPrice: priceOf(details.per_unit_amount, writer),
      amount: amountOf(details.per_unit_total_amount, writer),
    },
    ...flatFee,
  ];
}

function percentageLines(details: PercentageDetails, writer: DetailWriter): LineDetail[] {
  const { formats, wording } = writer;
  if (details.transactions !== undefined) return transactionLines(details, details.transactions, writer);
  const bounds = details.min_max_adjustment_total_amount;
  return [
    ...freeLines(wording.freeUnits, details.free_units, formats),
    ...freeLines(wording.freeTransactions, String(details.free_events), formats),
    {
      description: wording.percentage,
      units: formats.number(new Big(details.paid_units)),
      unitPrice: formats.percentage(new Big(details.rate)),
      amount: amountOf(details.per_unit_total_amount, writer),
    },
    ...(isZero(details.fixed_fee_total_amount)
      ? []
      : [
          {
            description: wording.feePerTransaction,
            units: formats.number(details.paid_events),
            unitPrice: priceOf(details.fixed_fee_unit_amount, writer),
            amount: amountOf(details.fixed_fee_total_amount, writer),
          },
        ]),
    ...(isZero(bounds) ? [] : [onlyAmount(wording.transactionBounds, bounds, writer)]),
  ];
}

/** Events with per-transaction bounds: those that pay by their units, then those that pay a bound, with its amount. */
function transactionLines(
  details: PercentageDetails,
  transactions: readonly TransactionDetails[],
  writer: DetailWriter,
): LineDetail[] {
  const { formats, wording } = writer;
  return [
    ...freeLines(wording.freeUnits, details.free_units, formats),
    ...freeLines(wording.freeTransactions, String(details.free_events), formats),
    ...transactions.flatMap((group) => groupLines(group, details, writer)),
  ];
}

function groupLines(
  { events, units, amount, ...group }: TransactionDetails,
  { rate }: PercentageDetails,
  writer: DetailWriter,
): LineDetail[] {
  const { formats, wording } = writer;
  const { per_unit_total_amount: byUnits, fixed_fee_total_amount: fixed, total_amount } = group;
  const count = formats.number(events);
  if (amount !== null || byUnits === null || fixed === null) {
    const unitPrice = amount === null ? '' : priceOf(amount, writer);
    return [
      {
        description: wording.transactionBounds,
        units: count,
        unitPrice,
        amount: amountOf(total_amount, writer),
      },
    ];
  }
  const unitPrice = formats.percentage(new Big(rate));
  const priced = { description: wording.percentage, units: formats.number(new Big(units)), unitPrice };
  const perEvent = { description: wording.feePerTransaction, units: count };
  const fixedPrice = priceOf(new Big(fixed).div(events).toFixed(), writer);
  return [
    { ...priced, amount: amountOf(byUnits, writer) },
    ...(isZero(fixed) ? [] : [{ ...perEvent, unitPrice: fixedPrice, amount: amountOf(fixed, writer) }]),
  ];
}

function freeLines(description: string, units: string, formats: Formats): LineDetail[] {
  return isZero(units)
    ? []
    : [{ description, units: formats.number(new Big(units)), unitPrice: '', amount: '' }];
}

function onlyAmount(description: string, amount: string, writer: DetailWriter): LineDetail {
  return { description, units: '', unitPrice: '', amount: amountOf(amount, writer) };
}

/** @param amount in currency units. */
function amountOf(amount: string, { formats, currency }: DetailWriter): string {
  return formats.amount(toCents(new Big(amount), currency));
}

function priceOf(price: string, { formats }: DetailWriter): string {
  return formats.price(new Big(price));
}

function isZero(amount: string): boolean {
  return new Big(amount).eq(0);
}
