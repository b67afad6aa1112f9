import { Big } from '../../core/money/decimal.js';
import { roundHalfAwayFromZero } from '../../core/money/money.js';
import { taxesByRatio } from '../../core/taxes/provider-taxes.js';
import { creditsFor } from '../../core/wallets/credit-amounts.js';
import { payableKey } from '../../core/wallets/invoice-payments.js';
import { shareUnbilledUsage, type UnbilledUsage, type UsedWallet } from '../../core/wallets/ongoing-usage.js';
import type { Customer } from '../../modules/customers/records/customer.table.js';
import { rateOf } from '../../modules/wallets/ledger/wallet-book.js';
import type { Wallet } from '../../modules/wallets/records/wallet.table.js';
import type { Actor } from '../../platform/actor.js';
import type { Db } from '../../platform/db/database.js';
import type { EstimatesNeeds } from './estimates.needs.js';

/** The usage that a wallet will have to pay for, and what is then left of it. */
export interface OngoingBalance {
  readonly usageCents: bigint;
  /** May be negative. */
  readonly balanceCents: bigint;
  readonly usageCredits: string;
  readonly balanceCredits: string;
}

/** A wallet whose ongoing balance at this moment is known: showing the wallet does not compute it again. */
export interface ComparedWallet extends Wallet {
  readonly ongoing: OngoingBalance;
}

/** What is used of one type and metric in one currency, by a customer. */
interface CustomersUsage extends UnbilledUsage {
  readonly customerId: string;
  readonly currency: string;
}

/**
 * Computes what customers have used and not paid yet, and which wallets will pay it: from the counters of usage, at each
 * reading, so that an event that was acknowledged is in the next one. Source: wallets.md §6, docs/adr/0068.
 */
export class OngoingBalances {
  constructor(
    private readonly needs: Pick<
      EstimatesNeeds,
      | 'subscriptionContexts'
      | 'customerUsage'
      | 'fees'
      | 'progressiveInvoices'
      | 'providedTaxRatios'
      | 'walletPayments'
      | 'walletRules'
    >,
  ) {}

  /**
   * The ongoing balances of wallets, by wallet id. A terminated wallet has no part in usage.
   * @param customers those of active wallets.
   */
  async compute(
    db: Db,
    actor: Actor,
    wallets: readonly Wallet[],
    customers: readonly Customer[],
  ): Promise<Map<string, OngoingBalance>> {
    const shares = await this.shares(db, actor, customers);
    return new Map(wallets.map((wallet) => [wallet.id, balanceOf(wallet, shares.get(wallet.id) ?? 0n)]));
  }

  private async shares(
    db: Db,
    actor: Actor,
    customers: readonly Customer[],
  ): Promise<ReadonlyMap<string, bigint>> {
    if (customers.length === 0) return new Map();
    const customerIds = customers.map(({ id }) => id);
    const [wallets, used] = await Promise.all([
      this.wallets(db, actor, customerIds),
      this.used(db, actor, customers),
    ]);
    const purse = (each: { readonly customerId: string; readonly currency: string }) =>
      `${each.customerId} ${each.currency}`;
    const usedBy = Map.groupBy(used, purse);
    const shares = [...Map.groupBy(wallets, purse)].flatMap(([key, own]) => [
      ...shareUnbilledUsage(alike(usedBy.get(key) ?? [], own), own),
    ]);
    return new Map(shares);
  }

  /** The active wallets of customers, in the order in which they pay, with what their rules make of their shares. */
  private async wallets(db: Db, actor: Actor, customerIds: readonly string[]) {
    const { walletPayments, walletRules } = this.needs;
    const active = await walletPayments.active(db, actor, customerIds);
    const rules = await walletRules.activeOf(
      db,
      actor,
      active.map(({ id }) => id),
    );
    return active.map((wallet) => ({ ...wallet, takesRest: rules.get(wallet.id)?.trigger === 'threshold' }));
  }

  /** Usage of the current periods that was not billed progressively, and drafts. */
  private async used(db: Db, actor: Actor, customers: readonly Customer[]): Promise<CustomersUsage[]> {
    const { subscriptionContexts, customerUsage, fees, progressiveInvoices, providedTaxRatios } = this.needs;
    const customerIds = customers.map(({ id }) => id);
    const [contexts, drafted, ratios] = await Promise.all([
      subscriptionContexts.activeContextsOf(db, actor, customers),
      fees.sumOfDrafts(db, actor, customerIds),
      providedTaxRatios.ofCustomers(db, actor, customers),
    ]);
    const queries = contexts.map(({ subscription, now: at }) => ({ subscriptionId: subscription.id, at }));
    const [current, progressive] =
      contexts.length === 0
        ? [[], []]
        : await Promise.all([
            customerUsage.unbilled(db, actor, contexts),
            progressiveInvoices.progressivelyBilled(db, actor, queries),
          ]);
    const billed = progressive.map(({ amountCents, ...fee }) => ({
      ...fee,
      amountCents: -roundHalfAwayFromZero(new Big(amountCents)),
    }));
    const ofCharges = [...current, ...billed].map((charge) => ({
      ...charge,
      feeType: 'charge',
      usageEnd: null,
    }));
    const ofDrafts = drafted.map(({ isTaxed, ...draft }) => {
      const amountCents = roundHalfAwayFromZero(new Big(draft.amountCents));
      const ratio = isTaxed ? null : (ratios.get(draft.customerId) ?? null);
      return {
        ...draft,
        amountCents: ratio === null ? amountCents : amountCents + taxesByRatio(amountCents, ratio),
      };
    });
    return [...ofCharges, ...ofDrafts];
  }
}

/** Adds up the usage of one type, metric and named wallet; by its end only where an expired wallet pays what is of its time. */
function alike(used: readonly UnbilledUsage[], wallets: readonly UsedWallet[]): UnbilledUsage[] {
  const isByEnd = wallets.some(({ expiresWithDrafts }) => expiresWithDrafts);
  const byKind = Map.groupBy(used, (part) =>
    isByEnd ? `${payableKey(part)} ${part.usageEnd?.getTime() ?? ''}` : payableKey(part),
  );
  return [...byKind.values()].flatMap((same) =>
    same.slice(0, 1).map((first) => ({
      ...first,
      amountCents: same.reduce((total, { amountCents }) => total + amountCents, 0n),
    })),
  );
}

function balanceOf(wallet: Wallet, usageCents: bigint): OngoingBalance {
  const rate = rateOf(wallet);
  const usageCredits = creditsFor(usageCents, rate);
  return {
    usageCents,
    balanceCents: wallet.balanceCents - usageCents,
    usageCredits: usageCredits.toFixed(),
    balanceCredits: new Big(wallet.creditsBalance).minus(usageCredits).toFixed(),
  };
}
