import { defaultNumberPrefix } from '../../../core/invoicing/numbers/invoice-number.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { refuseTaken } from '../../../platform/db/postgres/postgres-error.js';
import { notAllowed } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { requireText } from '../../../platform/errors/input-rules.js';
import type { BillingEntityTaxes } from '../taxes/billing-entity-taxes.service.js';
import { billingEntityRepository } from '../records/billing-entity.repository.js';
import type { BillingEntityService } from '../records/billing-entity.service.js';
import type { BillingEntity } from '../records/billing-entity.table.js';
import { type RequestedAccount, requestedAccounts } from '../bank-accounts/bank-account.rules.js';
import type { BankAccounts } from '../bank-accounts/bank-accounts.service.js';
import type { BillingEntitiesNeeds } from '../billing-entities.needs.js';
import type {
  BillingEntityMembers,
  ChangedEntityTaxes,
  CreateBillingEntity,
  UpdateBillingEntity,
} from './billing-entity.input.js';
import {
  columnsOf,
  UNCONDITIONED,
  validateConditions,
  validateMembers,
  withoutNulls,
} from './billing-entity.rules.js';
import { type LogoImage, readLogo } from '../logos/logo.rules.js';

interface Needs extends Pick<
  BillingEntitiesNeeds,
  'customSections' | 'taxes' | 'clock' | 'snapshots' | 'changes'
> {
  readonly billingEntities: BillingEntityService;
  readonly billingEntityTaxes: BillingEntityTaxes;
  readonly bankAccounts: BankAccounts;
}

const refuseTakenCode = refuseTaken('billing_entities_code', 'code');

/** Creates, changes and archives billing entities. Source: billing-entities.md. */
export class BillingEntityEditor {
  constructor(private readonly needs: Needs) {}

  /** @throws AppError `validation_errors` (billing-entities.md §1). */
  async create(tx: Tx, actor: Actor, sent: CreateBillingEntity): Promise<BillingEntity> {
    const { bankAccounts, changes, clock } = this.needs;
    const input = withoutNulls(sent);
    const errors = new FieldErrors();
    requireText(errors, 'code', input.code);
    const accounts = requestedAccounts(errors, input.bankAccounts ?? [], []);
    const logo = validated(errors, input, { ...UNCONDITIONED, ...definedIn(columnsOf(input)) });
    const id = newId();
    const createdAt = clock.now();
    const created = await billingEntityRepository
      .insert(tx, {
        documentNumberPrefix: defaultNumberPrefix(input.name, id),
        ...definedIn(columnsOf(input)),
        id,
        organizationId: actor.organizationId,
        code: input.code,
        name: input.name,
        isDefault: false,
        createdAt,
        updatedAt: createdAt,
      })
      .catch(refuseTakenCode);
    const entity = await this.replaceLogo(tx, actor, created, logo);
    if (accounts.length > 0) await bankAccounts.replace(tx, actor, entity, accounts);
    await this.createEuTaxes(tx, actor, entity);
    await changes.announce(tx, actor, { type: 'billing_entity.created', entity });
    return entity;
  }

  /**
   * @throws AppError `billing_entity_not_found`, `validation_errors` (billing-entities.md §1), `tax_not_found`,
   * `invoice_custom_section_not_found`.
   * @param errors those that the caller has found in other members, to be reported together.
   */
  async update(
    tx: Tx,
    actor: Actor,
    { id, ...input }: UpdateBillingEntity,
    errors = new FieldErrors(),
  ): Promise<BillingEntity> {
    const { billingEntities, billingEntityTaxes, bankAccounts, customSections } = this.needs;
    const { taxes, clock, snapshots, changes } = this.needs;
    const entity = await billingEntities.lock(tx, actor, id);
    const accounts = await this.requestedAccounts(tx, actor, errors, { id, ...input });
    const logo = validated(errors, input, { ...entity, ...definedIn(columnsOf(input)) });
    const now = clock.now();
    const { selectedCustomSections: selected } = entity;
    const { invoiceCustomSectionCodes: codes } = input;
    const before = await snapshots.take(tx, actor, 'billing_entity', entity);
    const updated = await billingEntityRepository.update(tx, actor.organizationId, id, {
      ...columnsOf(input),
      selectedCustomSections:
        codes === undefined ? selected : await customSections.select(tx, actor, codes ?? [], selected, now),
      updatedAt: now,
    });
    const changed = await this.replaceLogo(tx, actor, updated, logo);
    if (accounts !== undefined) await bankAccounts.replace(tx, actor, changed, accounts);
    if (input.taxCodes !== undefined) {
      const codes = await taxes.codesInAnyCase(tx, actor, input.taxCodes ?? []);
      await billingEntityTaxes.replace(tx, actor, id, codes);
    }
    if (!entity.euTaxManagement) await this.createEuTaxes(tx, actor, changed);
    await changes.announce(tx, actor, {
      type: 'billing_entity.updated',
      entity: changed,
      before,
      movesDates: MOVING_DATES.some((member) => entity[member] !== changed[member]),
      beginsSequence:
        entity.documentNumbering !== changed.documentNumbering &&
        changed.documentNumbering === 'per_billing_entity',
      hasNewTaxes: input.taxCodes !== undefined,
    });
    return changed;
  }

  /** Adds taxes to a billing entity. @throws AppError `billing_entity_not_found`, `tax_not_found`. */
  async applyTaxes(tx: Tx, actor: Actor, { id, taxCodes }: ChangedEntityTaxes): Promise<BillingEntity> {
    const applied = await this.appliedCodes(tx, actor, id);
    return this.update(tx, actor, { id, taxCodes: [...applied, ...taxCodes] });
  }

  /** Removes taxes from a billing entity, as far as it has them. @throws AppError as `applyTaxes`. */
  async removeTaxes(tx: Tx, actor: Actor, { id, taxCodes }: ChangedEntityTaxes): Promise<BillingEntity> {
    const { taxes } = this.needs;
    const removed = await taxes.codesInAnyCase(tx, actor, taxCodes);
    await taxes.getByCodes(tx, actor, removed);
    const applied = await this.appliedCodes(tx, actor, id);
    return this.update(tx, actor, { id, taxCodes: applied.filter((code) => !removed.includes(code)) });
  }

  /**
   * Archives a billing entity: its code is free again, and nothing new can be assigned to it. Its documents stay, and its
   * customers are billed by it until they are given another (ADR 0071).
   * @throws AppError `billing_entity_not_found`; kind `notAllowed`, `default_billing_entity_cannot_be_archived`.
   */
  async archive(tx: Tx, actor: Actor, id: string): Promise<BillingEntity> {
    const { billingEntities, clock, snapshots, changes } = this.needs;
    const entity = await billingEntities.lock(tx, actor, id);
    if (entity.isDefault) throw notAllowed('default_billing_entity_cannot_be_archived');
    const before = await snapshots.take(tx, actor, 'billing_entity', entity);
    const now = clock.now();
    const archived = await billingEntityRepository.update(tx, actor.organizationId, id, {
      archivedAt: now,
      updatedAt: now,
    });
    await changes.announce(tx, actor, { type: 'billing_entity.archived', entity: archived, before });
    return archived;
  }

  /**
   * Refuses another default billing entity: the oldest that is not archived stays the default. Source: graphql-surface.md §4.
   * @throws AppError `billing_entity_not_found`; kind `notAllowed`, `default_billing_entity_cannot_be_changed`.
   */
  async setDefault(db: Db, actor: Actor, id: string): Promise<BillingEntity> {
    const entity = await this.needs.billingEntities.get(db, actor, { id });
    if (!entity.isDefault) throw notAllowed('default_billing_entity_cannot_be_changed');
    return entity;
  }

  /** The bank accounts that a billing entity is to have; undefined: they stay. */
  private async requestedAccounts(
    tx: Tx,
    actor: Actor,
    errors: FieldErrors,
    { id, bankAccounts: sent }: UpdateBillingEntity,
  ): Promise<RequestedAccount[] | undefined> {
    if (sent === undefined) return undefined;
    const known = await this.needs.bankAccounts.ofBillingEntities(tx, actor, [id]);
    return requestedAccounts(errors, sent ?? [], known.get(id) ?? []);
  }

  private async appliedCodes(tx: Tx, actor: Actor, id: string): Promise<string[]> {
    const { billingEntities, billingEntityTaxes } = this.needs;
    await billingEntities.lock(tx, actor, id);
    const applied = await billingEntityTaxes.ofBillingEntities(tx, actor, [id]);
    return (applied.get(id) ?? []).map(({ code }) => code);
  }

  /** @param logo undefined: the logo stays. */
  private async replaceLogo(
    tx: Tx,
    actor: Actor,
    entity: BillingEntity,
    logo: LogoImage | null | undefined,
  ): Promise<BillingEntity> {
    if (logo === undefined || (logo === null && entity.logoId === null)) return entity;
    const { organizationId } = actor;
    const { id: billingEntityId, updatedAt: createdAt } = entity;
    await billingEntityRepository.deleteLogo(tx, organizationId, billingEntityId);
    const logoId = logo === null ? null : newId();
    if (logo !== null && logoId !== null)
      await billingEntityRepository.insertLogo(tx, {
        ...logo,
        id: logoId,
        organizationId,
        billingEntityId,
        createdAt,
      });
    return billingEntityRepository.update(tx, organizationId, billingEntityId, { logoId });
  }

  /** Creates what an entity with EU tax management assigns to customers. Source: billing-entities.md §3. */
  private async createEuTaxes(tx: Tx, actor: Actor, { euTaxManagement }: BillingEntity): Promise<void> {
    if (euTaxManagement) await this.needs.taxes.createEuTaxes(tx, actor);
  }
}

/** The settings on which dates of invoices and of billing depend. Source: billing-entities.md §3. */
const MOVING_DATES = [
  'invoiceGracePeriodDays',
  'issuingDateAnchor',
  'issuingDateAdjustment',
  'netPaymentTermDays',
  'timezone',
] as const;

/**
 * @param changed the members of the entity, once it is changed, on which conditions depend.
 * @returns the logo that was sent; null to remove the one before, undefined to keep it.
 * @throws AppError `validation_errors`.
 */
function validated(
  errors: FieldErrors,
  input: BillingEntityMembers,
  changed: Parameters<typeof validateConditions>[1],
): LogoImage | null | undefined {
  validateMembers(errors, input);
  validateConditions(errors, changed);
  const { logo } = input;
  const read = logo === undefined ? undefined : logo === null || logo === '' ? null : readLogo(logo);
  if (typeof read === 'string') errors.add('logo', read);
  errors.throwIfAny();
  return typeof read === 'string' ? undefined : read;
}

function definedIn<Columns extends object>(
  columns: Columns,
): { [N in keyof Columns]: Exclude<Columns[N], undefined> } {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as never;
}
