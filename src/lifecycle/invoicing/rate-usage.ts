import { meteringScope } from '../../core/billing-windows.js';
import type { ProrationScope } from '../../core/metering/proration.js';
import { isEmpty } from '../../core/period.js';
import { billedInRun } from '../../core/rating/charge-billing.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { PricedCharge } from '../../modules/usage/metering/priced-charge.js';
import type { RatedCharge } from '../../modules/usage/rating/rated-charge.js';
import type { RatingInput, UsageService } from '../../modules/usage/rating/usage.service.js';
import { situationOf } from './billing-occasion.js';
import type { LoadedSubscription } from './load-subscriptions.js';

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
  const inputs = loaded.map(ratingInputOf);
  const rated = await service.rateAll(
    tx,
    actor,
    inputs.filter((input) => input !== null),
  );
  const charges = rated.values();
  return loaded.map((each, index): RatedSubscription => {
    const input = inputs[index] ?? null;
    if (input === null) return { ...each, usage: null };
    const own = expectPresent(
      charges.next().value,
      `rated usage of subscription ${each.context.subscription.id}`,
    );
    return { ...each, usage: { scope: input.scope, charges: own } };
  });
}

/** Null when no charge is billed. */
function ratingInputOf(loaded: LoadedSubscription): RatingInput | null {
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
