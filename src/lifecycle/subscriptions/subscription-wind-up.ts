import { type Actor, systemActor } from '../../platform/actor.js';
import { groupBy } from '../../platform/collections/grouping.js';
import type { Tx } from '../../platform/db/database.js';
import type { DeletedOwner } from '../../modules/subscriptions/records/subscriptions-of-deleted.js';
import type { SubscriptionLivesNeeds } from './subscription-lives.needs.js';
import { type DeletedParent, END_SUBSCRIPTIONS } from './end-subscriptions.job.js';
import type { SubscriptionTermination } from './subscription-termination.js';

interface Needs extends Pick<
  SubscriptionLivesNeeds,
  | 'jobsDb'
  | 'testClocks'
  | 'plans'
  | 'planEditor'
  | 'customerLocks'
  | 'subscriptions'
  | 'drafts'
  | 'draftInvoices'
> {
  readonly subscriptionTermination: SubscriptionTermination;
}

/** Work for one customer, done in one transaction. */
interface Piece {
  readonly customerId: string;
  readonly work: (tx: Tx) => Promise<void>;
}

/**
 * Ends the subscriptions of deleted plans and customers, and finalizes their draft invoices: a few at a time, those
 * of one customer together, dated at the customer's present. May be run any number of times.
 * Sources: rest-conventions.md §10, subscriptions.md §7.
 */
export class SubscriptionWindUp {
  constructor(private readonly needs: Needs) {}

  /**
   * The job `end_subscriptions`. A subscription that cannot be ended stops no other one; the plan is deleted after
   * its last one.
   * @throws Error when some are left for another attempt.
   */
  async run({ organizationId, ...of }: DeletedParent): Promise<void> {
    const { jobsDb: db, planEditor } = this.needs;
    const actor = systemActor(organizationId, null);
    const isDone = await this.endAll(actor, of);
    if (!isDone) throw new Error('Subscriptions wait for a test clock that is advancing.');
    if ('planId' in of) await db.transaction((tx) => planEditor.completeDeletion(tx, actor, of.planId));
  }

  /**
   * Ends what was deleted on a test clock that is about to move, so that it ends before the clock moves.
   * @throws AggregateError
   */
  async runOnClock({ organizationId }: Actor, testClockId: string): Promise<void> {
    await this.endAll(systemActor(organizationId, null), { testClockId });
  }

  /** The job `resume_deletions`: queues again what a failed job has left undone; repeated calls queue it once. */
  resume(): Promise<void> {
    const { jobsDb: db, plans, subscriptions } = this.needs;
    return db.transaction(async (tx) => {
      for (const { organizationId, id: planId } of await plans.pendingDeletion(tx)) {
        const jobKey = `end_subscriptions:${planId}`;
        await END_SUBSCRIPTIONS.enqueue(tx, { organizationId, planId }, { jobKey });
      }
      for (const owner of await subscriptions.deletedCustomersToTerminate(tx)) {
        const jobKey = `end_subscriptions:${owner.customerId}`;
        await END_SUBSCRIPTIONS.enqueue(tx, owner, { jobKey });
      }
    });
  }

  /** @returns true if nothing is left. @throws AggregateError */
  private async endAll(actor: Actor, of: DeletedOwner): Promise<boolean> {
    const failures: unknown[] = [];
    let isDone = true;
    for await (const piece of this.pieces(actor, of)) {
      try {
        const isPerformed = await this.needs.jobsDb.transaction((tx) => this.perform(tx, actor, of, piece));
        isDone = isDone && isPerformed;
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, 'Subscriptions or drafts of a deletion could not be ended.');
    return isDone;
  }

  /** First subscriptions end; then drafts become final, including those that the ends have created. */
  private async *pieces(actor: Actor, of: DeletedOwner): AsyncGenerator<Piece> {
    const { jobsDb: db, subscriptions, subscriptionTermination, drafts, draftInvoices } = this.needs;
    let chunk = await subscriptions.nextToTerminate(db, actor, of, null);
    for (let last = chunk.at(-1); last !== undefined; last = chunk.at(-1)) {
      const ids = chunk.map(({ id }) => id);
      const work = async (tx: Tx) => {
        for (const id of ids) await subscriptionTermination.endNow(tx, actor, id);
      };
      yield { customerId: last.customerId, work };
      chunk = await subscriptions.nextToTerminate(db, actor, of, last);
    }
    const drafted = groupBy(await drafts.ofDeleted(db, actor, of), ({ customerId }) => customerId);
    for (const customerId of drafted.keys()) {
      const work = async (tx: Tx) => {
        const current = await drafts.ofDeleted(tx, actor, of);
        const own = current.filter((draft) => draft.customerId === customerId);
        await draftInvoices.finalizeAll(
          tx,
          actor,
          own.map(({ id }) => id),
        );
      };
      yield { customerId, work };
    }
  }

  /**
   * Does a piece of work with its customer locked.
   * @returns false, with nothing done, while the customer's clock is moving, unless the clock itself calls: work at
   *   this moment has no place in the clock's order.
   */
  private async perform(
    tx: Tx,
    actor: Actor,
    of: DeletedOwner,
    { customerId, work }: Piece,
  ): Promise<boolean> {
    const { customerLocks, testClocks } = this.needs;
    const [customer] = await customerLocks.lockMany(tx, actor, [customerId]);
    if (customer === undefined) return true;
    if (customer.testClockId !== null) {
      const { status } = await testClocks.lock(tx, actor, customer.testClockId);
      if (status === 'advancing' && !('testClockId' in of)) return false;
    }
    await work(tx);
    return true;
  }
}
