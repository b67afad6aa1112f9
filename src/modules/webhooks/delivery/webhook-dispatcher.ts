import { randomUUID } from 'node:crypto';
import { Alarm } from '../../../platform/process/alarm.js';
import type { Connections } from '../../../platform/db/database-connections.js';
import { endsWithin } from '../../../platform/process/ends-within.js';
import type { Limits } from '../../../platform/limits.js';
import type { PlatformServices } from '../../../platform/capabilities/platform-services.js';
import type { SigningKeys } from '../signing/signing-keys.js';
import { WEBHOOK_CHANNEL } from '../log/webhook-channel.js';
import { EndpointQueue, type QueueDependencies } from './endpoint-queue.js';
import { type EndpointOf, queueRepository } from './queue.repository.js';
import { Shares } from './organization-shares.js';
import { Slots } from './request-slots.js';

/** The most requests to one endpoint at once. Source: webhooks.md §7. */
const OPEN_PER_ENDPOINT = 5;
/** It looks for messages at least this often: notifications may be lost, and leases of processes that died end. */
const TICK_MS = 5_000;
/** The wait when the database itself fails. */
const OUTAGE_MS = 5_000;
/** How long a stop waits for answers to messages that have been sent. */
const STOP_MS = 5_000;

interface Needs extends Pick<
  PlatformServices,
  'jobsDb' | 'clock' | 'log' | 'metrics' | 'backgroundThrottle' | 'outgoing' | 'publicAddresses'
> {
  readonly connections: Pick<Connections, 'listen'>;
  readonly limits: Pick<Limits, 'webhookAttempts' | 'webhookTimeoutMs' | 'webhookRequests'>;
  readonly signingKeys: SigningKeys;
}

interface Served {
  readonly queue: EndpointQueue;
  readonly ended: Promise<void>;
}

/**
 * Sends webhook messages to their endpoints. Any number of processes may run one: a lease decides which of them sends to
 * an endpoint. Source: webhooks.md §5; docs/adr/0075.
 */
export class WebhookDispatcher {
  private readonly owner = randomUUID();
  private readonly alarm = new Alarm();
  private readonly served = new Map<string, Served>();
  /** Endpoints to which messages have just been addressed. */
  private readonly announced = new Set<string>();
  private readonly slots: Slots;
  /** The endpoints that are served at once, by organization. */
  private readonly places: Shares;
  private readonly queueDependencies: QueueDependencies;
  /** When to look for messages again, by `performance.now()`. */
  private scanAt = 0;
  private isStopping = false;
  private ended: Promise<void> = Promise.resolve();

  private constructor(
    private readonly needs: Needs,
    privateKey: () => Promise<string>,
  ) {
    this.slots = new Slots(needs.limits.webhookRequests, OPEN_PER_ENDPOINT);
    this.places = new Shares(needs.limits.webhookRequests);
    this.queueDependencies = { ...needs, privateKey, slots: this.slots };
  }

  static async start(dependencies: Needs): Promise<WebhookDispatcher> {
    const { connections, jobsDb, signingKeys } = dependencies;
    await jobsDb.transaction((tx) => signingKeys.createOnce(tx));
    const dispatcher = new WebhookDispatcher(dependencies, () => signingKeys.privateKey(jobsDb));
    const stopListening = await connections.listen(
      WEBHOOK_CHANNEL,
      (endpointId) => {
        dispatcher.hear(endpointId);
      },
      // Called again after the connection was lost: notifications may have been missed.
      () => {
        dispatcher.alarm.ring();
      },
    );
    dispatcher.ended = dispatcher.work().finally(stopListening);
    return dispatcher;
  }

  /** Stops. Messages that were sent and not answered within a few seconds are sent again by the next process. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.alarm.ring();
    const queues = [...this.served.values()];
    for (const { queue } of queues) queue.stop({ isAborted: false });
    const ended = Promise.all([this.ended, ...queues.map((each) => each.ended)]);
    if (await endsWithin(ended, STOP_MS)) return;
    for (const { queue } of queues) queue.stop({ isAborted: true });
    await ended;
  }

  private hear(endpointId: string): void {
    const served = this.served.get(endpointId);
    if (served !== undefined) {
      served.queue.ring();
      return;
    }
    this.announced.add(endpointId);
    this.alarm.ring();
  }

  private async work(): Promise<void> {
    while (!this.isStopping) {
      try {
        await this.serve([...this.announced]);
        if (performance.now() >= this.scanAt) await this.scan();
      } catch (error) {
        this.needs.log.error({ err: error }, 'the sending of webhooks waits for the database');
        this.scanAt = performance.now() + OUTAGE_MS;
      }
      await this.alarm.sleep(Math.max(0, this.scanAt - performance.now()));
    }
  }

  /** Looks for endpoints with messages that are due, and decides when to look again. */
  private async scan(): Promise<void> {
    this.scanAt = Infinity;
    const { clock, jobsDb } = this.needs;
    const waiting = await queueRepository.findWaiting(jobsDb, this.owner);
    const unserved = waiting.filter(({ endpointId }) => !this.served.has(endpointId));
    const now = clock.now();
    const due = unserved.filter(({ nextAttemptAt }) => nextAttemptAt <= now);
    await this.serve(due.map(({ endpointId }) => endpointId));
    const [next] = unserved.slice(due.length);
    const waitMs = next === undefined ? TICK_MS : next.nextAttemptAt.getTime() - now.getTime();
    this.scanAt = Math.min(this.scanAt, performance.now() + Math.min(TICK_MS, waitMs));
  }

  private async serve(endpointIds: readonly string[]): Promise<void> {
    for (const endpointId of endpointIds) this.announced.delete(endpointId);
    const unserved = endpointIds.filter((endpointId) => !this.served.has(endpointId));
    if (unserved.length === 0) return;
    const { jobsDb } = this.needs;
    for (const endpoint of await queueRepository.organizationsOf(jobsDb, unserved)) {
      const { endpointId, organizationId } = endpoint;
      if (this.isStopping || !this.places.hasRoom(organizationId)) continue;
      const lease = { endpointId, owner: this.owner };
      if (!(await queueRepository.lease(jobsDb, lease))) continue;
      const queue = new EndpointQueue(lease, this.queueDependencies);
      this.places.take(organizationId);
      this.served.set(endpointId, { queue, ended: this.run(endpoint, queue) });
    }
  }

  private async run({ endpointId, organizationId }: EndpointOf, queue: EndpointQueue): Promise<void> {
    try {
      await queue.run();
    } catch (error) {
      this.needs.log.error({ err: error, endpointId }, 'the webhooks of an endpoint will be sent later');
    } finally {
      this.served.delete(endpointId);
      this.places.release(organizationId);
      // Messages may have come up at the last moment, and nobody knows yet when the next one falls due.
      this.scanAt = 0;
      this.alarm.ring();
    }
  }
}
