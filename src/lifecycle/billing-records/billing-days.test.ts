import { describe, expect, test } from '@jest/globals';
import { subscriptionContext } from '../../../test/support/subscription-contexts.js';
import {
  hasMissedBillingDays,
  isBilledOn,
  opensPlanPeriod,
  paysFromStart,
  startsToday,
} from './billing-days.js';

type Members = NonNullable<Parameters<typeof subscriptionContext>[1]>;

const MARCH = new Date('2027-03-01T00:00:00Z');

describe('a billing day (periods.md §10)', () => {
  test.each<[Members, Date, boolean, boolean, string]>([
    [{}, MARCH, true, true, 'the first of a month'],
    [{}, new Date('2027-03-02T00:00:00Z'), false, false, 'the second is none'],
    [{ customer: { timezone: 'America/Denver' } }, MARCH, false, false, 'in Denver it is still February'],
    [{ subscription: { startedAt: null, usageFrom: null } }, MARCH, false, false, 'it has not started'],
    [
      { subscription: { terminatedAt: new Date('2027-02-28T23:00:00Z') } },
      MARCH,
      false,
      false,
      'it has ended',
    ],
    [
      { subscription: { endingAt: new Date('2027-03-01T12:00:00Z') } },
      MARCH,
      false,
      false,
      'its closing invoice bills the day of its end',
    ],
    [{ subscription: { endingAt: new Date('2027-03-02T00:00:00Z') } }, MARCH, true, true, 'it ends tomorrow'],
    [
      { plan: { interval: 'yearly', billChargesMonthly: true } },
      MARCH,
      true,
      false,
      'a month of a yearly plan opens no period of the plan (§6)',
    ],
    [
      { plan: { interval: 'yearly', billChargesMonthly: true } },
      new Date('2028-01-01T00:00:00Z'),
      true,
      true,
      'a year of it does',
    ],
  ])('a billing day, case %#: %j at %s: billed %s, opens a period %s: %s', (members, at, isBilled, opens) => {
    const context = subscriptionContext(at, members);
    expect([isBilledOn(context, at), opensPlanPeriod(context, at)]).toEqual([isBilled, opens]);
  });

  test.each([
    ['2027-01-20T00:00:00Z', '2027-01-31T23:00:00Z', false, 'none since the start'],
    ['2027-01-20T00:00:00Z', '2027-02-03T00:00:00Z', true, 'February was to be billed'],
  ])('a billing day is missed from %s to %s: %s, %s (subscriptions.md §12)', (start, now, expected) => {
    const startedAt = new Date(start);
    const subscription = { subscriptionAt: startedAt, startedAt, usageFrom: startedAt, createdAt: startedAt };
    expect(hasMissedBillingDays(subscriptionContext(new Date(now), { subscription }))).toBe(expected);
  });
});

describe('a start', () => {
  test.each([
    ['UTC', '2027-03-01T00:00:00Z', '2027-03-01T23:59:59Z', true],
    ['UTC', '2027-03-01T23:59:59Z', '2027-03-02T00:00:00Z', false],
    ['Europe/Paris', '2027-03-01T23:30:00Z', '2027-03-02T10:00:00Z', true],
  ])('a start in %s at %s is today at %s: %s (subscriptions.md §3)', (timezone, start, now, expected) => {
    const startedAt = new Date(start);
    const members = { customer: { timezone }, subscription: { startedAt, subscriptionAt: startedAt } };
    expect(startsToday(subscriptionContext(new Date(now), members))).toBe(expected);
  });

  test.each<[string | null, boolean, string]>([
    [null, false, 'asked for a day ago, moved to the end of an earlier subscription (subscriptions.md §3)'],
    ['00000000-0000-7000-8000-000000000001', true, 'a change of plan'],
  ])('an instant now, after %s, is today: %s, %s', (previousSubscriptionId, expected) => {
    const now = new Date('2027-03-02T10:00:00Z');
    const subscriptionAt = new Date('2027-03-01T10:00:00Z');
    const subscription = { previousSubscriptionId, subscriptionAt, startedAt: now };
    expect(startsToday(subscriptionContext(now, { subscription }))).toBe(expected);
  });

  test.each<[boolean, string | null, boolean, string]>([
    [true, null, true, 'in advance'],
    [false, null, false, 'in arrears'],
    [true, '2027-03-01T00:00:01Z', false, 'in the trial'],
    [true, '2027-03-01T00:00:00Z', true, 'the trial is over'],
  ])(
    'a start with a plan in advance %s and a trial until %s is paid for at once: %s, %s',
    (payInAdvance, end, expected) => {
      const trialEndsAt = end === null ? null : new Date(end);
      const context = { ...subscriptionContext(MARCH, { plan: { payInAdvance } }), trialEndsAt };
      expect(paysFromStart(context)).toBe(expected);
    },
  );
});
