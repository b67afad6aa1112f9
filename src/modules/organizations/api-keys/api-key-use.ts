import { performance } from 'node:perf_hooks';
import type { Actor } from '../../../platform/actor.js';
import type { Clock } from '../../../platform/clock.js';
import type { JobsDb } from '../../../platform/db/database-connections.js';
import { writeTogether } from '../../../platform/db/statements/write-together.js';
import type { Logger } from '../../../platform/log.js';
import { apiKeyRepository } from './api-key.repository.js';

/** Minimum interval between two writes of a key's use. Source: auth.md §1. */
const INTERVAL_MS = 60_000;
const MAX_REMEMBERED_KEYS = 10_000;

/** Writes when keys were last used, in the background, without delaying requests. */
export class ApiKeyUse {
  /** When this process last recorded a use, by key id; on the monotonic clock. */
  private readonly recordedAtMs = new Map<string, number>();
  private readonly waiting = new Set<string>();
  private writing: Promise<void> | null = null;

  constructor(
    private readonly jobsDb: JobsDb,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /** Records that a key was used now. Does nothing for callers without a key, and within a minute of the last use. */
  record({ apiKeyId }: Actor): void {
    if (apiKeyId === null) return;
    const nowMs = performance.now();
    const lastMs = this.recordedAtMs.get(apiKeyId);
    if (lastMs !== undefined && nowMs - lastMs < INTERVAL_MS) return;
    if (this.recordedAtMs.size >= MAX_REMEMBERED_KEYS) this.recordedAtMs.clear();
    this.recordedAtMs.set(apiKeyId, nowMs);
    this.waiting.add(apiKeyId);
    this.writing ??= this.writeWaiting().finally(() => {
      this.writing = null;
    });
  }

  /** Waits until every recorded use is written. */
  async settle(): Promise<void> {
    await this.writing;
  }

  private async writeWaiting(): Promise<void> {
    while (this.waiting.size > 0) {
      const ids = [...this.waiting];
      this.waiting.clear();
      const at = this.clock.now();
      const before = new Date(at.getTime() - INTERVAL_MS);
      const [failure] = await writeTogether(ids, (some) =>
        this.jobsDb.transaction((tx) => apiKeyRepository.recordUse(tx, some, { at, before })),
      );
      if (failure !== undefined)
        this.log.warn({ err: failure.error }, 'the last use of API keys could not be written');
    }
  }
}
