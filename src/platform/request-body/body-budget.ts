import { overLimit } from '../errors/app-error.js';
import { formatBytes, type Limits } from '../limits.js';

/** The bytes of one request body, counted from its reading until the request has been processed. */
export interface BodyClaim {
  /**
   * @throws AppError `too_many_requests` or `service_unavailable` when the organization or the process exceeds its
   * limit.
   */
  add(bytes: number): void;
  release(): void;
}

/** Whose share of the memory for bodies a request uses. */
export interface BodyOwner {
  readonly name: string;
  readonly mostBytes: number;
  /** The sentence of the refusal. */
  readonly rule: string;
}

/**
 * Limits the bytes of all request bodies that are being read or processed: in the whole process, and for each owner.
 */
export class BodyBudget {
  private total = 0;
  private readonly byOwner = new Map<string, number>();

  constructor(private readonly limits: Pick<Limits, 'bodiesBytes'>) {}

  claimFor(owners: readonly BodyOwner[]): BodyClaim {
    let claimed = 0;
    return {
      add: (bytes) => {
        for (const owner of owners) this.check(owner, bytes);
        this.checkTotal(bytes);
        claimed += bytes;
        this.move(owners, bytes);
      },
      release: () => {
        this.move(owners, -claimed);
        claimed = 0;
      },
    };
  }

  private check({ name, mostBytes, rule }: BodyOwner, bytes: number): void {
    if ((this.byOwner.get(name) ?? 0) + bytes > mostBytes)
      throw overLimit('tooManyRequests', `${rule} ${formatBytes(mostBytes)}.`);
  }

  private checkTotal(bytes: number): void {
    const { bodiesBytes } = this.limits;
    if (this.total + bytes > bodiesBytes)
      throw overLimit(
        'unavailable',
        `The requests that run at once take bodies of at most ${formatBytes(bodiesBytes)}.`,
      );
  }

  private move(owners: readonly BodyOwner[], bytes: number): void {
    this.total += bytes;
    for (const { name } of owners) {
      const held = (this.byOwner.get(name) ?? 0) + bytes;
      if (held === 0) this.byOwner.delete(name);
      else this.byOwner.set(name, held);
    }
  }
}
