import type { PublicAddresses } from '../../../platform/addresses.js';
import { setTimeout as delay } from 'node:timers/promises';
import { Alarm } from '../../../platform/process/alarm.js';
import type { BackgroundThrottle } from '../../../platform/process/background-throttle.js';
import type { Clock } from '../../../platform/clock.js';
import type { JobsDb } from '../../../platform/db/database-connections.js';
import { retryWaitMs } from '../../../platform/jobs/retry-schedule.js';
import type { Limits } from '../../../platform/limits.js';
import { announceUpdate } from '../../../platform/live/live-update.js';
import type { Metrics } from '../../../platform/process/process-metrics.js';
import type { Logger } from '../../../platform/log.js';
import type { Connections } from '../../../platform/outgoing/kept-connections.js';
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.js';
import type { OutgoingHttp } from '../../../platform/outgoing/outgoing-http.js';
import { isResting } from '../endpoints/resting-endpoint.js';
import { signatureHeaders } from '../signing/signatures.js';
import {
  type DueWebhook,
  type Lease,
  type Outcome,
  queueRepository,
  type Target,
} from './queue.repository.js';
import type { Slots } from './request-slots.js';
import { WEBHOOK_RETRIES } from './webhook-retries.js';

/** The most messages of an endpoint that wait in memory until they are sent. */
const LOADED = 100;
/** Further ones are loaded when there is room for so many. */
const LEAST_LOADED = 50;
/** The most bytes of them, as they are stored: compressed. */
const LOADED_BYTES = 500_000;
/** What was read of the endpoint holds for so long; then it is read again before the next attempt. */
const TARGET_MS = 1_000;
/** The lease is renewed at least this often. */
const RENEWAL_MS = 20_000;
/** A queue without messages keeps its connections and its lease for so long. */
const LINGER_MS = 1_000;
const OUTAGE_MS = 2_000;

const NOTHING = { messages: [], mayBeMore: false };

export interface QueueDependencies {
  readonly jobsDb: JobsDb;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly limits: Pick<Limits, 'webhookAttempts' | 'webhookTimeoutMs'>;
  readonly backgroundThrottle: BackgroundThrottle;
  readonly outgoing: OutgoingHttp;
  /** Base URL of the installation, for signatures. */
  readonly publicAddresses: PublicAddresses;
  readonly slots: Slots;
  /** PEM of the RSA key of the installation. */
  readonly privateKey: () => Promise<string>;
}

/**
 * Sends the messages of one endpoint while this process has the lease for it. It sends several at once, records what came
 * of them and loads further ones, in one transaction for as many as have come up. Source: docs/adr/0075.
 */
export class EndpointQueue {
  private readonly alarm = new Alarm();
  private readonly aborted = new AbortController();
  private readonly connections: Connections;
  /** Loaded, in the order in which they are sent. */
  private waiting: DueWebhook[] = [];
  private readonly open = new Map<string, DueWebhook>();
  private outcomes: Outcome[] = [];
  private target: { readonly value: Target; readonly readAt: number } | null = null;
  private isStopping = false;

  constructor(
    private readonly lease: Lease,
    private readonly dependencies: QueueDependencies,
  ) {
    this.connections = dependencies.outgoing.connections();
  }

  /** Loads messages that may have come up. */
  ring(): void {
    this.alarm.ring();
  }

  /** Starts no further attempt. @param isAborted true ends those that are under way; they will be made again. */
  stop({ isAborted }: { readonly isAborted: boolean }): void {
    this.isStopping = true;
    if (isAborted) this.aborted.abort();
    this.alarm.ring();
  }

  /** Sends until nothing is due, the lease is lost, or it is stopped. */
  async run(): Promise<void> {
    try {
      while (await this.tryTurn());
    } finally {
      this.isStopping = true;
      this.aborted.abort();
      this.connections.close();
    }
    await queueRepository.release(this.dependencies.jobsDb, this.lease);
  }

  /** Takes a turn; while the database is out of reach, keeps what it has to record. */
  private async tryTurn(): Promise<boolean> {
    try {
      return await this.turn();
    } catch (error) {
      if (this.isStopping) throw error;
      this.dependencies.log.error(
        { err: error, ...this.lease },
        'the webhooks of an endpoint wait for the database',
      );
      await delay(OUTAGE_MS);
      return true;
    }
  }

  /** @returns false when there is nothing more to do. */
  private async turn(): Promise<boolean> {
    await this.dependencies.backgroundThrottle.untilOpen();
    const nextAt = await this.recordAndLoad();
    if (nextAt === null) return false;
    this.startAttempts();
    if (this.outcomes.length > 0) return true;
    if (this.open.size === 0 && this.isStopping) return false;
    if (this.open.size === 0 && this.waiting.length === 0) {
      return nextAt <= this.now() || (await this.alarm.sleep(LINGER_MS));
    }
    await this.alarm.sleep(Math.min(RENEWAL_MS, Math.max(0, nextAt - this.now())));
    return true;
  }

  private now(): number {
    return this.dependencies.clock.now().getTime();
  }

  /** @returns when the next attempt falls due; null if the lease is lost or the endpoint was deleted. */
  private async recordAndLoad(): Promise<number | null> {
    // A copy: attempts that end during the transaction are recorded in the next turn.
    const outcomes = [...this.outcomes];
    const { clock, jobsDb } = this.dependencies;
    const { endpointId } = this.lease;
    const now = clock.now();
    const hasSucceeded = outcomes.some(({ status }) => status === 'succeeded');
    const since = outcomes.find(({ status }) => status !== 'succeeded')?.startedAt ?? null;
    const done = outcomes.filter(({ nextAttemptAt }) => nextAttemptAt === null).map(({ id }) => id);
    const without = [...this.waiting.map(({ id }) => id), ...this.open.keys()];
    const room = this.isStopping ? 0 : LOADED - this.waiting.length;
    const loading = { now, without, room, bytes: LOADED_BYTES };
    const found = await jobsDb.transaction(async (tx) => {
      await queueRepository.commitWithoutDisk(tx);
      const target = await queueRepository.renew(tx, this.lease, { hasSucceeded, since, now });
      if (target === null) return null;
      if (outcomes.length > 0) {
        await queueRepository.record(tx, outcomes);
        const ids = outcomes.map(({ id }) => id);
        announceUpdate({
          topic: 'webhook',
          organizationId: target.organizationId,
          group: endpointId,
          ids,
        });
      }
      if (done.length > 0) {
        await queueRepository.failLines(tx, endpointId, done, now);
        await queueRepository.releaseNext(tx, endpointId, done, now);
      }
      const { messages, mayBeMore } =
        room < LEAST_LOADED ? NOTHING : await queueRepository.load(tx, endpointId, loading);
      const nextAt =
        mayBeMore && messages.length === 0 ? now : await queueRepository.nextAfter(tx, endpointId, now);
      return { target, messages, nextAt };
    });
    if (found === null) return null;
    this.outcomes = this.outcomes.slice(outcomes.length);
    for (const { status } of outcomes) this.dependencies.metrics.countWebhookAttempt(status);
    this.target = { value: found.target, readAt: performance.now() };
    this.waiting.push(...found.messages);
    return found.nextAt?.getTime() ?? Infinity;
  }

  /** Begins as many attempts as the endpoint may have open. */
  private readonly startAttempts = (): void => {
    const { backgroundThrottle, slots } = this.dependencies;
    while (!this.isStopping) {
      const [webhook] = this.waiting;
      if (webhook === undefined) return;
      const target = this.freshTarget();
      if (target === null || backgroundThrottle.isClosed) {
        this.alarm.ring();
        return;
      }
      if (!slots.take(target.organizationId, this.open.size, this.startAttempts)) return;
      this.waiting.shift();
      this.open.set(webhook.id, webhook);
      void this.attempt(webhook, target);
    }
  };

  /** Null when it must be read again, since the URL may have been changed meanwhile. */
  private freshTarget(): Target | null {
    if (this.target === null || performance.now() - this.target.readAt > TARGET_MS) return null;
    return this.target.value;
  }

  private async attempt(webhook: DueWebhook, target: Target): Promise<void> {
    const startedAt = this.dependencies.clock.now();
    const answer = await this.send(webhook, target, startedAt);
    if (answer !== null)
      this.outcomes.push(this.outcomeOf(webhook, { ...answer, url: target.url, startedAt }));
    this.open.delete(webhook.id);
    this.dependencies.slots.release(target.organizationId);
    this.startAttempts();
    this.alarm.ring();
  }

  /** @returns null if the attempt was aborted. */
  private async send(webhook: DueWebhook, target: Target, sentAt: Date): Promise<Answer | null> {
    const { limits, log, outgoing, privateKey, publicAddresses } = this.dependencies;
    const body = Buffer.from(webhook.body);
    const message = {
      id: webhook.id,
      body,
      sentAt,
      algorithm: target.algorithm,
      issuer: publicAddresses.base,
    };
    try {
      const headers = await signatureHeaders(message, { ...target, privateKey: await privateKey() });
      const answer = await outgoing.post(
        target.url,
        {
          headers: { ...headers, 'Content-Type': 'application/json' },
          body,
          timeoutMs: limits.webhookTimeoutMs,
          signal: this.aborted.signal,
        },
        this.connections,
      );
      return { httpStatus: answer.status, response: storable(answer.body.toString('utf8')) };
    } catch (error) {
      if (this.aborted.signal.aborted) return null;
      if (error instanceof OutgoingFailure) return { httpStatus: null, response: storable(error.message) };
      log.error({ err: error, webhookId: webhook.id }, 'a webhook message could not be sent');
      return { httpStatus: null, response: 'internal error' };
    }
  }

  private outcomeOf(
    { id, seriesAttempts: series }: DueWebhook,
    attempt: Pick<Outcome, 'httpStatus' | 'response' | 'url' | 'startedAt'>,
  ): Outcome {
    const { clock, limits } = this.dependencies;
    const endedAt = clock.now();
    const isSuccess = attempt.httpStatus !== null && attempt.httpStatus >= 200 && attempt.httpStatus < 300;
    const failingSince = this.target?.value.failingSince ?? null;
    const limit = isResting(failingSince, endedAt) ? 1 : limits.webhookAttempts;
    const isDone = isSuccess || series + 1 >= limit;
    const waitMs = isDone ? null : retryWaitMs(WEBHOOK_RETRIES, series + 1);
    return {
      ...attempt,
      id,
      series,
      endedAt,
      status: isSuccess ? 'succeeded' : waitMs === null ? 'failed' : 'retrying',
      nextAttemptAt: waitMs === null ? null : new Date(endedAt.getTime() + waitMs),
    };
  }
}

type Answer = Pick<Outcome, 'httpStatus' | 'response'>;

/** Postgres stores no NUL, and no half of a surrogate pair. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
