import { overLimit } from '../errors/app-error.js';

/**
 * What a hash is made for: logins do not wait for sign-ups, invitations and resets, and those of devices that have signed in before
 * not for the others, of which strangers may send any number.
 */
export const HASH_PURPOSES = ['login', 'known device', 'account'] as const;

/** For what and for whom a password is hashed. */
export interface HashTurn {
  readonly purpose: (typeof HASH_PURPOSES)[number];
  /** Where the request comes from: each has a share of the queue. */
  readonly owner: string;
}

/** Hashes at once in a process: they leave threads of the pool to everything else. */
const MOST_AT_ONCE = 2;
/** Hashes of one purpose that wait; with more, logins would answer after their callers have given up. */
const MOST_WAITING = 100;
/** Hashes of one owner that run or wait. */
const MOST_OF_OWNER = 5;

type Enter = () => void;

/** Gives the places for hashes to the purposes in turn, and within one to the owners in turn. */
export class HashQueue {
  private running = 0;
  /** Who waits, by owner: whoever had a turn goes to the end. */
  private readonly waiting = HASH_PURPOSES.map((purpose) => ({
    purpose,
    count: 0,
    byOwner: new Map<string, Enter[]>(),
  }));
  /** Hashes that run or wait, by purpose and owner. */
  private readonly held = new Map<string, number>();

  /** True while hashes wait. */
  get isBusy(): boolean {
    return this.waiting.some(({ count }) => count > 0);
  }

  /** @throws AppError kind `tooManyRequests` for an owner with too many hashes, `unavailable` while too many others wait. */
  async run<Result>(turn: HashTurn, work: () => Promise<Result>): Promise<Result> {
    const name = `${turn.purpose} ${turn.owner}`;
    const held = this.held.get(name) ?? 0;
    if (held >= MOST_OF_OWNER)
      throw overLimit(
        'tooManyRequests',
        `At most ${MOST_OF_OWNER} passwords of an address are checked at once.`,
      );
    this.held.set(name, held + 1);
    try {
      await this.enter(turn);
      try {
        return await work();
      } finally {
        this.leave();
      }
    } finally {
      const left = (this.held.get(name) ?? 1) - 1;
      if (left === 0) this.held.delete(name);
      else this.held.set(name, left);
    }
  }

  private async enter({ purpose, owner }: HashTurn): Promise<void> {
    if (this.running < MOST_AT_ONCE) {
      this.running += 1;
      return;
    }
    const queue = this.waiting.find((each) => each.purpose === purpose);
    if (queue === undefined || queue.count >= MOST_WAITING)
      throw overLimit('unavailable', `At most ${MOST_WAITING} passwords wait to be checked in a process.`);
    queue.count += 1;
    await new Promise<void>((resolve) => {
      queue.byOwner.set(owner, [...(queue.byOwner.get(owner) ?? []), resolve]);
    });
  }

  /** Hands the place to the next one that waits. */
  private leave(): void {
    const queue = this.waiting.find(({ count }) => count > 0);
    const [next] = queue?.byOwner ?? [];
    if (queue === undefined || next === undefined) {
      this.running -= 1;
      return;
    }
    const [owner, [enter, ...others]] = next;
    queue.count -= 1;
    queue.byOwner.delete(owner);
    if (others.length > 0) queue.byOwner.set(owner, others);
    // The other purposes are next.
    this.waiting.push(...this.waiting.splice(this.waiting.indexOf(queue), 1));
    enter?.();
  }
}
