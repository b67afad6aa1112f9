/** Somebody who waits. */
interface Waiter {
  readonly enter: () => void;
  readonly refuse: () => void;
}

/** For whom somebody waits. */
export interface Place {
  readonly network: string;
  readonly owner: string;
}

type Owners = Map<string, Waiter[]>;

/**
 * Those who wait for something. The networks take turns, and the owners of each do. While it is full, whoever comes takes the place
 * of the last one of the network that has most of them, so that few networks cannot keep the others out.
 */
export class FairLine {
  /** Whoever had a turn goes to the end. */
  private readonly networks = new Map<string, Owners>();
  private length = 0;

  constructor(private readonly most: number) {}

  get isEmpty(): boolean {
    return this.length === 0;
  }

  /**
   * Waits for a turn.
   * @returns false, at once or later, if it is full and those who wait come from as many networks as it has places for, or this
   *   network has most of them.
   */
  wait({ network, owner }: Place): Promise<boolean> {
    if (this.length >= this.most && !this.makeRoom(network)) return Promise.resolve(false);
    return new Promise((resolve) => {
      const owners: Owners = this.networks.get(network) ?? new Map<string, Waiter[]>();
      const enter = () => {
        resolve(true);
      };
      const refuse = () => {
        resolve(false);
      };
      owners.set(owner, [...(owners.get(owner) ?? []), { enter, refuse }]);
      this.networks.set(network, owners);
      this.length += 1;
    });
  }

  /** Lets the next one enter. @returns false if nobody waits. */
  next(): boolean {
    const [network, owners] = [...this.networks][0] ?? [];
    const [owner, waiters] = [...(owners ?? [])][0] ?? [];
    if (network === undefined || owners === undefined || owner === undefined) return false;
    const [first, ...others] = waiters ?? [];
    this.length -= 1;
    owners.delete(owner);
    if (others.length > 0) owners.set(owner, others);
    this.networks.delete(network);
    if (owners.size > 0) this.networks.set(network, owners);
    first?.enter();
    return true;
  }

  /** Refuses the last one of the network with most, unless the one that comes would then have more. */
  private makeRoom(network: string): boolean {
    const [largest, owners] = mostOf(this.networks, sizeOf);
    const coming = this.networks.get(network);
    if (sizeOf(owners) - 1 < (coming === undefined ? 0 : sizeOf(coming)) + 1) return false;
    const [owner, waiters] = mostOf(owners, ({ length }) => length);
    waiters.pop()?.refuse();
    if (waiters.length === 0) owners.delete(owner);
    if (owners.size === 0) this.networks.delete(largest);
    this.length -= 1;
    return true;
  }
}

function sizeOf(owners: Owners): number {
  return [...owners.values()].reduce((sum, { length }) => sum + length, 0);
}

/** The first one of the largest. */
function mostOf<Value>(map: ReadonlyMap<string, Value>, size: (value: Value) => number): [string, Value] {
  return [...map].reduce((most, each) => (size(each[1]) > size(most[1]) ? each : most));
}
