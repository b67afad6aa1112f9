import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import type { AttributedEvent } from './attributed-event.js';
import type { EventIdentity } from './event-key.js';
import { eventRepository, type PageLimits } from './event.repository.js';
import type { EventFilter } from './event.input.js';

/** Reads stored events. Source: events-ingest.md §6. */
export class EventService {
  constructor(private readonly limits: PageLimits) {}

  /** @throws AppError `event_not_found`. */
  async get(db: Db, actor: Actor, transactionId: string): Promise<AttributedEvent> {
    const event = await eventRepository.findByTransactionId(db, actor.organizationId, transactionId);
    if (event === null) throw notFound('event');
    return event;
  }

  /** @throws AppError `event_not_found`. */
  async getOne(db: Db, actor: Actor, identity: EventIdentity): Promise<AttributedEvent> {
    const [event] = await eventRepository.findByIdentities(db, actor.organizationId, [identity]);
    if (event === undefined) throw notFound('event');
    return event;
  }

  /** True if an event with this identity is stored. */
  async exists(db: Db, actor: Actor, event: EventIdentity): Promise<boolean> {
    return (await eventRepository.findByIdentities(db, actor.organizationId, [event])).length > 0;
  }

  /** @throws AppError `validation_errors` if `timestampFromStartedAt` comes without a subscription or with `timestampFrom`. */
  list(
    db: Db,
    actor: Actor,
    { filter, search, page }: ListQuery<EventFilter>,
  ): Promise<Page<AttributedEvent>> {
    const query = {
      code: filter.code ?? null,
      externalSubscriptionId: filter.externalSubscriptionId ?? null,
      from: filter.timestampFrom ?? null,
      to: filter.timestampTo ?? null,
      fromStart: filter.timestampFromStartedAt ?? false,
      search,
      filter,
    };
    const errors = new FieldErrors();
    if (query.fromStart && query.externalSubscriptionId === null) {
      errors.add('externalSubscriptionId', 'value_is_mandatory');
    }
    if (query.fromStart && query.from !== null) errors.add('timestampFrom', 'value_must_be_blank');
    errors.throwIfAny();
    return eventRepository.list(db, actor.organizationId, query, { page, limits: this.limits });
  }
}
