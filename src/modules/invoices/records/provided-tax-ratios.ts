import type { TaxRatio } from '../../../core/taxes/provider-taxes.js';
import type { Actor } from '../../../platform/actor.js';
import { distinct } from '../../../platform/collections/distinct-values.js';
import type { Db } from '../../../platform/db/database.js';
import { taxConnectionOf } from '../../customers/records/customer-taxation.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { TaxRatios } from '../../usage/current-usage/tax-ratios.js';
import { providedTaxRatioRepository } from './provided-tax-ratio.repository.js';

/** Finds the taxes that providers have computed last, from which those of usage follow. Source: integrations.md §6 (docs/adr/0198). */
export class ProvidedTaxRatios implements TaxRatios {
  async ofCustomers(
    db: Db,
    { organizationId }: Actor,
    customers: readonly Customer[],
  ): Promise<Map<string, TaxRatio | null>> {
    const taxed = customers.filter((customer) => taxConnectionOf(customer) !== null);
    const ids = distinct(taxed.map(({ id }) => id));
    if (ids.length === 0) return new Map();
    const found = await providedTaxRatioRepository.findNewest(db, organizationId, ids);
    const ratios = new Map(found.map(({ customerId, ...ratio }) => [customerId, ratio]));
    return new Map(ids.map((id) => [id, ratios.get(id) ?? null]));
  }
}
