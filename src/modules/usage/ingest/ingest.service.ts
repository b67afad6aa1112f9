import type { Actor } from '../../../platform/actor.js';
import type { Caller } from '../../../platform/api/access/caller.js';
import { indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { lockShared } from '../../../platform/db/statements/locks.js';
import { type AppError, invalid } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { EventLimits } from '../../../platform/event-properties/event-properties.js';
import type { AttributedEvent } from '../events/attributed-event.js';
import type { UsageNeeds } from '../usage.needs.js';
import type { MetricCatalog } from '../../billable-metrics/metric-catalog.service.js';
import { acceptEvents, distinctEvents, type ReceivedEvent } from './accepted-event.js';
import type { CatalogCache } from './catalog-cache.js';
import { eventKey } from '../events/event-key.js';
import { eventRepository } from '../events/event.repository.js';
import { duplicateErrors, type PathOf, requireValid } from '../events/event-rules.js';
import type { IngestEvent } from '../events/event.input.js';
import { eventTimeAt } from '../events/event-timestamp.js';
import { type FlushRow, flushRepository } from './flush.repository.js';
import type { GroupCommit, KnownKeys } from './group-commit.js';
import type { EventWatch } from './event-watch.js';
import { ingestRepository } from './ingest.repository.js';
import type { KnownSubscription } from './known-subscription.js';
import type { SubscriptionLookup } from './subscription-lookup.js';

/** Source: rest-conventions.md §11. */
const MAX_EVENTS_PER_BATCH = 100;
/** Approximate size of an event in the flush statement, without its properties. */
const ROW_BYTES = 500;

/** The caller that sends events. With an open transaction (an `Idempotency-Key`) they are written in it, not in a flush. */
export interface IngestCall {
  readonly db: Db;
  readonly openTransaction: Tx | null;
  readonly actor: Actor;
  readonly caller: Caller;
  /** Aborted when the caller disconnects: events that still wait are then not stored. */
  readonly disconnected?: AbortSignal | null;
}

interface StoringPolicy {
  readonly pathOf: PathOf;
  readonly onDuplicate: 'reject' | 'ignore';
}

interface Needs extends Pick<UsageNeeds, 'testClocks'> {
  readonly groupCommit: GroupCommit;
  readonly catalogs: CatalogCache;
  readonly subscriptions: SubscriptionLookup;
  readonly limits: EventLimits;
  readonly eventWatch: EventWatch;
}

/** Validates and stores events. Source: events-ingest.md §1–4; docs/adr/0005. */
export class IngestService {
  constructor(private readonly needs: Needs) {}

  /** @throws AppError `validation_errors`; `test_clock_advancing` while the customer's time is moving. */
  async one(call: IngestCall, input: IngestEvent): Promise<AttributedEvent> {
    const [event] = await this.store(call, [input], { pathOf: () => '', onDuplicate: 'reject' });
    return event as AttributedEvent;
  }

  /**
   * Stores all events or none and returns them in their order. With `ignore`, events that are already stored are returned
   * as stored, and only the others are written.
   * @throws AppError `validation_errors`, at `events.<index>` except for the list itself; `test_clock_advancing`.
   */
  async batch(
    call: IngestCall,
    inputs: readonly IngestEvent[],
    onDuplicate: 'reject' | 'ignore',
  ): Promise<readonly AttributedEvent[]> {
    if (inputs.length === 0) throw invalid({ events: ['no_events'] });
    if (inputs.length > MAX_EVENTS_PER_BATCH) throw invalid({ events: ['too_many_events'] });
    return this.store(call, inputs, { pathOf: (index) => `events.${index}.`, onDuplicate });
  }

  /** Stores events with the cached metrics, and tries again with the current ones if they have changed. */
  private async store(
    call: IngestCall,
    inputs: readonly IngestEvent[],
    policy: StoringPolicy,
  ): Promise<readonly AttributedEvent[]> {
    const { pathOf, onDuplicate } = policy;
    const bytes = requireValid(inputs, pathOf, this.needs.limits) + inputs.length * ROW_BYTES;
    const received = await this.receive(call, inputs);
    if (onDuplicate === 'reject' && repeatsItself(received)) throw await this.refusal(call, received, pathOf);
    let catalog = await this.catalogOf(call);
    for (;;) {
      const errors = new FieldErrors();
      const { events, rows } = acceptEvents(received, catalog, errors, pathOf);
      const known = errors.isEmpty ? await this.flush(call, { rows, bytes }, catalog, onDuplicate) : null;
      if (known !== null) {
        if (onDuplicate === 'ignore' || known.size === 0) this.announce(call, rows, known);
        return this.answersOf(call, events, known, policy);
      }
      const newer = await this.catalogAfter(call, catalog);
      if (newer.version === catalog.version) errors.throwIfAny();
      catalog = newer;
    }
  }

  /**
   * The errors of a batch that repeats one of its own events: failed expressions if there are any, or else the repeats and
   * the events that are already stored.
   */
  private async refusal(
    call: IngestCall,
    received: readonly ReceivedEvent[],
    pathOf: PathOf,
  ): Promise<AppError> {
    const catalog =
      call.openTransaction === null
        ? await this.needs.catalogs.refresh(call.actor.organizationId)
        : await this.catalogOf(call);
    const errors = new FieldErrors();
    acceptEvents(received, catalog, errors, pathOf);
    if (!errors.isEmpty) return errors.error();
    const keys = received.map(({ key }) => key);
    return invalid(duplicateErrors(received, await ingestRepository.findKnownKeys(call.db, keys), pathOf));
  }

  /** The events to return; with `ignore`, duplicates as they are stored. @throws AppError `validation_errors`. */
  private async answersOf(
    call: IngestCall,
    events: readonly ReceivedEvent[],
    known: KnownKeys,
    { pathOf, onDuplicate }: StoringPolicy,
  ): Promise<readonly AttributedEvent[]> {
    if (onDuplicate === 'reject') {
      if (known.size > 0) throw invalid(duplicateErrors(events, known, pathOf));
      return events;
    }
    const stored = await this.findStored(
      call,
      events.filter(({ key }) => known.has(key)),
    );
    const first = distinctEvents(events);
    return events.map(({ key }) => stored.get(key) ?? (first.get(key) as ReceivedEvent));
  }

  /** In an open transaction, locks the catalog until it ends and reads it; otherwise the cached catalog. */
  private async catalogOf({
    openTransaction,
    actor: { organizationId },
  }: IngestCall): Promise<MetricCatalog> {
    const { catalogs } = this.needs;
    if (openTransaction === null) return catalogs.get(organizationId);
    await lockShared(openTransaction, 'metric-catalog', organizationId);
    return catalogs.read(openTransaction, organizationId);
  }

  /** Adds to valid events their key and, if they have no timestamp, the customer's current time. */
  private async receive(call: IngestCall, inputs: readonly IngestEvent[]): Promise<ReceivedEvent[]> {
    const { db, actor, caller } = call;
    const externalIds = new Set(inputs.map((input) => input.externalSubscriptionId));
    const subscriptions = await this.needs.subscriptions.find(db, actor.organizationId, externalIds);
    const presents = await this.presents(call, subscriptions.values());
    return inputs.map((input) => {
      const subscription = subscriptions.get(input.externalSubscriptionId) ?? null;
      const testClockId = subscription?.testClockId ?? null;
      const createdAt = presents.get(testClockId) as Date;
      const { at: timestamp, exact: exactTimestamp } = input.timestamp ?? eventTimeAt(createdAt);
      const attributed = ranAt(subscription, timestamp) ? subscription : null;
      return {
        key: eventKey(actor.organizationId, input),
        id: newId(),
        transactionId: input.transactionId,
        externalSubscriptionId: input.externalSubscriptionId,
        code: input.code,
        timestamp,
        exactTimestamp,
        properties: input.properties ?? {},
        preciseTotalAmountCents: input.preciseTotalAmountCents ?? null,
        subscriptionId: attributed?.id ?? null,
        customerId: attributed?.customerId ?? null,
        testClockId,
        caller,
        createdAt,
      };
    });
  }

  /** The current time by test clock id; null for real time. @throws AppError `test_clock_advancing`. */
  private async presents(
    { db, actor }: IngestCall,
    subscriptions: Iterable<KnownSubscription>,
  ): Promise<Map<string | null, Date>> {
    const { testClocks } = this.needs;
    const clockIds = new Set([null, ...Array.from(subscriptions, ({ testClockId }) => testClockId)]);
    const presents = new Map<string | null, Date>();
    for (const clockId of clockIds) {
      await testClocks.requireIdle(db, actor, clockId);
      presents.set(clockId, await testClocks.now(db, actor, clockId));
    }
    return presents;
  }

  private async catalogAfter(
    { openTransaction, actor }: IngestCall,
    catalog: MetricCatalog,
  ): Promise<MetricCatalog> {
    return openTransaction === null ? this.needs.catalogs.getAfter(actor.organizationId, catalog) : catalog;
  }

  /** @returns the keys that were stored before; null if the metrics have changed and nothing was written. */
  private async flush(
    { openTransaction, disconnected, actor: { organizationId } }: IngestCall,
    { rows, bytes }: { readonly rows: readonly FlushRow[]; readonly bytes: number },
    { version: catalogVersion }: MetricCatalog,
    onDuplicate: StoringPolicy['onDuplicate'],
  ): Promise<KnownKeys | null> {
    const allOrNothing = onDuplicate === 'reject';
    const flush = {
      organizationId,
      catalogVersion,
      rows: allOrNothing ? rows : [...distinctEvents(rows).values()],
    };
    if (openTransaction === null)
      return this.needs.groupCommit.write({ ...flush, allOrNothing, bytes, disconnected });
    // If a duplicate is refused, the caller of the open transaction rolls it back.
    return new Set((await flushRepository.writeWithin(openTransaction, flush)).knownKeys);
  }

  /** Notifies subscribers of the events that were stored now. */
  private announce(
    { actor: { organizationId }, openTransaction }: IngestCall,
    rows: readonly FlushRow[],
    known: KnownKeys,
  ): void {
    const stored = known.size === 0 ? rows : rows.filter(({ key }) => !known.has(key));
    this.needs.eventWatch.announce(organizationId, stored, openTransaction);
  }

  /** The stored events with known keys, by key. */
  private async findStored(
    { db, actor: { organizationId } }: IngestCall,
    known: readonly ReceivedEvent[],
  ): Promise<Map<string, AttributedEvent>> {
    if (known.length === 0) return new Map();
    const stored = await eventRepository.findByIdentities(db, organizationId, known);
    return indexBy(stored, (event) => eventKey(organizationId, event));
  }
}

/** True if the event belongs to this active subscription. Ended subscriptions are found when the event is read. */
function ranAt(subscription: KnownSubscription | null, at: Date): boolean {
  return subscription?.isActive === true && subscription.usageFrom !== null && subscription.usageFrom <= at;
}

function repeatsItself(events: readonly { readonly key: string }[]): boolean {
  return new Set(events.map(({ key }) => key)).size < events.length;
}
