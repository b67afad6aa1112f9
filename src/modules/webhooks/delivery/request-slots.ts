import { Shares } from './organization-shares.js';

/** The most requests to the endpoints of one organization. */
const OF_ORGANIZATION = 50;

/**
 * The requests that a process may have open at once. While less than half of them are, an endpoint may have its full
 * share; beyond that, one. No organization may have more open than are free. So endpoints that never answer cannot take them
 * all from those that do, nor can organizations with many of them. Source: docs/adr/0161.
 */
export class Slots {
  private readonly shares: Shares;
  /** The organizations of endpoints that were refused. */
  private readonly refused = new Map<() => void, string>();
  /** When each endpoint last opened a request, in turns. */
  private readonly turns = new WeakMap<() => void, number>();
  private turn = 0;

  /** @param total the most requests of the process. @param share the most requests to one endpoint. */
  constructor(
    readonly total: number,
    private readonly share: number,
  ) {
    this.shares = new Shares(total, OF_ORGANIZATION);
  }

  /**
   * @param open the requests that the endpoint has open.
   * @param whenFree called once a request has ended, after a refusal; the same function for each call of an endpoint.
   * @returns true if it may open another one; then `release` must be called at its end.
   */
  take(organizationId: string, open: number, whenFree: () => void): boolean {
    const isQuiet = this.shares.free > this.total / 2;
    if (open < (isQuiet ? this.share : 1) && this.shares.hasRoom(organizationId)) {
      this.shares.take(organizationId);
      this.turn += 1;
      this.turns.set(whenFree, this.turn);
      return true;
    }
    if (open < this.share) this.refused.set(whenFree, organizationId);
    return false;
  }

  /** Calls those that were refused: organizations with few open requests first, endpoints that have waited longest first. */
  release(organizationId: string): void {
    this.shares.release(organizationId);
    const waiting = [...this.refused].toSorted(
      ([one, ofOne], [other, ofOther]) =>
        this.shares.usedBy(ofOne) - this.shares.usedBy(ofOther) || this.turnOf(one) - this.turnOf(other),
    );
    for (const [whenFree] of waiting) {
      if (this.shares.free === 0) return;
      this.refused.delete(whenFree);
      whenFree();
    }
  }

  private turnOf(whenFree: () => void): number {
    return this.turns.get(whenFree) ?? 0;
  }
}
