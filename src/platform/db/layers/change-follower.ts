import type { Listen } from './notification-listener.js';

/** A cache whose entries can be removed when records change. */
interface EvictingCache {
  /** @param payload of the notification; names the record that has changed. */
  evict(payload: string): void;
  evictAll(): void;
}

/**
 * Removes entries from a cache when a transaction of any process changes their records, by the notifications of one
 * channel. These arrive after the commit. So before a cache stores what it has read, it checks that it is following,
 * and that `changes` has not grown since the read began.
 */
export class ChangeFollower {
  private isListening = false;
  private heard = 0;

  constructor(
    private readonly channel: string,
    private readonly cache: EvictingCache,
  ) {}

  /** True while the cache receives every change, unless the connection is lost without notice. */
  get isFollowing(): boolean {
    return this.isListening;
  }

  /** Number of changes received so far. A value that was read before the last one may be out of date. */
  get changes(): number {
    return this.heard;
  }

  /** Starts to listen. @returns a function that stops it. */
  async follow(listen: Listen): Promise<() => void> {
    const stopListening = await listen(
      this.channel,
      (payload) => {
        this.heard += 1;
        this.cache.evict(payload);
      },
      // Called at the start, and again after a reconnect, when changes may have been missed.
      () => {
        this.evictAll();
        this.isListening = true;
      },
    );
    return () => {
      this.isListening = false;
      this.evictAll();
      stopListening();
    };
  }

  private evictAll(): void {
    this.heard += 1;
    this.cache.evictAll();
  }
}
