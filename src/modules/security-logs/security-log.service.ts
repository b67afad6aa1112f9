import type { Actor } from '../../platform/actor.js';
import type { Clock } from '../../platform/clock.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Db } from '../../platform/db/database.js';
import { AppError, invalid } from '../../platform/errors/app-error.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import type { ShownLog } from '../../platform/paging/shown-log.js';
import type { OrganizationService } from '../organizations/organization.service.js';
import { isSecurityEvent } from './security-event.js';
import type { SecurityLogFilter } from './security-log.input.js';
import { securityLogRepository } from './security-log.repository.js';
import type { SecurityLogEntry } from './security-log.table.js';

/** How long entries are shown and kept. Source: logs.md, head. */
const KEPT_FOR_MS = 90 * 24 * 60 * 60 * 1000;
/** Entries deleted per transaction: a few milliseconds of work. */
const DELETED_AT_ONCE = 5_000;

/** Reads the security log of an organization, and deletes what it no longer shows. Source: logs.md §1, §4. */
export class SecurityLogService {
  constructor(
    private readonly organizations: OrganizationService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `forbidden` if the organization has switched its security log off. */
  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, SecurityLogEntry>> {
    const entries = await securityLogRepository.findMany(db, await this.logOf(db, actor), ids);
    return indexBy(entries, ({ id }) => id);
  }

  /**
   * Entries, newest first.
   * @throws AppError `forbidden` if the organization has switched its security log off; `validation_errors`.
   */
  async list(db: Db, actor: Actor, query: ListQuery<SecurityLogFilter>): Promise<Page<SecurityLogEntry>> {
    const log = await this.logOf(db, actor);
    const { logEvents } = query.filter;
    if (logEvents?.every(isSecurityEvent) === false) throw invalid({ logEvents: ['value_is_invalid'] });
    return securityLogRepository.list(db, log, query);
  }

  /** Deletes the old entries of all organizations in batches; runs every hour. */
  async deleteExpired(db: Db, { atOnce = DELETED_AT_ONCE } = {}): Promise<void> {
    for (let deleted = atOnce; deleted === atOnce;)
      deleted = await securityLogRepository.deleteOlder(db, this.shownSince(), atOnce);
  }

  private async logOf(db: Db, actor: Actor): Promise<ShownLog> {
    const { hasSecurityLog } = await this.organizations.get(db, actor);
    if (!hasSecurityLog) throw new AppError('forbidden', 'forbidden');
    return { organizationId: actor.organizationId, since: this.shownSince() };
  }

  private shownSince(): Date {
    return new Date(this.clock.now().getTime() - KEPT_FOR_MS);
  }
}
