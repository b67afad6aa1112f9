import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../log.js';
import { databaseFailure } from '../postgres/postgres-error.js';
import { type Sender, type SqlChannel, withTransactions } from '../sql-channel.js';
import { type Unwritten, writeTogether } from '../statements/write-together.js';

/** A notification to other processes: `NOTIFY channel, payload`. */
interface Announcement {
  readonly channel: string;
  readonly payload: string;
}

/** The most bytes that Postgres takes as the payload of a notification. */
export const PAYLOAD_BYTES = 7_999;

/** Refuses bad payloads before they are queued, so that whoever announces one hears of it, and nobody else. */
function announcementsOf(channel: string, payloads: readonly string[]): Announcement[] {
  return payloads.map((payload) => {
    if (Buffer.byteLength(payload) > PAYLOAD_BYTES)
      throw new Error(`The payload of a notification has at most ${PAYLOAD_BYTES} bytes.`);
    if (payload.includes('\0') || !payload.isWellFormed())
      throw new Error('The payload of a notification has characters that Postgres does not store.');
    return { channel, payload };
  });
}

/** The notifications to send once the current transaction has committed. */
const ofTransaction = new AsyncLocalStorage<Announcement[]>();

/**
 * Sends notifications once the current transaction has committed, and none if it is rolled back. If the process dies
 * right after the commit, they are lost, so listeners also poll for changes from time to time. Source: docs/adr/0037.
 * @throws Error when no transaction is open, or for a payload that Postgres would refuse.
 */
export function announceAfterCommit(channel: string, payloads: readonly string[]): void {
  const announcements = ofTransaction.getStore();
  if (announcements === undefined) throw new Error('Only a transaction announces what it has changed.');
  announcements.push(...announcementsOf(channel, payloads));
}

/** Names a channel of which notifications were lost, to all processes that listen on it. */
export const LOST_CHANNEL = 'tollgate_lost';

/** Shortest time between two sendings of a process. */
const INTERVAL_MS = 50;
/** How long the sender waits after a failure of the database. */
const OUTAGE_MS = 1_000;
/** Number of notifications that wait at most, such as while the database cannot be reached. Further ones are lost. */
const MOST_WAITING = 20_000;

/**
 * Sends the notifications of all transactions of a process, in batches of one statement each. One that cannot be sent is
 * dropped, and those who listen on its channel hear that something was lost. Source: docs/adr/0102.
 */
export class NotificationSender {
  /** Notifications to send, by their JSON: the same one of several transactions is sent once. */
  private readonly waiting = new Map<string, Announcement>();
  /** Channels whose listeners have not heard yet that notifications were lost. */
  private readonly lost = new Set<string>();
  private isSending = false;
  private isStopped = false;

  constructor(
    private readonly sender: Pick<Sender, 'run'>,
    private readonly log: Pick<Logger, 'error'>,
  ) {}

  /** The channel, of which the announcements of each transaction are sent once it has committed. */
  withAnnouncements(next: SqlChannel): SqlChannel {
    return withTransactions(next, async (work, handling) => {
      const announcements: Announcement[] = [];
      const result = await next.begin(
        (inside) => ofTransaction.run(announcements, () => work(inside)),
        handling,
      );
      this.send(announcements);
      return result;
    });
  }

  /** Sends notifications that belong to no transaction. @throws Error for a payload that Postgres would refuse. */
  notify(channel: string, payloads: readonly string[]): void {
    this.send(announcementsOf(channel, payloads));
  }

  /** Drops what waits. */
  stop(): void {
    this.isStopped = true;
    this.waiting.clear();
    this.lost.clear();
  }

  private send(announcements: readonly Announcement[]): void {
    if (this.isStopped) return;
    for (const announcement of announcements) {
      const key = JSON.stringify(announcement);
      // One that comes again is sent after those in between, which it may revoke.
      this.waiting.delete(key);
      if (this.waiting.size < MOST_WAITING) this.waiting.set(key, announcement);
      else this.lost.add(announcement.channel);
    }
    if (this.waiting.size > 0 && !this.isSending) void this.sendAll();
  }

  private async sendAll(): Promise<void> {
    this.isSending = true;
    while (this.waiting.size > 0 || this.lost.size > 0) {
      const all = [...this.waiting.values(), ...[...this.lost].map(lossOf)];
      this.waiting.clear();
      this.lost.clear();
      const failures = await writeTogether(all, (part) => this.sendTogether(part));
      const isOutage = this.record(failures);
      await delay(isOutage ? OUTAGE_MS : INTERVAL_MS, undefined, { ref: false });
    }
    this.isSending = false;
  }

  /** Notes what was not sent. @returns true if the database failed, and not single notifications. */
  private record(failures: readonly Unwritten<Announcement>[]): boolean {
    if (this.isStopped) return false;
    const isOutage = failures.some(({ error }) => databaseFailure(error) !== null);
    for (const { member, error } of failures) {
      this.lost.add(channelOf(member));
      if (!isOutage) this.log.error({ err: error, channel: member.channel }, 'a notification was dropped');
    }
    return isOutage;
  }

  private sendTogether(announcements: readonly Announcement[]): Promise<unknown> {
    return this.sender.run({ text: NOTIFY_ALL, parameters: [JSON.stringify(announcements)] });
  }
}

function lossOf(channel: string): Announcement {
  return { channel: LOST_CHANNEL, payload: channel };
}

/** The channel whose listeners miss something without this announcement. */
function channelOf({ channel, payload }: Announcement): string {
  return channel === LOST_CHANNEL ? payload : channel;
}

const NOTIFY_ALL = `
  select pg_notify(channel, payload)
  from json_to_recordset($1::text::json) as announcement (channel text, payload text)`;
