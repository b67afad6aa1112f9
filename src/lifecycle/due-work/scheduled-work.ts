import type { Actor } from '../../platform/actor.js';
import type { Db } from '../../platform/db/database.js';
import type { DueWorkKind } from './due-work-kinds.js';
import { dueWorkRepository } from './due-work.repository.js';
import type { DueWork } from './due-work.table.js';

/** Scheduled work, with its customer. */
export type ScheduledOfCustomer = Pick<DueWork, 'kind' | 'subjectId' | 'customerId' | 'dueAt'>;

/** The scheduled work of some kinds of customers, in the order of its subjects. */
export function scheduledWorkOf(
  db: Db,
  { organizationId }: Actor,
  customerIds: readonly string[],
  kinds: readonly DueWorkKind[],
): Promise<ScheduledOfCustomer[]> {
  return dueWorkRepository.findOfCustomers(db, organizationId, customerIds, kinds);
}
