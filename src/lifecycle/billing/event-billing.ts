import { billingWindows, type BillingWindows, meteringScope } from '../../core/billing-windows.js';
import { type Actor, systemActor } from '../../platform/actor.js';
import { indexBy } from '../../platform/api/loader.js';
import type { JobsDb } from '../../platform/db/connections.js';
import type { Tx } from '../../platform/db/database.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Logger } from '../../platform/log.js';
import type { FeeDraft } from '../../modules/invoices/composing/fee-draft.js';
import type { Charge } from '../../modules/plans/charges/charge.table.js';
import type { SubscriptionContext } from '../../modules/subscriptions/subscription-context.js';
import type { SubscriptionService } from '../../modules/subscriptions/subscription.service.js';
import { EventHistories } from '../../modules/usage/in-advance/event-histories.js';
import type { SubscriptionToBill } from '../../modules/usage/in-advance/bill-events.job.js';
import type { EventRatingService } from '../../modules/usage/in-advance/event-rating.service.js';
import type { PendingEvent } from '../../modules/usage/in-advance/pending-event.repository.js';
import type { PendingEventService } from '../../modules/usage/in-advance/pending-event.service.js';
import type { PricedCharge } from '../../modules/usage/metering/priced-charge.js';
import { BillingRecords, type BillingSources } from './billing-records.js';
import { eventFeeDraft } from './charge-fee-drafts.js';
import { inAdvanceInvoiceDraft } from './invoice-drafts.js';

/** Events that are billed in one transaction, at most. */
const CHUNK = 100;

interface EventBillingDependencies extends BillingSources {
  readonly jobsDb: JobsDb;
  readonly subscriptions: SubscriptionService;
  readonly pendingEvents: PendingEventService;
  readonly eventRating: EventRatingService;
  readonly log: Logger;
}

/** A subscription that is about to be invoiced, and the instant that it is invoiced for. */
export interface InvoicedSubscription {
  readonly context: SubscriptionContext;
  readonly until: Date;
}

/** What a chunk of events came to. */
interface Chunk {
  /** The last event that was looked at; null when there was none. */
  readonly last: bigint | null;
  /** Why events could not be billed, other than being refused. They go on waiting. */
  readonly failures: readonly unknown[];
}

/** What billing an event depends on besides the event. */
interface Billed {
  readonly context: SubscriptionContext;
  readonly records: BillingRecords;
  readonly histories: EventHistories;
}

/**
 * Bills single events under charges in advance: each makes a fee of its own, on an invoice of its own or standing alone.
 * May be run any number of times: an event waits until the transaction that bills it, and makes each fee once.
 * Sources: charges.md §8; events-ingest.md §5.
 */
export class EventBilling {
  constructor(private readonly dependencies: EventBillingDependencies) {}

  /**
   * The job `bill_events`: bills what waits of a subscription, in the order of reception. An event that cannot be
   * billed stops no other one.
   * @throws AggregateError when events are left for another attempt.
   */
  async run({ organizationId, externalSubscriptionId }: SubscriptionToBill): Promise<void> {
    const actor = systemActor(organizationId, null);
    const failures: unknown[] = [];
    for (let after: bigint | null = 0n; after !== null;) {
      const page = { externalSubscriptionId, after };
      const chunk: Chunk = await this.dependencies.jobsDb.transaction((tx) =>
        this.billChunk(tx, actor, page),
      );
      failures.push(...chunk.failures);
      after = chunk.last;
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Events were not billed.');
  }

  /** Bills what waits of all subscriptions on a test clock. @throws AggregateError as `run`. */
  async runOnClock({ organizationId }: Actor, testClockId: string): Promise<void> {
    const { jobsDb: db, pendingEvents } = this.dependencies;
    const actor = systemActor(organizationId, null);
    for (const externalSubscriptionId of await pendingEvents.onClock(db, actor, testClockId)) {
      await this.run({ organizationId, externalSubscriptionId });
    }
  }

  /**
   * Bills what waits of subscriptions that are about to be invoiced, up to the instant that they are invoiced for: what
   * the invoice reckons with is there then, however far behind the queue is. Their customers are held.
   * @throws AggregateError when some cannot be billed: the invoice would be wrong.
   */
  async runBefore(
    tx: Tx,
    { organizationId, at }: Actor,
    invoiced: readonly InvoicedSubscription[],
  ): Promise<void> {
    const { pendingEvents } = this.dependencies;
    const actor = systemActor(organizationId, at);
    // Those of a chain are called the same; so may be one that has ended and another customer's.
    const named = indexBy(invoiced, ({ context: { subscription, customer } }) =>
      JSON.stringify([customer.id, subscription.externalId]),
    );
    const externalIds = new Set(invoiced.map(({ context }) => context.subscription.externalId));
    const waiting = await pendingEvents.waiting(tx, actor, [...externalIds]);
    for (const { context, until } of named.values()) {
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

  /** Bills the next events, as long as they belong to one customer, who is held meanwhile. */
  private async billChunk(
    tx: Tx,
    actor: Actor,
    { externalSubscriptionId, after }: { externalSubscriptionId: string; after: bigint },
  ): Promise<Chunk> {
    const { pendingEvents, customers } = this.dependencies;
    const page = { externalSubscriptionId, after, of: null };
    const list = (limit: number) => pendingEvents.list(tx, actor, { ...page, limit });
    const [first] = await list(1);
    if (first === undefined) return { last: null, failures: [] };
    if (first.customerId !== null) await customers.lock(tx, actor, first.customerId);
    // Whoever held the customer before may have billed some.
    const waiting = await list(CHUNK);
    const other = waiting.findIndex(({ customerId }) => customerId !== first.customerId);
    const events = other === -1 ? waiting : waiting.slice(0, other);
    const failures = await this.billAndRemove(tx, actor, externalSubscriptionId, events);
    const last = events.at(-1)?.sequence ?? (waiting.length > 0 ? after : null);
    return { last, failures };
  }

  /** @returns why events failed, which go on waiting. */
  private async billAndRemove(
    tx: Tx,
    actor: Actor,
    externalSubscriptionId: string,
    events: readonly PendingEvent[],
  ): Promise<unknown[]> {
    if (events.length === 0) return [];
    const failed = await this.billEach(tx, actor, events);
    const sequences = events.map(({ sequence }) => sequence).filter((sequence) => !failed.has(sequence));
    const { pendingEvents } = this.dependencies;
    await pendingEvents.remove(tx, actor, { externalSubscriptionId, sequences });
    await pendingEvents.keep(tx, actor, { externalSubscriptionId, sequences: [...failed.keys()] });
    return [...failed.values()];
  }

  /** @returns why, by its sequence, for each event that failed and is to be tried again. */
  private async billEach(
    tx: Tx,
    actor: Actor,
    events: readonly PendingEvent[],
  ): Promise<Map<bigint, unknown>> {
    const { subscriptions, log } = this.dependencies;
    const ids = [...new Set(events.flatMap(({ subscriptionId }) => subscriptionId ?? []))];
    const contexts = await subscriptions.contexts(tx, actor, ids);
    const records = await BillingRecords.load(tx, actor, this.dependencies, [...contexts.values()]);
    const histories = new EventHistories();
    const failed = new Map<bigint, unknown>();
    for (const event of events) {
      const context = contexts.get(event.subscriptionId ?? '');
      if (context === undefined) continue;
      try {
        // A savepoint: what fails leaves nothing, and the transaction as it was.
        await tx.transaction((savepoint) =>
          this.bill(savepoint, actor, event, { context, records, histories }),
        );
      } catch (error) {
        const { transactionId } = event;
        log.warn(
          { err: error, subscriptionId: context.subscription.id, transactionId },
          'an event was not billed',
        );
        // What is refused now would be refused again.
        if (!(error instanceof AppError)) failed.set(event.sequence, error);
      }
    }
    return failed;
  }

  private async bill(
    tx: Tx,
    actor: Actor,
    event: PendingEvent,
    { context, records, histories }: Billed,
  ): Promise<void> {
    const charges = await this.chargesToBill(tx, actor, event, context, records);
    const [first] = charges;
    if (first === undefined) return;
    const { subscription, plan, terms } = context;
    const windows = windowsAt(context, event.timestamp);
    const scope = meteringScope(terms, windows.charges);
    const period = { subscription, metric: first.metric, scope, currency: plan.amountCurrency };
    const rating = { ...period, charges };
    for (const rated of await this.dependencies.eventRating.ratePending(
      tx,
      actor,
      rating,
      event,
      histories,
    )) {
      const frame = records.chargeFeeFrame(rated.priced, context, windows.charges);
      const fee = eventFeeDraft(rated, frame, event.transactionId);
      await (fee.invoiceable
        ? this.issue(tx, actor, context, windows, fee)
        : this.createStandalone(tx, actor, context, fee));
    }
  }

  /** The charges in advance on the event's metric that have no fee of it yet. */
  private async chargesToBill(
    tx: Tx,
    actor: Actor,
    { code, transactionId }: PendingEvent,
    context: SubscriptionContext,
    records: BillingRecords,
  ): Promise<PricedCharge[]> {
    const charges = records
      .chargesOf(context)
      .filter(({ charge, metric }) => charge.payInAdvance && metric.code === code);
    if (charges.length === 0) return [];
    const subscriptionId = context.subscription.id;
    const made = await this.dependencies.fees.ofEvent(tx, actor, { subscriptionId, transactionId });
    // Also one made before the subscription had a plan of its own.
    const isMade = ({ id, parentId }: Charge) =>
      made.some(({ chargeId }) => chargeId === id || (parentId !== null && chargeId === parentId));
    return charges.filter(({ charge }) => !isMade(charge));
  }

  private async issue(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    windows: BillingWindows,
    fee: FeeDraft,
  ): Promise<void> {
    const { issuing, fees } = this.dependencies;
    const { customer } = context;
    const draft = inAdvanceInvoiceDraft(context, { windows, fees: [fee] });
    const invoice = await issuing.issue(tx, actor, draft);
    if (invoice?.status !== 'finalized') return;
    const made = await fees.ofInvoices(tx, actor, [invoice.id]);
    await fees.announce(tx, actor, [{ customer, fees: made.get(invoice.id) ?? [] }]);
  }

  private async createStandalone(
    tx: Tx,
    actor: Actor,
    { customer, plan, now: billedAt }: SubscriptionContext,
    fee: FeeDraft,
  ): Promise<void> {
    const draft = { customer, currency: plan.amountCurrency, billedAt, fees: [fee] };
    await this.dependencies.fees.createStandalone(tx, actor, [draft]);
  }
}

/** The periods that an event lies in; no fixed charge is billed with it. */
function windowsAt({ terms }: SubscriptionContext, at: Date) {
  const { subscription, charges } = billingWindows(terms, { situation: 'current', at });
  return { subscription, charges: charges ?? subscription, fixedCharges: null };
}
