import { Big } from '../../core/money/decimal.js';
import { ALERT_KINDS } from '../../modules/alerts/alert-kinds.js';
import type { AlertReview } from '../../modules/alerts/alert-reviews.service.js';
import type { Alert } from '../../modules/alerts/alert.table.js';
import { isOngoing, walletFigure } from '../../modules/alerts/wallet-figure.js';
import type { BillableMetric } from '../../modules/billable-metrics/billable-metric.table.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import type { RatedSubscription } from '../../modules/usage/current-usage/customer-usage.service.js';
import type { Actor } from '../../platform/actor.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Tx } from '../../platform/db/database.js';
import { AppError } from '../../platform/errors/app-error.js';
import { expectPresent } from '../../platform/expect-present.js';
import { distinct } from '../../platform/collections/distinct-values.js';
import type { DueWorkHandler } from '../due-work/due-work-engine.js';
import type { AlertEvaluationNeeds } from './alert-evaluation.needs.js';
import {
  type AlertFigure,
  amountFigure,
  isRepresentable,
  lifetimeFigure,
  previousOf,
  unitsFigure,
} from './alert-figures.js';

/** The usage that the alerts of a subscription watch. */
interface WatchedUsage {
  readonly context: SubscriptionContext;
  readonly current: RatedSubscription | undefined;
  /** Since the start of the subscription. */
  readonly full: RatedSubscription | undefined;
  /** Usage before the import and usage that was invoiced, in minor units; undefined if nobody watches it. */
  readonly earlierCents: bigint | undefined;
}

/**
 * Compares the figures of alerts with their thresholds: those of a batch together, by a number of statements that does not
 * depend on their number. Source: alerts.md §1, §3.
 */
export class AlertEvaluation {
  constructor(
    private readonly needs: Pick<
      AlertEvaluationNeeds,
      | 'billableMetrics'
      | 'customers'
      | 'subscriptions'
      | 'subscriptionContexts'
      | 'wallets'
      | 'customerUsage'
      | 'lifetimeUsage'
      | 'ongoingBalances'
      | 'alertReviews'
    >,
  ) {}

  readonly reviewDue: DueWorkHandler = async (tx, actor, { subjectIds, dueAt }) => {
    const { alertReviews } = this.needs;
    const alerts = await alertReviews.lock(tx, actor, subjectIds);
    const [ofWallets, ofSubscriptions] = [true, false].map((isOfWallet) =>
      alerts.filter(({ walletId }) => (walletId !== null) === isOfWallet),
    );
    const reviews = [
      ...(await this.reviewSubscriptions(tx, actor, ofSubscriptions ?? [])),
      ...(await this.reviewWallets(tx, actor, ofWallets ?? [])),
    ];
    await alertReviews.record(tx, actor, reviews, dueAt);
  };

  /** Reviews alerts of active subscriptions; the others sleep. */
  private async reviewSubscriptions(tx: Tx, actor: Actor, alerts: readonly Alert[]): Promise<AlertReview[]> {
    if (alerts.length === 0) return [];
    const watched = await this.watchedUsage(tx, actor, alerts);
    const metrics = await this.metrics(tx, actor, alerts);
    return alerts.flatMap((alert) => {
      const usage = watched.get(alert.externalSubscriptionId ?? '');
      const figure = usage === undefined ? null : usageFigure(alert, usage);
      if (usage === undefined || figure === null || !isRepresentable(figure)) return [];
      const { customer, subscription } = usage.context;
      const owner = {
        customerId: customer.id,
        externalCustomerId: customer.externalId,
        subscriptionId: subscription.id,
        walletCode: null,
        billableMetricCode: metrics.get(alert.billableMetricId ?? '')?.code ?? null,
      };
      return [{ alert, previous: previousOf(alert, figure), current: figure.value, owner }];
    });
  }

  /** Reviews alerts of active wallets; the others sleep. */
  private async reviewWallets(tx: Tx, actor: Actor, alerts: readonly Alert[]): Promise<AlertReview[]> {
    if (alerts.length === 0) return [];
    const { wallets, customers, ongoingBalances } = this.needs;
    const walletIds = distinct(alerts.flatMap(({ walletId }) => walletId ?? []));
    const found = [...(await wallets.getMany(tx, actor, walletIds)).values()];
    const active = indexBy(
      found.filter(({ status }) => status === 'active'),
      ({ id }) => id,
    );
    const customerIds = distinct([...active.values()].map(({ customerId }) => customerId));
    const owners = await customers.getMany(tx, actor, customerIds);
    const usable = alerts.flatMap((alert) => {
      const wallet = active.get(alert.walletId ?? '');
      return wallet === undefined ? [] : [{ alert, wallet }];
    });
    const used = distinct(
      usable.filter(({ alert }) => isOngoing(alert.alertType)).map(({ wallet }) => wallet),
    );
    const payers = distinct(used.map(({ customerId }) => ownerOf(owners, customerId)));
    const ongoing = await ongoingBalances.compute(tx, actor, used, payers);
    return usable.flatMap(({ alert, wallet }) => {
      const current = walletFigure(alert.alertType, wallet, ongoing.get(wallet.id));
      if (current === null) return [];
      const { id: customerId, externalId: externalCustomerId } = ownerOf(owners, wallet.customerId);
      const owner = {
        customerId,
        externalCustomerId,
        subscriptionId: null,
        walletCode: wallet.code,
        billableMetricCode: null,
      };
      return [{ alert, previous: new Big(alert.previousValue), current, owner }];
    });
  }

  /** The usage of active subscriptions, as far as alerts watch it, by external id. */
  private async watchedUsage(
    tx: Tx,
    actor: Actor,
    alerts: readonly Alert[],
  ): Promise<Map<string, WatchedUsage>> {
    const { subscriptions, subscriptionContexts, customerUsage } = this.needs;
    const byOwner = Map.groupBy(alerts, ({ externalSubscriptionId }) => externalSubscriptionId ?? '');
    const active = await subscriptions.activeNamed(tx, actor, [...byOwner.keys()]);
    const contexts = [...(await subscriptionContexts.contextsOf(tx, actor, active)).values()];
    const alertsOf = ({ subscription }: SubscriptionContext) => byOwner.get(subscription.externalId) ?? [];
    const watchedBy = (isWatching: (alert: Alert) => boolean) =>
      contexts.filter((context) => alertsOf(context).some(isWatching));
    /** Charges that nobody watches are not rated. */
    const rate = async (fullUsage: boolean, isWatching: (alert: Alert) => boolean) => {
      const rated = await customerUsage.ratedUsage(tx, actor, watchedBy(isWatching), {
        fullUsage,
        isRated: (context, { metric }) =>
          alertsOf(context).some((alert) => isWatching(alert) && watchesMetric(alert, metric)),
      });
      return indexBy(rated, ({ context }) => context.subscription.id);
    };
    const current = await rate(false, (alert) => !watchesFullUsage(alert));
    const full = await rate(true, watchesFullUsage);
    const earlier = await this.earlierUsage(tx, actor, watchedBy(watchesLifetime));
    return new Map(
      contexts.map((context) => {
        const { id, externalId } = context.subscription;
        const earlierCents = earlier.get(id);
        return [externalId, { context, current: current.get(id), full: full.get(id), earlierCents }];
      }),
    );
  }

  /** Lifetime usage without the current period, by subscription id; without amounts that are out of range. */
  private async earlierUsage(
    tx: Tx,
    actor: Actor,
    contexts: readonly SubscriptionContext[],
  ): Promise<Map<string, bigint>> {
    if (contexts.length === 0) return new Map();
    const { lifetimeUsage } = this.needs;
    const chained = contexts.map(({ subscription }) => subscription);
    const chains = await lifetimeUsage.getMany(
      tx,
      actor,
      chained.map(({ externalId }) => externalId),
    );
    const invoiced = await lifetimeUsage.invoicedAmounts(
      tx,
      actor,
      chained.map(({ id }) => id),
    );
    return new Map(
      chained.flatMap(({ id, externalId }) => {
        const amount = invoiced.get(id) ?? 0n;
        if (amount instanceof AppError) return [];
        return [[id, amount + (chains.get(externalId)?.historicalAmountCents ?? 0n)] as const];
      }),
    );
  }

  private async metrics(
    tx: Tx,
    actor: Actor,
    alerts: readonly Alert[],
  ): Promise<ReadonlyMap<string, BillableMetric>> {
    const ids = distinct(alerts.flatMap(({ billableMetricId }) => billableMetricId ?? []));
    return ids.length === 0 ? new Map() : this.needs.billableMetrics.getMany(tx, actor, ids);
  }
}

/** The figure of an alert of a subscription; null if it has none now. */
function usageFigure(
  alert: Alert,
  { context, current, full, earlierCents }: WatchedUsage,
): AlertFigure | null {
  const used = watchesFullUsage(alert) ? full : current;
  if (used === undefined || used.rated instanceof AppError) return null;
  const charges = used.rated.filter(({ metric }) => watchesMetric(alert, metric));
  // The alert waits while the plan does not charge the metric.
  if (ALERT_KINDS[alert.alertType].ofMetric && charges.length === 0) return null;
  const usage = { context, from: used.from, charges };
  switch (alert.alertType) {
    case 'current_usage_amount':
    case 'billable_metric_current_usage_amount':
      return amountFigure(usage);
    case 'billable_metric_current_usage_units':
    case 'billable_metric_lifetime_usage_units':
      return unitsFigure(usage);
    case 'lifetime_usage_amount':
      return earlierCents === undefined ? null : lifetimeFigure(usage, earlierCents);
    case 'wallet_balance_amount':
    case 'wallet_credits_balance':
    case 'wallet_ongoing_balance_amount':
    case 'wallet_credits_ongoing_balance':
      return null;
  }
}

function watchesFullUsage({ alertType }: Alert): boolean {
  return alertType === 'billable_metric_lifetime_usage_units';
}

function watchesLifetime({ alertType }: Alert): boolean {
  return alertType === 'lifetime_usage_amount';
}

/** True if usage of the metric is part of the figure of an alert of a subscription. */
function watchesMetric({ billableMetricId }: Alert, { id }: Pick<BillableMetric, 'id'>): boolean {
  return billableMetricId === null || billableMetricId === id;
}

function ownerOf<Owner>(owners: ReadonlyMap<string, Owner>, customerId: string): Owner {
  return expectPresent(owners.get(customerId), 'the customer of a wallet');
}
