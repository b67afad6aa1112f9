import { sum, type Big } from '../money/decimal.js';
import type { Group } from '../metering/groups.js';
import type { PricingUnitMoney } from '../rating/pricing.js';
import type { RatedBucket } from '../rating/rate-charge.js';

export interface FilterUsage<Filter, Figures> {
  readonly filter: Filter | null;
  readonly figures: Figures;
}

/** The usage of a charge, in total and by filter and group. */
export interface UsageBreakdown<Filter, Figures> {
  readonly figures: Figures;
  /** Empty when the charge has no filters. */
  readonly filters: readonly FilterUsage<Filter, Figures>[];
  /** Empty when nothing is grouped. */
  readonly groups: readonly {
    readonly groupedBy: Group;
    readonly figures: Figures;
    readonly filters: readonly FilterUsage<Filter, Figures>[];
  }[];
}

/** Adds up the buckets of a charge by filter and by group, in the buckets' order. Source: current-usage.md §1, §3. */
export function breakDown<Filter, Rated, Figures>(
  buckets: readonly RatedBucket<Filter, Rated>[],
  addUp: (rated: readonly Rated[]) => Figures,
): UsageBreakdown<Filter, Figures> {
  const figuresOf = (own: typeof buckets) => addUp(own.map(({ rated }) => rated));
  const hasFilters = buckets.some(({ filter }) => filter !== null);
  const byFilter = (own: typeof buckets) =>
    [...Map.groupBy(hasFilters ? own : [], ({ filter }) => filter)].map(([filter, ofFilter]) => ({
      filter,
      figures: figuresOf(ofFilter),
    }));
  const grouped = buckets.some(({ groupedBy }) => Object.keys(groupedBy).length > 0) ? buckets : [];
  const groups = Map.groupBy(grouped, ({ groupedBy }) => JSON.stringify(groupedBy));
  return {
    figures: figuresOf(buckets),
    filters: byFilter(buckets),
    groups: [...groups].map(([id, ofGroup]) => ({
      groupedBy: JSON.parse(id) as Group,
      figures: figuresOf(ofGroup),
      filters: byFilter(ofGroup),
    })),
  };
}

/** The units of one combination of the presentation keys' values. */
export interface PresentationUnits {
  readonly presentationBy: Group;
  readonly units: Big;
}

/** Adds up the units of each combination of values, ordered by these values. */
export function addUpPresentation(parts: readonly PresentationUnits[]): PresentationUnits[] {
  const byValues = Map.groupBy(parts, ({ presentationBy }) => JSON.stringify(presentationBy));
  return [...byValues.keys()].toSorted().map((id) => ({
    presentationBy: JSON.parse(id) as Group,
    units: sum((byValues.get(id) ?? []).map(({ units }) => units)),
  }));
}

/** The totals of several priced buckets. */
export interface PricedFigures {
  readonly units: Big;
  readonly amountCents: bigint;
  /** Hundredths of the pricing unit; null when prices are in the currency. */
  readonly pricingUnitAmountCents: bigint | null;
}

/** The members of a priced bucket that `addUpPriced` adds up. */
export interface PricedPart {
  readonly units: Big;
  readonly amountCents: bigint;
  readonly pricingUnit: Pick<PricingUnitMoney, 'amountCents'> | null;
}

export function addUpPriced(priced: readonly PricedPart[]): PricedFigures {
  return {
    units: sum(priced.map(({ units }) => units)),
    amountCents: priced.reduce((total, { amountCents }) => total + amountCents, 0n),
    pricingUnitAmountCents: priced.reduce<bigint | null>(
      (total, { pricingUnit }) => (pricingUnit === null ? total : (total ?? 0n) + pricingUnit.amountCents),
      null,
    ),
  };
}

export interface UsageFigures extends PricedFigures {
  readonly totalAggregatedUnits: Big;
  readonly eventsCount: bigint;
}

/** The members of rated usage that `addUpUsage` adds up. */
export interface UsagePart extends PricedPart {
  readonly totalAggregatedUnits: Big;
  readonly eventsCount: bigint;
}

export function addUpUsage(rated: readonly UsagePart[]): UsageFigures {
  return {
    ...addUpPriced(rated),
    totalAggregatedUnits: sum(rated.map(({ totalAggregatedUnits }) => totalAggregatedUnits)),
    eventsCount: rated.reduce((total, { eventsCount }) => total + eventsCount, 0n),
  };
}
