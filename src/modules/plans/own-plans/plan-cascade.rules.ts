import { isDeepStrictEqual } from 'node:util';
import { Big } from '../../../core/money/decimal.js';
import { idOfFilterValues } from '../../../core/metering/filters.js';
import type { ChargeProperties } from '../../../core/rating/charge-models.js';
import { sameProperties } from '../../../core/rating/same-properties.js';
import type { ChargeFilter } from '../charges/filters/charge-filter.table.js';
import type { CurrentCharge } from '../charges/charge.rules.js';
import type { Charge } from '../charges/charge.table.js';
import type { FixedCharge } from '../fixed-charges/fixed-charge.table.js';
import {
  type ChargeCopy,
  copyOfCharge,
  copyOfFilter,
  copyOfFixedCharge,
  type FixedChargeCopy,
} from '../contents/plan-copies.js';
import type { PlanContents } from '../contents/plan-contents.service.js';
import type { Plan } from '../plan.table.js';

/** An edit of a sold plan, to be applied to its copies. */
export interface PlanEdit {
  readonly before: PlanContents;
  readonly after: PlanContents;
  readonly at: Date;
}

/** The rows of a copy to write; those with `deletedAt` are deleted. */
export interface CascadedPlan {
  readonly plan: Plan;
  readonly addedCharges: readonly ChargeCopy[];
  readonly charges: readonly Charge[];
  readonly filters: readonly ChargeFilter[];
  readonly addedFixedCharges: readonly FixedChargeCopy[];
  readonly fixedCharges: readonly FixedCharge[];
  /** The fixed charges above that are new or have other units than before. */
  readonly newQuantities: readonly FixedCharge[];
}

/**
 * Applies an edit of a sold plan to a copy, where the copy still has the value from before the edit. `followLists` does so
 * for taxes, commitment and thresholds. Source: subscriptions.md §10.
 */
export function cascade(own: PlanContents, edit: PlanEdit): CascadedPlan {
  const { before, after, at } = edit;
  const charges = chargeCascade(own, edit);
  const fixed = fixedChargeCascade(own, edit);
  return {
    plan: {
      ...followedMembers(own.plan, before.plan, after.plan, PLAN_MEMBERS),
      updatedAt: at,
    },
    ...charges,
    ...fixed,
  };
}

/** The members of a plan that an edit of a plan in use changes, and a copy has itself. */
const PLAN_MEMBERS = ['name', 'description', 'invoiceDisplayName', 'amountCents', 'metadata'] as const;
const CHARGE_MEMBERS = ['invoiceDisplayName', 'minAmountCents'] as const;
const FIXED_CHARGE_MEMBERS = ['invoiceDisplayName'] as const;

/** A row with those members of an edited one that it still had from before the edit. The same row if none differs. */
function followedMembers<Row extends object>(
  copy: Row,
  was: Row,
  is: Row,
  names: readonly (keyof Row)[],
): Row {
  const following = names.filter(
    (name) => isDeepStrictEqual(copy[name], was[name]) && !isDeepStrictEqual(copy[name], is[name]),
  );
  if (following.length === 0) return copy;
  return { ...copy, ...Object.fromEntries(following.map((name) => [name, is[name]])) };
}

function chargeCascade(
  own: PlanContents,
  { before, after, at }: PlanEdit,
): Pick<CascadedPlan, 'addedCharges' | 'charges' | 'filters'> {
  const [former, current] = [byId(before.charges, chargeOf), byId(after.charges, chargeOf)];
  const isRemoved = (id: string) => former.has(id) && !current.has(id);
  const pairs = own.charges.flatMap((copy) => {
    const id = copy.charge.parentId ?? '';
    const [was, is] = [former.get(id), current.get(id)];
    return was === undefined || is === undefined ? [] : [{ copy, was, is }];
  });
  const removed = own.charges.filter(({ charge }) => isRemoved(charge.parentId ?? ''));
  const kept = own.charges.filter((charge) => !removed.includes(charge));
  const has = new Set(own.charges.map(({ charge }) => charge.parentId));
  const taken = new Set(kept.map(({ charge }) => charge.code));
  // A charge whose model differs from its parent's is not changed.
  const following = pairs.filter(({ copy, is }) => copy.charge.chargeModel === is.charge.chargeModel);
  return {
    addedCharges: after.charges
      .filter(({ charge }) => !former.has(charge.id) && !has.has(charge.id))
      .map((charge) => copyOfCharge(charge, { planId: own.plan.id, at, taken })),
    charges: [
      ...removed.map(({ charge }) => ({ ...charge, deletedAt: at })),
      ...following.flatMap((pair) => followedCharge(pair, at)),
    ],
    filters: following.flatMap((pair) => followedFilters(pair, at)),
  };
}

interface Followed<Held> {
  readonly copy: Held;
  readonly was: Held;
  readonly is: Held;
}

function followedCharge({ copy, was, is }: Followed<CurrentCharge>, at: Date): Charge[] {
  const { charge } = copy;
  const properties = followedProperties(charge, was.charge, is.charge);
  const conversionRate = sameRate(charge.conversionRate, was.charge.conversionRate)
    ? is.charge.conversionRate
    : charge.conversionRate;
  const renamed = followedMembers(charge, was.charge, is.charge, CHARGE_MEMBERS);
  const isSame =
    renamed === charge && properties === charge.properties && conversionRate === charge.conversionRate;
  return isSame ? [] : [{ ...renamed, properties, conversionRate, updatedAt: at }];
}

/** Pricing group keys always become those of the parent; other properties only if they were the parent's. */
function followedProperties(copy: Charge, was: Charge, is: Charge): ChargeProperties {
  if (sameProperties(was.properties, is.properties)) return copy.properties;
  const isAsBefore = copy.chargeModel === was.chargeModel && sameProperties(copy.properties, was.properties);
  if (isAsBefore) return is.properties;
  const { pricingGroupKeys } = is.properties;
  const entries = Object.entries({ ...copy.properties, pricingGroupKeys });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as ChargeProperties;
}

/** Filters correspond to each other by their values. */
function followedFilters({ copy, was, is }: Followed<CurrentCharge>, at: Date): ChargeFilter[] {
  const [own, former, current] = [copy, was, is].map(({ filters }) =>
    byId(filters, ({ values }) => idOfFilterValues(values)),
  ) as [Filters, Filters, Filters];
  const changed = [...current].flatMap(([values, filter]) => {
    const [held, before] = [own.get(values), former.get(values)];
    if (before === undefined) return held === undefined ? [copyOfFilter(filter, copy.charge.id, at)] : [];
    if (held === undefined || !isAlike(held, before) || isAlike(before, filter)) return [];
    const { properties, invoiceDisplayName } = filter;
    return [{ ...held, properties, invoiceDisplayName, updatedAt: at }];
  });
  const removed = [...own].filter(([values]) => former.has(values) && !current.has(values));
  return [...changed, ...removed.map(([, filter]) => ({ ...filter, deletedAt: at }))];
}

type Filters = Map<string, ChargeFilter>;

function isAlike(one: ChargeFilter, other: ChargeFilter): boolean {
  return (
    one.invoiceDisplayName === other.invoiceDisplayName && sameProperties(one.properties, other.properties)
  );
}

function fixedChargeCascade(
  own: PlanContents,
  { before, after, at }: PlanEdit,
): Pick<CascadedPlan, 'addedFixedCharges' | 'fixedCharges' | 'newQuantities'> {
  const [former, current] = [byId(before.fixedCharges, idOf), byId(after.fixedCharges, idOf)];
  const has = new Set(own.fixedCharges.map(({ parentId }) => parentId));
  const removed = own.fixedCharges.filter(
    ({ parentId }) => former.has(parentId ?? '') && !current.has(parentId ?? ''),
  );
  const taken = new Set(own.fixedCharges.filter((each) => !removed.includes(each)).map(({ code }) => code));
  const added = after.fixedCharges
    .filter(({ id }) => !former.has(id) && !has.has(id))
    .map((fixedCharge) =>
      copyOfFixedCharge(fixedCharge, fixedCharge.units, { planId: own.plan.id, at, taken }),
    );
  const changed = own.fixedCharges.flatMap((copy) => {
    const [was, is] = [former.get(copy.parentId ?? ''), current.get(copy.parentId ?? '')];
    if (was === undefined || is === undefined || is.chargeModel !== copy.chargeModel) return [];
    const isPriced = isPricedAlike(copy, was) && !isPricedAlike(was, is);
    const renamed = followedMembers(copy, was, is, FIXED_CHARGE_MEMBERS);
    if (!isPriced && renamed === copy) return [];
    const { properties, units } = isPriced ? is : copy;
    return [{ former: copy, row: { ...renamed, properties, units, updatedAt: at } }];
  });
  return {
    addedFixedCharges: added,
    fixedCharges: [
      ...removed.map((fixedCharge) => ({ ...fixedCharge, deletedAt: at })),
      ...changed.map(({ row }) => row),
    ],
    newQuantities: [
      ...changed.flatMap(({ former: copy, row }) => (copy.units === row.units ? [] : [row])),
      ...added.map(({ fixedCharge }) => fixedCharge),
    ],
  };
}

function isPricedAlike(one: FixedCharge, other: FixedCharge): boolean {
  return (
    one.chargeModel === other.chargeModel &&
    one.units === other.units &&
    sameProperties(one.properties, other.properties)
  );
}

function sameRate(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return new Big(one).eq(new Big(other));
}

function chargeOf({ charge }: CurrentCharge): string {
  return charge.id;
}

function idOf({ id }: FixedCharge): string {
  return id;
}

/** If several elements have the same id, the first one is used: it matches all that the others would. */
function byId<Held>(list: readonly Held[], id: (held: Held) => string): Map<string, Held> {
  return new Map(list.toReversed().map((held) => [id(held), held]));
}
