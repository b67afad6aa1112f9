/** How many may run at once. */
interface TurnLimits {
  readonly total: number;
  readonly perOrganization: number;
}

interface Waiting {
  readonly organizationId: string;
  readonly begin: () => void;
}

/**
 * Lets a few of many run at once. The next one is of the organization that has the fewest running, first come first served;
 * who runs for long lets others go first from time to time (`pass`), so that nobody waits for the end of anybody.
 */
export class Turns {
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

  /** Ends a turn and begins the next one, after those who wait by now. */
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
