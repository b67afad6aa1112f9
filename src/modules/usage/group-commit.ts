import type postgres from 'postgres';
import { databaseFailure } from '../../platform/db/postgres-error.js';
import type { Metrics } from '../../platform/metrics.js';
import { distinctEvents } from './accepted-event.js';
import { type Flush, type FlushRow, flushRepository } from './flush.repository.js';

/** More wait for the next flush: the statement gains nothing from larger ones (measured, docs/adr/0005). */
const MAX_EVENTS_PER_FLUSH = 2_000;
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
}

/** Those keys of a request that were stored by another one before. */
export type KnownKeys = ReadonlySet<string>;

interface Waiting extends WriteRequest {
  readonly answer: (knownKeys: KnownKeys | null) => void;
  readonly fail: (error: unknown) => void;
}

/** The requests of one organization. */
interface Lane {
  waiting: Waiting[];
  flushesInFlight: number;
}

/** Ends a transaction that would store events of a request that must be refused. */
class RolledBack extends Error {
  constructor(readonly knownKeys: KnownKeys) {
    super('rolled back');
  }
}

/**
 * Writes the events of many requests with one commit: requests that arrive while two flushes of their organization
 * are in flight join the next, without a timer. Each caller is answered after the commit that holds its events.
 * Source: design.md §5; docs/adr/0005.
 */
export class GroupCommit {
  private readonly lanes = new Map<string, Lane>();

  constructor(
    private readonly sql: postgres.Sql,
    private readonly metrics: Metrics,
  ) {}

  /**
   * @returns the keys known before, once everything that is new is committed; null when the metrics have changed and
   *   nothing was written: the rows have to be worked out again.
   */
  write(request: WriteRequest): Promise<KnownKeys | null> {
    return new Promise((answer, fail) => {
      const lane = this.lanes.get(request.organizationId) ?? { waiting: [], flushesInFlight: 0 };
      this.lanes.set(request.organizationId, lane);
      lane.waiting.push({ ...request, answer, fail });
      this.pump(request.organizationId, lane);
    });
  }

  private pump(organizationId: string, lane: Lane): void {
    while (lane.waiting.length > 0 && lane.flushesInFlight < MAX_FLUSHES_IN_FLIGHT) {
      const { taken, left } = nextFlush(lane.waiting);
      lane.waiting = left;
      lane.flushesInFlight += 1;
      void this.settle(organizationId, taken).then(() => {
        lane.flushesInFlight -= 1;
        this.pump(organizationId, lane);
        if (lane.flushesInFlight === 0) this.lanes.delete(organizationId);
      });
    }
  }

  /** Answers every request. A flush that fails unexpectedly is tried again one by one, so that only its cause fails. */
  private async settle(organizationId: string, requests: readonly Waiting[]): Promise<void> {
    try {
      await this.flush(organizationId, requests);
    } catch (error) {
      if (requests.length === 1 || databaseFailure(error) !== null) {
        for (const { fail } of requests) fail(error);
        return;
      }
      for (const request of requests) await this.settle(organizationId, [request]);
    }
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
      return await this.sql.begin(async (connection) => {
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
 * The requests of the next flush, first come first served, all worked out with the same metrics. One that must be stored
 * whole, and repeats an event of an earlier one, waits: whether that event will be known is not decided yet.
 */
function nextFlush(waiting: readonly Waiting[]): { taken: Waiting[]; left: Waiting[] } {
  const taken: Waiting[] = [];
  const left: Waiting[] = [];
  const keys = new Set<string>();
  for (const request of waiting) {
    const isFull = keys.size > 0 && keys.size + request.rows.length > MAX_EVENTS_PER_FLUSH;
    const isOfOthers = request.catalogVersion !== waiting[0]?.catalogVersion;
    const mustWait = request.allOrNothing && request.rows.some(({ key }) => keys.has(key));
    if (isFull || isOfOthers || mustWait) {
      left.push(request);
      continue;
    }
    taken.push(request);
    for (const { key } of request.rows) keys.add(key);
  }
  return { taken, left };
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
