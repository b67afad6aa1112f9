import { decimalText } from '../../../core/money/decimal.js';
import type { FilterValues } from '../../../core/metering/filters.js';
import type { Group } from '../../../core/metering/groups.js';
import type { RatedBucket } from '../../../core/rating/rate-charge.js';
import {
  addUpPresentation,
  addUpUsage,
  breakDown,
  type FilterUsage,
  type PresentationUnits,
  type UsagePart,
} from '../../../core/usage-reading/breakdown.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import type { Charge } from '../../plans/charges/charge.table.js';
import type { PricedCharge } from '../metering/priced-charge.js';
import type { RatedCharge } from '../rating/rated-charge.js';
import { withinLimits } from '../events/usage-limits.js';

/** Figures of a charge, or of one of its filters or groups, as current usage shows them. */
export interface UsageLine {
  /** Decimal text. */
  readonly units: string;
  readonly totalAggregatedUnits: string;
  readonly eventsCount: bigint;
  readonly amountCents: bigint;
  /** Null if prices are in the plan's currency. */
  readonly pricingUnitDetails: PricingUnitLine | null;
  readonly presentationBreakdowns: readonly PresentationLine[];
}

export interface ShownPricingUnit {
  readonly shortName: string;
  /** Currency units for one pricing unit. */
  readonly conversionRate: string;
}

export interface PricingUnitLine extends ShownPricingUnit {
  /** Hundredths of the pricing unit. */
  readonly amountCents: bigint;
}

export interface PresentationLine {
  readonly presentationBy: Group;
  readonly units: string;
}

/** A charge filter as current usage shows it. */
export interface ShownFilter {
  readonly invoiceDisplayName: string | null;
  readonly values: FilterValues;
}

export interface GroupLine {
  readonly groupedBy: Group;
}

/** The line of a charge with the lines of its filters and groups. */
export type BrokenDown<Line> = Line & {
  readonly filters: readonly (Line & ShownFilter)[];
  readonly groupedUsage: readonly (Line &
    GroupLine & { readonly filters: readonly (Line & ShownFilter)[] })[];
};

export type ChargeUsage<Line = UsageLine> = BrokenDown<Line> & {
  readonly charge: Charge;
  readonly metric: BillableMetric;
  readonly amountCurrency: string;
};

/** A rated bucket of a charge, with its presentation breakdown. */
export interface ShownBucket extends RatedBucket<ShownFilter, UsagePart> {
  readonly presentation: readonly PresentationUnits[];
}

/** Current usage of one charge. Source: current-usage.md §1. */
export function chargeUsage(rated: RatedCharge, amountCurrency: string): ChargeUsage {
  const { charge, metric, buckets } = rated;
  const pricingUnit = shownPricingUnit(rated);
  const lineOf = (parts: readonly ShownBucket[]) => usageLine(parts, pricingUnit);
  return { charge, metric, amountCurrency, ...breakDownCharge(buckets, lineOf) };
}

/** Orders charges by the name of their metric, ignoring case. */
export function byMetricName(one: WithMetric, other: WithMetric): number {
  const [a, b] = [one.metric.name.toLowerCase(), other.metric.name.toLowerCase()];
  return a < b ? -1 : Number(a > b);
}

interface WithMetric {
  readonly metric: Pick<BillableMetric, 'name'>;
}

/** Computes the line of a charge and the lines of its filters and groups. */
export function breakDownCharge<Bucket extends ShownBucket, Line extends object>(
  buckets: readonly Bucket[],
  lineOf: (parts: readonly Bucket[]) => Line,
): BrokenDown<Line> {
  const whole = buckets.map((bucket) => ({ ...bucket, rated: bucket }));
  const { figures, filters, groups } = breakDown<ShownFilter, Bucket, Line>(whole, lineOf);
  return {
    ...figures,
    filters: filters.map((filter) => filterLine(filter)),
    groupedUsage: groups.map((group) => ({
      ...group.figures,
      groupedBy: group.groupedBy,
      filters: group.filters.map((filter) => filterLine(filter)),
    })),
  };
}

/** The line of usage that matches no filter has `values: {}`, as the contract demands an object. */
function filterLine<Line>({ filter, figures }: FilterUsage<ShownFilter, Line>): Line & ShownFilter {
  return { ...figures, invoiceDisplayName: filter?.invoiceDisplayName ?? null, values: filter?.values ?? {} };
}

/** Sums buckets of a charge. @param pricingUnit null if the charge is priced in the plan's currency. */
export function usageLine(parts: readonly ShownBucket[], pricingUnit: ShownPricingUnit | null): UsageLine {
  const figures = withinLimits(addUpUsage(parts.map(({ rated }) => rated)));
  const { units, totalAggregatedUnits, eventsCount, amountCents, pricingUnitAmountCents } = figures;
  return {
    units: decimalText(units),
    totalAggregatedUnits: decimalText(totalAggregatedUnits),
    eventsCount,
    amountCents,
    pricingUnitDetails: pricingUnit && { ...pricingUnit, amountCents: pricingUnitAmountCents ?? 0n },
    presentationBreakdowns: presentationLines(parts.flatMap(({ presentation }) => presentation)),
  };
}

/** The pricing unit of a charge; null if it is priced in the plan's currency. */
export function shownPricingUnit({
  pricingUnit,
  charge: { conversionRate },
}: PricedCharge): ShownPricingUnit | null {
  if (pricingUnit === null || conversionRate === null) return null;
  return { shortName: pricingUnit.shortName, conversionRate };
}

export function presentationLines(parts: readonly PresentationUnits[]): PresentationLine[] {
  return addUpPresentation(parts).map(({ presentationBy, units }) => ({
    presentationBy,
    units: decimalText(units),
  }));
}
