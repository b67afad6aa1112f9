/**
 * The requests that a process may have open at once. While less than half of them are, an endpoint may have its full
 * share; beyond that, one. So endpoints that never answer cannot take them all from those that do.
 */
export class Slots {
  private used = 0;
  private readonly refused = new Set<() => void>();

  /** @param total the most requests of the process. @param share the most requests to one endpoint. */
  constructor(
    readonly total: number,
    private readonly share: number,
  ) {}

  /**
   * @param open the requests that the endpoint has open.
   * @param whenFree called once a request of others has ended, after a refusal.
   * @returns true if it may open another one; then `release` must be called at its end.
   */
  take(open: number, whenFree: () => void): boolean {
    const share = this.used < this.total / 2 ? this.share : 1;
    if (open < share && this.used < this.total) {
      this.used += 1;
      return true;
    }
    if (open < this.share) this.refused.add(whenFree);
    return false;
  }

  release(): void {
    this.used -= 1;
    const waiting = [...this.refused];
    this.refused.clear();
    for (const retry of waiting) retry();
  }
}
