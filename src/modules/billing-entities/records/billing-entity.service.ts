import { defaultNumberPrefix } from '../../../core/invoicing/numbers/invoice-number.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid, newId } from '../../../platform/db/tables/ids.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import type { Organization } from '../../organizations/records/organization.table.js';
import { type BillingEntityKey, billingEntityRepository } from './billing-entity.repository.js';
import type { BillingEntity, BillingEntityLogo } from './billing-entity.table.js';

/** Finds and locks billing entities, and creates the default one of a new organization. Source: billing-entities.md. */
export class BillingEntityService {
  /** @throws AppError `billing_entity_not_found`, also for an archived one. Codes are matched case-insensitively. */
  async get(db: Db, { organizationId }: Actor, key: BillingEntityKey): Promise<BillingEntity> {
    if ('id' in key && !isUuid(key.id)) throw notFound('billing_entity');
    return found(await billingEntityRepository.find(db, organizationId, key));
  }

  async getDefault(db: Db, { organizationId }: Actor): Promise<BillingEntity> {
    const entity = await billingEntityRepository.findDefault(db, organizationId);
    if (entity === null) throw new Error(`Organization ${organizationId} has no default billing entity.`);
    return entity;
  }

  /** Billing entities by id, with archived ones, since documents and customers keep them. */
  async getManyWithArchived(
    db: Db,
    { organizationId }: Actor,
    ids: readonly string[],
  ): Promise<Map<string, BillingEntity>> {
    const entities = await billingEntityRepository.findMany(db, organizationId, ids);
    return new Map(entities.map((entity) => [entity.id, entity]));
  }

  /** @throws AppError `billing_entity_not_found`, but not for an archived one. */
  async getWithArchived(db: Db, actor: Actor, id: string): Promise<BillingEntity> {
    return found((await this.getManyWithArchived(db, actor, [id])).get(id) ?? null);
  }

  /** Without archived entities. */
  list(db: Db, { organizationId }: Actor, query: ListQuery): Promise<Page<BillingEntity>> {
    return billingEntityRepository.list(db, organizationId, query);
  }

  /**
   * The ids of the billing entities whose codes a list's filter contains; null if it contains none.
   * @throws AppError `billing_entity_not_found` if any code is unknown.
   */
  async filteredIds(
    db: Db,
    { organizationId }: Actor,
    { billingEntityCodes: codes }: { readonly billingEntityCodes?: readonly string[] | null },
  ): Promise<string[] | null> {
    if (codes === undefined || codes === null) return null;
    const entities = await billingEntityRepository.findByCodes(db, organizationId, codes);
    const lowered = new Map(entities.map(({ code, id }) => [code.toLowerCase(), id]));
    const exact = new Map(entities.map(({ code, id }) => [code, id]));
    return codes.map((code) => {
      const id = exact.get(code) ?? lowered.get(code.toLowerCase());
      if (id === undefined) throw notFound('billing_entity');
      return id;
    });
  }

  /** Locks an entity until the transaction ends. @throws AppError as `get`. */
  async lock(tx: Tx, { organizationId }: Actor, id: string): Promise<BillingEntity> {
    return found(isUuid(id) ? await billingEntityRepository.lock(tx, organizationId, id) : null);
  }

  /** Creates the default billing entity of a new organization. Source: billing-entities.md, head. */
  async createDefault(tx: Tx, { id: organizationId, name, createdAt }: Organization): Promise<void> {
    const id = newId();
    await billingEntityRepository.insert(tx, {
      id,
      organizationId,
      code: 'default',
      name,
      isDefault: true,
      documentNumberPrefix: defaultNumberPrefix(name, id),
      createdAt,
      updatedAt: createdAt,
    });
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
