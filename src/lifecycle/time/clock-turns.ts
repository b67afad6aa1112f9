/** The number of turns that may run at once. */
interface TurnLimits {
  readonly total: number;
  readonly perOrganization: number;
}

interface Waiting {
  readonly organizationId: string;
  readonly begin: () => void;
}

/**
 * Limits how many test clocks move at once. The next turn goes to the organization with the fewest running, first
 * come, first served. A clock that runs for long passes its turn from time to time, so that no clock waits for another
 * one to arrive.
 */
export class ClockTurns {
  private waiting: readonly Waiting[] = [];
  private readonly running = new Map<string, number>();

  constructor(private readonly limits: TurnLimits) {}

  /** Resolves when it is the organization's turn; `end` must follow. */
  begin(organizationId: string): Promise<void> {
    return new Promise((begin) => {
      this.waiting = [...this.waiting, { organizationId, begin }];
      this.admit();
    });
  }

  end(organizationId: string): void {
    this.running.set(organizationId, this.runningOf(organizationId) - 1);
    this.admit();
    if (this.runningOf(organizationId) === 0) this.running.delete(organizationId);
  }

  /** Ends a turn and begins the next one, after those that are waiting now. */
  async pass(organizationId: string): Promise<void> {
    if (this.waiting.length === 0) return;
    this.end(organizationId);
    await this.begin(organizationId);
  }

  private admit(): void {
    for (let next = this.next(); next !== null; next = this.next()) {
      const { organizationId, begin } = next;
      this.waiting = this.waiting.filter((waiting) => waiting !== next);
      this.running.set(organizationId, this.runningOf(organizationId) + 1);
      begin();
    }
  }

  private next(): Waiting | null {
    const total = [...this.running.values()].reduce((sum, count) => sum + count, 0);
    if (total >= this.limits.total) return null;
    const countOf = ({ organizationId }: Waiting) => this.runningOf(organizationId);
    const allowed = this.waiting.filter((waiting) => countOf(waiting) < this.limits.perOrganization);
    const fewest = Math.min(...allowed.map(countOf));
    return allowed.find((waiting) => countOf(waiting) === fewest) ?? null;
  }

  private runningOf(organizationId: string): number {
    return this.running.get(organizationId) ?? 0;
  }
}
