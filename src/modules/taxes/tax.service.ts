import type { Actor } from '../../platform/actor.js';
import { groupBy, indexBy } from '../../platform/api/loader.js';
import type { Changes } from '../../platform/changes/changes.js';
import type { Clock } from '../../platform/clock.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid, newId } from '../../platform/db/ids.js';
import { refuseTaken } from '../../platform/db/postgres-error.js';
import { notFound } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { limitText, requireText, TEXT_LENGTH } from '../../platform/errors/input-rules.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import type { OrganizationService } from '../organizations/organization.service.js';
import type { TaxChange } from './tax.changes.js';
import { taxListRepository } from './tax-list.repository.js';
import { taxRepository } from './tax.repository.js';
import type { CreateTax, UpdateTax } from './tax.input.js';
import { billingEntityTaxList, type Tax, type TaxList } from './tax.table.js';

const refuseTakenCode = refuseTaken('taxes_code', 'code');

/** Reads and changes taxes, and their assignment to billing entities and other records. Source: taxes.md §1. */
export class TaxService {
  constructor(
    private readonly organizations: OrganizationService,
    private readonly clock: Clock,
    private readonly changes: Changes<TaxChange>,
  ) {}

  /** Taxes by id, without deleted ones. */
  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Tax>> {
    return indexBy(await taxRepository.findMany(db, actor.organizationId, ids), ({ id }) => id);
  }

  /** @throws AppError `tax_not_found` if the organization has no such tax. */
  async get(db: Db, actor: Actor, by: { id: string } | { code: string }): Promise<Tax> {
    if ('id' in by && !isUuid(by.id)) throw notFound('tax');
    const tax = await taxRepository.find(db, actor.organizationId, by);
    if (tax === null) throw notFound('tax');
    return tax;
  }

  list(db: Db, actor: Actor, query: ListQuery): Promise<Page<Tax>> {
    return taxRepository.list(db, actor.organizationId, query);
  }

  /** The taxes with these codes; unknown ones are omitted. */
  async findByCodes(db: Db, actor: Actor, codes: readonly string[]): Promise<Tax[]> {
    return codes.length === 0 ? [] : taxRepository.findByCodes(db, actor.organizationId, [...new Set(codes)]);
  }

  /**
   * The taxes with these codes, in the order of the codes and without repetition.
   * @throws AppError `tax_not_found` if any code is unknown.
   */
  async getByCodes(db: Db, actor: Actor, codes: readonly string[]): Promise<Tax[]> {
    const requested = [...new Set(codes)];
    if (requested.length === 0) return [];
    const found = await taxRepository.findByCodes(db, actor.organizationId, requested);
    return requested.map((code) => {
      const tax = found.find((candidate) => candidate.code === code);
      if (tax === undefined) throw notFound('tax');
      return tax;
    });
  }

  /** @throws AppError `validation_errors` (taxes.md §1). */
  async create(tx: Tx, actor: Actor, input: CreateTax): Promise<Tax> {
    validate(input);
    const now = this.clock.now();
    const tax: Tax = {
      id: newId(),
      organizationId: actor.organizationId,
      code: input.code,
      name: input.name,
      description: input.description ?? null,
      ratePercent: String(input.rate),
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await taxRepository.insert(tx, tax).catch(refuseTakenCode);
    await this.applyToDefaultEntity(tx, actor, tax.id, input.appliedToOrganization);
    return tax;
  }

  /** @throws AppError `tax_not_found`, `validation_errors`. */
  async update(tx: Tx, actor: Actor, { id, ...input }: UpdateTax): Promise<Tax> {
    const tax = await this.get(tx, actor, { id });
    validate(input);
    const changed: Tax = {
      ...tax,
      code: input.code ?? tax.code,
      name: input.name ?? tax.name,
      ratePercent: input.rate === undefined || input.rate === null ? tax.ratePercent : String(input.rate),
      description: input.description === undefined ? tax.description : input.description,
      updatedAt: this.clock.now(),
    };
    await taxRepository.update(tx, actor.organizationId, id, changed).catch(refuseTakenCode);
    await this.applyToDefaultEntity(tx, actor, id, input.appliedToOrganization);
    await this.changes.announce(tx, actor, { type: 'tax.updated', tax: changed });
    return changed;
  }

  /**
   * Soft-deletes a tax: it is no longer found, but fees and invoices keep their snapshots of it.
   * @throws AppError `tax_not_found`.
   */
  async delete(tx: Tx, actor: Actor, id: string): Promise<Tax> {
    const tax = await this.get(tx, actor, { id });
    await taxRepository.update(tx, actor.organizationId, id, { deletedAt: this.clock.now() });
    await this.changes.announce(tx, actor, { type: 'tax.deleted', tax });
    return tax;
  }

  /** For each tax, the codes of the billing entities it is applied to, and whether these include the default one. */
  async applications(
    db: Db,
    actor: Actor,
    taxIds: readonly string[],
  ): Promise<Map<string, { entityCodes: string[]; toDefault: boolean }>> {
    const rows = await taxRepository.findApplications(db, actor.organizationId, taxIds);
    const groups = groupBy(rows, (row) => row.taxId);
    return new Map(
      [...groups].map(([taxId, group]) => [
        taxId,
        { entityCodes: group.map((row) => row.entityCode), toDefault: group.some((row) => row.isDefault) },
      ]),
    );
  }

  /** The taxes applied to billing entities, by entity id. */
  ofBillingEntities(db: Db, actor: Actor, entityIds: readonly string[]): Promise<Map<string, Tax[]>> {
    return this.listsOf(db, actor, billingEntityTaxList, entityIds);
  }

  /** The taxes assigned to records, by record id and sorted by name; records without taxes are omitted. */
  async listsOf(
    db: Db,
    actor: Actor,
    list: TaxList,
    ownerIds: readonly string[],
  ): Promise<Map<string, Tax[]>> {
    if (ownerIds.length === 0) return new Map();
    return taxListRepository.find(db, actor.organizationId, list, ownerIds);
  }

  /**
   * Replaces all taxes of records by those with the given codes; a record with undefined codes keeps its taxes.
   * @throws AppError `tax_not_found`.
   */
  async replaceLists(
    tx: Tx,
    actor: Actor,
    list: TaxList,
    codesByOwner: ReadonlyMap<string, readonly string[] | null | undefined>,
  ): Promise<void> {
    const sent = [...codesByOwner].flatMap(([owner, codes]) =>
      codes === undefined ? [] : [{ owner, codes: new Set<string>(codes) }],
    );
    const taxes = await this.getByCodes(
      tx,
      actor,
      sent.flatMap(({ codes }) => [...codes]),
    );
    const lists = new Map(
      sent.map(({ owner, codes }) => [owner, taxes.filter(({ code }) => codes.has(code))]),
    );
    await taxListRepository.replace(tx, actor.organizationId, list, lists);
  }

  private async applyToDefaultEntity(
    tx: Tx,
    actor: Actor,
    taxId: string,
    applied: boolean | null | undefined,
  ): Promise<void> {
    if (applied === undefined || applied === null) return;
    const { id: billingEntityId } = await this.organizations.defaultBillingEntity(tx, actor);
    const row = { organizationId: actor.organizationId, billingEntityId, taxId };
    await (applied ? taxRepository.attachToEntity(tx, row) : taxRepository.detachFromEntity(tx, row));
  }
}

function validate(input: Omit<UpdateTax, 'id'>): void {
  const errors = new FieldErrors();
  requireText(errors, 'name', input.name);
  requireText(errors, 'code', input.code);
  limitText(errors, 'description', input.description, TEXT_LENGTH);
  if (input.rate === null) errors.add('rate', 'value_is_mandatory');
  else if (input.rate !== undefined && Number(input.rate) < 0) errors.add('rate', 'value_is_out_of_range');
  errors.throwIfAny();
}
