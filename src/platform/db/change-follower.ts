import type { Connections } from './connections.js';

/** What a cache forgets when it hears of changes. */
interface Forgetful {
  /** @param payload of the notification: which record has changed. */
  forget(payload: string): void;
  forgetAll(): void;
}

/**
 * Keeps a cache true to what transactions of any process change, by the notifications of one channel. They come after the
 * commit, so a cache asks before it keeps what it has read: whether it hears of changes, and has heard of none meanwhile.
 */
export class ChangeFollower {
  private isListening = false;
  private heard = 0;

  constructor(
    private readonly channel: string,
    private readonly cache: Forgetful,
  ) {}

  /** Whether the cache hears of every change, unless the connection was lost unnoticed. */
  get isFollowing(): boolean {
    return this.isListening;
  }

  /** How many changes it has heard of: what was read before the last of them may be out of date. */
  get changes(): number {
    return this.heard;
  }

  /** Listens from now on. @returns what ends it. */
  async follow(listen: Connections['listen']): Promise<() => void> {
    const stopListening = await listen(
      this.channel,
      (payload) => {
        this.heard += 1;
        this.cache.forget(payload);
      },
      // At the start, and again after the connection was lost, when changes may have been missed.
      () => {
        this.forgetAll();
        this.isListening = true;
      },
    );
    return () => {
      this.isListening = false;
      this.forgetAll();
      stopListening();
    };
  }

  private forgetAll(): void {
    this.heard += 1;
    this.cache.forgetAll();
  }
}
