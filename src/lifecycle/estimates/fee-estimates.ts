import { meteringScope } from '../../core/invoicing/subscriptions/billing-windows.js';
import { Big, numericProperty } from '../../core/money/decimal.js';
import { parseExpression } from '../../core/expression/parser.js';
import { filterMatcher } from '../../core/metering/filters.js';
import { fromCents } from '../../core/money/money.js';
import { estimateInstantly, type InstantPrice } from '../../core/usage-reading/instant-estimate.js';
import { ratePercentOf, type TaxRatio, taxesByRatio } from '../../core/taxes/provider-taxes.js';
import { NO_TAXES } from '../../core/taxes/tax.js';
import type { Actor } from '../../platform/actor.js';
import { groupBy } from '../../platform/collections/grouping.js';
import type { Db } from '../../platform/db/database.js';
import { newId } from '../../platform/db/tables/ids.js';
import { invalid, notFound } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import {
  checkBatchSize,
  checkEventProperties,
  type EventLimits,
} from '../../platform/event-properties/event-properties.js';
import type { BillableMetric } from '../../modules/billable-metrics/billable-metric.table.js';
import { composeStandaloneFees } from '../../modules/invoices/composing/fee-composition.js';
import type { PlannedFee } from '../../modules/invoices/composing/planned-fee.js';
import { type FeeEstimate, NOT_STORED } from '../../modules/invoices/composing/fee-estimate.js';
import type { ChargeFilter } from '../../modules/plans/charges/filters/charge-filter.table.js';
import {
  currentPeriodOf,
  type SubscriptionContext,
} from '../../modules/subscriptions/records/subscription-context.js';
import { computed } from '../../modules/usage/ingest/accepted-event.js';
import { type PricedCharge, pricingOf, propertiesOf } from '../../modules/usage/metering/priced-charge.js';
import type { RatedEvent } from '../../modules/usage/in-advance/rated-event.js';
import { chargeFeeFrame, eventFee } from '../fees/charge-fees.js';
import {
  type BillingRecords,
  type BillingRecordSources,
  loadBillingRecordsOf,
} from '../billing-records/load-billing-records.js';
import type { EstimatesNeeds } from './estimates.needs.js';
import type { EventToEstimate } from './fee-estimate.input.js';

/** Source: events-ingest.md §7. */
const MAX_EVENTS = 100;

interface Needs
  extends
    BillingRecordSources,
    Pick<
      EstimatesNeeds,
      'subscriptionContexts' | 'billableMetrics' | 'events' | 'eventRating' | 'providedTaxRatios'
    > {
  readonly subscriptions: EstimatesNeeds['subscriptions'];
  readonly limits: EventLimits;
}

/** An event that happens now, as it would be stored. */
interface PresentEvent {
  readonly code: string;
  readonly transactionId: string;
  readonly timestamp: Date;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly preciseTotalAmountCents: string | null;
}

/** An active subscription with the records that its fees depend on. */
interface Running {
  readonly context: SubscriptionContext;
  readonly records: BillingRecords;
}

/** Estimates the fees of events under charges in advance. Writes nothing. Source: current-usage.md §4. */
export class FeeEstimates {
  constructor(private readonly needs: Needs) {}

  /**
   * The fees that an event would cause now, given the stored usage, with taxes.
   * @throws AppError `subscription_not_found`, `billable_metric_not_found`; `validation_errors`.
   */
  async full(db: Db, actor: Actor, input: EventToEstimate): Promise<FeeEstimate[]> {
    this.requireSize([input], () => '');
    const running = await this.running(db, actor, input);
    const metric = await this.metricOf(db, actor, input);
    await this.requireNew(db, actor, input);
    requireNumber(metric, input.properties ?? {});
    const charges = chargesOn(running, metric.code);
    if (charges.length === 0) throw invalid({ code: ['does_not_match_an_instant_charge'] });
    const { subscription, plan, terms, now } = running.context;
    const event = presentEvent(input, metric, now);
    const scope = meteringScope(terms, periodOf(running.context));
    const currency = plan.amountCurrency;
    const cents = new Big(event.preciseTotalAmountCents ?? 0);
    const rated = await this.needs.eventRating.rateNew(
      db,
      actor,
      { subscription, charges, metric, scope, currency },
      { at: now, properties: event.properties, amount: fromCents(cents, currency) },
    );
    const estimates = estimatesOf(running, event, rated, { isTaxed: true });
    const { customer } = running.context;
    const ratio = (await this.needs.providedTaxRatios.ofCustomers(db, actor, [customer])).get(customer.id);
    return ratio === undefined ? estimates : estimates.map((fee) => taxedByRatio(fee, ratio));
  }

  /**
   * The fees of an event by itself, without taxes: only standard and percentage prices allow that.
   * @throws AppError `subscription_not_found`; `code: does_not_match_an_instant_charge`.
   */
  async instant(db: Db, actor: Actor, input: EventToEstimate): Promise<FeeEstimate[]> {
    this.requireSize([input], () => '');
    const running = await this.running(db, actor, input);
    const charges = instantCharges(running).filter(({ metric }) => metric.code === input.code);
    if (charges.length === 0) throw invalid({ code: ['does_not_match_an_instant_charge'] });
    return instantEstimates(running, charges, input);
  }

  /**
   * The fees of each of several events by itself. An event that matches no charge costs nothing, unless the plan has no
   * charge that could match.
   * @throws AppError as `instant`; `events: too_many_events`.
   */
  async estimateAllInstantly(
    db: Db,
    actor: Actor,
    inputs: readonly EventToEstimate[],
  ): Promise<FeeEstimate[]> {
    if (inputs.length > MAX_EVENTS) throw invalid({ events: ['too_many_events'] });
    this.requireSize(inputs, (index) => `events.${index}.`);
    const estimates: FeeEstimate[] = [];
    for (const own of groupBy(inputs, (input) => input.externalSubscriptionId ?? '').values()) {
      const running = await this.running(db, actor, own[0] ?? {});
      const charges = instantCharges(running);
      if (charges.length === 0) throw invalid({ code: ['does_not_match_an_instant_charge'] });
      for (const input of own) {
        const matching = charges.filter(({ metric }) => metric.code === input.code);
        estimates.push(...instantEstimates(running, matching, input));
      }
    }
    return estimates;
  }

  /** @throws AppError `validation_errors` for events that would be too large to be stored. */
  private requireSize(inputs: readonly EventToEstimate[], pathOf: (index: number) => string): void {
    const { limits } = this.needs;
    const errors = new FieldErrors();
    const units = inputs.reduce(
      (sum, { properties }, index) =>
        sum + checkEventProperties(errors, `${pathOf(index)}properties`, properties ?? {}, limits),
      0,
    );
    checkBatchSize(errors, { count: inputs.length, units }, limits);
    errors.throwIfAny();
  }

  private async running(db: Db, actor: Actor, { externalSubscriptionId }: EventToEstimate): Promise<Running> {
    const { subscriptions, subscriptionContexts } = this.needs;
    const subscription = await subscriptions.activeByExternalId(db, actor, externalSubscriptionId ?? '');
    if (subscription === null) throw notFound('subscription');
    const context = await subscriptionContexts.contextOf(db, actor, subscription);
    return { context, records: await loadBillingRecordsOf(db, actor, this.needs, context) };
  }

  private async metricOf(db: Db, actor: Actor, { code }: EventToEstimate): Promise<BillableMetric> {
    const [metric] = await this.needs.billableMetrics.findByCodes(db, actor, [code ?? '']);
    if (metric === undefined) throw notFound('billable_metric');
    return metric;
  }

  private async requireNew(
    db: Db,
    actor: Actor,
    { externalSubscriptionId, transactionId }: EventToEstimate,
  ): Promise<void> {
    if (typeof transactionId !== 'string' || typeof externalSubscriptionId !== 'string') return;
    const isKnown = await this.needs.events.exists(db, actor, {
      externalSubscriptionId,
      transactionId,
    });
    if (isKnown || transactionId === '') {
      throw invalid({ transactionId: ['value_is_missing_or_already_exists'] });
    }
  }
}

const NUMERIC = ['sum_agg', 'max_agg', 'latest_agg'] as const;

/** Source: events-ingest.md §7. */
function requireNumber(
  { aggregationType, fieldName }: BillableMetric,
  properties: Readonly<Record<string, unknown>>,
): void {
  const value = fieldName === null ? undefined : properties[fieldName];
  const isNumeric = NUMERIC.some((type) => type === aggregationType);
  if (isNumeric && value !== undefined && numericProperty(value) === null) {
    throw invalid({ properties: ['value_is_not_valid_number'] });
  }
}

/** @throws AppError `properties: expression_evaluation_failed` with its reason. */
function presentEvent(
  { transactionId, properties, preciseTotalAmountCents }: EventToEstimate,
  { code, expression, fieldName }: BillableMetric,
  now: Date,
): PresentEvent {
  const event: PresentEvent = {
    code,
    transactionId: transactionId ?? newId(),
    timestamp: now,
    properties: properties ?? {},
    preciseTotalAmountCents: preciseTotalAmountCents ?? null,
  };
  const parsedExpression = expression === null ? null : parseExpression(expression);
  return computed(event, { parsedExpression, fieldName }, (reason) => {
    const errors = new FieldErrors();
    errors.add('properties', 'expression_evaluation_failed', { reason });
    throw errors.error();
  });
}

function chargesOn({ records }: Running, code: string): PricedCharge[] {
  return records.charges.filter(({ charge, metric }) => charge.payInAdvance && metric.code === code);
}

function instantCharges({ records }: Running): PricedCharge[] {
  return records.charges.filter(
    (priced) => priced.charge.payInAdvance && instantPriceOf(priced, null) !== null,
  );
}

/** Null when a charge cannot be priced by a single event. */
function instantPriceOf(priced: PricedCharge, filter: ChargeFilter | null): InstantPrice | null {
  const { chargeModel: model } = priced.charge;
  const isInstant = model === 'standard' || model === 'percentage';
  // A charge holds the properties of its model.
  return isInstant ? ({ model, properties: propertiesOf(priced, filter) } as InstantPrice) : null;
}

function instantEstimates(
  running: Running,
  charges: readonly PricedCharge[],
  input: EventToEstimate,
): FeeEstimate[] {
  const { plan, now } = running.context;
  return charges.flatMap((priced) => {
    const event = presentEvent(input, priced.metric, now);
    const filter = filterMatcher(priced.filters, priced.filterValues)(event.properties);
    const price = instantPriceOf(priced, filter);
    if (price === null) return [];
    const pricing = pricingOf(priced, plan.amountCurrency);
    const fee = estimateInstantly(price, priced.metric, event.properties, pricing);
    const rated = { priced, filter, groupedBy: {}, fee: { ...fee, amountDetails: {} } };
    return estimatesOf(running, event, [rated], { isTaxed: false });
  });
}

function estimatesOf(
  { context, records }: Running,
  { transactionId }: PresentEvent,
  rated: readonly RatedEvent[],
  { isTaxed }: { isTaxed: boolean },
): FeeEstimate[] {
  const plannedFees = rated.map((each): PlannedFee => {
    const frame = chargeFeeFrame(each.priced, context, records, periodOf(context));
    return eventFee(each, isTaxed ? frame : { ...frame, taxes: NO_TAXES }, transactionId);
  });
  const { customer, subscription, plan, now } = context;
  const rows = composeStandaloneFees({
    customer,
    currency: plan.amountCurrency,
    billedAt: now,
    settings: context.terms,
    fees: plannedFees,
  });
  return rows.fees.map((fee) => ({
    ...fee,
    ...NOT_STORED,
    externalCustomerId: customer.externalId,
    externalSubscriptionId: subscription.externalId,
    appliedTaxes: rows.appliedTaxes
      .filter((tax) => tax.feeId === fee.id)
      .map((tax) => ({ ...tax, feeId: null })),
  }));
}

/** The fee of a customer whose provider is not asked about estimates. Source: integrations.md §6. */
function taxedByRatio(fee: FeeEstimate, ratio: TaxRatio | null): FeeEstimate {
  if (ratio === null) return fee;
  const taxesAmountCents = taxesByRatio(fee.amountCents, ratio);
  return {
    ...fee,
    taxesAmountCents,
    taxesPreciseAmountCents: String(taxesAmountCents),
    taxesRatePercent: ratePercentOf(ratio).toFixed(),
  };
}

function periodOf(context: SubscriptionContext) {
  const period = currentPeriodOf(context);
  if (period === null) throw new Error('A running subscription has a current period.');
  return period;
}
