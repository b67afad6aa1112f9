import { AppError, noConnectionFree, overLimit } from '../../errors/app-error.js';

/** How the connections of requests are shared. */
export interface GateLimits {
  readonly connections: number;
  readonly connectionsPerOrganization: number;
  /** Requests of one organization that may wait. */
  readonly waitingPerOrganization: number;
  /** How long a request waits for its next connection while others use them all. */
  readonly patienceMs: number;
  /** How long it waits, in all, while its own organization uses its whole share. */
  readonly ownPatienceMs: number;
}

/** The users of one share: the requests of an organization, or its event writer. */
interface Lane {
  readonly share: string;
  inUse: number;
  /** Longest waiting first. */
  readonly waiting: Set<Claimant>;
}

interface Waiter {
  readonly enter: () => void;
  readonly refuse: (error: AppError) => void;
}

/**
 * Stands before the pool that serves requests, so that no organization waits for another one's work: each may use a share
 * of the connections. When all are in use, a connection that becomes free goes to the organizations in turn, and within
 * one to its requests in turn. Source: docs/adr/0027.
 */
export class ConnectionGate {
  private readonly lanes = new Map<string, Lane>();
  /** Lanes with waiting requests and unused share, in the order of their turns. */
  private readonly turns = new Set<Lane>();
  private free: number;

  constructor(private readonly limits: GateLimits) {
    this.free = limits.connections;
  }

  /** @param disconnected aborted when the caller disconnects: then it no longer waits. */
  claimant(share: string, disconnected?: AbortSignal): Claimant {
    return new Claimant(this, share, disconnected);
  }

  get inUse(): number {
    return this.limits.connections - this.free;
  }

  /** The number of requests that wait for a connection. */
  get waiting(): number {
    return [...this.lanes.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  get waitingOrganizations(): number {
    return [...this.lanes.values()].filter(({ waiting }) => waiting.size > 0).length;
  }

  get patienceMs(): number {
    return this.limits.patienceMs;
  }

  /** Takes a connection without waiting. @returns false if none is free for the share. */
  take(share: string): boolean {
    const lane = this.laneOf(share);
    if (!this.mayTake(lane)) return false;
    lane.inUse += 1;
    this.free -= 1;
    return true;
  }

  /** @throws AppError kind `tooManyRequests` when too many requests of the organization wait already. */
  join(claimant: Claimant): void {
    const lane = this.laneOf(claimant.share);
    const { waitingPerOrganization: most } = this.limits;
    if (lane.waiting.size >= most && !lane.waiting.has(claimant)) {
      throw overLimit(
        'tooManyRequests',
        `${most} requests of this organization wait for a database connection, which is the most.`,
      );
    }
    lane.waiting.add(claimant);
    // Otherwise it gets its turn when a connection of its organization becomes free.
    if (lane.inUse < this.limits.connectionsPerOrganization) this.turns.add(lane);
  }

  leave(claimant: Claimant): void {
    const lane = this.laneOf(claimant.share);
    lane.waiting.delete(claimant);
    if (lane.waiting.size === 0) this.turns.delete(lane);
    this.deleteIfUnused(lane);
  }

  release(share: string): void {
    const lane = this.laneOf(share);
    lane.inUse -= 1;
    this.free += 1;
    if (lane.waiting.size > 0) this.turns.add(lane);
    else this.deleteIfUnused(lane);
    const next = first(this.turns);
    if (next !== undefined) this.giveTurn(next);
  }

  /** The error for a request that has waited this long; null if it may wait longer. */
  impatience(share: string, waitedMs: number): AppError | null {
    const { connectionsPerOrganization: most, patienceMs, ownPatienceMs } = this.limits;
    const { inUse } = this.laneOf(share);
    if (inUse < most) return noConnectionFree(patienceMs);
    if (waitedMs < ownPatienceMs) return null;
    return overLimit(
      'tooManyRequests',
      `All ${most} database connections of this organization were in use for ${ownPatienceMs} milliseconds.`,
    );
  }

  private mayTake({ inUse }: Lane): boolean {
    return this.free > 0 && inUse < this.limits.connectionsPerOrganization;
  }

  private giveTurn(lane: Lane): void {
    this.turns.delete(lane);
    const claimant = first(lane.waiting);
    if (claimant === undefined) return;
    lane.waiting.delete(claimant);
    lane.inUse += 1;
    this.free -= 1;
    if (claimant.enterNext()) lane.waiting.add(claimant);
    if (lane.waiting.size > 0 && lane.inUse < this.limits.connectionsPerOrganization) this.turns.add(lane);
  }

  private laneOf(share: string): Lane {
    const known = this.lanes.get(share);
    if (known !== undefined) return known;
    const lane = { share, inUse: 0, waiting: new Set<Claimant>() };
    this.lanes.set(share, lane);
    return lane;
  }

  private deleteIfUnused({ share, inUse, waiting }: Lane): void {
    if (inUse === 0 && waiting.size === 0) this.lanes.delete(share);
  }
}

/** One request, or one flush of events, that uses connections one after the other or several at once. */
export class Claimant {
  private readonly waiters = new Set<Waiter>();
  private impatience: NodeJS.Timeout | undefined;

  constructor(
    private readonly gate: ConnectionGate,
    readonly share: string,
    private readonly disconnected: AbortSignal | undefined,
  ) {
    disconnected?.addEventListener('abort', () => {
      this.refuseAll(callerDisconnected());
    });
  }

  /**
   * Waits for a connection and runs work that uses it.
   * @throws AppError kind `tooManyRequests` or `unavailable`, before any work, if no connection is free in time.
   */
  async use<Result>(work: () => PromiseLike<Result>): Promise<Result> {
    if (this.disconnected?.aborted === true) throw callerDisconnected();
    if (!this.gate.take(this.share)) await this.wait();
    try {
      return await work();
    } finally {
      this.gate.release(this.share);
    }
  }

  /** Gives a connection that was taken for this claimant to its first waiter. @returns true if more wait. */
  enterNext(): boolean {
    const waiter = first(this.waiters);
    if (waiter !== undefined) this.waiters.delete(waiter);
    waiter?.enter();
    clearTimeout(this.impatience);
    if (this.waiters.size === 0) return false;
    this.startWaiting();
    return true;
  }

  private wait(): Promise<void> {
    return new Promise((enter, refuse) => {
      this.gate.join(this);
      this.waiters.add({ enter, refuse });
      if (this.waiters.size === 1) this.startWaiting();
    });
  }

  private startWaiting(waitedMs = 0): void {
    const { patienceMs } = this.gate;
    this.impatience = setTimeout(() => {
      const refusal = this.gate.impatience(this.share, waitedMs + patienceMs);
      if (refusal === null) this.startWaiting(waitedMs + patienceMs);
      else this.refuseAll(refusal);
    }, patienceMs);
  }

  private refuseAll(error: AppError): void {
    clearTimeout(this.impatience);
    if (this.waiters.size === 0) return;
    const waiters = [...this.waiters];
    this.waiters.clear();
    this.gate.leave(this);
    for (const { refuse } of waiters) refuse(error);
  }
}

/** The error of work for a caller that has disconnected; nobody reads it. */
export function callerDisconnected(): AppError {
  return new AppError('unavailable', 'service_unavailable', null, {
    message: 'The caller has disconnected.',
  });
}

function first<Member>(members: ReadonlySet<Member>): Member | undefined {
  for (const member of members) return member;
  return undefined;
}
