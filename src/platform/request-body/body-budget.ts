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

/**
 * Limits the bytes of all request bodies that are being read or processed: in the whole process, and for each owner.
 */
export class BodyBudget {
  private total = 0;
  private readonly byOwner = new Map<string, number>();

  constructor(private readonly limits: Pick<Limits, 'bodiesBytes' | 'organizationBodiesBytes'>) {}

  claimFor(owner: string): BodyClaim {
    let claimed = 0;
    return {
      add: (bytes) => {
        this.check(owner, bytes);
        claimed += bytes;
        this.move(owner, bytes);
      },
      release: () => {
        this.move(owner, -claimed);
        claimed = 0;
      },
    };
  }

  private check(owner: string, bytes: number): void {
    const { bodiesBytes, organizationBodiesBytes } = this.limits;
    if ((this.byOwner.get(owner) ?? 0) + bytes > organizationBodiesBytes)
      throw overLimit(
        'tooManyRequests',
        `The requests of an organization that run at once take bodies of at most ${formatBytes(organizationBodiesBytes)}.`,
      );
    if (this.total + bytes > bodiesBytes)
      throw overLimit(
        'unavailable',
        `The requests that run at once take bodies of at most ${formatBytes(bodiesBytes)}.`,
      );
  }

  private move(owner: string, bytes: number): void {
    this.total += bytes;
    const held = (this.byOwner.get(owner) ?? 0) + bytes;
    if (held === 0) this.byOwner.delete(owner);
    else this.byOwner.set(owner, held);
  }
}
