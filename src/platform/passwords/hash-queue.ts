import { overLimit } from '../errors/app-error.js';
import { FairLine, type Place } from './fair-line.js';

/**
 * What a hash is made for: logins do not wait for sign-ups, invitations and resets, and those of devices that have signed in before
 * not for the others, of which strangers may send any number.
 */
export const HASH_PURPOSES = ['login', 'known device', 'account'] as const;

/** For what and for whom a password is hashed: the owner, who has a share of the queue, is a network or one device in it. */
export interface HashTurn extends Place {
  readonly purpose: (typeof HASH_PURPOSES)[number];
}

/** Hashes at once in a process: they leave threads of the pool to everything else. */
const MOST_AT_ONCE = 2;
/** Hashes of one purpose that wait; with more, logins would answer after their callers have given up. */
const MOST_WAITING = 100;
/** Hashes of one owner that run or wait. */
const MOST_OF_OWNER = 5;

/** Gives the places for hashes to the purposes in turn, and within one to networks and their owners in turn. */
export class HashQueue {
  private running = 0;
  /** Who waits: the purpose that had a turn goes to the end. */
  private readonly waiting = HASH_PURPOSES.map((purpose) => ({ purpose, line: new FairLine(MOST_WAITING) }));
  /** Hashes that run or wait, by purpose, network and owner. */
  private readonly held = new Map<string, number>();

  /** True while hashes wait. */
  get isBusy(): boolean {
    return this.waiting.some(({ line }) => !line.isEmpty);
  }

  /** @throws AppError kind `tooManyRequests` for an owner with too many hashes, `unavailable` while too many others wait. */
  async run<Result>(turn: HashTurn, work: () => Promise<Result>): Promise<Result> {
    const name = `${turn.purpose} ${turn.network} ${turn.owner}`;
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

  private async enter({ purpose, network, owner }: HashTurn): Promise<void> {
    if (this.running < MOST_AT_ONCE) {
      this.running += 1;
      return;
    }
    const queue = this.waiting.find((each) => each.purpose === purpose);
    if (!(await queue?.line.wait({ network, owner })))
      throw overLimit('unavailable', `At most ${MOST_WAITING} passwords wait to be checked in a process.`);
  }

  /** Hands the place to the next one that waits. */
  private leave(): void {
    const index = this.waiting.findIndex(({ line }) => line.next());
    if (index === -1) this.running -= 1;
    // The other purposes are next.
    else this.waiting.push(...this.waiting.splice(index, 1));
  }
}
