import { callerDisconnected } from '../../../platform/db/layers/connection-gate.js';
import { databaseFailure, isConcurrencyFailure } from '../../../platform/db/postgres/postgres-error.js';
import type { TenantConnections } from '../../../platform/db/layers/tenant-connections.js';
import { overLimit } from '../../../platform/errors/app-error.js';
import { formatBytes, type Limits } from '../../../platform/limits.js';
import type { Metrics } from '../../../platform/process/process-metrics.js';
import { type EventPartitions, isBetweenPartitions } from '../events/event-partitions.js';
import { distinctEvents } from './accepted-event.js';
import { type Flush, type FlushRow, flushRepository } from './flush.repository.js';

/** Further events wait for the next flush: larger flushes are not faster (measured, docs/adr/0005). */
const MAX_EVENTS_PER_FLUSH = 2_000;
/** Approximate limit of the statement's size: the rows are one parameter. */
const MAX_BYTES_PER_FLUSH = 4_000_000;
/** Attempts at a flush that fails because of concurrent writers. */
const MAX_ATTEMPTS = 3;
/** One flush is written while the next one is collected and sent; more would only make flushes smaller. */
const MAX_FLUSHES_IN_FLIGHT = 2;

/** The events of one request. */
export interface WriteRequest {
  readonly organizationId: string;
  /** Version of the metric catalog that the rows were computed with. */
  readonly catalogVersion: bigint;
  /** Without repeated keys. */
  readonly rows: readonly FlushRow[];
  /** If true, nothing is stored when any key is known; if false, the events with new keys are stored. */
  readonly allOrNothing: boolean;
  /** Approximate size of the rows. */
  readonly bytes: number;
  /** Aborted when the caller disconnects: a request that still waits is then dropped. */
  readonly disconnected?: AbortSignal | null | undefined;
}

/** The keys of a request that were stored before, by another request. */
export type KnownKeys = ReadonlySet<string>;

interface Waiting extends WriteRequest {
  readonly answer: (knownKeys: KnownKeys | null) => void;
  readonly fail: (error: unknown) => void;
}

/** The queue of one organization. */
interface Lane {
  readonly waiting: Waiting[];
  flushesInFlight: number;
  /** Total size of the requests that wait or are in flight. */
  bytes: number;
}

export type QueueLimits = Pick<Limits, 'ingestQueueBytes' | 'organizationIngestQueueBytes'>;

/** Thrown to roll back a transaction that would store events of a request that must be refused. */
class RolledBack extends Error {
  constructor(readonly knownKeys: KnownKeys) {
    super('rolled back');
  }
}

/**
 * Commits the events of several requests in one transaction. Requests that arrive while two flushes of their organization
 * are in flight join the next one; there is no timer. Each caller is answered after the commit that contains its events.
 * Source: docs/adr/0005.
 */
export class GroupCommit {
  private readonly lanes = new Map<string, Lane>();
  /** Total size of the requests of all lanes. */
  private bytes = 0;

  constructor(
    private readonly tenants: TenantConnections,
    private readonly partitions: Pick<EventPartitions, 'settle'>,
    private readonly metrics: Metrics,
    private readonly limits: QueueLimits,
  ) {}

  /** Total size, in bytes, of the requests that wait or are being written. */
  get waitingBytes(): number {
    return this.bytes;
  }

  /**
   * @returns the keys that were stored before, once the new events are committed; null if the metrics have changed and
   *   nothing was written: the caller must compute the rows again.
   * @throws AppError `service_unavailable` if too many bytes wait to be stored.
   */
  async write(request: WriteRequest): Promise<KnownKeys | null> {
    const { organizationId } = request;
    const lane = this.lanes.get(organizationId) ?? { waiting: [], flushesInFlight: 0, bytes: 0 };
    this.requireRoom(lane, request);
    this.lanes.set(organizationId, lane);
    return new Promise((answer, fail) => {
      lane.waiting.push({ ...request, answer, fail });
      this.count(lane, request.bytes);
      this.pump(organizationId, lane);
    });
  }

  /** Refuses a request beyond the limits. One that exceeds a limit by itself is accepted if nothing else waits. */
  private requireRoom(lane: Lane, { bytes }: WriteRequest): void {
    const { ingestQueueBytes, organizationIngestQueueBytes } = this.limits;
    if (lane.bytes > 0 && lane.bytes + bytes > organizationIngestQueueBytes)
      throw overLimit(
        'unavailable',
        `Events of an organization that wait to be stored take at most ${formatBytes(organizationIngestQueueBytes)}.`,
      );
    if (this.bytes > 0 && this.bytes + bytes > ingestQueueBytes)
      throw overLimit(
        'unavailable',
        `Events that wait to be stored take at most ${formatBytes(ingestQueueBytes)}.`,
      );
  }

  private count(lane: Lane, bytes: number): void {
    lane.bytes += bytes;
    this.bytes += bytes;
  }

  private pump(organizationId: string, lane: Lane): void {
    while (lane.waiting.length > 0 && lane.flushesInFlight < MAX_FLUSHES_IN_FLIGHT) {
      const { requests, abandoned } = takeFlush(lane.waiting);
      for (const { bytes, fail } of abandoned) {
        this.count(lane, -bytes);
        fail(callerDisconnected());
      }
      if (requests.length === 0) continue;
      lane.flushesInFlight += 1;
      void this.settle(organizationId, requests).then(() => {
        lane.flushesInFlight -= 1;
        for (const { bytes } of requests) this.count(lane, -bytes);
        this.pump(organizationId, lane);
      });
    }
    if (lane.flushesInFlight === 0) this.lanes.delete(organizationId);
  }

  /**
   * Writes the requests and answers every one. A flush that fails because of a concurrent writer is retried as it is; one
   * that fails unexpectedly is retried request by request, so that only the request that causes the error fails.
   */
  private async settle(
    organizationId: string,
    requests: readonly Waiting[],
    attempts = MAX_ATTEMPTS,
  ): Promise<void> {
    try {
      await this.flush(organizationId, requests);
    } catch (error) {
      if (attempts > 1 && (await this.isRetryable(error))) {
        await this.settle(organizationId, requests, attempts - 1);
        return;
      }
      if (requests.length === 1 || databaseFailure(error) !== null) {
        for (const { fail } of requests) fail(error);
        return;
      }
      for (const request of requests) await this.settle(organizationId, [request]);
    }
  }

  /** True if a flush failed only because of concurrent transactions, so that it can be retried. */
  private async isRetryable(error: unknown): Promise<boolean> {
    if (isConcurrencyFailure(error)) return true;
    if (!isBetweenPartitions(error)) return false;
    return this.partitions.settle().then(
      () => true,
      () => false,
    );
  }

  /**
   * Writes the requests in one transaction. If some must be refused because of known keys, it rolls back, answers these and
   * writes the others again. A known key stays known, so each attempt refuses at least one request for good.
   */
  private async flush(organizationId: string, requests: readonly Waiting[]): Promise<void> {
    for (let open = requests; open.length > 0;) {
      const rows = distinctEvents(open.flatMap((request) => request.rows));
      const { catalogVersion } = open[0] as Waiting;
      const known = await this.commit({ organizationId, catalogVersion, rows: [...rows.values()] }, open);
      if (known === null) {
        for (const { answer } of open) answer(null);
        return;
      }
      const refused = open.filter((request) => mustRefuse(request, known));
      if (refused.length === 0) {
        this.metrics.countFlush(rows.size - known.size);
        answerCommitted(open, known);
        return;
      }
      for (const request of refused) request.answer(knownOf(request, known));
      open = open.filter((request) => !refused.includes(request));
    }
  }

  /** @returns the known keys; nothing was written if a request must be refused because of them. Null if metrics are outdated. */
  private async commit(flush: Flush, requests: readonly Waiting[]): Promise<KnownKeys | null> {
    try {
      return await this.tenants.forIngest(flush.organizationId).begin(async (inside) => {
        const { catalogWasCurrent, knownKeys } = await flushRepository.write(inside, flush);
        const known = new Set(knownKeys);
        if (requests.some((request) => mustRefuse(request, known))) throw new RolledBack(known);
        return catalogWasCurrent ? known : null;
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.knownKeys;
      throw error;
    }
  }
}

/**
 * Takes the requests of the next flush off the queue: the first ones that were computed with the same metrics, up to the
 * size of a flush. An all-or-nothing request that repeats an event of an earlier one waits, since it is not yet decided
 * whether that event will be stored. Requests whose callers have disconnected are taken off as well.
 */
function takeFlush(waiting: Waiting[]): { requests: Waiting[]; abandoned: Waiting[] } {
  const requests: Waiting[] = [];
  const abandoned: Waiting[] = [];
  const keys = new Set<string>();
  let bytes = 0;
  for (const request of waiting) {
    if (request.disconnected?.aborted === true) {
      abandoned.push(request);
      continue;
    }
    const isFull =
      keys.size + request.rows.length > MAX_EVENTS_PER_FLUSH || bytes + request.bytes > MAX_BYTES_PER_FLUSH;
    const usesOtherMetrics = request.catalogVersion !== requests[0]?.catalogVersion;
    const mustWait = request.allOrNothing && request.rows.some(({ key }) => keys.has(key));
    if (requests.length > 0 && (isFull || usesOtherMetrics || mustWait)) break;
    requests.push(request);
    bytes += request.bytes;
    for (const { key } of request.rows) keys.add(key);
  }
  waiting.splice(0, requests.length + abandoned.length);
  return { requests, abandoned };
}

function mustRefuse(request: WriteRequest, known: KnownKeys): boolean {
  return request.allOrNothing && known.size > 0 && request.rows.some(({ key }) => known.has(key));
}

function knownOf({ rows }: WriteRequest, known: KnownKeys): KnownKeys {
  return new Set(rows.map(({ key }) => key).filter((key) => known.has(key)));
}

/** Answers requests of a committed flush. An event that several of them sent is new for the first and known for the others. */
function answerCommitted(requests: readonly Waiting[], known: KnownKeys): void {
  const stored = new Set(known);
  for (const request of requests) {
    request.answer(knownOf(request, stored));
    for (const { key } of request.rows) stored.add(key);
  }
}
