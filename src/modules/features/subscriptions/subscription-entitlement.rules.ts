import { valueIn, withoutValue } from '../records/entitlement.rules.js';
import type {
  PrivilegeValue,
  PrivilegeValues,
  SubscriptionEntitlementRow,
} from '../records/entitlement.table.js';
import type { Privilege } from '../records/feature.table.js';

/** How a subscription differs from its plan in one feature. */
export type OwnEntitlement = Pick<
  SubscriptionEntitlementRow,
  'isOwn' | 'isRemoved' | 'values' | 'removedPrivileges'
>;

/** The plan's values of a feature; null if the plan does not grant it. */
export type GrantedValues = PrivilegeValues | null;

/** A feature that a plan grants. */
interface Granted {
  readonly featureId: string;
  readonly position: number;
  readonly values: PrivilegeValues;
}

/** A feature that a subscription entitles to, with its place among those of the plan, or among its own. */
export interface InForce {
  readonly featureId: string;
  readonly position: number;
  readonly granted: GrantedValues;
  readonly own: OwnEntitlement;
}

/** A privilege of a feature that a subscription entitles to. */
export interface SubscribedPrivilege {
  readonly privilege: Privilege;
  readonly value: PrivilegeValue;
  readonly planValue: PrivilegeValue | null;
  readonly overrideValue: PrivilegeValue | null;
}

/** A subscription that is as its plan. */
export const NO_DIFFERENCE: OwnEntitlement = {
  isOwn: false,
  isRemoved: false,
  values: {},
  removedPrivileges: [],
};

/**
 * Entitles a subscription to a feature that is named, with the values that are named. A value that equals the plan's
 * replaces an own value, and a feature that the plan lacks becomes an own one. Source: entitlements.md §4, PATCH.
 */
export function withNamed(
  own: OwnEntitlement = NO_DIFFERENCE,
  granted: GrantedValues,
  named: PrivilegeValues,
): OwnEntitlement {
  const equalsPlan = ([code, value]: [string, PrivilegeValue]) => valueIn(granted ?? {}, code) === value;
  const kept = Object.entries(own.values).filter(([code]) => !Object.hasOwn(named, code));
  const set = Object.entries(named).filter((entry) => !equalsPlan(entry));
  return {
    isOwn: own.isOwn || granted === null,
    isRemoved: false,
    values: Object.fromEntries([...kept, ...set]),
    removedPrivileges: own.removedPrivileges.filter((code) => !Object.hasOwn(named, code)),
  };
}

/** Takes a feature from a subscription. A removal is kept if there is something to remove. Source: entitlements.md §4. */
export function withoutFeature(own: OwnEntitlement = NO_DIFFERENCE, granted: GrantedValues): OwnEntitlement {
  return { ...NO_DIFFERENCE, isRemoved: own.isRemoved || granted !== null };
}

/** Takes a privilege from a subscription. The removal is kept only if the plan has a value. Source: entitlements.md §4. */
export function withoutPrivilege(
  own: OwnEntitlement = NO_DIFFERENCE,
  granted: GrantedValues,
  code: string,
): OwnEntitlement {
  const removed = valueIn(granted ?? {}, code) === null ? [] : [code];
  return {
    ...own,
    values: withoutValue(own.values, code),
    removedPrivileges: [...new Set([...own.removedPrivileges, ...removed])],
  };
}

/** True if the subscription has the feature also without its plan. */
export function isOfSubscription({ isOwn, values }: OwnEntitlement): boolean {
  return isOwn || Object.keys(values).length > 0;
}

/** True if the subscription does not differ from its plan. */
export function isWithoutDifference(own: OwnEntitlement): boolean {
  return !isOfSubscription(own) && !own.isRemoved && own.removedPrivileges.length === 0;
}

/** True if the subscription entitles to the feature. */
export function isInForce(own: OwnEntitlement = NO_DIFFERENCE, granted: GrantedValues): boolean {
  return !own.isRemoved && (granted !== null || isOfSubscription(own));
}

/**
 * What a subscription entitles to: what its plan grants, then what the plan does not, without removed features. Source:
 * entitlements.md §4.
 * @param granted in their order. @param own how the subscription differs, by feature and in the order of its own features.
 */
export function featuresInForce(
  granted: readonly Granted[],
  own: readonly SubscriptionEntitlementRow[],
): InForce[] {
  const rest = new Map(own.map((row) => [row.featureId, row]));
  const ofPlan = granted.map(({ featureId, position, values }) => {
    const difference = rest.get(featureId) ?? NO_DIFFERENCE;
    rest.delete(featureId);
    return { featureId, position, granted: values, own: difference };
  });
  const others = [...rest.values()].map((row) => ({
    featureId: row.featureId,
    position: row.position,
    granted: null,
    own: row,
  }));
  return [...ofPlan, ...others].filter((each) => isInForce(each.own, each.granted));
}

/** The privileges with a value, in the order of the feature: the own value if there is one, else the plan's. */
export function subscribedPrivileges(
  privileges: readonly Privilege[],
  { granted, own }: { readonly granted: GrantedValues; readonly own: OwnEntitlement },
): SubscribedPrivilege[] {
  return privileges.flatMap((privilege) => {
    const planValue = valueIn(granted ?? {}, privilege.code);
    const overrideValue = valueIn(own.values, privilege.code);
    const value = overrideValue ?? planValue;
    if (value === null || own.removedPrivileges.includes(privilege.code)) return [];
    return [{ privilege, value, planValue, overrideValue }];
  });
}
