/** What a kind of job mostly waits for: our processor and database, networks of others, or the server of account e-mails. */
export type Lane = 'own' | 'others' | 'accounts';

/** How many jobs of a lane a process does at once. */
interface Bounds {
  readonly total: number;
  /** Those of one organization; while half of the total run, half of it. */
  readonly ofOwner: number;
  /** Those of one organization and kind. */
  readonly ofKind: number;
}

export const LANES: Readonly<Record<Lane, Bounds>> = {
  own: { total: 4, ofOwner: 2, ofKind: 2 },
  others: { total: 50, ofOwner: 10, ofKind: 5 },
  accounts: { total: 8, ofOwner: 4, ofKind: 4 },
};

/** How many jobs of one customer and kind run at once, over all processes, where customers take turns. */
export const OF_CUSTOMER = 2;

/** What decides when a job of a kind has its turn. */
export interface TurnSettings {
  readonly lane: Lane;
  /** True if an organization has one of them done at a time, in the order in which they fall due. */
  readonly isInOrder: boolean;
  /** True if the organization's due jobs of other kinds are done before. */
  readonly isBackground: boolean;
  /** True if the customers of an organization take turns, too: those of the payloads' `customerId`. */
  readonly isByCustomer: boolean;
}

/** Jobs of one organization and kind; `owner` is '' for those that belong to no organization. */
export interface Pair {
  readonly owner: string;
  readonly kind: string;
}

/** Decides whose jobs are done next: the organizations take turns, and the kinds of each do. Source: docs/adr/0107. */
export class Turns {
  private readonly running = new Map<string, number>();
  /** When each owner, and each pair, last had a turn. */
  private readonly served = new Map<string, number>();
  private time = 0;

  constructor(private readonly kinds: ReadonlyMap<string, TurnSettings>) {}

  /** Chooses among what is due. @returns the pairs of which a job may begin, one entry for each job. */
  next(due: readonly Pair[]): Pair[] {
    this.removeIdle(due);
    const taken: Pair[] = [];
    let open = [...due];
    while (open.length > 0) {
      open.sort((one, other) => this.compare(one, other));
      // After each job its owner is behind all the others, so that a pass takes one of each.
      const passed = new Set<string>();
      const before = taken.length;
      for (const pair of open) {
        const turn = this.ownerKey(pair);
        if (passed.has(turn) || !this.hasRoom(pair)) continue;
        passed.add(turn);
        this.begin(pair);
        taken.push(pair);
      }
      if (taken.length === before) return taken;
      open = open.filter((pair) => this.hasRoom(pair));
    }
    return taken;
  }

  /** A chosen job has ended, or was not there any more. */
  end(pair: Pair): void {
    for (const key of this.keysOf(pair)) {
      const left = this.count(key) - 1;
      if (left === 0) this.running.delete(key);
      else this.running.set(key, left);
    }
  }

  private begin(pair: Pair): void {
    for (const key of this.keysOf(pair)) this.running.set(key, this.count(key) + 1);
    this.time += 1;
    this.served.set(this.ownerKey(pair), this.time);
    this.served.set(this.pairKey(pair), this.time);
  }

  private hasRoom(pair: Pair): boolean {
    const { lane, isInOrder } = this.settings(pair);
    const { total, ofOwner, ofKind } = LANES[lane];
    const inLane = this.count(lane);
    const share = inLane < total / 2 ? ofOwner : ofOwner / 2;
    return (
      inLane < total &&
      this.count(this.ownerKey(pair)) < share &&
      this.count(this.pairKey(pair)) < (isInOrder ? 1 : ofKind)
    );
  }

  private compare(one: Pair, other: Pair): number {
    const lastOf = (key: string) => this.served.get(key) ?? 0;
    return (
      lastOf(this.ownerKey(one)) - lastOf(this.ownerKey(other)) ||
      Number(this.settings(one).isBackground) - Number(this.settings(other).isBackground) ||
      lastOf(this.pairKey(one)) - lastOf(this.pairKey(other))
    );
  }

  /** Removes the turns of those that wait for nothing. */
  private removeIdle(due: readonly Pair[]): void {
    const kept = new Set(due.flatMap((pair) => [this.ownerKey(pair), this.pairKey(pair)]));
    for (const key of this.served.keys()) if (!kept.has(key)) this.served.delete(key);
  }

  private settings({ kind }: Pair): TurnSettings {
    const settings = this.kinds.get(kind);
    if (settings === undefined) throw new Error(`No job is called ${kind}.`);
    return settings;
  }

  private count(key: string): number {
    return this.running.get(key) ?? 0;
  }

  private ownerKey(pair: Pair): string {
    return `${this.settings(pair).lane}/${pair.owner}`;
  }

  private pairKey(pair: Pair): string {
    return `${this.ownerKey(pair)}/${pair.kind}`;
  }

  private keysOf(pair: Pair): readonly string[] {
    return [this.settings(pair).lane, this.ownerKey(pair), this.pairKey(pair)];
  }
}
