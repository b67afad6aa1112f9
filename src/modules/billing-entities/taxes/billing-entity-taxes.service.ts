import type { Actor } from '../../../platform/actor.js';
import { groupBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import type { Tax } from '../../taxes/tax.table.js';
import type { BillingEntitiesNeeds } from '../billing-entities.needs.js';
import type { BillingEntityService } from '../records/billing-entity.service.js';
import { billingEntityTaxRepository } from './billing-entity-tax.repository.js';
import { billingEntityTaxList } from './billing-entity-tax.table.js';

interface Needs extends Pick<BillingEntitiesNeeds, 'taxes' | 'changes'> {
  readonly billingEntities: BillingEntityService;
}

/** Reads and replaces the taxes of billing entities. Source: taxes.md §2. */
export class BillingEntityTaxes {
  constructor(private readonly needs: Needs) {}

  /** The taxes of billing entities, by entity id. */
  ofBillingEntities(db: Db, actor: Actor, entityIds: readonly string[]): Promise<Map<string, Tax[]>> {
    return this.needs.taxes.listsOf(db, actor, billingEntityTaxList, entityIds);
  }

  /** Replaces all taxes of a billing entity. @throws AppError `tax_not_found` if any code is unknown. */
  replace(tx: Tx, actor: Actor, entityId: string, codes: readonly string[]): Promise<void> {
    return this.needs.taxes.replaceLists(tx, actor, billingEntityTaxList, new Map([[entityId, codes]]));
  }

  /** For each tax, the codes of the billing entities it is applied to, and whether these include the default one. */
  async applications(
    db: Db,
    actor: Actor,
    taxIds: readonly string[],
  ): Promise<Map<string, { entityCodes: string[]; toDefault: boolean }>> {
    const rows = await billingEntityTaxRepository.findApplications(db, actor.organizationId, taxIds);
    const groups = groupBy(rows, (row) => row.taxId);
    return new Map(
      [...groups].map(([taxId, group]) => [
        taxId,
        { entityCodes: group.map((row) => row.entityCode), toDefault: group.some((row) => row.isDefault) },
      ]),
    );
  }

  /** Applies a tax to the default billing entity, or removes it from there. */
  async setOfDefault(
    tx: Tx,
    actor: Actor,
    { taxId, isApplied }: { readonly taxId: string; readonly isApplied: boolean },
  ): Promise<void> {
    const { billingEntities, changes } = this.needs;
    const { id: billingEntityId } = await billingEntities.getDefault(tx, actor);
    const row = { organizationId: actor.organizationId, billingEntityId, taxId };
    await (isApplied
      ? billingEntityTaxRepository.attach(tx, row)
      : billingEntityTaxRepository.detach(tx, row));
    await changes.announce(tx, actor, { type: 'billing_entity.taxes_changed', billingEntityId });
  }
}
