import { meteringScope } from '../../core/invoicing/subscriptions/billing-windows.js';
import type { ProrationScope } from '../../core/metering/proration.js';
import { isEmpty } from '../../core/time/period.js';
import { billedInRun } from '../../core/rating/charge-billing.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import { type PricedCharge, withoutCarriedUnits } from '../../modules/usage/metering/priced-charge.js';
import type { RatedCharge } from '../../modules/usage/rating/rated-charge.js';
import type { RatingInput, UsageService } from '../../modules/usage/rating/usage.service.js';
import { situationOf } from '../billing-records/billing-occasion.js';
import type { LoadedSubscription } from '../billing-records/load-subscriptions.js';

/** The charges of a subscription that an invoice bills, with their rated usage. */
export interface RatedUsage {
  /** The window, and how its days count. */
  readonly scope: ProrationScope;
  /** In the order of the plan. */
  readonly charges: readonly RatedCharge[];
}

/** A loaded subscription with its rated usage. */
export interface RatedSubscription extends LoadedSubscription {
  /** Null when no charge is billed. */
  readonly usage: RatedUsage | null;
  /** The usage of the day of an end that has a window of its own; null without such a day, or without charges. */
  readonly dayOfEndUsage: RatedUsage | null;
}

/**
 * Rates the usage of each subscription's charges window; of charges in advance that are renewed, the quantity that it
 * holds at the end of the window. Source: charges.md §6, §8.
 * @returns the subscriptions in their order.
 * @throws AppError `amount_cents: value_is_out_of_range`.
 */
export async function rateUsage(
  tx: Tx,
  actor: Actor,
  service: UsageService,
  loaded: readonly LoadedSubscription[],
): Promise<RatedSubscription[]> {
  const inputs = loaded.map((each) => ({ period: periodInputOf(each), dayOfEnd: dayOfEndInputOf(each) }));
  const rated = await service.rateAll(
    tx,
    actor,
    inputs.flatMap(({ period, dayOfEnd }) => [period, dayOfEnd].filter((input) => input !== null)),
  );
  const usages = rated.values();
  const usageOf = (input: RatingInput | null): RatedUsage | null =>
    input === null
      ? null
      : { scope: input.scope, charges: expectPresent(usages.next().value, 'the rated usage of a window') };
  return loaded.map((each, index): RatedSubscription => {
    const { period, dayOfEnd } = expectPresent(inputs[index], 'the windows of a subscription');
    return { ...each, usage: usageOf(period), dayOfEndUsage: withEvents(usageOf(dayOfEnd)) };
  });
}

/** Null when no charge is billed. */
function periodInputOf(loaded: LoadedSubscription): RatingInput | null {
  const { context, occasion, windows, records } = loaded;
  const { subscription, plan, terms } = context;
  const window = windows.charges;
  if (window === null) return null;
  const charges = records.charges.filter((priced) => {
    const billed = billedInRun(chargeRun(priced, loaded));
    return billed === 'renewal' || (billed === 'usage' && !isEmpty(window));
  });
  if (charges.length === 0) return null;
  const scope = meteringScope(terms, window, { isUpgraded: occasion.reason === 'upgraded' });
  return { subscription, charges, scope, currency: plan.amountCurrency };
}

/**
 * The charges in arrears for the usage of the day of an end alone, without what recurring metrics carry into it. Null when
 * the closing invoice bills no such day. Source: periods.md §11.
 */
function dayOfEndInputOf({ context, dayOfEnd, records }: LoadedSubscription): RatingInput | null {
  const window = dayOfEnd?.charges ?? null;
  const charges = records.charges.filter(({ charge }) => !charge.payInAdvance).map(withoutCarriedUnits);
  if (window === null || charges.length === 0) return null;
  const { subscription, plan, terms } = context;
  return { subscription, charges, scope: meteringScope(terms, window), currency: plan.amountCurrency };
}

/** Without charges that no event of the window counts for. */
function withEvents(usage: RatedUsage | null): RatedUsage | null {
  if (usage === null) return null;
  const charges = usage.charges.filter(({ buckets }) => buckets.some(({ rated }) => rated.eventsCount > 0n));
  return { ...usage, charges };
}

/** Source: charges.md §6. */
function chargeRun(
  { charge, metric }: PricedCharge,
  { context, occasion, nextPlanMetricIds }: LoadedSubscription,
) {
  const { changeFromPrevious } = context.subscription;
  return {
    charge,
    metric,
    situation: situationOf(occasion),
    isMetricOfNextPlan: nextPlanMetricIds.has(metric.id),
    isStartedByDowngrade: occasion.reason === 'starting' && changeFromPrevious === 'downgrade',
  };
}
