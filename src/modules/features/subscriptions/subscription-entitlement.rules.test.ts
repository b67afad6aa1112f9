// How subscriptions differ from their plans: entitlements.md §4, §6 B.
import { describe, expect, test } from '@jest/globals';
import type { PrivilegeValues, SubscriptionEntitlementRow } from '../records/entitlement.table.js';
import type { Privilege } from '../records/feature.table.js';
import {
  featuresInForce,
  isInForce,
  isWithoutDifference,
  NO_DIFFERENCE,
  type OwnEntitlement,
  subscribedPrivileges,
  withNamed,
  withoutFeature,
  withoutPrivilege,
} from './subscription-entitlement.rules.js';

const SEATS = ['max', 'max_admins', 'root'].map((code) => ({ code }) as Privilege);
const GRANTED: PrivilegeValues = { max: 20, max_admins: 3 };

/** Of a feature in force: value, plan value and own value by code; else null. */
function shown(own: OwnEntitlement | undefined, granted: PrivilegeValues | null) {
  if (!isInForce(own, granted)) return null;
  const listed = subscribedPrivileges(SEATS, { granted, own: own ?? NO_DIFFERENCE });
  return Object.fromEntries(
    listed.map(({ privilege, value, planValue, overrideValue }) => [
      privilege.code,
      [value, planValue, overrideValue],
    ]),
  );
}

test('the example of the specification', () => {
  expect(shown(undefined, GRANTED)).toEqual({ max: [20, 20, null], max_admins: [3, 3, null] });
  const own = withNamed(undefined, GRANTED, { max: 99, root: false });
  expect(shown(own, GRANTED)).toEqual({
    max: [99, 20, 99],
    max_admins: [3, 3, null],
    root: [false, null, false],
  });
  expect(own.values).toEqual({ max: 99, root: false });
  const without = withoutPrivilege(own, GRANTED, 'max_admins');
  expect(shown(without, GRANTED)).toEqual({ max: [99, 20, 99], root: [false, null, false] });
  const again = withNamed(without, GRANTED, { max_admins: 3 });
  expect(again).toEqual(own);
  const dropped = withNamed(again, GRANTED, { max: 20 });
  expect(shown(dropped, GRANTED)).toEqual({
    max: [20, 20, null],
    max_admins: [3, 3, null],
    root: [false, null, false],
  });
  const removed = withoutFeature(dropped, GRANTED);
  expect(removed).toEqual({ ...NO_DIFFERENCE, isRemoved: true });
  expect(shown(removed, GRANTED)).toBeNull();
  // The plan's values return, the own one does not.
  expect(shown(withNamed(removed, GRANTED, {}), GRANTED)).toEqual(shown(undefined, GRANTED));
});

describe('a feature that the plan lacks', () => {
  test('a feature that the plan lacks becomes an own one, with or without values', () => {
    const own = withNamed(undefined, null, {});
    expect(own).toEqual({ ...NO_DIFFERENCE, isOwn: true });
    expect(shown(own, null)).toEqual({});
    expect(shown(withNamed(undefined, null, { max: 5 }), null)).toEqual({ max: [5, null, 5] });
  });

  test('a feature that the plan lacks stays when the plan grants it later, and when it no longer does', () => {
    const own = withNamed(undefined, null, {});
    expect(shown(own, GRANTED)).toEqual(shown(undefined, GRANTED));
    expect(shown(own, null)).toEqual({});
  });

  test('a feature that the plan lacks leaves nothing when it is removed', () => {
    const own = withNamed(undefined, null, { max: 5 });
    expect(isWithoutDifference(withoutFeature(own, null))).toBe(true);
    expect(isWithoutDifference(withoutFeature(undefined, null))).toBe(true);
    expect(isWithoutDifference(withoutPrivilege(undefined, null, 'max'))).toBe(true);
  });

  test('a feature that the plan lacks stays when its only value is removed', () => {
    const own = withoutPrivilege(withNamed(undefined, null, { max: 5 }), null, 'max');
    expect(own).toEqual({ ...NO_DIFFERENCE, isOwn: true });
  });
});

test('an own value keeps a feature that the plan loses', () => {
  const own = withNamed(undefined, GRANTED, { max: 99 });
  expect(own.isOwn).toBe(false);
  expect(shown(own, null)).toEqual({ max: [99, null, 99] });
});

test('naming the values of the plan leaves no difference', () => {
  expect(isWithoutDifference(withNamed(undefined, GRANTED, GRANTED))).toBe(true);
  expect(isWithoutDifference(withNamed(undefined, GRANTED, {}))).toBe(true);
});

test('values are compared in their type', () => {
  expect(withNamed(undefined, { max: '1' }, { max: 1 }).values).toEqual({ max: 1 });
});

describe('a removal', () => {
  test('the removal of a feature is deleted with the feature, and stays while the plan does not grant the feature', () => {
    const own = withoutFeature(withoutPrivilege(undefined, GRANTED, 'max'), GRANTED);
    expect(own.removedPrivileges).toEqual([]);
    expect(withoutFeature(own, null)).toEqual(own);
    expect(shown(own, GRANTED)).toBeNull();
  });

  test('the removal of a privilege is kept only if the plan has a value, and once', () => {
    const own = withoutPrivilege(withNamed(undefined, GRANTED, { root: true }), GRANTED, 'root');
    expect(isWithoutDifference(own)).toBe(true);
    const twice = withoutPrivilege(withoutPrivilege(undefined, GRANTED, 'max'), GRANTED, 'max');
    expect(twice.removedPrivileges).toEqual(['max']);
    expect(shown(twice, GRANTED)).toEqual({ max_admins: [3, 3, null] });
  });

  test('the removal of another privilege stays when one is named', () => {
    const own = withoutPrivilege(withoutPrivilege(undefined, GRANTED, 'max'), GRANTED, 'max_admins');
    expect(withNamed(own, GRANTED, { max: 1 })).toEqual({
      ...NO_DIFFERENCE,
      values: { max: 1 },
      removedPrivileges: ['max_admins'],
    });
  });
});

describe('the features in force', () => {
  const granted = (featureId: string, position: number) => ({ featureId, position, values: GRANTED });
  const own = (featureId: string, position: number, difference: Partial<OwnEntitlement>) =>
    ({ featureId, position, ...NO_DIFFERENCE, ...difference }) as SubscriptionEntitlementRow;

  test('the features in force are those of the plan with the differences, then own ones, in the order of each', () => {
    const changed = own('sso', 1, { values: { max: 1 } });
    const added = own('logs', 2, { isOwn: true });
    const kept = own('api', 3, { values: { max: 5 } });
    expect(featuresInForce([granted('seats', 1), granted('sso', 4)], [changed, added, kept])).toEqual([
      { featureId: 'seats', position: 1, granted: GRANTED, own: NO_DIFFERENCE },
      { featureId: 'sso', position: 4, granted: GRANTED, own: changed },
      { featureId: 'logs', position: 2, granted: null, own: added },
      { featureId: 'api', position: 3, granted: null, own: kept },
    ]);
  });

  test('the features in force are without removed ones, and without those of which only a removed privilege is left', () => {
    const removed = [own('seats', 1, { isRemoved: true }), own('sso', 2, { isRemoved: true })];
    const left = own('api', 3, { removedPrivileges: ['max'] });
    expect(featuresInForce([granted('seats', 1)], [...removed, left])).toEqual([]);
    expect(featuresInForce([], [])).toEqual([]);
  });
});
