import { type Actor, systemActor } from '../../../platform/actor.js';
import { groupBy, indexBy } from '../../../platform/collections/grouping.js';
import type { Tx } from '../../../platform/db/database.js';
import { doForAll } from '../../../platform/db/statements/do-for-all.js';
import type { Logger } from '../../../platform/log.js';
import type { UsageNeeds } from '../usage.needs.js';
import type { Subscription } from '../../subscriptions/records/subscription.table.js';
import type { UsedSubscription } from '../usage.changes.js';
import { type UsedSubscriptionChoice, usedSubscriptionRepository } from './used-subscription.repository.js';

/** Rows that one transaction announces, at most. */
const CHUNK = 5_000;

interface Needs extends Pick<
  UsageNeeds,
  'jobsDb' | 'subscriptions' | 'customerLocks' | 'testClocks' | 'changes'
> {
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Announces which subscriptions have received events, after the transactions that stored them, so that ingest does not
 * wait for what follows from usage. Source: progressive-billing.md §3, alerts.md §3; docs/adr/0069.
 */
export class UsageNotices {
  constructor(private readonly needs: Needs) {}

  /** Has ingest note from now on which subscriptions of the organization receive events. */
  watch(tx: Tx, { organizationId }: Actor): Promise<void> {
    return usedSubscriptionRepository.watch(tx, organizationId);
  }

  /** True if any organization is watched. */
  isAnyWatched(): Promise<boolean> {
    return usedSubscriptionRepository.isAnyWatched(this.needs.jobsDb);
  }

  /** Announces the subscriptions of a test clock, or of real time (null), that have received events. */
  async announce(testClockId: string | null): Promise<void> {
    const { jobsDb, log } = this.needs;
    if (testClockId !== null) {
      await this.announceAll(testClockId, null);
      return;
    }
    await doForAll({
      work: (organizationId) => this.announceAll(null, organizationId),
      organizationIds: () => usedSubscriptionRepository.organizationIds(jobsDb),
      log,
    });
  }

  /** Discards what was noted on a test clock that is being deleted. */
  discardOfClock(tx: Tx, testClockId: string): Promise<void> {
    return usedSubscriptionRepository.deleteOfClock(tx, testClockId);
  }

  private async announceAll(testClockId: string | null, organizationId: string | null): Promise<void> {
    const { jobsDb } = this.needs;
    for (let taken = CHUNK; taken === CHUNK;)
      taken = await jobsDb.transaction((tx) => this.announceChunk(tx, { testClockId, organizationId }));
  }

  /** @returns the number of rows taken. */
  private async announceChunk(tx: Tx, choice: UsedSubscriptionChoice): Promise<number> {
    const { changes } = this.needs;
    const rows = await usedSubscriptionRepository.take(tx, choice, CHUNK);
    for (const [organizationId, own] of groupBy(rows, (row) => row.organizationId)) {
      const actor = systemActor(organizationId, null);
      const externalIds = new Set(own.map(({ externalSubscriptionId }) => externalSubscriptionId));
      const used = await this.usedOf(tx, actor, [...externalIds]);
      if (used.length > 0) await changes.announce(tx, actor, { type: 'usage.changed', used });
    }
    return rows.length;
  }

  /** An active subscription, or those on a plan and its copies. */
  async activeOf(
    tx: Tx,
    actor: Actor,
    owner: { readonly subscriptionId: string } | { readonly planId: string },
  ): Promise<UsedSubscription[]> {
    const { subscriptions } = this.needs;
    const found =
      'subscriptionId' in owner
        ? await subscriptions.getMany(tx, actor, [owner.subscriptionId])
        : await subscriptions.onPlan(tx, actor, owner.planId);
    return this.owned(
      tx,
      actor,
      [...found.values()].filter(({ status }) => status === 'active'),
    );
  }

  private async usedOf(tx: Tx, actor: Actor, externalIds: readonly string[]): Promise<UsedSubscription[]> {
    const { subscriptions } = this.needs;
    return this.owned(tx, actor, await subscriptions.activeNamed(tx, actor, externalIds));
  }

  private async owned(tx: Tx, actor: Actor, active: readonly Subscription[]): Promise<UsedSubscription[]> {
    if (active.length === 0) return [];
    const { customerLocks, testClocks } = this.needs;
    const customerIds = [...new Set(active.map(({ customerId }) => customerId))];
    // Work that is scheduled refers to its customer, which may be deleted with its test clock at the same time.
    const owners = indexBy(await customerLocks.keepMany(tx, actor, customerIds), ({ id }) => id);
    const clockIds = [...new Set([...owners.values()].map((customer) => customer.testClockId))];
    const nows = await testClocks.nows(tx, actor, clockIds);
    return active.flatMap((subscription) => {
      const customer = owners.get(subscription.customerId);
      const now = customer === undefined ? undefined : nows.get(customer.testClockId);
      return customer === undefined || now === undefined ? [] : [{ subscription, customer, now }];
    });
  }
}
