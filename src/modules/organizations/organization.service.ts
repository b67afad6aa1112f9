import { randomBytes } from 'node:crypto';
import type { Actor } from '../../platform/actor.js';
import type { Clock } from '../../platform/clock.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid, newId } from '../../platform/db/ids.js';
import { AppError, notFound } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { requireText } from '../../platform/errors/input-rules.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import type { ApiKeyService, IssuedKey } from './api-key.service.js';
import type { BillingEntity } from './billing-entity.table.js';
import { organizationRepository } from './organization.repository.js';
import type { CreateOrganization } from './organization.input.js';
import type { Organization } from './organization.table.js';

/** How long the standard signatures of webhooks are made with the old key, too. */
const OVERLAP_MS = 86_400_000;

const HMAC_KEY_BYTES = 32;

/** Reads and creates organizations and their billing entities. */
export class OrganizationService {
  constructor(
    private readonly clock: Clock,
    private readonly apiKeys: ApiKeyService,
  ) {}

  /** Creates an organization with its default billing entity. Source: billing-entities.md, head. */
  async create(
    tx: Tx,
    { name, isOperator = false }: { name: string; isOperator?: boolean },
  ): Promise<Organization> {
    const now = this.clock.now();
    const organization: Organization = {
      id: newId(),
      name,
      lastCustomerNumber: 0,
      isOperator,
      hmacKey: newHmacKey(),
      previousHmacKey: null,
      previousHmacKeyUntil: null,
      createdAt: now,
      updatedAt: now,
    };
    await organizationRepository.insert(tx, organization);
    const entityId = newId();
    await organizationRepository.insertBillingEntity(tx, {
      id: entityId,
      organizationId: organization.id,
      code: 'default',
      name,
      isDefault: true,
      documentNumberPrefix: defaultPrefix(name, entityId),
      createdAt: now,
      updatedAt: now,
    });
    return organization;
  }

  /** The organization that the first start created; null before it. */
  operator(db: Db): Promise<Organization | null> {
    return organizationRepository.findOperator(db);
  }

  async find(db: Db, id: string): Promise<Organization | null> {
    return isUuid(id) ? organizationRepository.find(db, id) : null;
  }

  /**
   * All organizations, newest first; only for the operator.
   * @throws AppError `not_operator_organization`.
   */
  async list(db: Db, actor: Actor, query: ListQuery): Promise<Page<Organization>> {
    await this.requireOperator(db, actor);
    return organizationRepository.list(db, query);
  }

  /**
   * Creates an organization with an unlimited key; only for the operator (ADR 0028).
   * @throws AppError `not_operator_organization`, `validation_errors`.
   */
  async register(
    tx: Tx,
    actor: Actor,
    { name }: CreateOrganization,
  ): Promise<{ organization: Organization; apiKey: IssuedKey }> {
    await this.requireOperator(tx, actor);
    const errors = new FieldErrors();
    requireText(errors, 'name', name);
    errors.throwIfAny();
    const organization = await this.create(tx, { name });
    return { organization, apiKey: await this.apiKeys.issue(tx, organization.id, { name: 'Admin' }) };
  }

  /** The ids of all organizations. */
  allIds(db: Db): Promise<string[]> {
    return organizationRepository.allIds(db);
  }

  /** The caller's organization. */
  async current(db: Db, actor: Actor): Promise<Organization> {
    const organization = await organizationRepository.find(db, actor.organizationId);
    return expectPresent(organization ?? undefined, "the caller's organization");
  }

  /**
   * Replaces the key that signs webhook messages. Their standard signatures are also made with the old one for a day, so
   * that receivers can change theirs in the meantime.
   */
  async rotateHmacKey(tx: Tx, actor: Actor): Promise<Organization> {
    const organization = await organizationRepository.lock(tx, actor.organizationId);
    const now = this.clock.now();
    const changes = {
      hmacKey: newHmacKey(),
      previousHmacKey: organization.hmacKey,
      previousHmacKeyUntil: new Date(now.getTime() + OVERLAP_MS),
      updatedAt: now,
    };
    await organizationRepository.update(tx, actor.organizationId, changes);
    return { ...organization, ...changes };
  }

  private async requireOperator(db: Db, actor: Actor): Promise<void> {
    const operator = await organizationRepository.findOperator(db);
    if (operator?.id !== actor.organizationId) throw new AppError('forbidden', 'not_operator_organization');
  }

  async defaultBillingEntity(db: Db, actor: Actor): Promise<BillingEntity> {
    const entity = await organizationRepository.findDefaultBillingEntity(db, actor.organizationId);
    if (entity === null)
      throw new Error(`Organization ${actor.organizationId} has no default billing entity.`);
    return entity;
  }

  /** @throws AppError `billing_entity_not_found`. Codes are matched case-insensitively. */
  async billingEntityByCode(db: Db, actor: Actor, code: string): Promise<BillingEntity> {
    const [entity] = await organizationRepository.findBillingEntitiesByCodes(db, actor.organizationId, [
      code,
    ]);
    if (entity === undefined) throw notFound('billing_entity');
    return entity;
  }

  /**
   * The ids of the billing entities whose codes a list's filter contains; null if it contains none.
   * @throws AppError `billing_entity_not_found` if any code is unknown.
   */
  async filteredEntityIds(
    db: Db,
    actor: Actor,
    { billingEntityCodes: codes }: { readonly billingEntityCodes?: readonly string[] | null },
  ): Promise<string[] | null> {
    if (codes === undefined || codes === null) return null;
    const entities = await organizationRepository.findBillingEntitiesByCodes(db, actor.organizationId, codes);
    return codes.map((code) => {
      const entity = entities.find((candidate) => candidate.code.toLowerCase() === code.toLowerCase());
      if (entity === undefined) throw notFound('billing_entity');
      return entity.id;
    });
  }

  async billingEntities(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, BillingEntity>> {
    const entities = await organizationRepository.findBillingEntities(db, actor.organizationId, ids);
    return new Map(entities.map((entity) => [entity.id, entity]));
  }

  async billingEntity(db: Db, actor: Actor, id: string): Promise<BillingEntity> {
    const entity = (await this.billingEntities(db, actor, [id])).get(id);
    if (entity === undefined) throw notFound('billing_entity');
    return entity;
  }

  /**
   * Takes the next invoice numbers of a billing entity, and locks the entity until the transaction ends (invoices.md §5.3).
   * @returns the last of them.
   */
  takeInvoiceNumbers(tx: Tx, actor: Actor, billingEntityId: string, count: number): Promise<number> {
    return organizationRepository.takeInvoiceNumbers(tx, actor.organizationId, billingEntityId, count);
  }

  /** Prevents customer numbers up to this one from being given again, even if no customer has them any more. */
  retireCustomerNumbers(tx: Tx, actor: Actor, upTo: number): Promise<void> {
    return organizationRepository.retireCustomerNumbers(tx, actor.organizationId, upTo);
  }
}

/** The first three letters of the name in upper case, and the end of the entity's id. Source: invoices.md §5.3. */
function defaultPrefix(name: string, entityId: string): string {
  return `${name.slice(0, 3).toUpperCase()}-${entityId.slice(-4).toUpperCase()}`;
}

function newHmacKey(): string {
  return randomBytes(HMAC_KEY_BYTES).toString('base64');
}
