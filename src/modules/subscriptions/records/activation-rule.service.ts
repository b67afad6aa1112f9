import { MAX_DURATION_DAYS } from '../../../core/time/supported-instants.js';
import type { Actor } from '../../../platform/actor.js';
import { groupBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { invalid } from '../../../platform/errors/app-error.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { SubscriptionsNeeds } from '../subscriptions.needs.js';
import { activationRuleRepository } from './activation-rule.repository.js';
import type { SentActivationRule } from './activation-rule.input.js';
import type { ActivationRule } from './activation-rule.table.js';
import type { Subscription } from './subscription.table.js';

type SentRules = readonly SentActivationRule[] | null | undefined;

const MAX_TIMEOUT_HOURS = 24 * MAX_DURATION_DAYS;
const HOUR_MS = 3_600_000;

/** Validates activation rules. Source: subscriptions.md §12. */
export function checkActivationRules(errors: FieldErrors, rules: SentRules): void {
  const sent = rules ?? [];
  if (new Set(sent.map(({ type }) => type)).size < sent.length) {
    errors.add('activationRules', 'duplicated_type');
  }
  for (const { timeoutHours } of sent) {
    const hours = timeoutHours ?? 0;
    if (hours < 0) errors.add('timeoutHours', 'value_must_be_positive_or_zero');
    if (hours > MAX_TIMEOUT_HOURS) errors.add('timeoutHours', 'value_is_out_of_range');
  }
}

/** Stores the conditions for subscriptions to become active; `lifecycle` acts on them. Source: subscriptions.md §12. */
export class ActivationRuleService {
  constructor(
    private readonly needs: Pick<SubscriptionsNeeds, 'customers' | 'paymentMethods' | 'providerLinks'>,
  ) {}

  /** Activation rules by subscription id; subscriptions without rules are omitted. */
  async ofSubscriptions(
    db: Db,
    actor: Actor,
    ids: readonly string[],
  ): Promise<Map<string, ActivationRule[]>> {
    const found = await activationRuleRepository.findBySubscriptions(db, actor.organizationId, ids);
    return groupBy(found, (rule) => rule.subscriptionId);
  }

  /** The rule that a subscription becomes active only once it is paid; null if it has none. */
  async paymentRule(db: Db, actor: Actor, { id }: Subscription): Promise<ActivationRule | null> {
    // Payment is the only type of rule, and a subscription has at most one of each type.
    const [rule] = (await this.ofSubscriptions(db, actor, [id])).get(id) ?? [];
    return rule ?? null;
  }

  /**
   * Replaces the activation rules of a subscription that has not started. Null and an empty list remove them; undefined
   * keeps them. `checkActivationRules` has validated them.
   * @throws AppError `customer: manual_payment_method_invalid_for_payment_activation_rules` if there are rules and the
   *   payment method is manual, since no automatic payment would ever activate the subscription; `customer:
   *   no_linked_payment_provider`, `payment_method_not_found` or `no_default_payment_method` for the same reason.
   */
  async replace(tx: Tx, actor: Actor, subscription: Subscription, sent: SentRules): Promise<void> {
    const { id: subscriptionId, organizationId, updatedAt: now } = subscription;
    const effective =
      sent === undefined
        ? (await this.ofSubscriptions(tx, actor, [subscriptionId])).get(subscriptionId)
        : sent;
    if ((effective ?? []).length > 0 && subscription.paymentMethodType === 'manual') {
      throw invalid({ customer: ['manual_payment_method_invalid_for_payment_activation_rules'] });
    }
    if (sent === undefined) return;
    if (sent !== null && sent.length > 0) await this.requirePayer(tx, actor, subscription);
    await activationRuleRepository.deleteOfSubscription(tx, organizationId, subscriptionId);
    const rules = (sent ?? []).map(({ type, timeoutHours }): ActivationRule => ({
      id: newId(),
      organizationId,
      subscriptionId,
      ruleType: type,
      timeoutHours: timeoutHours ?? null,
      status: 'inactive',
      expiresAt: null,
      createdAt: now,
      updatedAt: now,
    }));
    await activationRuleRepository.insert(tx, rules);
  }

  /** True if a subscription has other activation rules than these. */
  async differ(db: Db, actor: Actor, { id }: Subscription, sent: SentRules): Promise<boolean> {
    const known = (await this.ofSubscriptions(db, actor, [id])).get(id) ?? [];
    // There is one type of rule, and at most one rule of it.
    const isKnown = ({ timeoutHours = null }: SentActivationRule) =>
      known.some((rule) => rule.timeoutHours === timeoutHours);
    return known.length !== (sent ?? []).length || !(sent ?? []).every(isKnown);
  }

  /** @throws AppError at `customer`, unless a provider can be asked for the payment of the subscription. */
  private async requirePayer(tx: Tx, actor: Actor, subscription: Subscription): Promise<void> {
    const { customers, paymentMethods, providerLinks } = this.needs;
    const { customerId, paymentMethodId } = subscription;
    const customer = (await customers.getMany(tx, actor, [customerId])).get(customerId);
    const link = customer === undefined ? null : await providerLinks.find(tx, actor, customer);
    if (customer === undefined || link === null) throw invalid({ customer: ['no_linked_payment_provider'] });
    const method = await paymentMethods.choose(tx, actor, customer, [subscription]);
    if (method !== null) return;
    throw invalid({
      customer: [paymentMethodId === null ? 'no_default_payment_method' : 'payment_method_not_found'],
    });
  }

  /** Starts waiting for the rule's condition. @returns the instant of its timeout; null without a timeout. */
  async startWaiting(tx: Tx, rule: ActivationRule, now: Date): Promise<Date | null> {
    const hours = rule.timeoutHours ?? 0;
    const expiresAt = hours === 0 ? null : new Date(now.getTime() + hours * HOUR_MS);
    await activationRuleRepository.updateRow(tx, { ...rule, status: 'pending', expiresAt, updatedAt: now });
    return expiresAt;
  }

  /** Records the outcome of a rule. */
  setStatus(tx: Tx, rule: ActivationRule, status: ActivationRule['status'], now: Date): Promise<void> {
    return activationRuleRepository.updateRow(tx, { ...rule, status, updatedAt: now });
  }

  /** Deletes the rows of customers, before those of their subscriptions. */
  deleteForGood(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<void> {
    return activationRuleRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
  }
}
