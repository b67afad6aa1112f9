/** The most requests to the endpoints of one organization; half of it while half of all are open. */
const OF_ORGANIZATION = 50;

/**
 * The requests that a process may have open at once. While less than half of them are, an endpoint may have its full
 * share; beyond that, one. An organization has a share, too. So endpoints that never answer cannot take them all from
 * those that do, nor can one organization with many of them.
 */
export class Slots {
  private used = 0;
  private readonly refused = new Set<() => void>();
  private readonly byOrganization = new Map<string, number>();

  /** @param total the most requests of the process. @param share the most requests to one endpoint. */
  constructor(
    readonly total: number,
    private readonly share: number,
  ) {}

  /**
   * @param open the requests that the endpoint has open.
   * @param whenFree called once a request has ended, after a refusal.
   * @returns true if it may open another one; then `release` must be called at its end.
   */
  take(organizationId: string, open: number, whenFree: () => void): boolean {
    const isQuiet = this.used < this.total / 2;
    const ofOrganization = this.byOrganization.get(organizationId) ?? 0;
    const hasRoom = ofOrganization < (isQuiet ? OF_ORGANIZATION : OF_ORGANIZATION / 2);
    if (open < (isQuiet ? this.share : 1) && hasRoom && this.used < this.total) {
      this.used += 1;
      this.byOrganization.set(organizationId, ofOrganization + 1);
      return true;
    }
    if (open < this.share) this.refused.add(whenFree);
    return false;
  }

  release(organizationId: string): void {
    this.used -= 1;
    const left = (this.byOrganization.get(organizationId) ?? 0) - 1;
    if (left > 0) this.byOrganization.set(organizationId, left);
    else this.byOrganization.delete(organizationId);
    const waiting = [...this.refused];
    this.refused.clear();
    for (const retry of waiting) retry();
  }
}
