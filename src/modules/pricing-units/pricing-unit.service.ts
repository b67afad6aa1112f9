import type { Actor } from '../../platform/actor.js';
import { indexBy } from '../../platform/api/loader.js';
import type { Db } from '../../platform/db/database.js';
import { pricingUnitRepository } from './pricing-unit.repository.js';
import type { PricingUnit } from './pricing-unit.table.js';

/** What prices may be expressed in. Source: charges.md §10. */
export class PricingUnitService {
  /** By id. */
  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, PricingUnit>> {
    const units = await pricingUnitRepository.findMany(db, actor.organizationId, ids);
    return indexBy(units, (unit) => unit.id);
  }

  /** By code; unknown codes are left out. */
  async findByCodes(db: Db, actor: Actor, codes: readonly string[]): Promise<Map<string, PricingUnit>> {
    const units = await pricingUnitRepository.findByCodes(db, actor.organizationId, codes);
    return indexBy(units, (unit) => unit.code);
  }
}
