import type { Actor } from '../../platform/actor.js';
import type { Clock } from '../../platform/clock.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid, newId } from '../../platform/db/tables/ids.js';
import { refuseTaken } from '../../platform/db/postgres/postgres-error.js';
import { notFound } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { limitText, requireText, TEXT_LENGTH } from '../../platform/errors/input-rules.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { pricingUnitRepository } from './pricing-unit.repository.js';
import type { CreatePricingUnit, UpdatePricingUnit } from './pricing-unit.input.js';
import type { PricingUnit } from './pricing-unit.table.js';

const refuseTakenCode = refuseTaken('pricing_units_code', 'code');

/** Reads and changes pricing units; conversion rates belong to charges. Source: charges.md §10. */
export class PricingUnitService {
  constructor(private readonly clock: Clock) {}

  /** @throws AppError `pricing_unit_not_found`. */
  async get(db: Db, actor: Actor, by: { id: string } | { code: string }): Promise<PricingUnit> {
    if ('id' in by && !isUuid(by.id)) throw notFound('pricing_unit');
    const unit = await pricingUnitRepository.find(db, actor.organizationId, by);
    if (unit === null) throw notFound('pricing_unit');
    return unit;
  }

  /** Pricing units by id. */
  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, PricingUnit>> {
    const units = ids.length === 0 ? [] : await pricingUnitRepository.findMany(db, actor.organizationId, ids);
    return indexBy(units, (unit) => unit.id);
  }

  /** Pricing units by code; unknown codes are omitted. */
  async findByCodes(db: Db, actor: Actor, codes: readonly string[]): Promise<Map<string, PricingUnit>> {
    const units = await pricingUnitRepository.findByCodes(db, actor.organizationId, codes);
    return indexBy(units, (unit) => unit.code);
  }

  list(db: Db, actor: Actor, query: ListQuery): Promise<Page<PricingUnit>> {
    return pricingUnitRepository.list(db, actor.organizationId, query);
  }

  /** @throws AppError `validation_errors`. */
  async create(tx: Tx, actor: Actor, input: CreatePricingUnit): Promise<PricingUnit> {
    validate(input);
    const now = this.clock.now();
    const unit: PricingUnit = {
      id: newId(),
      organizationId: actor.organizationId,
      code: input.code,
      name: input.name,
      shortName: input.shortName,
      description: input.description ?? null,
      createdAt: now,
      updatedAt: now,
    };
    await pricingUnitRepository.insert(tx, unit).catch(refuseTakenCode);
    return unit;
  }

  /** @throws AppError `pricing_unit_not_found`, `validation_errors`. */
  async update(tx: Tx, actor: Actor, { id, ...input }: UpdatePricingUnit): Promise<PricingUnit> {
    const unit = await this.get(tx, actor, { id });
    validate(input);
    const changed: PricingUnit = {
      ...unit,
      code: input.code ?? unit.code,
      name: input.name ?? unit.name,
      shortName: input.shortName ?? unit.shortName,
      description: input.description === undefined ? unit.description : input.description,
      updatedAt: this.clock.now(),
    };
    await pricingUnitRepository.updateRow(tx, changed).catch(refuseTakenCode);
    return changed;
  }
}

function validate(input: Omit<UpdatePricingUnit, 'id'>): void {
  const errors = new FieldErrors();
  requireText(errors, 'code', input.code);
  requireText(errors, 'name', input.name);
  requireText(errors, 'shortName', input.shortName);
  limitText(errors, 'description', input.description, TEXT_LENGTH);
  errors.throwIfAny();
}
