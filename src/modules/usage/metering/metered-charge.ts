import { eventsInScope } from '../../../core/metering/aggregation.js';
import { bucketsOf, type Bucket } from '../../../core/metering/buckets.js';
import { matchesGroup } from '../../../core/metering/groups.js';
import { meter, meterByPresentation, meterRecurringQuantity } from '../../../core/metering/meter.js';
import type { ProrationScope } from '../../../core/metering/proration.js';
import type { UsageEvent } from '../../../core/metering/usage-event.js';
import { proratedTotal } from '../../../core/rating/in-advance-proration.js';
import {
  billEvents,
  type InAdvanceMetric,
  type InAdvanceState,
} from '../../../core/rating/in-advance-units.js';
import type { ChargedMetric } from '../../../core/rating/rate-charge.js';
import { ZERO, type Big } from '../../../core/decimal.js';
import type { PresentationUnits } from '../../../core/usage-reading/breakdown.js';
import type { Usage } from '../../../core/usage.js';
import type { ChargeFilter } from '../../plans/charges/charge-filter.table.js';
import { chargedMetric, type PricedCharge, propertiesOf } from './priced-charge.js';

/**
 * Why usage is metered. `billed`: for an invoice; of a charge in advance this is what is held at the end of the window,
 * which it renews. `shown`: for a window that is still open (charges.md §6–8, current-usage.md §1).
 */
export type MeteringPurpose = 'billed' | 'shown';

/** Which part of the usage is wanted, and how it is split. Source: current-usage.md §1. */
export interface UsageSelection {
  /** Only events with one of these values, of every key; these keys split nothing. */
  readonly group: Readonly<Record<string, readonly string[]>>;
  /** Whether the other group keys do. */
  readonly isGrouped: boolean;
  /** The presentation keys that are looked at; null: all of them. */
  readonly presentation: readonly string[] | null;
}

export const ALL_USAGE: UsageSelection = { group: {}, isGrouped: true, presentation: null };

export interface MeteringTerms {
  readonly purpose: MeteringPurpose;
  readonly selection: UsageSelection;
}

export interface MeteringRequest extends MeteringTerms {
  /** The window, and how its days count. */
  readonly scope: ProrationScope;
}

/** How far a charge in advance has been billed in the running period. */
export interface InAdvanceLevel {
  readonly state: InAdvanceState | null;
  /** The prorated billed units of the period's events; 0 when the charge is not prorated. */
  readonly proratedUnits: Big;
}

/** What the price of one bucket of a charge depends on. */
export interface MeteredBucket extends Pick<Bucket<ChargeFilter>, 'filter' | 'groupedBy'> {
  readonly usage: Usage;
  readonly presentation: readonly PresentationUnits[];
  /** Null unless usage of a charge in advance is shown: it is not rounded then. */
  readonly inAdvance: InAdvanceLevel | null;
}

/** By which properties the usage of a filter, or (null) of the default bucket, is split. */
export function groupKeysOf(
  priced: PricedCharge,
  filter: ChargeFilter | null,
  { group, isGrouped }: UsageSelection,
): readonly string[] {
  const keys = isGrouped ? (propertiesOf(priced, filter).pricingGroupKeys ?? []) : [];
  return keys.filter((key) => !Object.hasOwn(group, key));
}

/** By which properties its units are shown apart. */
export function presentationKeysOf(
  priced: PricedCharge,
  filter: ChargeFilter | null,
  { presentation }: UsageSelection,
): readonly string[] {
  const keys = (propertiesOf(priced, filter).presentationGroupKeys ?? []).map(({ value }) => value);
  return presentation === null ? keys : keys.filter((key) => presentation.includes(key));
}

/** What tells apart added and removed items of a unique count. */
const OPERATION = 'operation_type';

/** The properties of events that the usage of a charge depends on; no other needs to be read. */
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

/** Meters a charge from raw events, in order and of any time. */
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
    // A group of events that do not count here makes no bucket.
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
  if (!payInAdvance) return { ...bucket, usage: meter(metric, events, ownScope), inAdvance: null };
  if (purpose === 'billed')
    return { ...bucket, usage: meterRecurringQuantity(metric, events, scope), inAdvance: null };
  const usage = meter({ ...metric, roundingFunction: null }, events, ownScope);
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

/** The metric of a charge in advance, as its settings allow it. Source: charges.md §1. */
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
      throw new Error(`${aggregationType} is not paid in advance.`);
  }
}
