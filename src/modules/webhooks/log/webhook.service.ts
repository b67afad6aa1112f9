import type { OutboxMessage } from '../../../platform/activity/activity.repository.js';
import type { Actor } from '../../../platform/actor.js';
import { DateTime } from '../../../platform/api/members/scalars.js';
import type { Clock } from '../../../platform/clock.js';
import { groupBy, indexBy } from '../../../platform/collections/grouping.js';
import { announceAfterCommit } from '../../../platform/db/layers/announcements.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid, newId } from '../../../platform/db/tables/ids.js';
import { invalid, notAllowed, notFound } from '../../../platform/errors/app-error.js';
import { announceUpdate } from '../../../platform/live/live-update.js';
import type { Limits } from '../../../platform/limits.js';
import { requirePageWithin } from '../../../platform/paging/page-bytes.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import { WEBHOOK_CHANNEL } from './webhook-channel.js';
import { readStatusRange, type StatusRange } from './http-statuses.js';
import type { WebhookEndpointService } from '../endpoints/webhook-endpoint.service.js';
import { webhookMessage } from './webhook-envelope.js';
import type { RetryWebhooks, WebhookFilter } from './webhook.input.js';
import { type AttemptNumber, webhookRepository } from './webhook.repository.js';
import type { Webhook, WebhookAttempt } from './webhook.table.js';

/** Messages that one call sends again, so that it stays short. */
const RETRIED_AT_ONCE = 10_000;

/** The kind of messages that are only sent on request, which no endpoint can ask for. */
const TEST_KIND = 'webhook.test';

/** Attempts of a delivery that are shown. */
const SHOWN_ATTEMPTS = 20;

/** Reads the delivery log of webhook endpoints, and sends messages again. Source: webhooks.md §6. */
export class WebhookService {
  constructor(
    private readonly endpoints: WebhookEndpointService,
    private readonly clock: Clock,
    private readonly limits: Pick<Limits, 'pageBytes'>,
  ) {}

  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Webhook>> {
    return indexBy(await webhookRepository.findMany(db, actor.organizationId, ids), ({ id }) => id);
  }

  /** @throws AppError `webhook_endpoint_not_found`, `validation_errors`. */
  async list(
    db: Db,
    actor: Actor,
    endpointId: string,
    query: ListQuery<WebhookFilter>,
  ): Promise<Page<Webhook>> {
    const statusRanges = readStatusRanges(query.filter.httpStatuses);
    const { id, organizationId } = await this.endpoints.get(db, actor, endpointId);
    return webhookRepository.list(db, { organizationId, endpointId: id }, query, statusRanges);
  }

  /**
   * The messages of deliveries as JSON objects. That of a single delivery is always read.
   * @throws AppError `per_page: value_is_out_of_range` when they take too many bytes.
   */
  async payloads(
    db: Db,
    { organizationId }: Actor,
    ids: readonly string[],
  ): Promise<Map<string, Record<string, unknown>>> {
    if (ids.length > 1) {
      const bytes = await webhookRepository.bytesOfPayloads(db, organizationId, ids);
      requirePageWithin(this.limits, bytes, 'The messages of a page hold objects');
    }
    const found = await webhookRepository.findPayloads(db, organizationId, ids);
    return new Map(
      found.map(({ webhookId, ...message }) => [webhookId, webhookMessage({ organizationId, ...message })]),
    );
  }

  /** Messages that have been addressed, whether or not an endpoint asks for their kind. */
  async messages(
    db: Db,
    { organizationId }: Actor,
    ids: readonly string[],
  ): Promise<Map<string, OutboxMessage>> {
    return indexBy(await webhookRepository.findMessages(db, organizationId, ids), ({ id }) => id);
  }

  /**
   * What was answered to attempts, by the names of `attemptName`. That of a single attempt is always read.
   * @throws AppError `per_page: value_is_out_of_range` when they take too many bytes.
   */
  async responses(
    db: Db,
    { organizationId }: Actor,
    attempts: readonly AttemptNumber[],
  ): Promise<Map<string, string>> {
    if (attempts.length > 1) {
      const bytes = await webhookRepository.bytesOfResponses(db, organizationId, attempts);
      requirePageWithin(this.limits, bytes, 'The attempts of a page have responses');
    }
    const found = await webhookRepository.findResponses(db, organizationId, attempts);
    return new Map(found.map((attempt) => [attemptName(attempt), attempt.response]));
  }

  /** The last attempts of deliveries, latest first. */
  async attempts(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, WebhookAttempt[]>> {
    const found = await webhookRepository.findAttempts(db, actor.organizationId, ids, SHOWN_ATTEMPTS);
    return groupBy(found, ({ webhookId }) => webhookId);
  }

  /**
   * Sends a message again, now and with as many attempts as a new one has. It still waits for earlier messages about its
   * object.
   * @throws AppError `webhook_not_found`, `is_succeeded`.
   */
  async retry(tx: Tx, actor: Actor, id: string): Promise<Webhook> {
    const webhook = isUuid(id) ? (await this.getMany(tx, actor, [id])).get(id.toLowerCase()) : undefined;
    if (webhook === undefined) throw notFound('webhook');
    const retried = await webhookRepository.retry(tx, actor.organizationId, webhook.id, this.clock.now());
    if (retried === null) throw notAllowed('is_succeeded');
    announceAfterCommit(WEBHOOK_CHANNEL, [retried.endpointId]);
    announceUpdate({
      topic: 'webhook',
      organizationId: actor.organizationId,
      group: retried.endpointId,
      ids: [retried.id],
    });
    return retried;
  }

  /**
   * Sends a message to an endpoint that shows whether it receives messages. Each is about an object of its own, so that
   * it waits for no other.
   * @throws AppError `webhook_endpoint_not_found`.
   */
  async sendTest(tx: Tx, actor: Actor, endpointId: string): Promise<Webhook> {
    const endpoint = await this.endpoints.get(tx, actor, endpointId);
    const id = newId();
    const message = {
      id,
      organizationId: actor.organizationId,
      webhookType: TEST_KIND,
      objectType: 'webhook_endpoint',
      objectId: id,
      object: {
        svc_id: endpoint.id,
        svc_organization_id: endpoint.organizationId,
        webhook_url: endpoint.webhookUrl,
        signature_algo: endpoint.signatureAlgo,
        name: endpoint.name,
        event_types: endpoint.eventTypes,
        test: endpoint.test,
        created_at: DateTime.serialize(endpoint.createdAt),
      },
      externalCustomerId: null,
      createdAt: this.clock.now(),
    };
    const sent = await webhookRepository.insertMessage(tx, message, endpoint.id);
    announceAfterCommit(WEBHOOK_CHANNEL, [endpoint.id]);
    return sent;
  }

  /**
   * Sends messages again that have failed for good, those that arose first. @returns their number.
   * @throws AppError `webhook_endpoint_not_found`.
   */
  async retryFailed(tx: Tx, actor: Actor, { endpointId, ...filter }: RetryWebhooks): Promise<number> {
    const { id } = await this.endpoints.get(tx, actor, endpointId);
    const span = { endpointId: id, filter, now: this.clock.now(), limit: RETRIED_AT_ONCE };
    const retried = await webhookRepository.retryFailed(tx, actor.organizationId, span);
    if (retried > 0) announceAfterCommit(WEBHOOK_CHANNEL, [id]);
    return retried;
  }
}

/** @throws AppError `validation_errors`. */
function readStatusRanges(texts: readonly string[] | null | undefined): StatusRange[] | null {
  if (texts === null || texts === undefined) return null;
  return texts.map((text) => {
    const range = readStatusRange(text.trim());
    if (range === null) throw invalid({ httpStatuses: ['value_is_invalid'] });
    return range;
  });
}

/** A text that is the same for the same attempt. */
export function attemptName({ webhookId, number }: AttemptNumber): string {
  return `${webhookId} ${number}`;
}

/** The attempt with a name of `attemptName`. */
export function attemptOf(name: string): AttemptNumber {
  const [webhookId = '', number] = name.split(' ');
  return { webhookId, number: Number(number) };
}
