import type { Actor } from '../../../platform/actor.js';
import type { Changes } from '../../../platform/changes/changes.js';
import type { Clock } from '../../../platform/clock.js';
import { indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid, newId } from '../../../platform/db/tables/ids.js';
import { lockExclusively } from '../../../platform/db/statements/locks.js';
import { refuseTaken } from '../../../platform/db/postgres/postgres-error.js';
import { invalid, notFound } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitText, requireText, URL_LENGTH } from '../../../platform/errors/input-rules.js';
import type { OutgoingHttp } from '../../../platform/outgoing/outgoing-http.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import { DELETE_ENDPOINT } from './delete-endpoint.job.js';
import { readEventTypes } from './event-types.js';
import { isResting } from './resting-endpoint.js';
import type { WebhookEndpointChange } from './webhook-endpoint.changes.js';
import type { CreateWebhookEndpoint, UpdateWebhookEndpoint } from './webhook-endpoint.input.js';
import { webhookEndpointRepository } from './webhook-endpoint.repository.js';
import type { WebhookEndpoint } from './webhook-endpoint.table.js';

/** The most endpoints of an organization. Source: webhooks.md §1. */
const MOST_ENDPOINTS = 10;

const refuseTakenUrl = refuseTaken('webhook_endpoints_url', 'webhookUrl');

/** Manages the endpoints that receive an organization's webhook messages. Source: webhooks.md §1. */
export class WebhookEndpointService {
  constructor(
    private readonly clock: Clock,
    private readonly outgoing: OutgoingHttp,
    private readonly changes: Changes<WebhookEndpointChange>,
  ) {}

  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, WebhookEndpoint>> {
    return indexBy(await webhookEndpointRepository.findMany(db, actor.organizationId, ids), ({ id }) => id);
  }

  /** @throws AppError `webhook_endpoint_not_found`. */
  async get(db: Db, actor: Actor, id: string): Promise<WebhookEndpoint> {
    const endpoint = isUuid(id) ? (await this.getMany(db, actor, [id])).get(id.toLowerCase()) : undefined;
    if (endpoint === undefined) throw notFound('webhook_endpoint');
    return endpoint;
  }

  list(db: Db, actor: Actor, query: ListQuery): Promise<Page<WebhookEndpoint>> {
    return webhookEndpointRepository.list(db, actor.organizationId, query);
  }

  /** The addresses of all endpoints, oldest first. */
  async urls(db: Db, actor: Actor): Promise<string[]> {
    const endpoints = await webhookEndpointRepository.findOf(db, actor.organizationId);
    return endpoints.map(({ webhookUrl }) => webhookUrl);
  }

  /** Changes the address of the oldest endpoint, or creates one, unless the address is refused: billing-entities.md §4. */
  async replaceOldest(tx: Tx, actor: Actor, webhookUrl: string | null, errors: FieldErrors): Promise<void> {
    await this.validate(errors, { webhookUrl });
    if (errors.has('webhookUrl')) return;
    const [oldest] = await webhookEndpointRepository.findOf(tx, actor.organizationId);
    if (oldest === undefined) await this.create(tx, actor, { webhookUrl });
    else await this.update(tx, actor, { id: oldest.id, webhookUrl });
  }

  /** The ids of endpoints that have only failed for five days or more. */
  async flagged(db: Db, actor: Actor, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const failing = await webhookEndpointRepository.findFailing(db, actor.organizationId, ids);
    const now = this.clock.now();
    const flagged = failing.filter(({ since }) => isResting(since, now));
    return new Set(flagged.map(({ endpointId }) => endpointId));
  }

  /** @throws AppError `validation_errors` (webhooks.md §1). */
  async create(tx: Tx, actor: Actor, input: CreateWebhookEndpoint): Promise<WebhookEndpoint> {
    const errors = new FieldErrors();
    const { webhookUrl = null } = input;
    const eventTypes = readEventTypes(errors, input.eventTypes ?? null);
    await this.validate(errors, { ...input, webhookUrl });
    errors.throwIfAny();
    await lockExclusively(tx, 'webhook-endpoints', actor.organizationId);
    if ((await webhookEndpointRepository.count(tx, actor.organizationId)) >= MOST_ENDPOINTS) {
      throw invalid({ base: ['exceeded_limit'] });
    }
    const now = this.clock.now();
    const endpoint: WebhookEndpoint = {
      id: newId(),
      organizationId: actor.organizationId,
      webhookUrl: webhookUrl ?? '',
      signatureAlgo: input.signatureAlgo ?? 'jwt',
      name: input.name ?? null,
      eventTypes,
      test: input.test ?? null,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await webhookEndpointRepository.insert(tx, endpoint).catch(refuseTakenUrl);
    await this.changes.announce(tx, actor, { type: 'webhook_endpoint.created', endpoint });
    return endpoint;
  }

  /** @throws AppError `webhook_endpoint_not_found`, `validation_errors`. */
  async update(tx: Tx, actor: Actor, { id, ...input }: UpdateWebhookEndpoint): Promise<WebhookEndpoint> {
    const endpoint = await this.get(tx, actor, id);
    const errors = new FieldErrors();
    const eventTypes =
      input.eventTypes === undefined ? endpoint.eventTypes : readEventTypes(errors, input.eventTypes);
    await this.validate(errors, input);
    errors.throwIfAny();
    const changes = {
      webhookUrl: input.webhookUrl ?? endpoint.webhookUrl,
      signatureAlgo:
        input.signatureAlgo === undefined ? endpoint.signatureAlgo : (input.signatureAlgo ?? 'jwt'),
      name: input.name === undefined ? endpoint.name : input.name,
      eventTypes,
      test: input.test === undefined ? endpoint.test : input.test,
      updatedAt: this.clock.now(),
    };
    await webhookEndpointRepository
      .update(tx, actor.organizationId, endpoint.id, changes)
      .catch(refuseTakenUrl);
    const changed = { ...endpoint, ...changes };
    await this.changes.announce(tx, actor, {
      type: 'webhook_endpoint.updated',
      endpoint: changed,
      former: endpoint,
    });
    return changed;
  }

  /**
   * Deletes an endpoint: nothing more is sent to it, and its log is gone. A job deletes the rows of the log.
   * @throws AppError `webhook_endpoint_not_found`.
   */
  async delete(tx: Tx, actor: Actor, id: string): Promise<WebhookEndpoint> {
    const endpoint = await this.get(tx, actor, id);
    const { organizationId } = actor;
    await webhookEndpointRepository.update(tx, organizationId, endpoint.id, { deletedAt: this.clock.now() });
    await DELETE_ENDPOINT.enqueue(tx, { organizationId, endpointId: endpoint.id });
    await this.changes.announce(tx, actor, { type: 'webhook_endpoint.deleted', endpoint });
    return endpoint;
  }

  private async validate(errors: FieldErrors, { webhookUrl, name }: CreateWebhookEndpoint): Promise<void> {
    limitText(errors, 'name', name);
    requireText(errors, 'webhookUrl', webhookUrl, URL_LENGTH);
    if (webhookUrl === undefined || webhookUrl === null || errors.has('webhookUrl')) return;
    if (!(await this.outgoing.accepts(webhookUrl))) errors.add('webhookUrl', 'url_is_invalid');
  }
}
