import type { Clock } from '../../../platform/clock.js';
import type { JobsDb } from '../../../platform/db/database-connections.js';
import type { Limits } from '../../../platform/limits.js';
import { webhookEndpointRepository } from '../endpoints/webhook-endpoint.repository.js';
import { type ConsideredMessage, webhookRepository } from './webhook.repository.js';

const DAY_MS = 86_400_000;
/** Rows of one transaction. */
const ROWS_AT_ONCE = 1_000;

interface EndpointOf {
  readonly organizationId: string;
  readonly endpointId: string;
}

/** Deletes what the delivery log and the outbox no longer need. Source: webhooks.md §1, §6; docs/adr/0075. */
export class WebhookRetention {
  constructor(
    private readonly jobsDb: JobsDb,
    private readonly clock: Clock,
    private readonly limits: Pick<Limits, 'webhookLogDays' | 'outboxDays'>,
    private readonly organizationIds: () => Promise<readonly string[]>,
  ) {}

  /** Deletes what is older than the settings say. Deletes the rest of deleted endpoints, too. */
  async trim(): Promise<void> {
    for (const { id: endpointId, organizationId } of await webhookEndpointRepository.findDeleted(
      this.jobsDb,
    )) {
      await this.deleteEndpoint({ organizationId, endpointId });
    }
    const unchangedSince = this.daysAgo(this.limits.webhookLogDays);
    for (const { id: endpointId, organizationId } of await webhookEndpointRepository.findAll(this.jobsDb)) {
      await this.deleteLog({ organizationId, endpointId }, unchangedSince);
    }
    for (const organizationId of await this.organizationIds()) await this.trimOutbox(organizationId);
  }

  /** Deletes a deleted endpoint with its log. */
  async deleteEndpoint({ organizationId, endpointId }: EndpointOf): Promise<void> {
    await this.deleteLog({ organizationId, endpointId }, null);
    await this.jobsDb.transaction((tx) => webhookEndpointRepository.remove(tx, organizationId, endpointId));
  }

  private async deleteLog(
    { organizationId, endpointId }: EndpointOf,
    unchangedSince: Date | null,
  ): Promise<void> {
    const some = { endpointId, unchangedSince, limit: ROWS_AT_ONCE, now: this.clock.now() };
    let deleted: number;
    do {
      deleted = await this.jobsDb.transaction((tx) => webhookRepository.deleteSome(tx, organizationId, some));
    } while (deleted === ROWS_AT_ONCE);
  }

  private async trimOutbox(organizationId: string): Promise<void> {
    const before = this.daysAgo(this.limits.outboxDays);
    let after: ConsideredMessage | null = null;
    do {
      const some: Parameters<typeof webhookRepository.deleteUnreferredMessages>[2] = {
        before,
        after,
        limit: ROWS_AT_ONCE,
      };
      after = await this.jobsDb.transaction((tx) =>
        webhookRepository.deleteUnreferredMessages(tx, organizationId, some),
      );
    } while (after !== null);
  }

  private daysAgo(days: number): Date {
    return new Date(this.clock.now().getTime() - days * DAY_MS);
  }
}
