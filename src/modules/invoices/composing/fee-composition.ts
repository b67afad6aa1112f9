import assert from 'node:assert/strict';
import { localDate } from '../../../core/time/calendar.js';
import { Big, ZERO } from '../../../core/money/decimal.js';
import { toPreciseCents } from '../../../core/money/money.js';
import { isKept } from '../../../core/rating/charge-billing.js';
import {
  type FeeTaxes,
  type ListedTaxes,
  PENDING_TAXES,
  PROVIDER_TAXES,
  taxesOfFee,
} from '../../../core/taxes/tax.js';
import { systemClock } from '../../../platform/clock.js';
import type { TaxCategory } from '../../../core/taxes/tax-categories.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { taxConnectionOf } from '../../customers/records/customer-taxation.js';
import type { Customer } from '../../customers/records/customer.table.js';
import { categoryOf } from '../../taxes/tax.rules.js';
import type { Tax } from '../../taxes/tax.table.js';
import { sourceColumns, trueUpOf } from './fee-source.js';
import type { PlannedFee } from './planned-fee.js';
import { awaitsTaxes } from '../records/fees/awaiting-fees.js';
import type { CustomerFeeRows } from '../records/fees/fee.service.js';
import type { AppliedTax, Fee, FeeRows } from '../records/fees/fee.table.js';

/** A tax with its rate in the type that core needs. */
export type RatedTax = Omit<Tax, 'ratePercent' | 'category'> & TaxFacts;

/** The snapshot of a tax that is stored when it is applied. */
export interface TaxFacts extends Pick<Tax, 'code' | 'name' | 'description' | 'exemptionReason'> {
  /** Identifies it on a document: the id of the tax, or the code of a tax that a provider has computed. */
  readonly id: string;
  /** True if a tax provider has computed it, so that it is none of the organization's taxes. */
  readonly isProvided: boolean;
  readonly ratePercent: Big;
  /** Null if it was applied before taxes had categories. */
  readonly category: TaxCategory | null;
}

/** A tax as it is now. */
export function ratedTax(tax: Tax): RatedTax {
  return { ...tax, isProvided: false, ratePercent: new Big(tax.ratePercent), category: categoryOf(tax) };
}

/** A tax as it was when it was applied. */
export function factsOfApplied(applied: AppliedTax): TaxFacts {
  return {
    id: identityOf(applied),
    isProvided: applied.taxId === null,
    code: applied.taxCode,
    name: applied.taxName,
    description: applied.taxDescription,
    ratePercent: new Big(applied.taxRatePercent),
    category: applied.taxCategory,
    exemptionReason: applied.exemptionReason,
  };
}

/** Identifies an applied tax on its document: a provider has one rate for each code. Source: integrations.md §7. */
export function identityOf({ taxId, taxCode }: Pick<AppliedTax, 'taxId' | 'taxCode'>): string {
  return taxId ?? taxCode;
}

/** A fee before its taxes are computed. */
export interface FeeLine {
  readonly id: string;
  /** The fee that a true-up tops up; null unless this is a true-up. */
  readonly parentId: string | null;
  readonly planned: PlannedFee;
  readonly amountCents: bigint;
  readonly preciseAmountCents: Big;
  readonly taxes: readonly RatedTax[];
  /** The list that the taxes are of. */
  readonly taxList: Pick<ListedTaxes<RatedTax>, 'list' | 'ownerId'>;
}

/** A fee with its taxes, which apply to its amount after deductions. */
export interface TaxedLine extends FeeLine {
  readonly preciseCouponsAmountCents: Big;
  readonly taxed: FeeTaxes<RatedTax>;
}

/** Values that fees created together share. */
export interface FeeFrame {
  readonly organizationId: string;
  /** Null for standalone fees. */
  readonly invoiceId: string | null;
  readonly customerId: string;
  readonly currency: string;
  /** The creation instant of the fees. */
  readonly at: Date;
  /** Where standalone fees count in reports; null on an invoice, which says it itself. */
  readonly standalone: Pick<Fee, 'standaloneOn' | 'billingEntityId'> | null;
}

/** The fees in invoice order: a true-up follows the fee that it tops up. Source: fees.md §3. */
export function feeLines(plannedFees: readonly PlannedFee[], currency: string): FeeLine[] {
  return plannedFees.flatMap((planned) => {
    const line = lineOf(planned, currency, null);
    const trueUp = trueUpOf(planned);
    return trueUp === null ? [line] : [line, lineOf(trueUp, currency, line.id)];
  });
}

/** False for the fee of an unused charge; true for a subscription fee, and one adjusted by hand, even of 0. Source: fees.md §2. */
export function isInvoiced({ source, units, amountCents, eventsCount, adjustedFeeId }: PlannedFee): boolean {
  return (
    adjustedFeeId !== undefined ||
    source.type !== 'charge' ||
    source.trueUp !== null ||
    isKept({ units, amountCents, eventsCount: eventsCount ?? 0n })
  );
}

/**
 * Computes the taxes of a fee.
 * @param preciseCouponsAmountCents the fee's share of deductions before taxes. Source: taxes.md §3.
 */
export function taxedLine(line: FeeLine, preciseCouponsAmountCents: Big): TaxedLine {
  const taxed = taxesOfFee({ ...line, preciseCouponsAmountCents }, line.taxes);
  return { ...line, preciseCouponsAmountCents, taxed };
}

/** The rows of fees, in their order. */
export function feeRows(
  frame: FeeFrame,
  lines: readonly TaxedLine[],
  paymentStatus: Fee['paymentStatus'],
): FeeRows {
  return {
    fees: lines.map((line, position) => feeRow(frame, line, position, paymentStatus)),
    appliedTaxes: lines.flatMap((line) => feeTaxRows(frame, line)),
  };
}

/** Fees of a customer that are created without an invoice. */
export interface StandaloneFees {
  readonly customer: Customer;
  readonly currency: string;
  /** The instant at which the fees fell due, which becomes their creation instant. */
  readonly billedAt: Date;
  /** The zone that applies to the customer. */
  readonly settings: { readonly timezone: string };
  readonly fees: readonly PlannedFee[];
}

/**
 * Computes the rows of fees that are on no invoice, also of fees of 0. Those that a tax provider is asked about do not exist until it
 * has answered. Source: charges.md §8; fees.md §4; integrations.md §6.
 */
export function composeStandaloneFees(standalone: StandaloneFees): CustomerFeeRows {
  const { customer, currency, billedAt: at, settings, fees } = standalone;
  const { organizationId, id: customerId, billingEntityId } = customer;
  const standaloneOn = localDate(at, settings.timezone).toString();
  const frame = {
    organizationId,
    invoiceId: null,
    customerId,
    currency,
    at,
    standalone: { standaloneOn, billingEntityId },
  };
  const isTaxedByProvider = taxConnectionOf(customer) !== null;
  const lines = feeLines(fees, currency)
    .map((line) => (isTaxedByProvider ? withoutTaxes(line) : line))
    .map((line) => taxedLine(line, ZERO));
  const rows = feeRows(frame, lines, 'pending');
  return {
    customer,
    ...rows,
    fees: rows.fees.map((fee) => (awaitsTaxes(fee) ? { ...fee, deletedAt: at } : fee)),
  };
}

/** A tax provider is asked about each fee with an amount. Source: integrations.md §6. */
function withoutTaxes(line: FeeLine): FeeLine {
  return { ...line, taxes: [], taxList: line.amountCents > 0n ? PENDING_TAXES : PROVIDER_TAXES };
}

/** The columns of a fee that keep which list of taxes applied. Real time is what the history of lists is in, also on a test clock. */
export function taxListColumns({
  list: taxList,
  ownerId: taxListOwnerId,
}: Pick<ListedTaxes<unknown>, 'list' | 'ownerId'>): Pick<Fee, 'taxedAt' | 'taxList' | 'taxListOwnerId'> {
  return { taxList, taxListOwnerId, taxedAt: systemClock.now() };
}

/** Copies a tax into the row of its application, so that later edits of the tax do not change it. Source: taxes.md §4. */
export function taxSnapshot({ organizationId, currency, at }: FeeFrame, tax: TaxFacts) {
  return {
    id: newId(),
    organizationId,
    taxId: tax.isProvided ? null : tax.id,
    taxCode: tax.code,
    taxName: tax.name,
    taxDescription: tax.description,
    taxRatePercent: tax.ratePercent.toFixed(),
    taxCategory: tax.category,
    exemptionReason: tax.exemptionReason,
    taxableAmountCents: null,
    baseRate: null,
    currency,
    createdAt: at,
  };
}

function lineOf(planned: PlannedFee, currency: string, parentId: string | null): FeeLine {
  const { amountCents } = planned;
  assert(amountCents >= 0n, 'A fee is never negative.');
  return {
    id: newId(),
    parentId,
    planned,
    amountCents,
    preciseAmountCents: toPreciseCents(planned.preciseAmount, currency),
    taxes: planned.taxes.taxes.map(ratedTax),
    taxList: planned.taxes,
  };
}

function feeRow(
  { organizationId, invoiceId, customerId, currency, at, standalone }: FeeFrame,
  { id, parentId, planned: fee, preciseAmountCents, preciseCouponsAmountCents, taxed, taxList }: TaxedLine,
  position: number,
  paymentStatus: Fee['paymentStatus'],
): Fee {
  return {
    id,
    organizationId,
    invoiceId,
    customerId,
    ...sourceColumns(fee.source),
    standaloneOn: standalone?.standaloneOn ?? null,
    billingEntityId: standalone?.billingEntityId ?? null,
    trueUpParentFeeId: parentId,
    originalFeeId: fee.originalFeeId ?? null,
    adjustedFeeId: fee.adjustedFeeId ?? null,
    position,
    itemCode: fee.item.code,
    itemName: fee.item.name,
    itemDescription: fee.item.description,
    invoiceDisplayName: fee.item.displayName,
    currency,
    amountCents: fee.amountCents,
    preciseAmountCents: preciseAmountCents.toFixed(),
    units: fee.units.toFixed(),
    totalAggregatedUnits: fee.totalAggregatedUnits?.toFixed() ?? null,
    preciseUnitAmount: fee.preciseUnitAmount.toFixed(),
    eventsCount: fee.eventsCount,
    amountDetails: { ...fee.amountDetails },
    preciseCouponsAmountCents: preciseCouponsAmountCents.toFixed(),
    preciseCreditNotesAmountCents: '0',
    taxesAmountCents: taxed.taxesAmountCents,
    taxesPreciseAmountCents: taxed.taxesPreciseAmountCents.toFixed(),
    taxesRatePercent: taxed.taxesRatePercent.toFixed(),
    ...taxListColumns(taxList),
    namedTaxCodes: fee.namedTaxCodes === undefined ? null : [...fee.namedTaxCodes],
    payInAdvance: fee.payInAdvance,
    invoiceable: fee.invoiceable,
    paymentStatus,
    fromAt: fee.from,
    toAt: fee.to,
    succeededAt: null,
    failedAt: null,
    refundedAt: null,
    deletedAt: null,
    createdAt: at,
    updatedAt: at,
  };
}

function feeTaxRows(frame: FeeFrame, { id, taxed }: TaxedLine): AppliedTax[] {
  return taxed.appliedTaxes.map(({ tax, amountCents, preciseAmountCents }) => ({
    ...taxSnapshot(frame, tax),
    feeId: id,
    invoiceId: null,
    amountCents,
    preciseAmountCents: preciseAmountCents.toFixed(),
    feesAmountCents: null,
  }));
}
