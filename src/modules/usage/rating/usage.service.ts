import type { ProrationScope } from '../../../core/metering/proration.js';
import type { Period } from '../../../core/time/period.js';
import { rateUsage, type RatedUsage } from '../../../core/rating/charge-models.js';
import { rateInAdvanceUsage } from '../../../core/usage-reading/in-advance-usage.js';
import type { Actor } from '../../../platform/actor.js';
import { groupBy } from '../../../platform/collections/grouping.js';
import type { Db } from '../../../platform/db/database.js';
import type { AppError } from '../../../platform/errors/app-error.js';
import { expectPresent } from '../../../platform/expect-present.js';
import { catchAppError } from '../../../platform/errors/catch-app-error.js';
import type { UsageNeeds } from '../usage.needs.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import type { Charge } from '../../plans/charges/charge.table.js';
import type { Subscription } from '../../subscriptions/records/subscription.table.js';
import type { EventCutoff } from '../events/usage-moment.js';
import {
  ALL_USAGE,
  type MeteredBucket,
  propertiesRead,
  type UsageSelection,
} from '../metering/metered-charge.js';
import { type PricedCharge, priceOf, pricingOf } from '../metering/priced-charge.js';
import type { RatedCharge } from './rated-charge.js';
import { sliceOf, type StoredUsageEvent, usageEventRepository } from '../metering/usage-event.repository.js';
import { withinLimits } from '../events/usage-limits.js';
import { type MeteredCharge, type ReadingTerms, readUsage } from '../metering/usage-reader.js';

/** The subscription, charges and window whose usage is rated. */
export interface RatingInput {
  readonly subscription: Pick<Subscription, 'externalId'>;
  readonly charges: readonly PricedCharge[];
  /** The window, and the days that proration counts. */
  readonly scope: ProrationScope;
  /** Currency of the plan. */
  readonly currency: string;
}

export interface EventsInput extends Pick<RatingInput, 'subscription' | 'currency' | 'charges'> {
  readonly metric: BillableMetric;
  readonly window: Period;
}

type HowToRead = Omit<ReadingTerms, 'organizationId'>;

/** Reads all usage, for display. */
const SHOWN = { purpose: 'shown', selection: ALL_USAGE, cutoff: null } as const;

/** Maximum number of charges whose current usage is read together, unless one subscription alone has more. */
const CHARGES_AT_ONCE = 500;

/**
 * Computes the usage of subscriptions in units and money. Every event that was acknowledged before the call is included.
 * Events belong to an external subscription id, not to one of the subscriptions that have had it (aggregations.md §2).
 */
export class UsageService {
  constructor(private readonly needs: Pick<UsageNeeds, 'billableMetrics' | 'plans' | 'pricingUnits'>) {}

  /** The charges of plans, in order, with all that their rating depends on; by plan id. */
  async chargesOf(db: Db, actor: Actor, planIds: readonly string[]): Promise<Map<string, PricedCharge[]>> {
    const charges = [...(await this.needs.plans.chargesOf(db, actor, planIds)).values()].flat();
    return groupBy(await this.priced(db, actor, charges), ({ charge }) => charge.planId);
  }

  /** Adds to charges, deleted or not, all that their rating depends on. Keeps their order. */
  async priced(db: Db, actor: Actor, charges: readonly Charge[]): Promise<PricedCharge[]> {
    const { plans, billableMetrics, pricingUnits } = this.needs;
    const chargeIds = charges.map(({ id }) => id);
    const metricIds = [...new Set(charges.map((charge) => charge.billableMetricId))];
    const unitIds = [...new Set(charges.flatMap(({ pricingUnitId }) => pricingUnitId ?? []))];
    const filters = await plans.filtersOfCharges(db, actor, chargeIds);
    const metrics = await billableMetrics.getMany(db, actor, metricIds);
    const metricFilters = await billableMetrics.filtersOf(db, actor, metricIds);
    const units = await pricingUnits.getMany(db, actor, unitIds);
    return charges.map((charge) => {
      const metric = metrics.get(charge.billableMetricId);
      if (metric === undefined) throw new Error(`The metric of charge ${charge.id} is missing.`);
      const declared = metricFilters.get(metric.id) ?? [];
      return {
        charge,
        metric,
        filters: filters.get(charge.id) ?? [],
        filterValues: Object.fromEntries(declared.map(({ key, values }) => [key, values])),
        pricingUnit: units.get(charge.pricingUnitId ?? '') ?? null,
      };
    });
  }

  /**
   * Rates charges for an invoice, one result per charge in their order. Charges in arrears are rated on their usage of the
   * window, charges in advance on the units held at its end, which they renew (charges.md §8).
   * @throws AppError `amount_cents: value_is_out_of_range`.
   */
  async rateCharges(db: Db, actor: Actor, input: RatingInput): Promise<RatedCharge[]> {
    return (await this.rateAll(db, actor, [input])).flat();
  }

  /** `rateCharges` for several subscriptions, in their order, whose usage is read together. */
  rateAll(db: Db, actor: Actor, inputs: readonly RatingInput[]): Promise<RatedCharge[][]> {
    return this.rate(db, actor, inputs, { purpose: 'billed', selection: ALL_USAGE, cutoff: null });
  }

  /**
   * Rates charges as `rateCharges`, but only from raw events before the cutoff. Used to verify billed usage.
   * @throws AppError `amount_cents: value_is_out_of_range`.
   */
  async rateAgain(db: Db, actor: Actor, input: RatingInput, cutoff: EventCutoff): Promise<RatedCharge[]> {
    const how = { purpose: 'billed', selection: ALL_USAGE, cutoff } as const;
    return (await this.rate(db, actor, [input], how)).flat();
  }

  /**
   * Rates charges for current usage: charges in advance on the highest level they reached, prorated charges as if usage
   * stayed the same until the end of the window. Source: current-usage.md §1.
   * @throws AppError `amount_cents: value_is_out_of_range`.
   */
  async rateShown(
    db: Db,
    actor: Actor,
    { selection = ALL_USAGE, ...input }: RatingInput & { readonly selection?: UsageSelection },
  ): Promise<RatedCharge[]> {
    return (await this.rate(db, actor, [input], { ...SHOWN, selection })).flat();
  }

  /**
   * `rateShown` for several subscriptions, in their order. A subscription whose amounts are out of range has an error instead.
   */
  async rateAllShown(
    db: Db,
    actor: Actor,
    inputs: readonly RatingInput[],
  ): Promise<(RatedCharge[] | AppError)[]> {
    const rated: (RatedCharge[] | AppError)[] = [];
    for (const part of inParts(inputs)) {
      const readings = await this.read(db, actor, part, SHOWN);
      for (const rate of readings) rated.push(await catchAppError(rate));
    }
    return rated;
  }

  /** The events that the usage of a metric in a window is computed from, by timestamp and reception order. */
  async eventsOf(db: Db, actor: Actor, input: EventsInput): Promise<StoredUsageEvent[]> {
    const { subscription, metric, charges, window, currency } = input;
    const { externalId: externalSubscriptionId } = subscription;
    const keys = charges.flatMap((priced) => propertiesRead(priced, ALL_USAGE));
    const query = { externalSubscriptionId, slices: [sliceOf(metric, window, keys)], currency };
    const { events } = await usageEventRepository.find(db, actor.organizationId, [query], null);
    return events[0]?.get(metric.id) ?? [];
  }

  private async rate(
    db: Db,
    actor: Actor,
    inputs: readonly RatingInput[],
    how: HowToRead,
  ): Promise<RatedCharge[][]> {
    return (await this.read(db, actor, inputs, how)).map((rate) => rate());
  }

  /** Reads the usage of all inputs. @returns for each input, in their order, a function that rates its usage. */
  private async read(
    db: Db,
    { organizationId }: Actor,
    inputs: readonly RatingInput[],
    how: HowToRead,
  ): Promise<(() => RatedCharge[])[]> {
    const readings = inputs.map(({ subscription, ...input }) => ({
      ...input,
      externalSubscriptionId: subscription.externalId,
    }));
    const metered = await readUsage(db, { organizationId, ...how }, readings);
    return inputs.map(
      ({ charges, ...terms }, index) =>
        () =>
          charges.map((priced) =>
            rateMetered(
              priced,
              expectPresent(metered[index]?.get(priced.charge.id), `the usage of charge ${priced.charge.id}`),
              terms,
            ),
          ),
    );
  }
}

/** Splits inputs into parts with a limited number of charges, since rating a part blocks the event loop. */
function* inParts(inputs: readonly RatingInput[]): Generator<RatingInput[]> {
  let part: RatingInput[] = [];
  let charges = 0;
  for (const input of inputs) {
    if (part.length > 0 && charges + input.charges.length > CHARGES_AT_ONCE) {
      yield part;
      [part, charges] = [[], 0];
    }
    part.push(input);
    charges += input.charges.length;
  }
  if (part.length > 0) yield part;
}

type RatingTerms = Pick<RatingInput, 'scope' | 'currency'>;

function rateMetered(
  priced: PricedCharge,
  { buckets, moment }: MeteredCharge,
  terms: RatingTerms,
): RatedCharge {
  return {
    ...priced,
    moment,
    buckets: buckets.map((bucket) => ({
      filter: bucket.filter,
      groupedBy: bucket.groupedBy,
      presentation: bucket.presentation,
      rated: withinLimits(rateBucket(priced, bucket, terms)),
    })),
  };
}

function rateBucket(
  priced: PricedCharge,
  { filter, usage, inAdvance }: MeteredBucket,
  { scope, currency }: RatingTerms,
): RatedUsage {
  const price = priceOf(priced, filter);
  const pricing = pricingOf(priced, currency);
  if (inAdvance === null) return rateUsage(price, usage, pricing);
  const { state, proratedUnits: billedUnits } = inAdvance;
  const proration = priced.charge.prorated ? { scope, billedUnits } : null;
  return rateInAdvanceUsage(price, { usage, state, rounding: priced.metric, proration }, pricing);
}
