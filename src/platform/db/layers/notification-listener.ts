import { LOST_CHANNEL } from './announcements.js';

/**
 * Receives the notifications of a channel.
 * @param onStart called when listening starts, and whenever notifications may have been missed.
 * @returns a function that stops it.
 */
export type Listen = (
  channel: string,
  hear: (payload: string) => void,
  onStart: () => void,
) => Promise<() => void>;

/** The part of a driver that listens, and listens again after a reconnect. */
interface Ear {
  listen(
    channel: string,
    hear: (payload: string) => void,
    onStart?: () => void,
  ): Promise<{ unlisten(): Promise<unknown> }>;
}

/** Receives notifications on one connection of a driver, and learns which ones were lost (docs/adr/0102). */
export class NotificationListener {
  /** Called when notifications of a channel may have been missed, by channel. */
  private readonly starts = new Map<string, Set<() => void>>();
  private hearsOfLosses: Promise<unknown> | null = null;

  constructor(private readonly sql: Ear) {}

  /**
   * @param onStart called when listening starts, and whenever notifications may have been missed.
   * @returns a function that stops it.
   */
  async listen(channel: string, hear: (payload: string) => void, onStart: () => void): Promise<() => void> {
    await this.hearOfLosses();
    const starts = this.starts.get(channel) ?? new Set();
    this.starts.set(channel, starts.add(onStart));
    const listening = await this.sql.listen(channel, hear, onStart);
    return () => {
      starts.delete(onStart);
      // Not awaited: without a database it never ends. Closing the connection ends the subscription in any case.
      listening.unlisten().catch(() => undefined);
    };
  }

  private hearOfLosses(): Promise<unknown> {
    this.hearsOfLosses ??= this.sql
      .listen(LOST_CHANNEL, (channel) => {
        for (const start of this.starts.get(channel) ?? []) start();
      })
      .catch((error: unknown) => {
        this.hearsOfLosses = null;
        throw error;
      });
    return this.hearsOfLosses;
  }
}
