import type { Actor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { invalid } from '../../platform/errors/app-error.js';
import { formatBytes, type Limits } from '../../platform/limits.js';
import { requirePageWithin } from '../../platform/paging/page-bytes.js';
import { planSizeRepository } from './plan-size.repository.js';

/** Limits the size of a plan's charges, and the size of a page of plans with their charges. Source: docs/adr/0036. */
export class PlanSizes {
  constructor(private readonly limits: Pick<Limits, 'pageBytes' | 'planBytes'>) {}

  /** The number of plans that can be read together with their charges, whatever the size of each. */
  get readableAtOnce(): number {
    return Math.max(1, Math.floor(this.limits.pageBytes / this.limits.planBytes));
  }

  /** Call after writing charges or fixed charges of a plan. @throws AppError `base: value_is_too_large`. */
  async requireStorable(tx: Tx, actor: Actor, planId: string): Promise<void> {
    const { planBytes } = this.limits;
    const bytes = await planSizeRepository.bytesOf(tx, actor.organizationId, [planId]);
    if (bytes <= planBytes) return;
    const limit = `The charges of a plan, with their filters and properties, take at most ${formatBytes(planBytes)} as JSON.`;
    throw invalid({ base: ['value_is_too_large'] }, limit);
  }

  /** Call before reading the charges of several plans. @throws AppError `per_page: value_is_out_of_range`. */
  async requireReadable(db: Db, actor: Actor, planIds: readonly string[]): Promise<void> {
    const { planBytes, pageBytes } = this.limits;
    if (planIds.length <= 1 || planIds.length * planBytes <= pageBytes) return;
    const bytes = await planSizeRepository.bytesOf(db, actor.organizationId, planIds);
    requirePageWithin(this.limits, bytes, 'The plans of a page hold charges');
  }
}
