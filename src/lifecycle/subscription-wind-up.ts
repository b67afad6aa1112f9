import { type Actor, systemActor } from '../platform/actor.js';
import type { Db, Tx } from '../platform/db/database.js';
import { enqueue, type TaskPayloads } from '../platform/jobs/enqueue.js';
import type { CustomerService } from '../modules/customers/customer.service.js';
import type { PlanService } from '../modules/plans/plan.service.js';
import type { CustomerSubscription, DeletedOwner } from '../modules/subscriptions/deleted-owner.js';
import type { SubscriptionService } from '../modules/subscriptions/subscription.service.js';
import type { TestClockService } from '../modules/test-clocks/test-clock.service.js';
import type { SubscriptionTermination } from './subscription-termination.js';

interface Dependencies {
  readonly db: Db;
  readonly testClocks: TestClockService;
  readonly plans: PlanService;
  readonly customers: CustomerService;
  readonly subscriptions: SubscriptionService;
  readonly subscriptionTermination: SubscriptionTermination;
}

/**
 * Ends the subscriptions of plans and customers that are deleted: a few at a time, those of one customer together, at the
 * customer's present. May be run any number of times. Sources: rest-conventions.md §10, subscriptions.md §7.
 */
export class SubscriptionWindUp {
  constructor(private readonly dependencies: Dependencies) {}

  /**
   * The job `end_subscriptions`. A subscription that cannot be ended stops no other one; a plan goes with its last one.
   * @throws Error when some are left for another attempt.
   */
  async run({ organizationId, ...of }: TaskPayloads['end_subscriptions']): Promise<void> {
    const { db, plans } = this.dependencies;
    const actor = systemActor(organizationId, null);
    const isDone = await this.endAll(actor, of);
    if (!isDone) throw new Error('Subscriptions wait for a test clock that is advancing.');
    if ('planId' in of) await db.transaction((tx) => plans.completeDeletion(tx, actor, of.planId));
  }

  /**
   * Does the same on a test clock that is about to move: what was deleted before ends before.
   * @throws AggregateError
   */
  async runOnClock({ organizationId }: Actor, testClockId: string): Promise<void> {
    await this.endAll(systemActor(organizationId, null), { testClockId });
  }

  /** Queues what a job that failed for good has left. */
  resume(): Promise<void> {
    const { db, plans, subscriptions } = this.dependencies;
    return db.transaction(async (tx) => {
      for (const { organizationId, id: planId } of await plans.pendingDeletion(tx)) {
        await enqueue(tx, 'end_subscriptions', { organizationId, planId });
      }
      for (const owner of await subscriptions.deletedCustomersToEnd(tx)) {
        await enqueue(tx, 'end_subscriptions', owner);
      }
    });
  }

  /** @returns whether none is left. @throws AggregateError */
  private async endAll(actor: Actor, of: DeletedOwner): Promise<boolean> {
    const { db, subscriptions } = this.dependencies;
    const failures: unknown[] = [];
    let isDone = true;
    const next = (after: CustomerSubscription | null) => subscriptions.toEnd(db, actor, of, after);
    for (let chunk = await next(null); chunk.length > 0; chunk = await next(chunk.at(-1) ?? null)) {
      try {
        const ending = chunk;
        const isEnded = await db.transaction((tx) => this.endChunk(tx, actor, ending));
        isDone = isDone && isEnded;
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Subscriptions were not ended.');
    return isDone;
  }

  /** @returns false, with nothing done, while the customer's clock is moving: what happens now has no place in its order. */
  private async endChunk(tx: Tx, actor: Actor, chunk: readonly CustomerSubscription[]): Promise<boolean> {
    const { customers, testClocks, subscriptionTermination } = this.dependencies;
    const [customer] = await customers.lockMany(
      tx,
      actor,
      chunk.map(({ customerId }) => customerId),
    );
    if (customer === undefined) return true;
    if (customer.testClockId !== null) {
      const { status } = await testClocks.lock(tx, actor, customer.testClockId);
      if (status === 'advancing') return false;
    }
    for (const { id } of chunk) await subscriptionTermination.endNow(tx, actor, id);
    return true;
  }
}
