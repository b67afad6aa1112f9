import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid, newId } from '../../../platform/db/tables/ids.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import { type BillingEntityKey, billingEntityRepository } from './billing-entity.repository.js';
import type {
  billingEntities,
  BillingEntity,
  BillingEntityColumns,
  BillingEntityLogo,
} from './billing-entity.table.js';

/** Finds, locks and writes the rows of billing entities and their logos, for the module that has their rules. */
export class BillingEntityRecords {
  /** @throws AppError `billing_entity_not_found`, also for an archived one. */
  async get(db: Db, { organizationId }: Actor, key: BillingEntityKey): Promise<BillingEntity> {
    if ('id' in key && !isUuid(key.id)) throw notFound('billing_entity');
    return found(await billingEntityRepository.find(db, organizationId, key));
  }

  /** Without archived entities. */
  list(db: Db, { organizationId }: Actor, query: ListQuery): Promise<Page<BillingEntity>> {
    return billingEntityRepository.list(db, organizationId, query);
  }

  /** Locks an entity until the transaction ends. @throws AppError as `get`. */
  async lock(tx: Tx, { organizationId }: Actor, id: string): Promise<BillingEntity> {
    return found(isUuid(id) ? await billingEntityRepository.lock(tx, organizationId, id) : null);
  }

  insert(tx: Tx, row: typeof billingEntities.$inferInsert): Promise<BillingEntity> {
    return billingEntityRepository.insert(tx, row);
  }

  update(
    tx: Tx,
    { organizationId }: Actor,
    id: string,
    columns: BillingEntityColumns,
  ): Promise<BillingEntity> {
    return billingEntityRepository.update(tx, organizationId, id, columns);
  }

  /** Stores a new logo in place of the one before; null only removes that. @returns the id of the new one. */
  async replaceLogo(
    tx: Tx,
    { organizationId }: Actor,
    billingEntityId: string,
    logo: Pick<BillingEntityLogo, 'contentType' | 'content' | 'createdAt'> | null,
  ): Promise<string | null> {
    await billingEntityRepository.deleteLogo(tx, organizationId, billingEntityId);
    if (logo === null) return null;
    const id = newId();
    await billingEntityRepository.insertLogo(tx, { ...logo, id, organizationId, billingEntityId });
    return id;
  }

  /** The logo with this id; null without one. Readable by everybody who knows its address. */
  findLogo(db: Db, organizationId: string, id: string): Promise<BillingEntityLogo | null> {
    return billingEntityRepository.findLogo(db, organizationId, id);
  }
}

function found(entity: BillingEntity | null): BillingEntity {
  if (entity === null) throw notFound('billing_entity');
  return entity;
}
