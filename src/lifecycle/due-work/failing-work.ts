import type { Actor } from '../../platform/actor.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Db } from '../../platform/db/database.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import type { DueWorkKind } from './due-work-kinds.js';
import type { DueWork } from './due-work.table.js';
import { failingWorkRepository } from './failing-work.repository.js';

/** Reads the live work that keeps failing, for those who have to look into it. */
export class FailingWork {
  /** An organization's failing works that have one of these ids, by id. */
  async getMany(
    db: Db,
    { organizationId }: Actor,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, DueWork>> {
    return indexBy(await failingWorkRepository.findMany(db, organizationId, ids), ({ id }) => id);
  }

  /** A page of an organization's failing work, longest overdue first. */
  list(db: Db, organizationId: string, query: ListQuery): Promise<Page<DueWork>> {
    return failingWorkRepository.list(db, organizationId, query);
  }

  /** The first failing works of all organizations, longest overdue first. */
  first(db: Db, count: number): Promise<DueWork[]> {
    return failingWorkRepository.first(db, count);
  }

  /** The number of failing works of each kind, of all organizations. */
  count(db: Db): Promise<ReadonlyMap<DueWorkKind, number>> {
    return failingWorkRepository.count(db);
  }
}
