import { meteringScope } from '../../core/billing-windows.js';
import { Big, ZERO } from '../../core/decimal.js';
import { toPreciseCents } from '../../core/money.js';
import { type Period, shownEnd } from '../../core/period.js';
import { periodAt } from '../../core/periods.js';
import { periodRules } from '../../core/subscription-terms.js';
import type { RatedUsage } from '../../core/rating/charge-models.js';
import { applicableTaxes, type TaxRate, taxesOfFee } from '../../core/tax.js';
import { addUpUsage } from '../../core/usage-reading/breakdown.js';
import type { Actor } from '../../platform/actor.js';
import type { Db } from '../../platform/db/database.js';
import { invalid, notAllowed, notFound } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import type { CustomerService } from '../customers/customer.service.js';
import type { Charge } from '../plans/charge.table.js';
import type { PlanService } from '../plans/plan.service.js';
import { currentPeriodOf, type SubscriptionContext } from '../subscriptions/subscription-context.js';
import type { SubscriptionService } from '../subscriptions/subscription.service.js';
import type { Tax } from '../taxes/tax.table.js';
import type { TaxService } from '../taxes/tax.service.js';
import type { UsageFilter } from './customer-usage.schema.js';
import type { PricedCharge } from './priced-charge.js';
import type { RatedCharge } from './rated-charge.js';
import type { UsageService } from './usage.service.js';

export interface UsageQuestion {
  readonly customer: { readonly id: string } | { readonly externalId: string };
  /** Of its active subscription; null finds none. */
  readonly externalSubscriptionId: string | null;
  readonly filter: UsageFilter;
  readonly applyTaxes: boolean;
  /** From the start of the subscription instead of the start of the period. */
  readonly fullUsage: boolean;
}

/** What one charge comes to. */
export interface ChargeUsage {
  readonly charge: Charge;
  readonly metric: BillableMetric;
  readonly units: string;
  readonly totalAggregatedUnits: string;
  readonly eventsCount: bigint;
  readonly amountCents: bigint;
  readonly amountCurrency: string;
}

export interface CustomerUsage {
  readonly fromDatetime: Date;
  readonly toDatetime: Date;
  /** Local date. */
  readonly issuingDate: string;
  readonly currency: string;
  readonly amountCents: bigint;
  readonly taxesAmountCents: bigint;
  readonly totalAmountCents: bigint;
  readonly chargesUsage: readonly ChargeUsage[];
}

interface Dependencies {
  readonly taxes: TaxService;
  readonly plans: PlanService;
  readonly customers: CustomerService;
  readonly subscriptions: SubscriptionService;
  readonly usage: UsageService;
}

/** What customers have used in the period in progress, in money. Nothing is written. Source: current-usage.md §1. */
export class CustomerUsageService {
  constructor(private readonly dependencies: Dependencies) {}

  /**
   * @throws AppError `customer_not_found`, `charge_not_found`; kind `notAllowed`: `no_active_subscription`,
   *   `full_usage_not_allowed`; `validation_errors` for what is not built, and amounts out of range.
   */
  async current(db: Db, actor: Actor, question: UsageQuestion): Promise<CustomerUsage> {
    const { usage } = this.dependencies;
    const context = await this.contextOf(db, actor, question);
    requireSupported(question.filter);
    if (question.fullUsage && !choosesCharges(question.filter)) throw notAllowed('full_usage_not_allowed');
    const charges = await this.chargesOf(db, actor, context, question.filter);
    const window = windowOf(context, question);
    const currency = context.plan.amountCurrency;
    const rated = await usage.rateShown(db, actor, {
      subscription: context.subscription,
      charges,
      scope: meteringScope(context.terms, window),
      currency,
    });
    const amountCents = addUpUsage(bucketsOf(rated)).amountCents;
    const taxesAmountCents = question.applyTaxes ? await this.taxesOf(db, actor, context, rated) : 0n;
    if (amountCents + taxesAmountCents > CENTS_LIMIT) {
      throw invalid({ amountCents: ['value_is_out_of_range'] });
    }
    return {
      fromDatetime: window.from,
      toDatetime: shownEnd(window),
      issuingDate: lastDayOf(context),
      currency,
      amountCents,
      taxesAmountCents,
      totalAmountCents: amountCents + taxesAmountCents,
      chargesUsage: (choosesCharges(question.filter) ? rated : rated.toSorted(byMetricName)).map((charge) =>
        chargeUsage(charge, currency),
      ),
    };
  }

  private async contextOf(
    db: Db,
    actor: Actor,
    { customer: key, externalSubscriptionId: externalId }: UsageQuestion,
  ): Promise<SubscriptionContext> {
    const { customers, subscriptions } = this.dependencies;
    const customer = await customers.get(db, actor, key);
    const active = externalId === null ? null : await subscriptions.activeByExternalId(db, actor, externalId);
    if (active?.customerId !== customer.id) throw notAllowed('no_active_subscription');
    const context = (await subscriptions.contexts(db, actor, [active.id])).get(active.id);
    if (context === undefined) throw new Error('A subscription that was found has a context.');
    return context;
  }

  /** @throws AppError `charge_not_found` when the filter leaves none. */
  private async chargesOf(
    db: Db,
    actor: Actor,
    { plan }: SubscriptionContext,
    filter: UsageFilter,
  ): Promise<readonly PricedCharge[]> {
    const charges = (await this.dependencies.usage.chargesOf(db, actor, [plan.id])).get(plan.id) ?? [];
    if (!choosesCharges(filter)) return charges;
    const chosen = charges.filter((priced) => isChosen(priced, filter));
    if (chosen.length === 0) throw notFound('charge');
    return chosen;
  }

  /** The sum of what each fee would bear (taxes.md §2–3). */
  private async taxesOf(
    db: Db,
    actor: Actor,
    { plan, customer }: SubscriptionContext,
    rated: readonly RatedCharge[],
  ): Promise<bigint> {
    const { taxes, plans, customers } = this.dependencies;
    const chargeIds = rated.map(({ charge }) => charge.id);
    const ofCharges = await plans.taxesOfCharges(db, actor, chargeIds);
    const shared = [
      await plans.taxesOf(db, actor, [plan.id]),
      await customers.taxesOf(db, actor, [customer.id]),
      await taxes.ofBillingEntities(db, actor, [customer.billingEntityId]),
    ].flatMap((lists) => [...lists.values()]);
    const ofFees = rated.flatMap(({ charge, buckets }) => {
      const applied = applicableTaxes([ofCharges.get(charge.id) ?? [], ...shared]).map(taxRate);
      return buckets.map(({ rated: { amountCents, preciseAmount } }) => {
        const preciseAmountCents = toPreciseCents(preciseAmount, plan.amountCurrency);
        const fee = { amountCents, preciseAmountCents, preciseCouponsAmountCents: ZERO };
        return taxesOfFee(fee, applied).taxesAmountCents;
      });
    });
    return ofFees.reduce((total, amountCents) => total + amountCents, 0n);
  }
}

const CENTS_LIMIT = BigInt(Number.MAX_SAFE_INTEGER);

/** @throws AppError `validation_errors`, `unsupported_value` for what the filter cannot do yet. */
function requireSupported({ group, presentation }: UsageFilter): void {
  const errors = new FieldErrors();
  if (isGiven(group) && Object.keys(group).length > 0) errors.add('group', 'unsupported_value');
  if (isGiven(presentation) && presentation.some((key) => key !== '')) {
    errors.add('presentation', 'unsupported_value');
  }
  errors.throwIfAny();
}

function choosesCharges({ chargeId, chargeCode, billableMetricCode }: UsageFilter): boolean {
  return isGiven(chargeId) || isGiven(chargeCode) || isGiven(billableMetricCode);
}

function isChosen(
  { charge, metric }: PricedCharge,
  { chargeId, chargeCode, billableMetricCode }: UsageFilter,
): boolean {
  if (isGiven(chargeId)) return charge.id === chargeId;
  if (isGiven(chargeCode)) return charge.code === chargeCode;
  return metric.code === billableMetricCode;
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}

function windowOf(context: SubscriptionContext, { fullUsage }: UsageQuestion): Period {
  const period = currentPeriodOf(context);
  if (period === null) throw new Error('An active subscription has a current period.');
  return fullUsage ? { from: context.terms.startedAt, to: period.to } : period;
}

/** The last day of the plan period, by the customer's clocks. */
function lastDayOf({ terms, now }: SubscriptionContext): string {
  return periodAt(periodRules(terms).plan, now).toOn.subtract({ days: 1 }).toString();
}

/** Case-insensitive. */
function byMetricName(one: RatedCharge, other: RatedCharge): number {
  const [a, b] = [one.metric.name.toLowerCase(), other.metric.name.toLowerCase()];
  return a < b ? -1 : Number(a > b);
}

function bucketsOf(rated: readonly RatedCharge[]): RatedUsage[] {
  return rated.flatMap(({ buckets }) => buckets.map((bucket) => bucket.rated));
}

function chargeUsage(rated: RatedCharge, amountCurrency: string): ChargeUsage {
  const { charge, metric } = rated;
  const { eventsCount, amountCents, units, totalAggregatedUnits } = addUpUsage(bucketsOf([rated]));
  return {
    charge,
    metric,
    units: units.toFixed(),
    totalAggregatedUnits: totalAggregatedUnits.toFixed(),
    eventsCount,
    amountCents,
    amountCurrency,
  };
}

function taxRate({ id, ratePercent }: Tax): TaxRate {
  return { id, ratePercent: new Big(ratePercent) };
}
