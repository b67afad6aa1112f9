import type { Actor } from '../../../platform/actor.js';
import { groupBy, indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid, newId } from '../../../platform/db/tables/ids.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import type { PlansNeeds } from '../plans.needs.js';
import type { AddOn } from '../../add-ons/add-on.table.js';
import type { Tax } from '../../taxes/tax.table.js';
import { fixedChargeRepository } from './fixed-charge.repository.js';
import {
  checkFixedCharge,
  checkFixedCharges,
  checkSingleFixedCharge,
  fixedChargeMembers,
  type RequestedFixedCharge,
} from './fixed-charge.rules.js';
import type { UpdatePlanFixedCharge } from './fixed-charge.input.js';
import { type FixedCharge, fixedChargeTaxList } from './fixed-charge.table.js';
import { freeCode } from '../charges/free-code.js';
import { nextPosition } from '../charges/next-position.js';
import { type Sent, withOwnIds } from '../charges/own-ids.js';
import type { SentFixedChargeOverride } from './fixed-charge-override.input.js';
import type { PlanSizes } from '../plan-sizes.js';
import type { Plan } from '../plan.table.js';
import type { QuantityChange } from './quantity-change.js';

interface Needs extends Pick<PlansNeeds, 'addOns' | 'taxes' | 'clock'> {
  readonly sizes: PlanSizes;
}

/** The quantity changes of one plan. */
export interface PlanQuantities {
  readonly plan: Plan;
  readonly quantities: readonly QuantityChange[];
}

/** A valid fixed charge, with its add-on and the id it will have. */
type SettledFixedCharge = RequestedFixedCharge & { readonly id: string; readonly of: AddOn };

/** The fixed charges of plans. Source: fixed-charges-and-commitments.md §1. */
export class FixedChargeService {
  constructor(private readonly needs: Needs) {}

  /**
   * A fixed charge of a plan; neither of them deleted.
   * @throws AppError `fixed_charge_not_found`.
   */
  async get(
    db: Db,
    actor: Actor,
    by: { readonly id: string } | { readonly planId: string; readonly code: string },
  ): Promise<FixedCharge> {
    if ('id' in by && !isUuid(by.id)) throw notFound('fixed_charge');
    const fixedCharge = await fixedChargeRepository.find(db, actor.organizationId, by);
    if (fixedCharge === null) throw notFound('fixed_charge');
    return fixedCharge;
  }

  /** Fixed charges by id, including deleted ones. */
  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, FixedCharge>> {
    return indexBy(
      await fixedChargeRepository.findWithDeleted(db, actor.organizationId, ids),
      ({ id }) => id,
    );
  }

  /** The ids, of those given, of prorated fixed charges, including deleted ones. */
  async proratedAmong(db: Db, actor: Actor, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const found = await fixedChargeRepository.findWithDeleted(db, actor.organizationId, ids);
    return new Set(found.flatMap(({ id, prorated }) => (prorated ? [id] : [])));
  }

  /** The fixed charges of a plan, newest first. */
  list(db: Db, actor: Actor, planId: string, query: ListQuery): Promise<Page<FixedCharge>> {
    return fixedChargeRepository.list(db, actor.organizationId, planId, query);
  }

  /** The fixed charges of plans by plan id, in the order of each plan. */
  async ofPlans(db: Db, actor: Actor, planIds: readonly string[]): Promise<Map<string, FixedCharge[]>> {
    const found = await fixedChargeRepository.findByPlans(db, actor.organizationId, planIds);
    return groupBy(found, (fixedCharge) => fixedCharge.planId);
  }

  /** The taxes of fixed charges, by fixed charge id. */
  taxesOf(db: Db, actor: Actor, fixedChargeIds: readonly string[]): Promise<Map<string, Tax[]>> {
    return this.needs.taxes.listsOf(db, actor, fixedChargeTaxList, fixedChargeIds);
  }

  /** Soft-deletes the fixed charges on an add-on, of all plans. */
  deleteOfAddOn(tx: Tx, actor: Actor, addOnId: string): Promise<void> {
    const { clock } = this.needs;
    return fixedChargeRepository.deleteByAddOn(tx, actor.organizationId, addOnId, clock.now());
  }

  /**
   * Validates the list of a plan's fixed charges.
   * @param planId null: the plan is new.
   * @returns the fixed charges; use them only if no error was added.
   */
  async check(
    tx: Tx,
    actor: Actor,
    errors: FieldErrors,
    inputs: readonly UpdatePlanFixedCharge[],
    { planId, subscribed }: { readonly planId: string | null; readonly subscribed: boolean },
  ): Promise<RequestedFixedCharge[]> {
    const current = planId === null ? [] : await this.ofPlan(tx, actor, planId);
    const existing = indexBy(current, (fixedCharge) => fixedCharge.id);
    const sent = await this.withoutOwnCodes(tx, actor, inputs, existing);
    return checkFixedCharges(errors, sent, { existing, subscribed });
  }

  /** The inputs without the codes of the add-ons that their fixed charges have already. */
  private async withoutOwnCodes(
    tx: Tx,
    actor: Actor,
    inputs: readonly UpdatePlanFixedCharge[],
    existing: ReadonlyMap<string, FixedCharge>,
  ): Promise<UpdatePlanFixedCharge[]> {
    const addOnIdOf = ({ id }: UpdatePlanFixedCharge) => existing.get(id ?? '')?.addOnId;
    const ids = inputs.flatMap((input) => (input.addOnCode === undefined ? [] : (addOnIdOf(input) ?? [])));
    if (ids.length === 0) return [...inputs];
    const addOns = await this.needs.addOns.getMany(tx, actor, ids);
    return inputs.map((input) => {
      const { addOnCode, ...others } = input;
      return addOnCode === addOns.get(addOnIdOf(input) ?? '')?.code ? others : input;
    });
  }

  /**
   * Replaces the fixed charges of a plan by those that `check` returned.
   * @throws AppError `add_ons_not_found`, `tax_not_found`.
   */
  async replace(
    tx: Tx,
    actor: Actor,
    { id: planId }: Plan,
    requested: readonly RequestedFixedCharge[],
  ): Promise<QuantityChange[]> {
    const { organizationId } = actor;
    const at = this.needs.clock.now();
    const settled = await this.settle(tx, actor, requested, 'add_ons');
    const taken = new Set(settled.flatMap(({ code }) => code ?? []));
    const placed = settled.map((fixedCharge, position) => ({
      ...fixedCharge,
      row: fixedChargeRow({ organizationId, planId, position, at }, fixedCharge, taken),
    }));
    const rows = placed.map(({ row }) => row);
    await fixedChargeRepository.replace(tx, { organizationId, planId, at }, rows);
    await this.replaceParts(tx, actor, planId, settled);
    return placed.flatMap(({ row, ...fixedCharge }) => quantityChange(fixedCharge, row));
  }

  /**
   * Validates the overrides of a plan's fixed charges for one subscription.
   * @param plan the subscription's plan, and the units that the subscription has instead of the plan's.
   * @returns the fixed charges that were sent, each with its current one; use them only if no error was added.
   * @throws AppError `fixed_charge_not_found`; `cannot_override_charge_model`, kind `forbidden`.
   */
  async checkOverrides(
    tx: Tx,
    actor: Actor,
    errors: FieldErrors,
    { planId, ownUnits }: { readonly planId: string; readonly ownUnits: ReadonlyMap<string, bigint> },
    sent: readonly Sent<SentFixedChargeOverride>[],
  ): Promise<RequestedFixedCharge[]> {
    if (sent.length === 0) return [];
    const ofPlan = await this.ofPlan(tx, actor, planId);
    return withOwnIds(errors, sent, ofPlan, 'fixed_charge').flatMap(({ path, input }) => {
      const held = ofPlan.find(({ id }) => id === input.id);
      if (held === undefined) return [];
      const current = { ...held, units: ownUnits.get(held.id) ?? held.units };
      const members = fixedChargeMembers(errors, { path, input }, current);
      return checkFixedCharge(errors, path, members, { current, subscribed: true }) ?? [];
    });
  }

  /**
   * Changes those fixed charges of a plan that `checkOverrides` returned; the others stay as they are.
   * @throws AppError `tax_not_found`.
   */
  async change(
    tx: Tx,
    actor: Actor,
    planId: string,
    requested: readonly RequestedFixedCharge[],
  ): Promise<QuantityChange[]> {
    const place = { organizationId: actor.organizationId, planId, at: this.needs.clock.now() };
    const settled = await this.settle(tx, actor, requested, 'add_on');
    const placed = settled.map((fixedCharge) => ({
      fixedCharge,
      row: fixedChargeRow({ ...place, position: fixedCharge.current?.position ?? 0 }, fixedCharge, new Set()),
    }));
    await fixedChargeRepository.save(
      tx,
      placed.map(({ row }) => row),
    );
    await this.replaceParts(tx, actor, planId, settled);
    return placed.flatMap(({ fixedCharge, row }) => quantityChange(fixedCharge, row));
  }

  /**
   * Adds a fixed charge to a plan, or changes the one with the given id. The caller has locked the plan.
   * @throws AppError `validation_errors`, `fixed_charge_not_found`, `add_on_not_found`, `tax_not_found`.
   */
  async save(
    tx: Tx,
    actor: Actor,
    { planId, subscribed }: { readonly planId: string; readonly subscribed: boolean },
    input: UpdatePlanFixedCharge,
  ): Promise<{ fixedCharge: FixedCharge; quantities: QuantityChange[] }> {
    const ofPlan = await this.ofPlan(tx, actor, planId);
    const current = ofPlan.find(({ id }) => id === input.id) ?? null;
    if (input.id !== undefined && current === null) throw notFound('fixed_charge');
    const others = ofPlan.filter((fixedCharge) => fixedCharge !== current);
    const taken = new Set(others.map(({ code }) => code));
    const existing = indexBy(ofPlan, ({ id }) => id);
    const [sent] = await this.withoutOwnCodes(tx, actor, [input], existing);
    const requested = checkSingleFixedCharge(sent ?? input, { current, subscribed, taken });
    const [settled] = await this.settle(tx, actor, [requested], 'add_on');
    if (settled === undefined) throw notFound('add_on');
    const position = current?.position ?? nextPosition(others);
    const place = {
      organizationId: actor.organizationId,
      planId,
      position,
      at: this.needs.clock.now(),
    };
    const row = fixedChargeRow(place, settled, taken);
    await fixedChargeRepository.save(tx, [row]);
    await this.replaceParts(tx, actor, planId, [settled]);
    return { fixedCharge: row, quantities: quantityChange(settled, row) };
  }

  /** Soft-deletes a fixed charge, since fees refer to it. */
  async delete(tx: Tx, _actor: Actor, fixedCharge: FixedCharge): Promise<void> {
    await fixedChargeRepository.save(tx, [{ ...fixedCharge, deletedAt: this.needs.clock.now() }]);
  }

  private async ofPlan(db: Db, actor: Actor, planId: string): Promise<FixedCharge[]> {
    return (await this.ofPlans(db, actor, [planId])).get(planId) ?? [];
  }

  /** @throws AppError `<resource>_not_found` if an add-on is unknown. */
  private async settle(
    tx: Tx,
    actor: Actor,
    requested: readonly RequestedFixedCharge[],
    resource: string,
  ): Promise<SettledFixedCharge[]> {
    const addOns = await this.needs.addOns.lockForUse(tx, actor, {
      ids: requested.flatMap(({ addOn }) => ('id' in addOn ? addOn.id : [])),
      codes: requested.flatMap(({ addOn }) => ('code' in addOn ? addOn.code : [])),
    });
    return requested.map((fixedCharge) => {
      const { addOn } = fixedCharge;
      const of = addOns.find(({ id, code }) => ('id' in addOn ? id === addOn.id : code === addOn.code));
      if (of === undefined) throw notFound(resource);
      return { ...fixedCharge, of, id: fixedCharge.current?.id ?? newId() };
    });
  }

  /** Writes the taxes that were sent. @throws AppError `tax_not_found`, `base: value_is_too_large`. */
  private async replaceParts(
    tx: Tx,
    actor: Actor,
    planId: string,
    settled: readonly SettledFixedCharge[],
  ): Promise<void> {
    if (settled.length === 0) return;
    const { sizes, taxes } = this.needs;
    const taxCodes = new Map(settled.map((fixedCharge) => [fixedCharge.id, fixedCharge.taxCodes]));
    await taxes.replaceLists(tx, actor, fixedChargeTaxList, taxCodes);
    await sizes.requireStorable(tx, actor, planId);
  }
}

interface Place {
  readonly organizationId: string;
  readonly planId: string;
  /** Index in the list that was sent. */
  readonly position: number;
  readonly at: Date;
}

/** @param taken codes of the plan's fixed charges; a default code differs from all of them, and is added to them. */
function fixedChargeRow(
  { organizationId, planId, position, at }: Place,
  fixedCharge: SettledFixedCharge,
  taken: Set<string>,
): FixedCharge {
  return {
    id: fixedCharge.id,
    organizationId,
    planId,
    addOnId: fixedCharge.of.id,
    parentId: fixedCharge.current?.parentId ?? null,
    code: fixedCharge.code ?? freeCode(fixedCharge.of.code, taken),
    invoiceDisplayName: fixedCharge.invoiceDisplayName,
    chargeModel: fixedCharge.chargeModel,
    properties: fixedCharge.properties,
    units: fixedCharge.units,
    payInAdvance: fixedCharge.payInAdvance,
    prorated: fixedCharge.prorated,
    position,
    deletedAt: null,
    createdAt: fixedCharge.current?.createdAt ?? at,
    updatedAt: at,
  };
}

/** Empty if the units have not changed. */
function quantityChange(
  { current, appliesAtOnce }: SettledFixedCharge,
  fixedCharge: FixedCharge,
): QuantityChange[] {
  return current?.units === fixedCharge.units ? [] : [{ fixedCharge, atOnce: appliesAtOnce }];
}
