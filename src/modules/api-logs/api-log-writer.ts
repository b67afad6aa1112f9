import type { ApiExchange } from '../../platform/api/api-exchange.js';
import type { Clock } from '../../platform/clock.js';
import type { JobsDb } from '../../platform/db/database-connections.js';
import { newId } from '../../platform/db/tables/ids.js';
import { databaseFailure } from '../../platform/db/postgres/postgres-error.js';
import { writeTogether } from '../../platform/db/statements/write-together.js';
import type { Logger } from '../../platform/log.js';
import { apiLogRepository } from './api-log.repository.js';
import type { ApiLogEntry, ApiLogMethod } from './api-log.table.js';
import { storedJson } from './stored-json.js';

/** How long the first entry waits for others that are written with it. */
const GATHERING_MS = 100;
/** How long entries wait after a failure, for a database that cannot be reached. */
const RETRY_MS = 1_000;
const MAX_ATTEMPTS = 5;
/** The most entries of a statement, and their bytes, which the last of them may exceed. */
const ENTRIES_AT_ONCE = 500;
const BYTES_AT_ONCE = 4_000_000;
/** The most bytes of entries that wait in a process, and of those of one organization. */
const MAX_WAITING_BYTES = 32_000_000;
const MAX_WAITING_BYTES_OF_ORGANIZATION = 8_000_000;
/** Characters of a `User-Agent` and of an origin that are stored; headers can have several thousand. */
const HEADER_LENGTH = 500;
/** The memory of an entry, without its texts. */
const ENTRY_BYTES = 500;

/**
 * Writes entries of the API log in bulk, after the responses were sent and outside of the transactions of the requests.
 * Losing entries is allowed, failing or delaying requests is not (logs.md, head; docs/adr/0074).
 */
export class ApiLogWriter {
  private waiting: ApiLogEntry[] = [];
  private readonly waitingBytes = new Map<string, number>();
  private totalBytes = 0;
  private lost = 0;
  private writing: Promise<void> | null = null;
  private isHurried = false;
  /** Ends the current pause. */
  private wake: () => void = () => undefined;

  constructor(
    private readonly jobsDb: JobsDb,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /** Records a request whose response was sent. If too many entries wait, it is lost, which is logged. */
  record(exchange: ApiExchange): void {
    const entry = this.entryOf(exchange);
    if (!this.claim(entry)) {
      this.lost += 1;
      return;
    }
    this.waiting.push(entry);
    this.writing ??= this.writeWaiting().finally(() => {
      this.writing = null;
    });
  }

  /** Waits until every recorded entry is written; entries that cannot be written now are lost. */
  async settle(): Promise<void> {
    this.isHurried = true;
    this.wake();
    await this.writing;
    this.isHurried = false;
  }

  private async writeWaiting(): Promise<void> {
    await this.pause(GATHERING_MS);
    while (this.waiting.length > 0) {
      const entries = this.takeBatch();
      await this.write(entries);
      for (const entry of entries) this.release(entry);
      if (this.lost > 0) this.log.warn({ entries: this.lost }, 'entries of the API log were lost');
      this.lost = 0;
      if (this.waiting.length > 0 && this.waiting.length < ENTRIES_AT_ONCE) await this.pause(GATHERING_MS);
    }
  }

  /** The entries of the next statement, the oldest first. */
  private takeBatch(): ApiLogEntry[] {
    let bytes = 0;
    const most = this.waiting.slice(0, ENTRIES_AT_ONCE);
    const end = most.findIndex((entry) => (bytes += bytesOf(entry)) > BYTES_AT_ONCE);
    const batch = end === -1 ? most : most.slice(0, end + 1);
    this.waiting = this.waiting.slice(batch.length);
    return batch;
  }

  /** Writes entries of several organizations. One that Postgres refuses is lost alone; the database may fail for a while. */
  private async write(entries: readonly ApiLogEntry[]): Promise<void> {
    let left = entries;
    for (let attempt = 1; left.length > 0; attempt += 1) {
      if (attempt > 1) await this.pause(RETRY_MS);
      const failures = await writeTogether(left, (some) =>
        this.jobsDb.transaction((tx) => apiLogRepository.insert(tx, some)),
      );
      const [first] = failures;
      if (first === undefined) return;
      this.log.warn(
        { err: first.error, entries: failures.length },
        'entries of the API log could not be written',
      );
      const isLast = this.isHurried || attempt === MAX_ATTEMPTS;
      const retried = isLast ? [] : failures.filter(({ error }) => databaseFailure(error) !== null);
      this.lost += failures.length - retried.length;
      left = retried.map(({ member }) => member);
    }
  }

  private async pause(ms: number): Promise<void> {
    if (this.isHurried) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private entryOf(exchange: ApiExchange): ApiLogEntry {
    const { actor, method, status } = exchange;
    if (actor.apiKeyId === null) throw new Error('Only callers with a key use the REST API.');
    return {
      id: newId(),
      organizationId: actor.organizationId,
      requestId: exchange.requestId,
      apiKeyId: actor.apiKeyId,
      apiVersion: exchange.apiVersion,
      client: exchange.client.slice(0, HEADER_LENGTH),
      httpMethod: method.toLowerCase() as ApiLogMethod,
      httpStatus: status,
      requestOrigin: exchange.origin.slice(0, HEADER_LENGTH),
      requestPath: exchange.path,
      requestBody: storedJson(exchange.requestBody),
      requestResponse: storedJson(exchange.responseBody),
      loggedAt: this.clock.now(),
    };
  }

  /** Counts the bytes of an entry that is going to wait. @returns false if there is no room for it. */
  private claim(entry: ApiLogEntry): boolean {
    const bytes = bytesOf(entry);
    const own = (this.waitingBytes.get(entry.organizationId) ?? 0) + bytes;
    if (own > MAX_WAITING_BYTES_OF_ORGANIZATION || this.totalBytes + bytes > MAX_WAITING_BYTES) return false;
    this.waitingBytes.set(entry.organizationId, own);
    this.totalBytes += bytes;
    return true;
  }

  private release(entry: ApiLogEntry): void {
    const bytes = bytesOf(entry);
    const left = (this.waitingBytes.get(entry.organizationId) ?? 0) - bytes;
    if (left > 0) this.waitingBytes.set(entry.organizationId, left);
    else this.waitingBytes.delete(entry.organizationId);
    this.totalBytes -= bytes;
  }
}

function bytesOf({ client, requestOrigin, requestPath, requestBody, requestResponse }: ApiLogEntry): number {
  const texts = [client, requestOrigin, requestPath, requestBody ?? '', requestResponse ?? ''];
  return ENTRY_BYTES + texts.reduce((sum, text) => sum + text.length, 0);
}
