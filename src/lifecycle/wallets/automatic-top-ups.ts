import { Big, ZERO } from '../../core/money/decimal.js';
import { creditsFor } from '../../core/wallets/credit-amounts.js';
import {
  intervalTopUp,
  thresholdTopUp,
  type ToppedUpWallet,
  type TopUpRule,
} from '../../core/wallets/automatic-top-ups.js';
import { hasExpired } from '../../core/wallets/validity.js';
import type { InvoiceChange } from '../../modules/invoices/invoice.changes.js';
import { rateOf } from '../../modules/wallets/ledger/wallet-book.js';
import type { OwnedWallet } from '../../modules/wallets/wallet.changes.js';
import type { WalletRule } from '../../modules/wallets/records/wallet-rule.table.js';
import type { OwnedAt } from '../../modules/wallets/rules/wallet-rules.service.js';
import type { UsageChange } from '../../modules/usage/usage.changes.js';
import type { WalletTransaction } from '../../modules/wallets/records/wallet-transaction.table.js';
import type { Actor } from '../../platform/actor.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Tx } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { DueWorkHandler } from '../due-work/due-work-engine.js';
import type { ComparedWallet } from '../estimates/ongoing-balances.js';
import type { AutomaticTopUpsNeeds } from './automatic-top-ups.needs.js';
import type { WalletDepletion } from './wallet-depletion.js';

/** After a failed automatic purchase nothing is bought for this long. Source: wallets.md §5. */
const PAUSE_AFTER_FAILURE_MS = 3_600_000;

/** After a top-up by threshold, the balance is compared again this much later. */
const REVIEW_INTERVAL_MS = 5 * 60_000;

interface Needs extends Pick<
  AutomaticTopUpsNeeds,
  'customers' | 'wallets' | 'walletRules' | 'walletTopUps' | 'ongoingBalances'
> {
  readonly walletDepletion: WalletDepletion;
}

/** A wallet with its active rule. */
interface RuledWallet extends OwnedAt {
  readonly rule: WalletRule;
}

/** Tops wallets up by their rules, at intervals and at thresholds. Source: wallets.md §5. */
export class AutomaticTopUps {
  constructor(private readonly needs: Needs) {}

  /** Tops wallets up whose rules have an interval, and schedules the next time. */
  readonly topUpDue: DueWorkHandler = async (tx, actor, { subjectIds, dueAt }) => {
    const { walletRules, walletTopUps } = this.needs;
    const rules = await walletRules.getMany(tx, actor, subjectIds);
    for (const ruled of await this.ruled(tx, actor, [...rules.values()], dueAt)) {
      const { rule, wallet } = ruled;
      const today = await walletRules.startOfToday(tx, actor, ruled);
      const recent = await walletTopUps.recent(tx, actor, wallet.id, today);
      const isDone = recent.some(({ source, createdAt }) => source === 'interval' && createdAt >= today);
      if (!isDone && !hasExpired(wallet, dueAt) && (await walletRules.isDue(tx, actor, ruled, rule))) {
        const state = await this.stateOf(tx, actor, ruled, recent);
        await walletTopUps.topUpByRule(tx, actor, ruled, intervalTopUp(termsOf(rule), state), rule);
      }
      const tomorrow = new Date(today.getTime() + DAY_MS);
      await walletRules.schedule(tx, actor, ruled, rule, tomorrow);
    }
  };

  /** Announces which wallets are used up, and tops those up whose ongoing balance is at the threshold or below. */
  readonly reviewDue: DueWorkHandler = async (tx, actor, { subjectIds, dueAt }) => {
    const { wallets, walletDepletion, walletRules } = this.needs;
    const found = [...(await wallets.getMany(tx, actor, subjectIds)).values()];
    const active = found.filter(({ status }) => status === 'active');
    await walletDepletion.review(tx, actor, active);
    const rules = await walletRules.activeOf(tx, actor, subjectIds);
    const watched = [...rules.values()].filter(({ trigger }) => trigger === 'threshold');
    for (const ruled of await this.ruled(tx, actor, watched, dueAt)) {
      if (!hasExpired(ruled.wallet, dueAt)) await this.review(tx, actor, ruled);
    }
  };

  /** Terminates rules that have expired. */
  readonly expireDue: DueWorkHandler = async (tx, actor, { subjectIds, dueAt }) => {
    const { walletRules } = this.needs;
    const rules = await walletRules.getMany(tx, actor, subjectIds);
    for (const rule of rules.values()) {
      const isOver = rule.expirationAt !== null && rule.expirationAt <= dueAt;
      if (rule.status === 'active' && isOver) await walletRules.end(tx, actor, rule, dueAt);
    }
  };

  /**
   * Computes the ongoing balances of wallets whose balances have changed, and has those reviewed after this transaction that
   * have nothing left, or a threshold.
   */
  async watch(
    tx: Tx,
    actor: Actor,
    wallets: readonly OwnedWallet[],
  ): Promise<(OwnedWallet & { readonly wallet: ComparedWallet })[]> {
    const { walletRules, walletDepletion, ongoingBalances } = this.needs;
    if (wallets.length === 0) return [];
    const changed = wallets.map(({ wallet }) => wallet);
    const customers = indexBy(
      wallets.map(({ customer }) => customer),
      ({ id }) => id,
    );
    const balances = await ongoingBalances.compute(tx, actor, changed, [...customers.values()]);
    const compared = wallets.map(({ wallet, customer }) => {
      const ongoing = expectPresent(balances.get(wallet.id), 'the ongoing balance');
      return { wallet: { ...wallet, ongoing }, customer };
    });
    await walletDepletion.markRefilled(
      tx,
      compared.map(({ wallet }) => wallet),
    );
    const rules = await walletRules.activeOf(
      tx,
      actor,
      changed.map(({ id }) => id),
    );
    // After a top-up of its own a threshold waits, so that a small one does not repeat without a pause.
    const isOwn = actor.source === 'system' && actor.at !== null;
    const reviews = compared.flatMap(({ wallet, customer }) => {
      const now = wallet.updatedAt;
      const hasThreshold = rules.get(wallet.id)?.trigger === 'threshold';
      if (!hasThreshold && wallet.ongoing.balanceCents > 0n) return [];
      const waits = isOwn && hasThreshold;
      return [{ wallet, customer, dueAt: waits ? new Date(now.getTime() + REVIEW_INTERVAL_MS) : now }];
    });
    await walletRules.review(tx, actor, reviews);
    return compared;
  }

  /** Schedules a comparison of the wallets of customers who have new usage, unless a comparison is scheduled already. */
  reviewForUsage(tx: Tx, actor: Actor, { used }: UsageChange): Promise<void> {
    return this.needs.walletRules.reviewOf(tx, actor, used);
  }

  /** Schedules a comparison of the other wallets of a customer when one has changed, since it may leave more usage to them. */
  reviewForWallet(tx: Tx, actor: Actor, { wallet, customer }: OwnedWallet): Promise<void> {
    return this.needs.walletRules.reviewOf(tx, actor, [{ customer, now: wallet.updatedAt }]);
  }

  /** Schedules a comparison of the wallets of customers whose drafts have fees that are no usage. */
  reviewForDrafts(
    tx: Tx,
    actor: Actor,
    { invoices }: Extract<InvoiceChange, { type: 'invoice.drafted' }>,
  ): Promise<void> {
    const drafts = invoices.map(({ invoice, customer }) => ({ customer, now: invoice.createdAt }));
    return this.needs.walletRules.reviewOf(tx, actor, drafts);
  }

  private async review(tx: Tx, actor: Actor, ruled: RuledWallet): Promise<void> {
    const { walletTopUps } = this.needs;
    const { rule, wallet, now } = ruled;
    const since = new Date(now.getTime() - PAUSE_AFTER_FAILURE_MS);
    const recent = await walletTopUps.recent(tx, actor, wallet.id, since);
    if (recent.some(isOpenAutomatic)) return;
    const state = await this.stateOf(tx, actor, ruled, recent);
    const topUp = thresholdTopUp(termsOf(rule), new Big(rule.thresholdCredits ?? 0), state);
    if (topUp === null) return;
    const paid = mayBuy(recent) ? topUp.paid : ZERO;
    await walletTopUps.topUpByRule(tx, actor, ruled, { ...topUp, paid }, rule);
  }

  /** The active wallets of active rules, with their customers, whom the engine has locked. */
  private async ruled(tx: Tx, actor: Actor, rules: readonly WalletRule[], now: Date): Promise<RuledWallet[]> {
    const { wallets, customers } = this.needs;
    const active = rules.filter(
      ({ status, expirationAt }) => status === 'active' && (expirationAt === null || expirationAt > now),
    );
    const found = await wallets.getMany(
      tx,
      actor,
      active.map(({ walletId }) => walletId),
    );
    const customerIds = [...new Set([...found.values()].map(({ customerId }) => customerId))];
    const owners = await customers.getMany(tx, actor, customerIds);
    return active.flatMap((rule) => {
      const wallet = expectPresent(found.get(rule.walletId), 'the wallet of a rule');
      const customer = expectPresent(owners.get(wallet.customerId), 'the customer of a wallet');
      return wallet.status === 'active' ? [{ rule, wallet, customer, now }] : [];
    });
  }

  private async stateOf(
    tx: Tx,
    actor: Actor,
    { wallet, customer, rule }: RuledWallet,
    recent: readonly WalletTransaction[],
  ): Promise<ToppedUpWallet> {
    const balances = await this.needs.ongoingBalances.compute(tx, actor, [wallet], [customer]);
    const { balanceCredits } = expectPresent(balances.get(wallet.id), 'the ongoing balance');
    const pending = recent.filter(({ status }) => status === 'pending');
    const limit = (cents: bigint | null) =>
      cents === null || rule.ignorePaidTopUpLimits ? null : creditsFor(cents, rateOf(wallet));
    return {
      ongoing: new Big(balanceCredits),
      pending: pending.reduce((total, { creditAmount }) => total.plus(creditAmount), ZERO),
      minimum: limit(wallet.paidTopUpMinAmountCents),
      maximum: limit(wallet.paidTopUpMaxAmountCents),
    };
  }
}

const DAY_MS = 86_400_000;

function termsOf(rule: WalletRule): TopUpRule {
  return {
    method: rule.method,
    paidCredits: new Big(rule.paidCredits),
    grantedCredits: new Big(rule.grantedCredits),
    targetOngoingBalance: rule.targetOngoingBalance === null ? null : new Big(rule.targetOngoingBalance),
    grantsTargetTopUp: rule.grantsTargetTopUp,
  };
}

function isOpenAutomatic({ source, status }: WalletTransaction): boolean {
  return source !== 'manual' && status === 'pending';
}

/** False for an hour after an automatic purchase has failed, unless a purchase was settled since. */
function mayBuy(recent: readonly WalletTransaction[]): boolean {
  const instants = (of: (each: WalletTransaction) => Date | null) =>
    recent.flatMap((each) => of(each)?.getTime() ?? []);
  const failed = instants(({ source, failedAt }) => (source === 'manual' ? null : failedAt));
  const settled = instants(({ transactionStatus, settledAt }) =>
    transactionStatus === 'purchased' ? settledAt : null,
  );
  return failed.length === 0 || Math.max(...settled, 0) > Math.max(...failed);
}
