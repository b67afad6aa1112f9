import type { Actor } from '../../platform/actor.js';
import type { Clock } from '../../platform/clock.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Db } from '../../platform/db/database.js';
import type { Limits } from '../../platform/limits.js';
import { requirePageWithin } from '../../platform/paging/page-bytes.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import type { ShownLog } from '../../platform/paging/shown-log.js';
import type { OrganizationService } from '../organizations/organization.service.js';
import type { ActivityLogFilter } from './activity-log.input.js';
import {
  type ActivityLog,
  type ActivityLogObjects,
  activityLogRepository,
} from './activity-log.repository.js';

const DAY_MS = 86_400_000;
const DELETED_AT_ONCE = 1_000;

/** Reads the recorded changes of an organization's objects. Source: logs.md §1, §2. */
export class ActivityLogService {
  constructor(
    private readonly organizations: OrganizationService,
    private readonly limits: Pick<Limits, 'activityLogDays' | 'pageBytes'>,
    private readonly clock: Clock,
  ) {}

  /** Deletes the entries of all organizations that are older than ACTIVITY_LOG_DAYS. */
  async deleteExpired(db: Db): Promise<void> {
    const { activityLogDays } = this.limits;
    if (activityLogDays === 0) return;
    const before = new Date(this.clock.now().getTime() - activityLogDays * DAY_MS);
    for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE;)
      deleted = await activityLogRepository.deleteExpired(db, before, DELETED_AT_ONCE);
  }

  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, ActivityLog>> {
    const log = await this.logOf(db, actor);
    return indexBy(await activityLogRepository.findMany(db, log, ids), ({ id }) => id);
  }

  /** Entries, newest first. */
  async list(db: Db, actor: Actor, query: ListQuery<ActivityLogFilter>): Promise<Page<ActivityLog>> {
    return activityLogRepository.list(db, await this.logOf(db, actor), query);
  }

  /**
   * The objects of entries that the actor may see, by the ids of the entries. Those of a single entry are always read.
   * @throws AppError `per_page: value_is_out_of_range` when they take too many bytes.
   */
  async objectsOf(
    db: Db,
    { organizationId }: Actor,
    ids: readonly string[],
  ): Promise<Map<string, ActivityLogObjects>> {
    if (ids.length > 1) {
      const bytes = await activityLogRepository.bytesOfObjects(db, organizationId, ids);
      requirePageWithin(this.limits, bytes, 'The entries of a page hold objects');
    }
    return indexBy(await activityLogRepository.findObjects(db, organizationId, ids), ({ id }) => id);
  }

  private async logOf(db: Db, actor: Actor): Promise<ShownLog> {
    const since = await this.organizations.auditedSince(db, actor);
    return { organizationId: actor.organizationId, since };
  }
}
