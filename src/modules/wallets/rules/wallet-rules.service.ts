import { Temporal } from 'temporal-polyfill';
import { localDate, startOfLocalDay } from '../../../core/time/calendar.js';
import { nextTopUpOn } from '../../../core/wallets/automatic-top-ups.js';
import { type Actor, systemActor } from '../../../platform/actor.js';
import { groupBy, indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { billingSettingsOf } from '../../customers/records/billing-settings.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { WalletsNeeds } from '../wallets.needs.js';
import type { SentWalletRule } from '../records/wallet.input.js';
import type { Wallet } from '../records/wallet.table.js';
import { walletRepository } from '../records/wallet.repository.js';
import { walletRuleRepository } from '../records/wallet-rule.repository.js';
import { isWhole, MOST_RULES, ruleOf } from './wallet-rule.rules.js';
import type { WalletRule } from '../records/wallet-rule.table.js';
import { WALLET_WORK } from '../wallet-work.js';

/** A wallet whose customer is locked. */
export interface OwnedAt {
  readonly wallet: Wallet;
  readonly customer: Customer;
  /** The customer's now. */
  readonly now: Date;
}

/** What becomes of the rule of a wallet; undefined: it stays as it is. */
export type PlannedRule = WalletRule | null | undefined;

/** Keeps the rules by which wallets are topped up on their own, and schedules their work. Source: wallets.md §5. */
export class WalletRules {
  constructor(private readonly needs: Pick<WalletsNeeds, 'billingEntities' | 'customSections'>) {}

  /** The active rules of wallets, by wallet id. */
  async activeOf(db: Db, actor: Actor, walletIds: readonly string[]): Promise<Map<string, WalletRule>> {
    if (walletIds.length === 0) return new Map();
    const found = await walletRuleRepository.findActive(db, actor.organizationId, walletIds);
    return indexBy(found, ({ walletId }) => walletId);
  }

  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, WalletRule>> {
    return indexBy(await walletRuleRepository.findMany(db, actor.organizationId, ids), ({ id }) => id);
  }

  /**
   * Reads the rule that a wallet is to have, and reports what is wrong with it.
   * @param wallet as it will be. @param initial see `ruleOf`.
   * @throws AppError `recurring_transaction_rule_not_found`.
   */
  plan(
    errors: FieldErrors,
    sent: readonly SentWalletRule[] | null | undefined,
    wallet: Wallet,
    known: WalletRule | null,
    initial: Pick<SentWalletRule, 'paidCredits' | 'grantedCredits'>,
    now: Date,
  ): PlannedRule {
    if (sent === undefined || sent === null) {
      if (known !== null && !isWhole(known, wallet))
        errors.add('recurringTransactionRules', 'invalid_recurring_rule');
      return undefined;
    }
    if (sent.length > MOST_RULES) {
      errors.add('recurringTransactionRules', 'invalid_number_of_recurring_rules');
      return undefined;
    }
    const [first] = sent;
    if (first === undefined) return null;
    const changed = typeof first.id === 'string' ? known : null;
    if (typeof first.id === 'string' && first.id.toLowerCase() !== known?.id)
      throw notFound('recurring_transaction_rule');
    const rule = ruleOf(first, wallet, changed, initial, now);
    if (rule === null) errors.add('recurringTransactionRules', 'invalid_recurring_rule');
    return rule;
  }

  /**
   * A planned rule with the custom sections that were sent for it.
   * @param now the customer's.
   * @throws AppError `invoice_custom_section_not_found`; `validation_errors` for too many.
   */
  async withSections(
    tx: Tx,
    actor: Actor,
    rule: PlannedRule,
    sent: readonly SentWalletRule[] | null | undefined,
    now: Date,
  ): Promise<PlannedRule> {
    if (rule === undefined || rule === null) return rule;
    const { customSections } = this.needs;
    const sentChoice = sent?.[0]?.invoiceCustomSection;
    return {
      ...rule,
      customSections: await customSections.choose(tx, actor, sentChoice, rule.customSections, now),
    };
  }

  /**
   * Has all thresholds compared of wallets on a test clock, or in real time (null), since usage may have changed their
   * ongoing balances.
   */
  async reviewAll(tx: Tx, testClockId: string | null, now: Date): Promise<void> {
    const watched = await walletRuleRepository.findWatched(tx, testClockId);
    for (const [organizationId, own] of groupBy(watched, (each) => each.organizationId)) {
      const works = own.map(({ walletId: subjectId, customerId }) => {
        return { kind: 'wallet_review', subjectId, customerId, testClockId, dueAt: now } as const;
      });
      await WALLET_WORK.schedule(tx, systemActor(organizationId, null), works);
    }
  }

  /** Has the active wallets of customers compared, unless a comparison is scheduled already. */
  async reviewOf(
    tx: Tx,
    actor: Actor,
    used: readonly { readonly customer: Customer; readonly now: Date }[],
  ): Promise<void> {
    if (used.length === 0) return;
    const owners = new Map(used.map((each) => [each.customer.id, each]));
    const active = await walletRepository.findActive(tx, actor.organizationId, [...owners.keys()]);
    const works = active.flatMap(({ id: subjectId, customerId }) => {
      const owner = owners.get(customerId);
      if (owner === undefined) return [];
      const { testClockId } = owner.customer;
      return [{ kind: 'wallet_review', subjectId, customerId, testClockId, dueAt: owner.now } as const];
    });
    await WALLET_WORK.scheduleUnlessScheduled(tx, actor, works);
  }

  /** Writes a planned rule in place of the known one, and schedules its work. */
  async write(
    tx: Tx,
    actor: Actor,
    owned: OwnedAt,
    known: WalletRule | null,
    planned: PlannedRule,
  ): Promise<void> {
    if (planned === undefined) return;
    if (known !== null && planned?.id !== known.id) await this.end(tx, actor, known, owned.now);
    if (planned === null) return;
    if (planned.id === known?.id) await walletRuleRepository.updateRow(tx, planned);
    else await walletRuleRepository.insert(tx, planned);
    await this.schedule(tx, actor, owned, planned, owned.now);
  }

  /** Terminates the rule of a wallet that ends. */
  async endOf(tx: Tx, actor: Actor, { id }: Wallet, at: Date): Promise<void> {
    const rule = (await this.activeOf(tx, actor, [id])).get(id);
    if (rule !== undefined) await this.end(tx, actor, rule, at);
  }

  async end(tx: Tx, actor: Actor, rule: WalletRule, at: Date): Promise<void> {
    await walletRuleRepository.updateRow(tx, {
      ...rule,
      status: 'terminated',
      terminatedAt: at,
      updatedAt: at,
    });
    await WALLET_WORK.cancel(tx, actor, ['wallet_top_up', 'wallet_rule_expiration'], rule.id);
  }

  /** Has wallets compared, each at an instant: with their thresholds, and whether anything is left. */
  async review(
    tx: Tx,
    actor: Actor,
    reviews: readonly (Pick<OwnedAt, 'wallet' | 'customer'> & { readonly dueAt: Date })[],
  ): Promise<void> {
    const works = reviews.map(({ wallet, customer: { id: customerId, testClockId }, dueAt }) => {
      return { kind: 'wallet_review', subjectId: wallet.id, customerId, testClockId, dueAt } as const;
    });
    await WALLET_WORK.schedule(tx, actor, works);
  }

  /** True if today is a day of the rule, in the customer's zone. */
  async isDue(tx: Tx, actor: Actor, owned: OwnedAt, rule: WalletRule): Promise<boolean> {
    const { days, todayOn } = await this.calendar(tx, actor, owned);
    const next = days(rule, todayOn.subtract({ days: 1 }));
    return next !== null && next.equals(todayOn);
  }

  /** The beginning of today in the customer's zone. */
  async startOfToday(tx: Tx, actor: Actor, owned: OwnedAt): Promise<Date> {
    const { todayOn, timezone } = await this.calendar(tx, actor, owned);
    return startOfLocalDay(todayOn, timezone);
  }

  /**
   * Schedules the next day of a rule, or a review of its threshold, and its expiration.
   * @param from the first instant at which the rule may work.
   */
  async schedule(tx: Tx, actor: Actor, owned: OwnedAt, rule: WalletRule, from: Date): Promise<void> {
    const { id: customerId, testClockId } = owned.customer;
    const owner = { customerId, testClockId };
    if (rule.trigger === 'threshold') await this.review(tx, actor, [{ ...owned, dueAt: from }]);
    else {
      const dueAt = await this.nextDay(tx, actor, owned, rule, from);
      await WALLET_WORK.schedule(tx, actor, [{ kind: 'wallet_top_up', subjectId: rule.id, ...owner, dueAt }]);
    }
    if (rule.expirationAt === null) await WALLET_WORK.cancel(tx, actor, 'wallet_rule_expiration', rule.id);
    else {
      const end = { kind: 'wallet_rule_expiration', subjectId: rule.id, ...owner } as const;
      await WALLET_WORK.schedule(tx, actor, [{ ...end, dueAt: rule.expirationAt }]);
    }
  }

  private async nextDay(tx: Tx, actor: Actor, owned: OwnedAt, rule: WalletRule, from: Date): Promise<Date> {
    const { days, timezone } = await this.calendar(tx, actor, owned);
    const next = days(rule, localDate(from, timezone).subtract({ days: 1 }));
    if (next === null) throw new Error(`The rule ${rule.id} has no interval.`);
    const instants = [startOfLocalDay(next, timezone), rule.startedAt ?? owned.wallet.createdAt, from];
    return new Date(Math.max(...instants.map((instant) => instant.getTime())));
  }

  /** The days of rules in the customer's zone. A wallet is not topped up on the day of its creation. */
  private async calendar(tx: Tx, actor: Actor, { wallet, customer, now }: OwnedAt) {
    const entity = await this.needs.billingEntities.getWithArchived(tx, actor, customer.billingEntityId);
    const { timezone } = billingSettingsOf(customer, entity);
    const createdOn = localDate(wallet.createdAt, timezone);
    return {
      timezone,
      todayOn: localDate(now, timezone),
      days: ({ interval, startedAt }: WalletRule, afterOn: Temporal.PlainDate) =>
        interval === null
          ? null
          : nextTopUpOn(
              interval,
              localDate(startedAt ?? wallet.createdAt, timezone),
              Temporal.PlainDate.compare(afterOn, createdOn) < 0 ? createdOn : afterOn,
            ),
    };
  }
}
