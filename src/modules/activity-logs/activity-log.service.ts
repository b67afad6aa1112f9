import type { Actor } from '../../platform/actor.js';
import { indexBy } from '../../platform/api/loader.js';
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

/** Reads the recorded changes of an organization's objects. Source: logs.md §1, §2. */
export class ActivityLogService {
  constructor(
    private readonly organizations: OrganizationService,
    private readonly limits: Pick<Limits, 'pageBytes'>,
  ) {}

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
