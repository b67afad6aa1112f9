import type { Actor } from '../../platform/actor.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid, newId } from '../../platform/db/tables/ids.js';
import { refuseTaken } from '../../platform/db/postgres/postgres-error.js';
import { notFound } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { limitCount, limitText, requireText, TEXT_LENGTH } from '../../platform/errors/input-rules.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import type { Tax } from '../taxes/tax.table.js';
import type { AddOnsNeeds } from './add-ons.needs.js';
import { addOnRepository } from './add-on.repository.js';
import type { CreateAddOn, UpdateAddOn } from './add-on.input.js';
import { type AddOn, addOnTaxList } from './add-on.table.js';

const refuseTakenCode = refuseTaken('add_ons_code', 'code');

/** Reads and changes add-ons and their taxes. Source: fees.md §7. */
export class AddOnService {
  constructor(private readonly needs: Pick<AddOnsNeeds, 'taxes' | 'clock' | 'changes'>) {}

  /** @throws AppError `add_on_not_found`. */
  async get(db: Db, actor: Actor, by: { id: string } | { code: string }): Promise<AddOn> {
    if ('id' in by && !isUuid(by.id)) throw notFound('add_on');
    const addOn = await addOnRepository.find(db, actor.organizationId, by);
    if (addOn === null) throw notFound('add_on');
    return addOn;
  }

  /** The add-ons with these ids, including deleted ones, since fees still refer to them. */
  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, AddOn>> {
    const addOns = await addOnRepository.findWithDeleted(db, actor.organizationId, ids);
    return indexBy(addOns, (addOn) => addOn.id);
  }

  /** Locks add-ons, by id or code, against change and deletion until the transaction ends. */
  lockForUse(
    tx: Tx,
    actor: Actor,
    { ids, codes }: { readonly ids: readonly string[]; readonly codes: readonly string[] },
  ): Promise<AddOn[]> {
    return addOnRepository.lockForUse(tx, actor.organizationId, { ids: ids.filter(isUuid), codes });
  }

  list(db: Db, actor: Actor, query: ListQuery): Promise<Page<AddOn>> {
    return addOnRepository.list(db, actor.organizationId, query);
  }

  /** The taxes of add-ons, by add-on id. */
  taxesOf(db: Db, actor: Actor, addOnIds: readonly string[]): Promise<Map<string, Tax[]>> {
    return this.needs.taxes.listsOf(db, actor, addOnTaxList, addOnIds);
  }

  /** @throws AppError `validation_errors` (fees.md §7), `tax_not_found`. */
  async create(tx: Tx, actor: Actor, input: CreateAddOn): Promise<AddOn> {
    validate(input);
    const { clock, taxes } = this.needs;
    const now = clock.now();
    const addOn: AddOn = {
      id: newId(),
      organizationId: actor.organizationId,
      code: input.code,
      name: input.name,
      invoiceDisplayName: input.invoiceDisplayName ?? null,
      description: input.description ?? null,
      amountCents: input.amountCents,
      amountCurrency: input.amountCurrency,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await addOnRepository.insert(tx, addOn).catch(refuseTakenCode);
    await taxes.replaceLists(tx, actor, addOnTaxList, new Map([[addOn.id, input.taxCodes]]));
    return addOn;
  }

  /** @throws AppError `add_on_not_found`; as `create`. */
  async update(tx: Tx, actor: Actor, { id, ...input }: UpdateAddOn): Promise<AddOn> {
    const { clock, taxes } = this.needs;
    const addOn = await this.lock(tx, actor, id);
    validate(input);
    const changed: AddOn = {
      ...addOn,
      code: input.code ?? addOn.code,
      name: input.name ?? addOn.name,
      invoiceDisplayName:
        input.invoiceDisplayName === undefined ? addOn.invoiceDisplayName : input.invoiceDisplayName,
      description: input.description === undefined ? addOn.description : input.description,
      amountCents: input.amountCents ?? addOn.amountCents,
      amountCurrency: input.amountCurrency ?? addOn.amountCurrency,
      updatedAt: clock.now(),
    };
    await addOnRepository.update(tx, actor.organizationId, id, changed).catch(refuseTakenCode);
    await taxes.replaceLists(tx, actor, addOnTaxList, new Map([[id, input.taxCodes]]));
    return changed;
  }

  /**
   * Soft-deletes an add-on and its fixed charges; fees keep its code and name.
   * @throws AppError `add_on_not_found`.
   */
  async delete(tx: Tx, actor: Actor, id: string): Promise<AddOn> {
    const { clock, changes } = this.needs;
    const addOn = await this.lock(tx, actor, id);
    await addOnRepository.update(tx, actor.organizationId, id, { deletedAt: clock.now() });
    await changes.announce(tx, actor, { type: 'add_on.deleted', addOn });
    return addOn;
  }

  private async lock(tx: Tx, actor: Actor, id: string): Promise<AddOn> {
    const addOn = isUuid(id) ? await addOnRepository.lock(tx, actor.organizationId, id) : null;
    if (addOn === null) throw notFound('add_on');
    return addOn;
  }
}

function validate(input: Omit<UpdateAddOn, 'id'>): void {
  const errors = new FieldErrors();
  requireText(errors, 'name', input.name);
  requireText(errors, 'code', input.code);
  limitText(errors, 'invoiceDisplayName', input.invoiceDisplayName);
  limitText(errors, 'description', input.description, TEXT_LENGTH);
  if (input.amountCents === null) errors.add('amountCents', 'value_is_mandatory');
  else if (input.amountCents !== undefined && input.amountCents <= 0n)
    errors.add('amountCents', 'value_is_out_of_range');
  if (input.amountCurrency === null) errors.add('amountCurrency', 'value_is_invalid');
  limitCount(errors, 'taxCodes', input.taxCodes);
  errors.throwIfAny();
}
