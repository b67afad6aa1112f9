import { expect, test } from '@jest/globals';
import { subscriptionContext } from '../../../test/support/subscription-contexts.js';
import { type BillingOccasion, INVOICING_REASONS, occasionWindows, situationOf } from './billing-occasion.js';

const date = (day: string) => new Date(`2027-${day}Z`);
const AT = date('05-11T12:00:00');
const MAY_1 = date('05-01T00:00:00');

const OCCASIONS: Readonly<Record<BillingOccasion['reason'], BillingOccasion>> = {
  starting: { reason: 'starting', at: MAY_1 },
  trial_ended: { reason: 'trial_ended', at: AT },
  periodic: { reason: 'periodic', at: MAY_1 },
  activated: { reason: 'activated', at: MAY_1 },
  downgraded: { reason: 'downgraded', at: MAY_1 },
  upgraded: { reason: 'upgraded', at: AT, nextPlanId: 'next' },
  terminated: { reason: 'terminated', at: AT, hadPeriodicRun: false },
};

/** A window as "from to", in days of 2027; the time is added to an instant within a day. */
function shown(window: { readonly from: Date; readonly to: Date } | null): string | null {
  if (window === null) return null;
  const instants = [window.from, window.to].map((instant) => {
    const [day = '', time = ''] = instant.toISOString().slice(5, 16).split('T');
    return time === '00:00' ? day : `${day}T${time}`;
  });
  return instants.join(' ');
}

// A calendar-monthly subscription since January, in arrears. Source: periods.md §4, §6, §8.
test.each<[BillingOccasion['reason'], string, string | null, string | null, string]>([
  ['starting', '05-01 06-01', '04-01 05-01', null, 'subscription_starting'],
  ['trial_ended', '05-01 06-01', null, null, 'subscription_starting'],
  ['periodic', '04-01 05-01', '04-01 05-01', '04-01 05-01', 'subscription_periodic'],
  ['activated', '04-01 05-01', '04-01 05-01', '04-01 05-01', 'subscription_periodic'],
  ['downgraded', '04-01 05-01', '04-01 05-01', '04-01 05-01', 'subscription_terminating'],
  ['upgraded', '05-01 05-11T12:00', '05-01 05-11T12:00', '05-01 05-11T12:00', 'subscription_terminating'],
  ['terminated', '05-01 05-11T12:00', '05-01 05-11T12:00', '05-01 05-11T12:00', 'subscription_terminating'],
])('%s bills %s, usage of %s, fixed charges of %s', (reason, plan, charges, fixedCharges, shownReason) => {
  const occasion = OCCASIONS[reason];
  const windows = occasionWindows(subscriptionContext(occasion.at), occasion);
  expect([windows.subscription, windows.charges, windows.fixedCharges].map(shown)).toEqual([
    plan,
    charges,
    fixedCharges,
  ]);
  expect(INVOICING_REASONS[reason]).toBe(shownReason);
});

test('an end on a billing day bills that day when the month before it was billed already, else that month (periods.md §11)', () => {
  const occasion = (hadPeriodicRun: boolean): BillingOccasion => ({
    reason: 'terminated',
    at: date('05-01T12:00:00'),
    hadPeriodicRun,
  });
  const usageOf = (hadPeriodicRun: boolean) => {
    const each = occasion(hadPeriodicRun);
    return shown(occasionWindows(subscriptionContext(each.at), each).charges);
  };
  expect(usageOf(true)).toBe('05-01 05-01T12:00');
  expect(usageOf(false)).toBe('04-01 05-01');
});

test('the end of a trial is billed as a start is, all else as what it is', () => {
  const situations = Object.values(OCCASIONS).map((occasion) => [occasion.reason, situationOf(occasion)]);
  expect(Object.fromEntries(situations)).toEqual({
    starting: 'starting',
    trial_ended: 'starting',
    periodic: 'periodic',
    activated: 'activated',
    downgraded: 'downgraded',
    upgraded: 'upgraded',
    terminated: 'terminated',
  });
});
