import { callerLeft } from '../../../platform/db/connection-gate.js';
import { databaseFailure, isConcurrencyFailure } from '../../../platform/db/postgres-error.js';
import type { TenantConnections } from '../../../platform/db/tenant-connections.js';
import { overLimit } from '../../../platform/errors/app-error.js';
import { formatBytes, type Limits } from '../../../platform/limits.js';
import type { Metrics } from '../../../platform/metrics.js';
import { type EventPartitions, isBetweenPartitions } from '../events/event-partitions.js';
import { distinctEvents } from './accepted-event.js';
import { type Flush, type FlushRow, flushRepository } from './flush.repository.js';

/** More wait for the next flush: the statement gains nothing from larger ones (measured, docs/adr/0005). */
const MAX_EVENTS_PER_FLUSH = 2_000;
/** About as many bytes in one statement: Postgres takes them as one parameter. */
const MAX_BYTES_PER_FLUSH = 4_000_000;
/** How often a flush is tried that fails because of others that write at the same time. */
const MAX_ATTEMPTS = 3;
/** One is written while the next is gathered and sent; more would only make flushes smaller. */
const MAX_FLUSHES_IN_FLIGHT = 2;

/** What one caller wants stored. */
export interface WriteRequest {
  readonly organizationId: string;
  /** Of the metrics that the rows were worked out with. */
  readonly catalogVersion: bigint;
  /** Each key once. */
  readonly rows: readonly FlushRow[];
  /** Stores nothing when any key is known; otherwise the events whose key is not. */
  readonly allOrNothing: boolean;
  /** About how large its rows are. */
  readonly bytes: number;
  /** Aborted when the caller leaves: a request that still waits is dropped then. */
  readonly left?: AbortSignal | null | undefined;
}

/** Those keys of a request that were stored by another one before. */
export type KnownKeys = ReadonlySet<string>;

interface Waiting extends WriteRequest {
  readonly answer: (knownKeys: KnownKeys | null) => void;
  readonly fail: (error: unknown) => void;
}

/** The requests of one organization. */
interface Lane {
  readonly waiting: Waiting[];
  flushesInFlight: number;
  /** Of the requests that wait or are in flight. */
  bytes: number;
}

export type QueueLimits = Pick<Limits, 'ingestQueueBytes' | 'organizationIngestQueueBytes'>;

/** Ends a transaction that would store events of a request that must be refused. */
class RolledBack extends Error {
  constructor(readonly knownKeys: KnownKeys) {
    super('rolled back');
  }
}

/**
 * Writes the events of many requests with one commit: requests that arrive while two flushes of their organization
 * are in flight join the next, without a timer. Each caller is answered after the commit that holds its events.
 * Source: docs/adr/0005.
 */
export class GroupCommit {
  private readonly lanes = new Map<string, Lane>();
  /** Of all lanes. */
  private bytes = 0;

  constructor(
    private readonly tenants: TenantConnections,
    private readonly partitions: Pick<EventPartitions, 'settle'>,
    private readonly metrics: Metrics,
    private readonly limits: QueueLimits,
  ) {}

  /** The size of the requests that wait or are being written. */
  get waitingBytes(): number {
    return this.bytes;
  }

  /**
   * @returns the keys known before, once everything that is new is committed; null when the metrics have changed and
   *   nothing was written: the rows have to be made again.
   * @throws AppError `service_unavailable` when too much waits to be stored.
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

  /** A request that is larger than a limit by itself is taken when nothing else waits. */
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
        fail(callerLeft());
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
   * Answers every request. A flush that met another writer is tried again as it is; one that fails unexpectedly is
   * tried request by request, so that only its cause fails.
   */
  private async settle(
    organizationId: string,
    requests: readonly Waiting[],
    attempts = MAX_ATTEMPTS,
  ): Promise<void> {
    try {
      await this.flush(organizationId, requests);
    } catch (error) {
      if (attempts > 1 && (await this.mayGoAgain(error))) {
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

  /** Whether a flush failed only because of others, which are done by now. */
  private async mayGoAgain(error: unknown): Promise<boolean> {
    if (isConcurrencyFailure(error)) return true;
    if (!isBetweenPartitions(error)) return false;
    return this.partitions.settle().then(
      () => true,
      () => false,
    );
  }

  /**
   * Writes the requests together. If some must be refused for keys that are known, all is rolled back, those are
   * answered and the others go again: a known key stays known, so each round refuses at least one for good.
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

  /** @returns the known keys, with nothing written if they refuse a request; null when the metrics were outdated. */
  private async commit(flush: Flush, requests: readonly Waiting[]): Promise<KnownKeys | null> {
    try {
      return await this.tenants.forIngest(flush.organizationId).begin(async (connection) => {
        const { catalogWasCurrent, knownKeys } = await flushRepository.write(connection, flush);
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
 * Takes the requests of the next flush off the queue: its first ones, all made with the same metrics, up to the size of a
 * flush. One that must be stored whole, and repeats an event of an earlier one, has to wait: whether that event will be
 * known is not decided yet. Those whose callers have left are taken off as well.
 */
function takeFlush(waiting: Waiting[]): { requests: Waiting[]; abandoned: Waiting[] } {
  const requests: Waiting[] = [];
  const abandoned: Waiting[] = [];
  const keys = new Set<string>();
  let bytes = 0;
  for (const request of waiting) {
    if (request.left?.aborted === true) {
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

/** An event that several requests of a flush have sent was new to the first of them and known to the others. */
function answerCommitted(requests: readonly Waiting[], known: KnownKeys): void {
  const stored = new Set(known);
  for (const request of requests) {
    request.answer(knownOf(request, stored));
    for (const { key } of request.rows) stored.add(key);
  }
}
