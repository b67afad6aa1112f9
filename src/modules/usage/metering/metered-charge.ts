import { eventsInScope } from '../../../core/metering/aggregation.js';
import { bucketsOf, type Bucket } from '../../../core/metering/buckets.js';
import { matchesGroup } from '../../../core/metering/groups.js';
import {
  meterUsage,
  meterByPresentation,
  meterRecurringQuantity,
} from '../../../core/metering/meter-usage.js';
import type { ProrationScope } from '../../../core/metering/proration.js';
import type { UsageEvent } from '../../../core/metering/usage-event.js';
import { proratedTotal } from '../../../core/rating/in-advance/in-advance-proration.js';
import {
  billEvents,
  type InAdvanceMetric,
  type InAdvanceState,
} from '../../../core/rating/in-advance/in-advance-units.js';
import type { ChargedMetric } from '../../../core/rating/rate-charge.js';
import { ZERO, type Big } from '../../../core/money/decimal.js';
import type { PresentationUnits } from '../../../core/usage-reading/breakdown.js';
import type { Usage } from '../../../core/usage.js';
import type { ChargeFilter } from '../../plans/charges/filters/charge-filter.table.js';
import { chargedMetric, type PricedCharge, pricingKeysOf, propertiesOf } from './priced-charge.js';

/**
 * Why usage is metered. `billed`: for an invoice; a charge in advance then has the units held at the end of the window,
 * which it renews. `shown`: for display while the window is open (charges.md §6–8, current-usage.md §1).
 */
export type MeteringPurpose = 'billed' | 'shown';

/** The part of the usage to meter, and the keys it is split by. Source: current-usage.md §1. */
export interface UsageSelection {
  /** Only events that have, for every key, one of its values. Usage is not grouped by these keys. */
  readonly group: Readonly<Record<string, readonly string[]>>;
  /** True if usage is grouped by the other pricing group keys. */
  readonly isGrouped: boolean;
  /** The presentation keys to break units down by; null: all. */
  readonly presentation: readonly string[] | null;
}

export const ALL_USAGE: UsageSelection = { group: {}, isGrouped: true, presentation: null };

export interface MeteringTerms {
  readonly purpose: MeteringPurpose;
  readonly selection: UsageSelection;
}

export interface MeteringRequest extends MeteringTerms {
  /** The window, and the days that proration counts. */
  readonly scope: ProrationScope;
}

/** How far a charge in advance has been billed in the current period. */
export interface InAdvanceLevel {
  readonly state: InAdvanceState | null;
  /** Prorated units billed for the period's events; 0 if the charge is not prorated. */
  readonly proratedUnits: Big;
}

/** All that the price of one bucket of a charge depends on. */
export interface MeteredBucket extends Pick<Bucket<ChargeFilter>, 'filter' | 'groupedBy'> {
  readonly usage: Usage;
  readonly presentation: readonly PresentationUnits[];
  /** Set for usage of a charge in advance that is shown; `usage` is then not rounded. */
  readonly inAdvance: InAdvanceLevel | null;
}

/** The properties by which the usage of a filter, or (null) of the default bucket, is grouped. */
export function groupKeysOf(
  priced: PricedCharge,
  filter: ChargeFilter | null,
  { group, isGrouped }: UsageSelection,
): readonly string[] {
  const keys = isGrouped ? pricingKeysOf(priced, filter) : [];
  return keys.filter((key) => !Object.hasOwn(group, key));
}

/** The properties by which the units of a filter, or (null) of the default bucket, are broken down. */
export function presentationKeysOf(
  priced: PricedCharge,
  filter: ChargeFilter | null,
  { presentation }: UsageSelection,
): readonly string[] {
  const keys = (propertiesOf(priced, filter).presentationGroupKeys ?? []).map(({ value }) => value);
  return presentation === null ? keys : keys.filter((key) => presentation.includes(key));
}

/** The property that says if an event adds or removes an item of a unique count. */
const OPERATION = 'operation_type';

/** The event properties that the usage of a charge depends on; no other needs to be read. */
export function propertiesRead(priced: PricedCharge, selection: UsageSelection): readonly string[] {
  const { metric, filters, filterValues } = priced;
  return [
    ...(metric.fieldName === null ? [] : [metric.fieldName, OPERATION]),
    ...Object.keys(filterValues),
    ...Object.keys(selection.group),
    ...filters.flatMap(({ values }) => Object.keys(values)),
    ...[...filters, null].flatMap((filter) => [
      ...groupKeysOf(priced, filter, selection),
      ...presentationKeysOf(priced, filter, selection),
    ]),
  ];
}

/** Meters a charge from raw events. @param events sorted; those outside the scope are ignored. */
export function meterEvents(
  priced: PricedCharge,
  events: readonly UsageEvent[],
  request: MeteringRequest,
): MeteredBucket[] {
  const { filters, filterValues } = priced;
  const { selection, scope } = request;
  const buckets = bucketsOf(
    {
      filters,
      declaredValues: filterValues,
      groupKeysOf: (filter) => groupKeysOf(priced, filter, selection),
    },
    // Events outside the scope must not create a bucket.
    eventsInScope(chargedMetric(priced), events, scope).filter(({ properties }) =>
      matchesGroup(selection.group, properties),
    ),
  );
  return buckets.map((bucket) => meterBucket(priced, bucket, request));
}

function meterBucket(
  priced: PricedCharge,
  { filter, groupedBy, events }: Bucket<ChargeFilter>,
  { scope, purpose, selection }: MeteringRequest,
): MeteredBucket {
  const { payInAdvance, prorated } = priced.charge;
  const metric = chargedMetric(priced);
  const ownScope = { ...scope, isProrated: prorated && !payInAdvance };
  const keys = presentationKeysOf(priced, filter, selection);
  const presentation = keys.length === 0 ? [] : meterByPresentation(keys, metric, events, ownScope);
  const bucket = { filter, groupedBy, presentation };
  if (!payInAdvance) return { ...bucket, usage: meterUsage(metric, events, ownScope), inAdvance: null };
  if (purpose === 'billed')
    return { ...bucket, usage: meterRecurringQuantity(metric, events, scope), inAdvance: null };
  const usage = meterUsage({ ...metric, roundingFunction: null }, events, ownScope);
  return { ...bucket, usage, inAdvance: levelOf(metric, events, scope, prorated) };
}

function levelOf(
  metric: ChargedMetric,
  events: readonly UsageEvent[],
  scope: ProrationScope,
  isProrated: boolean,
): InAdvanceLevel {
  const billed = billEvents(inAdvanceMetric(metric), events, scope);
  return {
    state: billed.at(-1)?.units.state ?? null,
    proratedUnits: isProrated ? proratedTotal(billed, scope) : ZERO,
  };
}

/** Narrows a metric to the aggregations that can be paid in advance. Source: charges.md §1. */
export function inAdvanceMetric(metric: ChargedMetric): InAdvanceMetric {
  const { aggregationType } = metric;
  switch (aggregationType) {
    case 'count_agg':
    case 'sum_agg':
    case 'unique_count_agg':
      return { ...metric, aggregationType };
    case 'max_agg':
    case 'latest_agg':
    case 'weighted_sum_agg':
      throw new Error(`Charges on ${aggregationType} cannot be paid in advance.`);
  }
}
