import { type Actor, systemActor } from '../../platform/actor.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Tx } from '../../platform/db/database.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import { EventHistories } from '../../modules/usage/in-advance/event-histories.js';
import type { SubscriptionToBill } from '../../modules/usage/in-advance/bill-events.job.js';
import type { PendingEvent } from '../../modules/usage/in-advance/pending-event.repository.js';
import type { EventsInAdvanceNeeds } from './events-in-advance.needs.js';
import type { EventInvoicing } from './event-invoicing.js';
import {
  type BillingRecordSources,
  loadBillingRecords,
  recordsOf,
} from '../billing-records/load-billing-records.js';

/** Events that are billed in one transaction, at most. */
const CHUNK = 100;

interface Needs
  extends
    BillingRecordSources,
    Pick<
      EventsInAdvanceNeeds,
      'jobsDb' | 'customerLocks' | 'subscriptionContexts' | 'pendingEvents' | 'log'
    > {
  readonly eventInvoicing: EventInvoicing;
}

/** A subscription that is about to be invoiced, and the instant that it is invoiced for. */
export interface InvoicedSubscription {
  readonly context: SubscriptionContext;
  readonly until: Date;
}

/** The outcome of a chunk of events. */
interface Chunk {
  /** The sequence number of the last event considered; null when there was none. */
  readonly last: bigint | null;
  /** Why events could not be billed, other than being refused. These events go on waiting. */
  readonly failures: readonly unknown[];
}

/**
 * Bills the events that wait under charges in advance, each by itself (`EventInvoicing`). May be run any number of
 * times: an event waits until the transaction that bills it.
 * Sources: charges.md §8; events-ingest.md §5.
 */
export class EventBilling {
  constructor(private readonly needs: Needs) {}

  /**
   * The job `bill_events`: bills the waiting events of a subscription, in the order of reception. An event that cannot
   * be billed stops no other one.
   * @throws AggregateError when events are left for another attempt.
   */
  async run({ organizationId, externalSubscriptionId }: SubscriptionToBill): Promise<void> {
    const actor = systemActor(organizationId, null);
    const failures: unknown[] = [];
    for (let after: bigint | null = 0n; after !== null;) {
      const page = { externalSubscriptionId, after };
      const chunk: Chunk = await this.needs.jobsDb.transaction((tx) => this.billChunk(tx, actor, page));
      failures.push(...chunk.failures);
      after = chunk.last;
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Events were not billed.');
  }

  /** Bills the waiting events of all subscriptions on a test clock. @throws AggregateError as `run`. */
  async runOnClock({ organizationId }: Actor, testClockId: string): Promise<void> {
    const { jobsDb: db, pendingEvents } = this.needs;
    const actor = systemActor(organizationId, null);
    for (const externalSubscriptionId of await pendingEvents.onClock(db, actor, testClockId)) {
      await this.run({ organizationId, externalSubscriptionId });
    }
  }

  /**
   * Bills the waiting events of subscriptions that are about to be invoiced, up to the instant that they are invoiced
   * for, however far behind the queue is: the invoice may count their fees. The customers are locked.
   * @throws AggregateError when events cannot be billed: the invoice would be wrong.
   */
  async billWaiting(
    tx: Tx,
    { organizationId, at }: Actor,
    invoiced: readonly InvoicedSubscription[],
  ): Promise<void> {
    const { pendingEvents } = this.needs;
    const actor = systemActor(organizationId, at);
    // The subscriptions of a chain share an external id; so may an ended one and a subscription of another customer.
    const byExternalId = indexBy(invoiced, ({ context: { subscription, customer } }) =>
      JSON.stringify([customer.id, subscription.externalId]),
    );
    const externalIds = new Set(invoiced.map(({ context }) => context.subscription.externalId));
    const waiting = await pendingEvents.waiting(tx, actor, [...externalIds]);
    for (const { context, until } of byExternalId.values()) {
      const { externalId: externalSubscriptionId } = context.subscription;
      if (!waiting.has(externalSubscriptionId)) continue;
      const page = { externalSubscriptionId, limit: CHUNK, of: { customerId: context.customer.id, until } };
      for (let after: bigint | undefined = 0n; after !== undefined;) {
        const events: PendingEvent[] = await pendingEvents.list(tx, actor, { ...page, after });
        const failures = await this.billAndRemove(tx, actor, externalSubscriptionId, events);
        if (failures.length > 0) throw new AggregateError(failures, 'Events were not billed.');
        after = events.at(-1)?.sequence;
      }
    }
  }

  /** Bills the next events of one customer, who is locked meanwhile. */
  private async billChunk(
    tx: Tx,
    actor: Actor,
    { externalSubscriptionId, after }: { externalSubscriptionId: string; after: bigint },
  ): Promise<Chunk> {
    const { pendingEvents, customerLocks } = this.needs;
    const page = { externalSubscriptionId, after, of: null };
    const list = (limit: number) => pendingEvents.list(tx, actor, { ...page, limit });
    const [first] = await list(1);
    if (first === undefined) return { last: null, failures: [] };
    if (first.customerId !== null) await customerLocks.lock(tx, actor, first.customerId);
    // Another transaction that had the lock before may have billed some of them.
    const waiting = await list(CHUNK);
    const other = waiting.findIndex(({ customerId }) => customerId !== first.customerId);
    const events = other === -1 ? waiting : waiting.slice(0, other);
    const failures = await this.billAndRemove(tx, actor, externalSubscriptionId, events);
    const last = events.at(-1)?.sequence ?? (waiting.length > 0 ? after : null);
    return { last, failures };
  }

  /** @returns why events failed. They go on waiting. */
  private async billAndRemove(
    tx: Tx,
    actor: Actor,
    externalSubscriptionId: string,
    events: readonly PendingEvent[],
  ): Promise<unknown[]> {
    if (events.length === 0) return [];
    const failed = await this.billEach(tx, actor, events);
    const sequences = events.map(({ sequence }) => sequence).filter((sequence) => !failed.has(sequence));
    const { pendingEvents } = this.needs;
    await pendingEvents.remove(tx, actor, { externalSubscriptionId, sequences });
    await pendingEvents.keep(tx, actor, { externalSubscriptionId, sequences: [...failed.keys()] });
    return [...failed.values()];
  }

  /** @returns the failures of events that are to be tried again, by sequence number. */
  private async billEach(
    tx: Tx,
    actor: Actor,
    events: readonly PendingEvent[],
  ): Promise<Map<bigint, unknown>> {
    const { subscriptionContexts, eventInvoicing, log } = this.needs;
    const ids = [...new Set(events.flatMap(({ subscriptionId }) => subscriptionId ?? []))];
    const contexts = await subscriptionContexts.getMany(tx, actor, ids);
    const records = await loadBillingRecords(tx, actor, this.needs, [...contexts.values()]);
    const histories = new EventHistories();
    const failed = new Map<bigint, unknown>();
    for (const event of events) {
      const context = contexts.get(event.subscriptionId ?? '');
      if (context === undefined) continue;
      try {
        // In a savepoint, so that an event that fails leaves no trace in the transaction.
        const billed = { context, records: recordsOf(records, context), histories };
        await tx.transaction((savepoint) => eventInvoicing.bill(savepoint, actor, event, billed));
      } catch (error) {
        const { transactionId } = event;
        log.warn(
          { err: error, subscriptionId: context.subscription.id, transactionId },
          'an event was not billed',
        );
        // An event that is refused now would be refused again.
        if (!(error instanceof AppError)) failed.set(event.sequence, error);
      }
    }
    return failed;
  }
}
