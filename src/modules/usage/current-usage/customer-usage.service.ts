import { targetWalletOf } from '../../../core/wallets/target-wallet.js';
import { meteringScope } from '../../../core/invoicing/subscriptions/billing-windows.js';
import { Big, ZERO } from '../../../core/money/decimal.js';
import { toPreciseCents } from '../../../core/money/money.js';
import { type Period, shownEnd } from '../../../core/time/period.js';
import { periodAt } from '../../../core/time/periods.js';
import { periodRules } from '../../../core/invoicing/subscriptions/subscription-terms.js';
import type { RatedUsage } from '../../../core/rating/charge-models.js';
import { taxesByRatio } from '../../../core/taxes/provider-taxes.js';
import { applicableTaxes, type TaxRate, taxesListedBy, taxesOfFee } from '../../../core/taxes/tax.js';
import { addUpPriced } from '../../../core/usage-reading/breakdown.js';
import { progressOf } from '../../../core/usage-reading/projected-usage.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import { AppError, notAllowed, notFound } from '../../../platform/errors/app-error.js';
import { catchAppError } from '../../../platform/errors/catch-app-error.js';
import { expectPresent } from '../../../platform/expect-present.js';
import { distinct } from '../../../platform/collections/distinct-values.js';
import type { UsageNeeds } from '../usage.needs.js';
import {
  currentPeriodOf,
  type SubscriptionContext,
} from '../../subscriptions/records/subscription-context.js';
import type { Tax } from '../../taxes/tax.table.js';
import { byMetricName, type ChargeUsage, chargeUsage } from './charge-usage.js';
import type { UsageFilter } from './customer-usage.input.js';
import type { UsageSelection } from '../metering/metered-charge.js';
import { type PricedCharge, uninvoicedCharges } from '../metering/priced-charge.js';
import { type ProjectedLine, projectedChargeUsage } from './projected-charge-usage.js';
import type { RatedCharge } from '../rating/rated-charge.js';
import { requireAmount } from '../events/usage-limits.js';
import { choosesCharges, isChosen, selectionOf } from './usage-selection.js';
import type { RatingInput, UsageService } from '../rating/usage.service.js';

export interface CurrentUsageQuery {
  /** Null: whoever has the subscription. */
  readonly customer: { readonly id: string } | { readonly externalId: string } | null;
  /** External id of the customer's active subscription; null finds none. */
  readonly externalSubscriptionId: string;
  readonly filter: UsageFilter;
  readonly applyTaxes: boolean;
  /** Reads usage since the start of the subscription instead of the start of the period. */
  readonly fullUsage: boolean;
}

/** The window of the usage, and its totals in minor units of the currency. */
export interface UsageSummary {
  readonly from: Date;
  readonly to: Date;
  /** Local date. */
  readonly issuingDate: string;
  readonly invoiceId: string | null;
  readonly currency: string;
  readonly amountCents: bigint;
  readonly taxesAmountCents: bigint;
  readonly totalAmountCents: bigint;
}

export interface CustomerUsage extends UsageSummary {
  readonly chargesUsage: readonly ChargeUsage[];
}

export interface CustomerProjectedUsage extends UsageSummary {
  readonly projectedAmountCents: bigint;
  readonly chargesUsage: readonly ChargeUsage<ProjectedLine>[];
}

/** What a customer has used of a charge and was not invoiced for, with taxes, in minor units of the currency. */
export interface UnbilledCharge {
  readonly customerId: string;
  readonly currency: string;
  readonly billableMetricId: string;
  /** The code of the wallet that the events name; null: any. */
  readonly targetWalletCode: string | null;
  readonly amountCents: bigint;
}

/** The usage of several subscriptions to rate. */
export interface RatedUsageQuery {
  /** Since the start of each subscription instead of the start of its period. */
  readonly fullUsage: boolean;
  /** Chooses the charges that are rated; omitted: all. */
  readonly isRated?: (context: SubscriptionContext, charge: PricedCharge) => boolean;
}

/** A subscription and the charges window whose usage is rated. */
export interface SubscriptionWindow {
  readonly context: SubscriptionContext;
  readonly window: Period;
}

/** The rated charges of a subscription. */
export interface RatedSubscription {
  readonly context: SubscriptionContext;
  /** The instant from which usage is counted. */
  readonly from: Date;
  readonly rated: RatedCharge[] | AppError;
}

/** The usage of a subscription: its totals, and its charges in the order in which they are shown. */
interface ReadUsage {
  readonly context: SubscriptionContext;
  readonly window: Period;
  readonly summary: UsageSummary;
  readonly rated: readonly RatedCharge[];
}

interface Needs extends Pick<
  UsageNeeds,
  'billingEntityTaxes' | 'plans' | 'customers' | 'subscriptions' | 'subscriptionContexts' | 'taxRatios'
> {
  readonly usage: UsageService;
}

/** Computes what subscriptions owe for their usage of the current period. Writes nothing. Source: current-usage.md §1. */
export class CustomerUsageService {
  constructor(private readonly needs: Needs) {}

  /**
   * @throws AppError `customer_not_found`, `charge_not_found`; kind `notAllowed`: `no_active_subscription`,
   *   `full_usage_not_allowed`; `validation_errors` for an unreadable group, and amounts out of range.
   */
  async current(db: Db, actor: Actor, query: CurrentUsageQuery): Promise<CustomerUsage> {
    const { summary, rated } = await this.read(db, actor, query);
    return { ...summary, chargesUsage: rated.map((charge) => chargeUsage(charge, summary.currency)) };
  }

  /**
   * The current usage of active subscriptions, with taxes, by subscription id. A subscription whose amounts are out of range
   * has an error instead.
   */
  async currentOf(
    db: Db,
    actor: Actor,
    contexts: readonly SubscriptionContext[],
  ): Promise<Map<string, CustomerUsage | AppError>> {
    const rated = await this.ratedUsage(db, actor, contexts);
    const readable = rated.flatMap(({ context, rated: own }) =>
      own instanceof AppError ? [] : [{ context, rated: own }],
    );
    const taxesOn = await this.loadTaxes(db, actor, readable);
    const usages = rated.map(async ({ context, rated: own }) => {
      const usage = await catchAppError(() => {
        if (own instanceof AppError) throw own;
        const taxesAmountCents = taxesOn(context, own);
        const { amountCents } = addUpPriced(bucketsOf(own));
        const currency = context.plan.amountCurrency;
        return {
          ...shownPeriod(context, windowOf(context, false)),
          currency,
          amountCents,
          taxesAmountCents,
          totalAmountCents: requireAmount(amountCents + taxesAmountCents),
          chargesUsage: own.toSorted(byMetricName).map((charge) => chargeUsage(charge, currency)),
        };
      });
      return [context.subscription.id, usage] as const;
    });
    return new Map(await Promise.all(usages));
  }

  /**
   * Current usage together with its projection to the end of the period. Source: current-usage.md §3.
   * @throws AppError as `current`.
   */
  async projected(
    db: Db,
    actor: Actor,
    query: Pick<CurrentUsageQuery, 'customer' | 'externalSubscriptionId' | 'applyTaxes'>,
  ): Promise<CustomerProjectedUsage> {
    const whole = { ...query, filter: {}, fullUsage: false };
    const { context, window, summary, rated } = await this.read(db, actor, whole);
    const progress = progressOf(window, context.now, context.terms.timezone);
    const chargesUsage = rated.map((charge) =>
      projectedChargeUsage(charge, { currency: summary.currency, progress }),
    );
    const amounts = chargesUsage.map((charge) => charge.projectedAmountCents);
    const projectedAmountCents = amounts.reduce((total, amountCents) => total + amountCents, 0n);
    requireAmount(projectedAmountCents);
    return { ...summary, projectedAmountCents, chargesUsage };
  }

  /**
   * Amounts of the current usage of active subscriptions that no fee on an invoice holds yet, in minor units without taxes, by
   * subscription id. A subscription whose amount is out of range has an error instead. Source: progressive-billing.md §2.
   */
  async uninvoicedAmounts(
    db: Db,
    actor: Actor,
    contexts: readonly SubscriptionContext[],
  ): Promise<Map<string, bigint | AppError>> {
    const rated = await this.ratedUsage(db, actor, contexts);
    const amounts = rated.map(async ({ context, rated: own }) => {
      const amount = await catchAppError(() =>
        own instanceof AppError ? own : amountOf(uninvoicedCharges(own)),
      );
      return [context.subscription.id, amount] as const;
    });
    return new Map(await Promise.all(amounts));
  }

  /**
   * What active subscriptions have used in their current periods and will be invoiced for in arrears, with taxes, by charge.
   * Usage that costs nothing is omitted, and usage whose amount is out of range.
   */
  async unbilled(db: Db, actor: Actor, contexts: readonly SubscriptionContext[]): Promise<UnbilledCharge[]> {
    const used = (await this.ratedUsage(db, actor, contexts)).flatMap(({ context, rated }) => {
      if (rated instanceof AppError) return [];
      const priced = rated.filter((charge) => !charge.charge.payInAdvance && costsSomething(charge));
      return priced.length === 0 ? [] : [{ context, rated: priced }];
    });
    if (used.length === 0) return [];
    const taxesOn = await this.loadTaxes(db, actor, used);
    return used.flatMap(({ context, rated }) =>
      rated.flatMap(byTargetWallet).map(({ targetWalletCode, part }) => ({
        customerId: context.customer.id,
        currency: context.plan.amountCurrency,
        billableMetricId: part.charge.billableMetricId,
        targetWalletCode,
        amountCents: addUpPriced(bucketsOf([part])).amountCents + taxesOn(context, [part]),
      })),
    );
  }

  /**
   * Rates usage of active subscriptions together, in their order. A subscription whose amounts are out of range has an error
   * instead.
   */
  ratedUsage(
    db: Db,
    actor: Actor,
    contexts: readonly SubscriptionContext[],
    { fullUsage, ...query }: RatedUsageQuery = { fullUsage: false },
  ): Promise<RatedSubscription[]> {
    const windows = contexts.map((context) => ({ context, window: windowOf(context, fullUsage) }));
    return this.usageIn(db, actor, windows, query);
  }

  /** `ratedUsage` of given charges windows, of subscriptions that may have ended. */
  async usageIn(
    db: Db,
    actor: Actor,
    windows: readonly SubscriptionWindow[],
    { isRated }: Pick<RatedUsageQuery, 'isRated'> = {},
  ): Promise<RatedSubscription[]> {
    if (windows.length === 0) return [];
    const { usage } = this.needs;
    const charges = await usage.chargesOf(db, actor, distinct(windows.map(({ context }) => context.plan.id)));
    const inputs = windows.map(({ context, window }) => {
      const ofPlan = charges.get(context.plan.id) ?? [];
      const chosen = isRated === undefined ? ofPlan : ofPlan.filter((charge) => isRated(context, charge));
      return ratingInput(context, window, chosen);
    });
    const rated = await usage.rateAllShown(db, actor, inputs);
    return windows.map(({ context, window }, index) => ({
      context,
      from: window.from,
      rated: expectPresent(rated[index], 'the rated usage of a subscription'),
    }));
  }

  /** Rates the charges that the filter selects, and computes their totals. */
  private async read(db: Db, actor: Actor, query: CurrentUsageQuery): Promise<ReadUsage> {
    const context = await this.contextOf(db, actor, query);
    const { window, rated } = await this.rate(db, actor, context, query);
    return {
      context,
      window,
      rated: choosesCharges(query.filter) ? rated : rated.toSorted(byMetricName),
      summary: {
        ...shownPeriod(context, window),
        ...(await this.amountsOf(db, actor, context, rated, query)),
      },
    };
  }

  private async rate(
    db: Db,
    actor: Actor,
    context: SubscriptionContext,
    { filter, fullUsage }: Pick<CurrentUsageQuery, 'filter' | 'fullUsage'>,
  ): Promise<Pick<ReadUsage, 'window' | 'rated'>> {
    const selection = selectionOf(filter);
    const charges = await this.chargesOf(db, actor, context, filter);
    if (fullUsage) requireFullUsage(charges, filter, selection);
    const window = windowOf(context, fullUsage);
    const rated = await this.needs.usage.rateShown(db, actor, {
      ...ratingInput(context, window, charges),
      selection,
    });
    return { window, rated };
  }

  private async contextOf(
    db: Db,
    actor: Actor,
    { customer: key, externalSubscriptionId: externalId }: CurrentUsageQuery,
  ): Promise<SubscriptionContext> {
    const { customers, subscriptions, subscriptionContexts } = this.needs;
    const named = key === null ? null : await customers.get(db, actor, key);
    const active = await subscriptions.activeByExternalId(db, actor, externalId);
    if (active === null || (named !== null && active.customerId !== named.id))
      throw notAllowed('no_active_subscription');
    const customer = named ?? (await customers.get(db, actor, { id: active.customerId }));
    return subscriptionContexts.contextOf(db, actor, active, customer);
  }

  /** @throws AppError `charge_not_found` if the filter names a charge that the plan does not have. */
  private async chargesOf(
    db: Db,
    actor: Actor,
    { plan }: SubscriptionContext,
    filter: UsageFilter,
  ): Promise<readonly PricedCharge[]> {
    const charges = (await this.needs.usage.chargesOf(db, actor, [plan.id])).get(plan.id) ?? [];
    const chosen = charges.filter((priced) => isChosen(priced, filter));
    if (choosesCharges(filter) && chosen.length === 0) throw notFound('charge');
    return chosen;
  }

  private async amountsOf(
    db: Db,
    actor: Actor,
    context: SubscriptionContext,
    rated: readonly RatedCharge[],
    { applyTaxes }: CurrentUsageQuery,
  ): Promise<Pick<UsageSummary, 'currency' | 'amountCents' | 'taxesAmountCents' | 'totalAmountCents'>> {
    const { amountCents } = addUpPriced(bucketsOf(rated));
    const taxesAmountCents = applyTaxes ? await this.taxesOf(db, actor, context, rated) : 0n;
    const totalAmountCents = amountCents + taxesAmountCents;
    requireAmount(totalAmountCents);
    return { currency: context.plan.amountCurrency, amountCents, taxesAmountCents, totalAmountCents };
  }

  /** The sum of the taxes on the fees that this usage would be billed with (taxes.md §2–3). */
  private async taxesOf(
    db: Db,
    actor: Actor,
    context: SubscriptionContext,
    rated: readonly RatedCharge[],
  ): Promise<bigint> {
    const taxesOn = await this.loadTaxes(db, actor, [{ context, rated }]);
    return taxesOn(context, rated);
  }

  /**
   * Loads the taxes of the usage of subscriptions.
   * @returns a function that computes those on the fees of charges.
   */
  private async loadTaxes(
    db: Db,
    actor: Actor,
    used: readonly { readonly context: SubscriptionContext; readonly rated: readonly RatedCharge[] }[],
  ): Promise<(context: SubscriptionContext, charges: readonly RatedCharge[]) => bigint> {
    const { billingEntityTaxes, plans, customers, taxRatios } = this.needs;
    const contexts = used.map(({ context }) => context);
    const chargeIds = used.flatMap(({ rated }) => rated.map(({ charge }) => charge.id));
    const [ofCharges, ofPlans, ofCustomers, ofEntities, ratios] = await Promise.all([
      plans.taxesOfCharges(db, actor, distinct(chargeIds)),
      plans.taxesOf(db, actor, distinct(contexts.map(({ plan }) => plan.id))),
      customers.taxesOf(db, actor, distinct(contexts.map(({ customer }) => customer.id))),
      billingEntityTaxes.ofBillingEntities(
        db,
        actor,
        distinct(contexts.map(({ customer }) => customer.billingEntityId)),
      ),
      taxRatios.ofCustomers(
        db,
        actor,
        contexts.map(({ customer }) => customer),
      ),
    ]);
    const listedOn = ({ plan, customer }: SubscriptionContext, { charge, buckets }: RatedCharge) => {
      const applied = applicableTaxes([
        taxesListedBy('charge', charge.id, ofCharges),
        taxesListedBy('plan', plan.id, ofPlans),
        taxesListedBy('customer', customer.id, ofCustomers),
        taxesListedBy('billing_entity', customer.billingEntityId, ofEntities),
      ]).taxes.map(taxRate);
      return buckets.reduce((total, { rated: { amountCents, preciseAmount } }) => {
        const preciseAmountCents = toPreciseCents(preciseAmount, plan.amountCurrency);
        const fee = { amountCents, preciseAmountCents, preciseCouponsAmountCents: ZERO };
        return total + taxesOfFee(fee, applied).taxesAmountCents;
      }, 0n);
    };
    return (context, charges) => {
      const ratio = ratios.get(context.customer.id);
      if (ratio === undefined)
        return charges.reduce((total, charge) => total + listedOn(context, charge), 0n);
      const { amountCents } = addUpPriced(bucketsOf(charges));
      return ratio === null ? 0n : taxesByRatio(amountCents, ratio);
    };
  }
}

function costsSomething({ buckets }: RatedCharge): boolean {
  return buckets.some(
    ({ rated: { amountCents, preciseAmount } }) => amountCents !== 0n || !preciseAmount.eq(0),
  );
}

/** The parts of the usage of a charge that name one wallet each, or (null) none. */
function byTargetWallet(charge: RatedCharge): { targetWalletCode: string | null; part: RatedCharge }[] {
  const accepts = charge.charge.acceptsTargetWallet === true;
  const parts = Map.groupBy(charge.buckets, ({ groupedBy }) => targetWalletOf(groupedBy, accepts));
  return [...parts].map(([targetWalletCode, buckets]) => ({
    targetWalletCode,
    part: { ...charge, buckets },
  }));
}

function ratingInput(
  { subscription, terms, plan }: SubscriptionContext,
  window: Period,
  charges: readonly PricedCharge[],
): RatingInput {
  return { subscription, charges, scope: meteringScope(terms, window), currency: plan.amountCurrency };
}

/** @throws AppError `amount_cents: value_is_out_of_range`. */
function amountOf(rated: readonly RatedCharge[]): bigint {
  const { amountCents } = addUpPriced(bucketsOf(rated));
  return requireAmount(amountCents);
}

function bucketsOf(rated: readonly RatedCharge[]): RatedUsage[] {
  return rated.flatMap(({ buckets }) => buckets.map((bucket) => bucket.rated));
}

/**
 * Full usage needs a filter by charge or group, and a charge whose amount does not depend on the days of one period.
 * @throws AppError of kind `notAllowed`, `full_usage_not_allowed`.
 */
function requireFullUsage(
  charges: readonly PricedCharge[],
  filter: UsageFilter,
  { group }: UsageSelection,
): void {
  const isPart = choosesCharges(filter) || Object.keys(group).length > 0;
  if (!isPart || charges.some(({ charge }) => charge.prorated)) throw notAllowed('full_usage_not_allowed');
}

function windowOf(context: SubscriptionContext, fullUsage: boolean): Period {
  const period = currentPeriodOf(context);
  if (period === null) throw new Error('An active subscription has a current period.');
  return fullUsage ? { from: context.terms.usageFrom ?? context.terms.startedAt, to: period.to } : period;
}

function shownPeriod({ terms, now }: SubscriptionContext, window: Period) {
  const lastOn = periodAt(periodRules(terms).plan, now).toOn.subtract({ days: 1 });
  return {
    from: window.from,
    to: shownEnd(window),
    issuingDate: lastOn.toString(),
    invoiceId: null,
  };
}

function taxRate({ id, ratePercent }: Tax): TaxRate {
  return { id, ratePercent: new Big(ratePercent) };
}
