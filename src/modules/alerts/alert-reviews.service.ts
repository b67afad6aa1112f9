import { crossedThresholds } from '../../core/alerts.js';
import type { Big } from '../../core/money/decimal.js';
import type { Actor } from '../../platform/actor.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Tx } from '../../platform/db/database.js';
import { newId } from '../../platform/db/tables/ids.js';
import { willBeRolledBack } from '../../platform/db/statements/rolled-back-transaction.js';
import type { AlertsNeeds } from './alerts.needs.js';
import { directionOf } from './alert-kinds.js';
import { ALERT_WORK } from './alert-work.js';
import { alertRepository } from './alert.repository.js';
import { storedThresholds, thresholdsOf } from './alert.rules.js';
import type { Alert } from './alert.table.js';
import { triggeredAlertRepository } from './triggered-alert.repository.js';
import type { TriggeredAlert } from './triggered-alert.table.js';
import { type ReviewedOwners, watchedAlertRepository } from './watched-alert.repository.js';

/** The figure of an alert now, and the subscription or wallet that it is of. */
export interface AlertReview {
  readonly alert: Alert;
  /** The figure from which on thresholds are passed. */
  readonly previous: Big;
  readonly current: Big;
  readonly owner: Pick<
    TriggeredAlert,
    'customerId' | 'externalCustomerId' | 'subscriptionId' | 'walletCode' | 'billableMetricCode'
  >;
}

/** Schedules reviews of alerts whose figures may have changed, and records what they find. Source: alerts.md §3. */
export class AlertReviews {
  constructor(private readonly needs: Pick<AlertsNeeds, 'customerLocks' | 'testClocks' | 'changes'>) {}

  /**
   * Has the alerts of active subscriptions and wallets reviewed at their customers' now, unless a review is scheduled
   * already. Takes one statement if there are none.
   */
  async request(tx: Tx, actor: Actor, owners: ReviewedOwners): Promise<void> {
    if (willBeRolledBack()) return;
    const { customerLocks, testClocks } = this.needs;
    const watched = await watchedAlertRepository.find(tx, actor.organizationId, owners);
    if (watched.length === 0) return;
    const customerIds = [...new Set(watched.map(({ customerId }) => customerId))];
    // Due work refers to its customer, which may be deleted with its test clock at the same time.
    const kept = indexBy(await customerLocks.keepMany(tx, actor, customerIds), ({ id }) => id);
    const clockIds = [...new Set([...kept.values()].map(({ testClockId }) => testClockId))];
    const nows = await testClocks.nows(tx, actor, clockIds);
    const works = watched.flatMap(({ id: subjectId, customerId }) => {
      const testClockId = kept.get(customerId)?.testClockId;
      const dueAt = testClockId === undefined ? undefined : nows.get(testClockId);
      if (testClockId === undefined || dueAt === undefined) return [];
      return [{ kind: 'alert_review', subjectId, customerId, testClockId, dueAt } as const];
    });
    // In one order, so that two transactions that schedule reviews of the same alerts do not wait for each other.
    const inOrder = works.toSorted((one, other) => (one.subjectId < other.subjectId ? -1 : 1));
    await ALERT_WORK.scheduleUnlessScheduled(tx, actor, inOrder);
  }

  /** Locks alerts until the transaction ends, so that no two reviews of one overlap. Deleted ones are omitted. */
  lock(tx: Tx, { organizationId }: Actor, ids: readonly string[]): Promise<Alert[]> {
    return alertRepository.lockMany(tx, organizationId, ids);
  }

  /** Stores the figures of locked alerts, and announces which thresholds they have passed. @param now the customers'. */
  async record(tx: Tx, actor: Actor, reviews: readonly AlertReview[], now: Date): Promise<void> {
    if (reviews.length === 0) return;
    await alertRepository.updateAll(
      tx,
      reviews.map(({ alert, current }) => ({
        ...alert,
        previousValue: current.toFixed(),
        lastProcessedAt: now,
      })),
    );
    const triggered = reviews.flatMap((review) => triggeredBy(review, now) ?? []);
    if (triggered.length === 0) return;
    await triggeredAlertRepository.insertAll(tx, triggered);
    await this.needs.changes.announce(tx, actor, { type: 'alert.triggered', triggered });
  }
}

/** The message of an alert; null if its figure has passed nothing. */
function triggeredBy(
  { alert, previous, current, owner }: AlertReview,
  triggeredAt: Date,
): TriggeredAlert | null {
  const crossed = crossedThresholds(directionOf(alert.alertType), thresholdsOf(alert), { previous, current });
  if (crossed.length === 0) return null;
  const { externalSubscriptionId, walletId } = alert;
  return {
    ...owner,
    id: newId(),
    organizationId: alert.organizationId,
    alertId: alert.id,
    externalSubscriptionId,
    walletId,
    alertType: alert.alertType,
    alertCode: alert.code,
    alertName: alert.name,
    previousValue: previous.toFixed(),
    currentValue: current.toFixed(),
    crossedThresholds: storedThresholds(crossed),
    triggeredAt,
  };
}
