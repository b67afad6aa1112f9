import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { type SessionSource, withTransactions } from './session-source.js';

/** A notification to other processes: `NOTIFY channel, payload`. */
interface Announcement {
  readonly channel: string;
  readonly payload: string;
}

/** The notifications to send once the current transaction has committed. */
const ofTransaction = new AsyncLocalStorage<Announcement[]>();

/**
 * Sends notifications once the current transaction has committed, and none if it is rolled back. If the process dies
 * right after the commit, they are lost, so listeners also poll for changes from time to time. Source: docs/adr/0037.
 * @throws Error when no transaction is open.
 */
export function announceAfterCommit(channel: string, payloads: readonly string[]): void {
  const announcements = ofTransaction.getStore();
  if (announcements === undefined) throw new Error('Only a transaction announces what it has changed.');
  announcements.push(...payloads.map((payload) => ({ channel, payload })));
}

/** Shortest time between two sendings of a process. */
const INTERVAL_MS = 50;

/** Sends the notifications of all transactions of a process, in batches of one statement each. */
export class NotificationSender {
  /** Notifications to send, by their JSON: the same one of several transactions is sent once. */
  private readonly waiting = new Map<string, Announcement>();
  private isSending = false;

  constructor(private readonly sessions: SessionSource) {}

  /** Wraps sessions so that the announcements of each transaction are sent once it has committed. */
  withAnnouncements(sessions: SessionSource): SessionSource {
    return withTransactions(sessions, (session) => async (options, inside) => {
      const announcements: Announcement[] = [];
      const result = await session.begin(options, (tx) => ofTransaction.run(announcements, () => inside(tx)));
      this.send(announcements);
      return result;
    });
  }

  /** Sends notifications that belong to no transaction. */
  notify(channel: string, payloads: readonly string[]): void {
    this.send(payloads.map((payload) => ({ channel, payload })));
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
      // A failure is ignored: listeners whose connection was lost look for missed changes when they reconnect.
      await this.sessions.use((session) => session.unsafe(NOTIFY_ALL, [all])).catch(() => undefined);
      await delay(INTERVAL_MS, undefined, { ref: false });
    }
    this.isSending = false;
  }
}

const NOTIFY_ALL = `
  select pg_notify(channel, payload)
  from json_to_recordset($1::text::json) as announcement (channel text, payload text)`;
