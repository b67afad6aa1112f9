import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { refuseTaken } from '../../../platform/db/postgres/postgres-error.js';
import { invalid, notAllowed } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { billingSettingsOf } from '../../customers/records/billing-settings.js';
import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import type { QuantityChange } from '../../plans/fixed-charges/quantity-change.js';
import type { RequestedOverrides } from '../../plans/own-plans/plan-override.rules.js';
import type { Plan } from '../../plans/plan.table.js';
import { checkThresholds } from '../../plans/usage-thresholds/usage-threshold.rules.js';
import type { SubscriptionsNeeds } from '../subscriptions.needs.js';
import { changedReference } from '../../payment-providers/methods/payment-method-reference.js';
import type { ActivationRuleService } from '../records/activation-rule.service.js';
import type { FixedChargeUnitsService } from '../units/fixed-charge-units.service.js';
import type { SubscriptionContext } from '../records/subscription-context.js';
import type { OverriddenSubscription, OwnPlanService } from '../own-plans/own-plan.service.js';
import { subscriptionRepository } from '../records/subscription.repository.js';
import {
  checkAuthorization,
  checkChange,
  checkCurrency,
  checkEnd,
  checkNew,
  type SentChange,
  type SentSubscription,
  trimmed,
  trimmedMembers,
} from '../records/subscription.rules.js';
import type { SubscriptionContexts } from '../reading/subscription-contexts.service.js';
import {
  canMoveStart,
  changesOf,
  hasEnded,
  newSubscription,
  nextSubscription,
  terminationOptions,
} from '../records/subscription.states.js';
import type { Subscription } from '../records/subscription.table.js';

const refuseTakenId = refuseTaken('subscriptions_one_current', 'externalId');

interface Needs extends Pick<
  SubscriptionsNeeds,
  | 'billingEntities'
  | 'customSections'
  | 'plans'
  | 'paymentMethods'
  | 'usageThresholds'
  | 'testClocks'
  | 'customers'
  | 'snapshots'
  | 'changes'
> {
  readonly ownPlans: OwnPlanService;
  readonly fixedChargeUnits: FixedChargeUnitsService;
  readonly activationRules: ActivationRuleService;
  readonly subscriptionContexts: SubscriptionContexts;
}

/** The result of a request for a subscription. */
export interface RequestedSubscription {
  /** The new subscription, or the existing one with the external id. */
  readonly subscription: Subscription;
  /** The request for the same or another plan, if the subscription exists. Null for a new one. */
  readonly change: PlanRequest | null;
}

/** A requested plan, and the rest of the input. */
export interface PlanRequest {
  /** The sold plan, with the overridden amount and other values. */
  readonly plan: Plan;
  /** Overrides, which require an own plan; null without any. */
  readonly overrides: RequestedOverrides | null;
  /** Null: the customer's; undefined: unchanged. */
  readonly billingEntityId: string | null | undefined;
  readonly input: SentSubscription;
}

/** A subscription that was changed, and its former state. */
export interface UpdatedSubscription extends OverriddenSubscription {
  readonly former: SubscriptionContext;
}

/** Creates and updates subscriptions. Neither starts nor bills them. Source: subscriptions.md §2, §8. */
export class SubscriptionEditor {
  constructor(private readonly needs: Needs) {}

  /**
   * Creates a pending subscription. The caller must start it if it is due.
   * @returns the new subscription. If the external id is in use, the existing subscription, unchanged, even if the request
   *   is for another plan.
   * @throws AppError `plan_not_found`, `billing_entity_not_found`, `invoice_custom_section_not_found`,
   *   `test_clock_advancing`, `validation_errors` (subscriptions.md §2); as `OwnPlanService.check`.
   */
  async create(tx: Tx, actor: Actor, sent: SentSubscription): Promise<RequestedSubscription> {
    const { plans, ownPlans, customers, billingEntities, testClocks } = this.needs;
    const { activationRules, paymentMethods } = this.needs;
    const input = trimmed(sent);
    const plan = await plans.lockForUse(tx, actor, { code: input.planCode });
    const errors = new FieldErrors();
    checkNew(errors, input);
    const overrides = await ownPlans.check(tx, actor, errors, { plan }, input.planOverrides);
    // Without a valid customer there is no time zone to compare the dates in.
    if (errors.has('externalCustomerId')) errors.throwIfAny();
    const ownEntity = await this.billingEntityNamed(tx, actor, input.billingEntityCode);
    const billingEntityId = ownEntity?.id ?? null;
    const request: PlanRequest = {
      plan: { ...plan, ...overrides?.values },
      overrides,
      billingEntityId: input.billingEntityCode === undefined ? undefined : billingEntityId,
      input,
    };
    // Locks the customer, so that of two concurrent requests for one subscription the later one finds that of the earlier.
    const customer = await customers.getOrCreate(tx, actor, input.externalCustomerId);
    await testClocks.requireIdle(tx, actor, customer.testClockId);
    const entity = ownEntity ?? (await billingEntities.getWithArchived(tx, actor, customer.billingEntityId));
    const now = await testClocks.now(tx, actor, customer.testClockId);
    const subscriptionAt = input.subscriptionAt ?? now;
    const today = { now, timezone: billingSettingsOf(customer, entity).timezone };
    checkEnd(errors, { subscriptionAt, endingAt: input.endingAt ?? null }, today);
    checkCurrency(errors, customer, input.planOverrides);
    checkAuthorization(errors, input.authorization, [customer.currency, request.plan.amountCurrency]);
    errors.throwIfAny();

    const { current, isIncomplete } = await subscriptionRepository.findLive(
      tx,
      actor.organizationId,
      input.externalId,
    );
    if (current !== null) {
      if (current.customerId !== customer.id) throw invalid({ externalId: ['value_already_exist'] });
    }
    if (isIncomplete) throw invalid({ subscription: ['subscription_incomplete'] });
    await paymentMethods.requireNamed(tx, actor, customer, input.paymentMethod);
    if (current !== null) {
      return { subscription: current, change: request };
    }
    const ofPlan = await this.planOf(tx, actor, request);
    const customSections = await this.customSections(tx, actor, input, null, now);
    const planned = newSubscription({
      ...{ input, customer, plan: ofPlan, billingEntityId, subscriptionAt, customSections, now },
    });
    await subscriptionRepository.insert(tx, planned).catch(refuseTakenId);
    await this.planUnits(tx, actor, planned, request, now);
    await activationRules.replace(tx, actor, planned, input.activationRules);
    await this.replaceThresholds(tx, actor, { subscription: planned, plan: ofPlan }, input);
    await customers.setCurrencyIfMissing(tx, actor, customer, ofPlan.amountCurrency);
    return { subscription: planned, change: null };
  }

  /**
   * Updates a subscription. The start of a chain that has not started may move; the caller must then start it if it is due,
   * and apply the returned quantities.
   * @throws AppError `subscription_not_found`, `billing_entity_not_found`, `invoice_custom_section_not_found`,
   *   `test_clock_advancing`, `validation_errors` (subscriptions.md §8); kind `notAllowed`: `subscription_incomplete` while its payment is pending,
   *   `purchase_order_number_not_editable` once it has ended; as `OwnPlanService.check`.
   */
  async update(tx: Tx, actor: Actor, { id, ...sent }: SentChange): Promise<UpdatedSubscription> {
    const { ownPlans, subscriptionContexts, activationRules, paymentMethods, snapshots, changes } =
      this.needs;
    const keepsPlan = Object.keys(sent.planOverrides ?? {}).length === 0;
    const context = await (keepsPlan
      ? subscriptionContexts.lock(tx, actor, id)
      : ownPlans.lock(tx, actor, id));
    const { subscription, settings, customer, now } = context;
    if (subscription.status === 'incomplete') throw notAllowed('subscription_incomplete');
    const input = trimmedMembers(sent);
    const errors = new FieldErrors();
    checkChange(errors, input);
    const { subscriptionAt, onTerminationCreditNote } = subscription;
    if (!canMoveStart(subscription)) errors.addOtherValues('', input, { subscriptionAt });
    if (!context.plan.payInAdvance) errors.addOtherValues('', input, { onTerminationCreditNote });
    if (!keepsPlan && hasEnded(subscription)) errors.add('planOverrides', 'modification_not_allowed');
    if (input.activationRules !== undefined && subscription.status !== 'pending') {
      errors.add('activationRules', 'subscription_not_pending');
    }
    const overrides = await ownPlans.check(tx, actor, errors, context, input.planOverrides);
    checkCurrency(errors, customer, input.planOverrides);
    const values = changesOf(subscription, input);
    if (input.endingAt !== undefined)
      checkEnd(errors, { ...subscription, ...values }, { now, timezone: settings.timezone });
    errors.throwIfAny();
    await paymentMethods.requireNamed(tx, actor, customer, input.paymentMethod);
    const before = await snapshots.take(tx, actor, 'subscription', subscription);
    const { plan, ...quantities } =
      overrides === null
        ? { plan: context.plan, quantities: [], ownUnits: [] }
        : await ownPlans.apply(tx, actor, context, overrides);
    const entity = await this.billingEntityNamed(tx, actor, input.billingEntityCode);
    const changed: Subscription = {
      ...subscription,
      planId: plan.id,
      ...values,
      customSections: await this.customSections(tx, actor, input, subscription.customSections, now),
      ...(input.billingEntityCode === undefined ? {} : { billingEntityId: entity?.id ?? null }),
      ...terminationOptions({ subscription, plan }, input),
      updatedAt: now,
    };
    await subscriptionRepository.update(tx, changed);
    if (changed.status === 'pending')
      await activationRules.replace(tx, actor, changed, input.activationRules);
    await this.replaceThresholds(tx, actor, { subscription: changed, plan }, input);
    await changes.announce(tx, actor, {
      type: 'subscription.updated',
      subscription: changed,
      customer,
      before,
    });
    return { former: context, context: await subscriptionContexts.get(tx, actor, id), ...quantities };
  }

  /**
   * Creates the next subscription of a chain, pending until `activateSuccessor`. `create` has validated the request.
   * @throws AppError as `ActivationRuleService.agree`.
   */
  async createSuccessor(
    tx: Tx,
    actor: Actor,
    { subscription, now }: SubscriptionContext,
    change: NonNullable<Subscription['changeFromPrevious']>,
    request: PlanRequest,
  ): Promise<Subscription> {
    const plan = await this.planOf(tx, actor, request);
    const errors = reportStart(subscription, request.input);
    if (!plan.payInAdvance) reportCreditNote(errors, request.input);
    errors.throwIfAny();
    const { customSections: inherited } = subscription;
    const customSections = await this.customSections(tx, actor, request.input, inherited, now);
    const next = nextSubscription(subscription, change, { ...request, plan, customSections, now });
    await subscriptionRepository.insert(tx, next);
    await this.planUnits(tx, actor, next, request, now);
    await this.needs.activationRules.replace(tx, actor, next, request.input.activationRules);
    await this.replaceThresholds(tx, actor, { subscription: next, plan }, request.input);
    return next;
  }

  /**
   * Reports what a request for the plan that a subscription has already asks of it: nothing changes.
   * Source: subscriptions.md §2.
   */
  async keep(
    tx: Tx,
    actor: Actor,
    { subscription }: SubscriptionContext,
    request: PlanRequest,
  ): Promise<void> {
    const { activationRules, usageThresholds, fixedChargeUnits } = this.needs;
    const { input, overrides } = request;
    const errors = await this.reportKept(tx, actor, subscription, request);
    errors.addOtherValues('', input, { name: subscription.name });
    if (overrides !== null) {
      const own = await fixedChargeUnits.ownUnits(tx, actor, subscription);
      const isOwn = ({ fixedCharge: { id, units } }: QuantityChange) => own.get(id) === units;
      if (overrides.ownUnits?.every(isOwn) !== true) errors.addIneffective('planOverrides');
    }
    const { usageThresholds: thresholds, activationRules: rules } = input;
    if (thresholds !== undefined) {
      const requested = checkThresholds(new FieldErrors(), thresholds);
      if (await usageThresholds.differ(tx, actor, subscription.id, requested))
        errors.addIneffective('usageThresholds');
    }
    if (rules !== undefined && (await activationRules.differ(tx, actor, subscription, rules)))
      errors.addIneffective('activationRules');
    errors.throwIfAny();
  }

  /** Turns a planned downgrade into an upgrade, since its plan has become more expensive. Source: subscriptions.md §10. */
  async turnIntoUpgrade(tx: Tx, next: Subscription): Promise<Subscription> {
    const upgrade: Subscription = { ...next, changeFromPrevious: 'upgrade' };
    await subscriptionRepository.update(tx, upgrade);
    return upgrade;
  }

  /** Replaces the plan of a pending subscription. Source: subscriptions.md §5, §6. */
  async replacePlan(
    tx: Tx,
    actor: Actor,
    { subscription, plan: former, customer, now }: SubscriptionContext,
    request: PlanRequest,
  ): Promise<Subscription> {
    const { fixedChargeUnits, ownPlans, activationRules, snapshots, changes } = this.needs;
    const { input } = request;
    const before = await snapshots.take(tx, actor, 'subscription', subscription);
    const errors = await this.reportKept(tx, actor, subscription, request);
    if (input.name === null) errors.addOtherValues('', input, { name: subscription.name });
    errors.throwIfAny();
    const plan = await this.planOf(tx, actor, request);
    const changed: Subscription = {
      ...subscription,
      planId: plan.id,
      name: input.name ?? subscription.name,
      onTerminationCreditNote: plan.payInAdvance ? subscription.onTerminationCreditNote : null,
      updatedAt: now,
    };
    await fixedChargeUnits.deletePlanned(tx, subscription);
    await subscriptionRepository.update(tx, changed);
    await ownPlans.discard(tx, actor, former);
    await this.planUnits(tx, actor, changed, request, now);
    await activationRules.replace(tx, actor, changed, input.activationRules);
    await this.replaceThresholds(tx, actor, { subscription: changed, plan }, input);
    await changes.announce(tx, actor, {
      type: 'subscription.updated',
      subscription: changed,
      customer,
      before,
    });
    return changed;
  }

  /** Reports the members of a request that only a new subscription, or the next one of a chain, takes. */
  private async reportKept(
    tx: Tx,
    actor: Actor,
    subscription: Subscription,
    { input, billingEntityId }: PlanRequest,
  ): Promise<FieldErrors> {
    const errors = reportStart(subscription, input);
    const { endingAt, purchaseOrderNumber } = subscription;
    errors.addOtherValues('', input, { endingAt, purchaseOrderNumber });
    const { onTerminationInvoice, onTerminationCreditNote } = subscription;
    const { consolidateInvoice, progressiveBillingDisabled } = subscription;
    const flags = { consolidateInvoice, progressiveBillingDisabled };
    errors.addOtherValues('', sentValues(input), { onTerminationInvoice, onTerminationCreditNote, ...flags });
    if (billingEntityId !== undefined && billingEntityId !== subscription.billingEntityId)
      errors.addIneffective('billingEntityCode');
    const paidBy = changedReference(undefined, subscription);
    if (!isDeepStrictEqual(changedReference(input.paymentMethod, subscription), paidBy))
      errors.addIneffective('paymentMethod');
    const { customSections: before } = subscription;
    const sections = await this.customSections(tx, actor, input, before, subscription.updatedAt);
    if (!isDeepStrictEqual(sections, before)) errors.addIneffective('invoiceCustomSection');
    return errors;
  }

  /** The sold plan or, if there are overrides other than units, a new own plan. */
  private async planOf(tx: Tx, actor: Actor, { plan, overrides }: PlanRequest): Promise<Plan> {
    if (overrides === null || overrides.ownUnits !== null) return plan;
    return (await this.needs.ownPlans.create(tx, actor, { plan }, overrides)).plan;
  }

  /** Stores requested units for a subscription that has not started and has no own plan. */
  private async planUnits(
    tx: Tx,
    actor: Actor,
    subscription: Subscription,
    { overrides }: PlanRequest,
    now: Date,
  ): Promise<void> {
    const fixedCharges = (overrides?.ownUnits ?? []).map(({ fixedCharge }) => fixedCharge);
    await this.needs.fixedChargeUnits.addPlanned(tx, actor, subscription, { fixedCharges, now });
  }

  /** Sets the own thresholds of a subscription, if sent, in place of those of its own plan. Source: progressive-billing.md §1. */
  private async replaceThresholds(
    tx: Tx,
    actor: Actor,
    { subscription, plan }: Pick<SubscriptionContext, 'subscription' | 'plan'>,
    { usageThresholds: sent }: Pick<SentSubscription, 'usageThresholds'>,
  ): Promise<void> {
    if (sent === undefined) return;
    const { usageThresholds } = this.needs;
    const requested = checkThresholds(new FieldErrors(), sent);
    await usageThresholds.replace(tx, actor, { subscriptionId: subscription.id }, requested);
    if (plan.parentId !== null) await usageThresholds.replace(tx, actor, { planId: plan.id }, []);
  }

  /** The custom sections that a subscription shows after a request. @throws AppError `invoice_custom_section_not_found`. */
  private customSections(
    tx: Tx,
    actor: Actor,
    { invoiceCustomSection }: Pick<SentSubscription, 'invoiceCustomSection'>,
    before: Subscription['customSections'],
    now: Date,
  ): Promise<Subscription['customSections']> {
    return this.needs.customSections.choose(tx, actor, invoiceCustomSection, before, now);
  }

  /** Null if no code is given. @throws AppError `billing_entity_not_found`. */
  private billingEntityNamed(
    db: Db,
    actor: Actor,
    code: string | null | undefined,
  ): Promise<BillingEntity | null> {
    return code === null || code === undefined
      ? Promise.resolve(null)
      : this.needs.billingEntities.get(db, actor, { code });
  }
}

/** Reports another start or time of billing than those that a chain of subscriptions keeps. Source: subscriptions.md §5. */
function reportStart({ billingTime, subscriptionAt }: Subscription, input: SentSubscription): FieldErrors {
  const errors = new FieldErrors();
  errors.addOtherValues('', sentValues(input), { billingTime, subscriptionAt });
  return errors;
}

/** Reports what should become of the unused part of a plan in arrears, which has none. Source: subscriptions.md §7. */
function reportCreditNote(errors: FieldErrors, input: SentSubscription): void {
  errors.addOtherValues('', input, { onTerminationCreditNote: null });
}

/** The members that were sent with a value: in a request for a subscription, null stands for the default. */
function sentValues(input: SentSubscription): Partial<SentSubscription> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}
