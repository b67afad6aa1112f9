import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { SessionSource } from './sessions.js';

/** Something that other processes are told: `NOTIFY channel, payload`. */
interface Announcement {
  readonly channel: string;
  readonly payload: string;
}

/** What the transaction that runs announces when it has committed. */
const ofTransaction = new AsyncLocalStorage<Announcement[]>();

/**
 * Sends notifications once the transaction that runs has committed; none when it is rolled back. A process that dies in
 * between sends none: whoever listens looks by itself as well, some time later. Source: docs/adr/0037.
 * @throws Error when no transaction is open.
 */
export function announceAfterCommit(channel: string, payloads: readonly string[]): void {
  const announcements = ofTransaction.getStore();
  if (announcements === undefined) throw new Error('Only a transaction announces what it has changed.');
  announcements.push(...payloads.map((payload) => ({ channel, payload })));
}

/** A process sends what its transactions announce at most so often. */
const INTERVAL_MS = 50;

/** Sends the announcements of all transactions of a process, many with one statement. */
export class Announcer {
  /** By their JSON: each is sent once, however many transactions announce it. */
  private readonly waiting = new Map<string, Announcement>();
  private isSending = false;

  constructor(private readonly sessions: SessionSource) {}

  /** The same sessions, whose transactions are listened to. */
  withAnnouncements(sessions: SessionSource): SessionSource {
    return {
      options: sessions.options,
      use: (work) =>
        sessions.use((session) =>
          work({
            unsafe: (...statement) => session.unsafe(...statement),
            begin: async (options, inside) => {
              const announcements: Announcement[] = [];
              const result = await session.begin(options, (tx) =>
                ofTransaction.run(announcements, () => inside(tx)),
              );
              this.send(announcements);
              return result;
            },
          }),
        ),
    };
  }

  private send(announcements: readonly Announcement[]): void {
    for (const announcement of announcements) this.waiting.set(JSON.stringify(announcement), announcement);
    if (this.waiting.size > 0 && !this.isSending) void this.sendAll();
  }

  private async sendAll(): Promise<void> {
    this.isSending = true;
    while (this.waiting.size > 0) {
      const all = JSON.stringify([...this.waiting.values()]);
      this.waiting.clear();
      // Without the database nobody hears anything; listeners that get it back look for what they missed.
      await this.sessions.use((session) => session.unsafe(NOTIFY_ALL, [all])).catch(() => undefined);
      await delay(INTERVAL_MS, undefined, { ref: false });
    }
    this.isSending = false;
  }
}

const NOTIFY_ALL = `
  select pg_notify(channel, payload)
  from json_to_recordset($1::text::json) as announcement (channel text, payload text)`;
