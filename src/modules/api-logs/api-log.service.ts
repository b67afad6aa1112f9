import type { Actor } from '../../platform/actor.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Db } from '../../platform/db/database.js';
import type { Limits } from '../../platform/limits.js';
import { requirePageWithin } from '../../platform/paging/page-bytes.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import type { ShownLog } from '../../platform/paging/shown-log.js';
import type { ApiLogsNeeds } from './api-logs.needs.js';
import type { ApiLogFilter } from './api-log.input.js';
import { type ApiLog, type ApiLogBodies, apiLogRepository } from './api-log.repository.js';
import { readFilter } from './api-log.selection.js';

/** Entries deleted per transaction: a few milliseconds of work. */
const DELETED_AT_ONCE = 5_000;

interface Needs extends Pick<ApiLogsNeeds, 'organizations' | 'clock'> {
  readonly limits: Pick<Limits, 'pageBytes'>;
}

/** Reads the API log of an organization, and deletes what it no longer shows. Source: logs.md §1, §3. */
export class ApiLogService {
  constructor(private readonly needs: Needs) {}

  /** The newest entries of requests, by the ids of the requests. */
  async getMany(db: Db, actor: Actor, requestIds: readonly string[]): Promise<Map<string, ApiLog>> {
    const entries = await apiLogRepository.findNewest(db, await this.logOf(db, actor), requestIds);
    return indexBy(entries, ({ requestId }) => requestId);
  }

  /** Entries, newest first. @throws AppError `validation_errors`. */
  async list(db: Db, actor: Actor, query: ListQuery<ApiLogFilter>): Promise<Page<ApiLog>> {
    const selection = readFilter(query.filter);
    return apiLogRepository.list(db, await this.logOf(db, actor), query, selection);
  }

  /**
   * The bodies of entries that the actor may see, by the ids of the entries. Those of a single entry are always read.
   * @throws AppError `per_page: value_is_out_of_range` when they take too many bytes.
   */
  async bodiesOf(
    db: Db,
    { organizationId }: Actor,
    ids: readonly string[],
  ): Promise<Map<string, ApiLogBodies>> {
    if (ids.length > 1) {
      const bytes = await apiLogRepository.bytesOfBodies(db, organizationId, ids);
      requirePageWithin(this.needs.limits, bytes, 'The entries of a page hold bodies');
    }
    return indexBy(await apiLogRepository.findBodies(db, organizationId, ids), ({ id }) => id);
  }

  /** Deletes the entries of all organizations that are older than the audit period, in batches; runs every hour. */
  async deleteExpired(db: Db, { atOnce = DELETED_AT_ONCE } = {}): Promise<void> {
    const now = this.needs.clock.now();
    for (let deleted = atOnce; deleted === atOnce;)
      deleted = await apiLogRepository.deleteExpired(db, now, atOnce);
  }

  private async logOf(db: Db, actor: Actor): Promise<ShownLog> {
    const since = await this.needs.organizations.auditedSince(db, actor);
    return { organizationId: actor.organizationId, since };
  }
}
