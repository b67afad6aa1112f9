import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../../test/support/property.js';
import { customerRow, planRow, subscriptionRow } from '../../../../test/support/rows.js';
import { refusalBy } from '../../../../test/support/rule-errors.js';
import type { Plan } from '../../plans/plan.table.js';
import type { SentSubscription } from './subscription.rules.js';
import {
  awaitingPayment,
  begun,
  type LastEnds,
  changesOf,
  effectiveCreditNoteOption,
  givenUp,
  moved,
  newSubscription,
  nextSubscription,
  paidFor,
  activatedSuccessor,
  type TerminationOptions,
  terminationOptions,
} from './subscription.states.js';
import type { Subscription } from './subscription.table.js';

const NOW = new Date('2027-06-11T15:30:00.500Z');
const JUST_AFTER = new Date('2027-06-11T15:30:00.501Z');
const PLANNED = new Date('2027-06-11T09:00:00Z');
const inAdvance = planRow({ id: 'advance', payInAdvance: true });
const inArrears = planRow({ id: 'arrears' });
const sent: SentSubscription = { externalCustomerId: 'customer', externalId: 'external', planCode: 'plan' };

/** A subscription that has not started, without what a started one has. */
function planned(over: Partial<Subscription> = {}): Subscription {
  const never = { startedAt: null, usageFrom: null, activatedAt: null };
  return subscriptionRow({ status: 'pending', subscriptionAt: PLANNED, ...never, ...over });
}

describe('a new subscription (subscriptions.md §1, §2)', () => {
  const start = {
    customer: customerRow(),
    billingEntityId: null,
    customSections: null,
    subscriptionAt: PLANNED,
    now: NOW,
  };

  test('a new subscription has the defaults of the contract and has not started', () => {
    const subscription = newSubscription({ ...start, input: sent, plan: inAdvance });
    expect(subscription).toEqual(
      planned({ id: subscription.id, planId: 'advance', createdAt: NOW, updatedAt: NOW }),
    );
  });

  test('a new subscription has what was sent', () => {
    const members = {
      name: 'Name',
      billingTime: 'anniversary',
      endingAt: new Date('2027-12-31T00:00:00Z'),
      onTerminationInvoice: 'skip',
      consolidateInvoice: false,
      purchaseOrderNumber: 'PO-1',
    } as const;
    const input = { ...sent, ...members, paymentMethod: { paymentMethodType: 'manual' } } as const;
    expect(newSubscription({ ...start, input, plan: inAdvance })).toMatchObject({
      ...members,
      paymentMethodType: 'manual',
    });
  });

  test.each<[Plan, Subscription['onTerminationCreditNote'], string]>([
    [inAdvance, 'refund', 'in advance there is something to give back'],
    [inArrears, null, 'in arrears it is always null'],
  ])('a new subscription stores the credit note option (%#): %s', (plan, expected) => {
    const input = { ...sent, onTerminationCreditNote: 'refund' } as const;
    expect(newSubscription({ ...start, input, plan }).onTerminationCreditNote).toBe(expected);
  });
});

describe('the next subscription of a chain (subscriptions.md §5, §6)', () => {
  const current = subscriptionRow({
    name: 'Old name',
    billingEntityId: 'entity',
    endingAt: new Date('2027-12-31T00:00:00Z'),
    trialEndedAt: new Date('2027-01-15T00:00:00Z'),
    onTerminationInvoice: 'skip',
    onTerminationCreditNote: 'offset',
    paymentMethodType: 'manual',
    consolidateInvoice: false,
    purchaseOrderNumber: 'PO-1',
  });
  const change = (input: Partial<SentSubscription>, plan = inAdvance, billingEntityId?: string | null) =>
    nextSubscription(current, 'upgrade', {
      input: { ...sent, ...input },
      plan,
      billingEntityId,
      customSections: null,
      now: NOW,
    });

  test('the next subscription of a chain keeps the identity of the chain and starts a life of its own', () => {
    const next = change({});
    expect(next.id).not.toBe(current.id);
    expect(next).toMatchObject({
      planId: 'advance',
      previousSubscriptionId: current.id,
      changeFromPrevious: 'upgrade',
      externalId: current.externalId,
      subscriptionAt: current.subscriptionAt,
      billingTime: current.billingTime,
      status: 'pending',
      startedAt: null,
      usageFrom: null,
      activatedAt: null,
      trialEndedAt: null,
      createdAt: NOW,
    });
  });

  test.each<[Partial<SentSubscription>, Partial<Subscription>, string]>([
    [
      {},
      {
        name: null,
        billingEntityId: 'entity',
        endingAt: current.endingAt,
        onTerminationInvoice: 'skip',
        onTerminationCreditNote: 'offset',
        paymentMethodType: 'manual',
        consolidateInvoice: false,
        purchaseOrderNumber: 'PO-1',
      },
      'members that were not sent are inherited; the name comes from the request only',
    ],
    [
      { endingAt: null, purchaseOrderNumber: null, paymentMethod: null },
      { endingAt: null, purchaseOrderNumber: null, paymentMethodType: null },
      'null clears',
    ],
    [{ consolidateInvoice: true }, { consolidateInvoice: true }, 'a value replaces'],
    [{ name: 'New name' }, { name: 'New name' }, 'the name of the request'],
    [
      { subscriptionAt: NOW, billingTime: 'anniversary' },
      { subscriptionAt: current.subscriptionAt, billingTime: 'calendar' },
      'start and billing time of the request are ignored',
    ],
  ])('the next subscription of a chain that is sent %j has %j: %s', (input, expected) => {
    expect(change(input)).toMatchObject(expected);
  });

  test('the next subscription of a chain has no credit note option on a plan in arrears', () => {
    expect(change({ onTerminationCreditNote: 'refund' }, inArrears).onTerminationCreditNote).toBeNull();
  });

  test.each<[string | null | undefined, string | null]>([
    [undefined, 'entity'],
    [null, null],
    ['other', 'other'],
  ])(
    'the next subscription of a chain that is sent billing entity %s has %s',
    (billingEntityId, expected) => {
      expect(change({}, inAdvance, billingEntityId).billingEntityId).toBe(expected);
    },
  );
});

describe('a start', () => {
  test.each<[string | null, string, string, string]>([
    [
      null,
      '2027-06-11T09:00:00.000Z',
      '2027-06-11T09:00:00.000Z',
      'nothing was billed under its external id',
    ],
    [
      '2027-06-01T00:00:00.000Z',
      '2027-06-11T09:00:00.000Z',
      '2027-06-11T09:00:00.000Z',
      'what a closing invoice covered lies before it',
    ],
    [
      '2027-06-11T10:00:00.000Z',
      '2027-06-11T10:00:00.000Z',
      '2027-06-11T10:00:00.001Z',
      'clamped to the end that was invoiced, whose instant is billed already',
    ],
    [
      '2027-06-11T09:00:00.000Z',
      '2027-06-11T09:00:00.000Z',
      '2027-06-11T09:00:00.001Z',
      'the instant itself is billed already',
    ],
  ])('a start after an invoiced end at %s is at %s, with usage from %s: %s', (end, startedAt, usageFrom) => {
    const started = begun(planned(), NOW, endedAt(end === null ? null : new Date(end)));
    expect(started).toEqual({
      ...planned(),
      status: 'active',
      startedAt: new Date(startedAt),
      usageFrom: new Date(usageFrom),
      restartedAfter: end === null ? null : new Date(end),
      activatedAt: NOW,
      updatedAt: NOW,
    });
  });

  test('a start knows the last end before its start, also one without a closing invoice', () => {
    const [early, late] = [new Date(PLANNED.getTime() - 2), new Date(PLANNED.getTime() - 1)];
    const after = new Date(PLANNED.getTime() + 1);
    expect(begun(planned(), NOW, { invoiced: early, any: late }).restartedAfter).toEqual(late);
    expect(begun(planned(), NOW, { invoiced: early, any: after }).restartedAfter).toEqual(early);
  });

  test('a start never covers again what a closing invoice covered, and leaves no gap (subscriptions.md §3)', () => {
    const instant = fc.integer({ min: 0, max: 5 }).map((ms) => new Date(PLANNED.getTime() + ms));
    fc.assert(
      fc.property(instant, instant, (subscriptionAt, end) => {
        const { startedAt, usageFrom } = begun(planned({ subscriptionAt }), NOW, endedAt(end));
        const latest = Math.max(subscriptionAt.getTime(), end.getTime());
        expect(startedAt?.getTime()).toBe(latest);
        // The end belongs to the subscription before; the next millisecond to this one, unless it starts later.
        expect(usageFrom?.getTime()).toBe(Math.max(subscriptionAt.getTime(), end.getTime() + 1));
      }),
    );
  });
});

describe('a subscription that takes over from the one before', () => {
  test('an upgrade leaves usage of the instant of the change to the old subscription (subscriptions.md §5)', () => {
    const next = planned({ previousSubscriptionId: 'old', changeFromPrevious: 'upgrade' });
    expect(activatedSuccessor(next, NOW, 'Europe/Paris')).toEqual({
      ...next,
      status: 'active',
      startedAt: NOW,
      usageFrom: JUST_AFTER,
      activatedAt: NOW,
      updatedAt: NOW,
    });
  });

  test.each([
    ['UTC', '2027-06-11T00:00:00.000Z'],
    ['Europe/Paris', '2027-06-10T22:00:00.000Z'],
    ['Pacific/Auckland', '2027-06-11T12:00:00.000Z'],
  ])(
    'a downgrade in %s gives usage of the whole local day to the new subscription, from %s (periods.md §5)',
    (zone, from) => {
      const next = planned({ previousSubscriptionId: 'old', changeFromPrevious: 'downgrade' });
      expect(activatedSuccessor(next, NOW, zone)).toMatchObject({
        startedAt: NOW,
        usageFrom: new Date(from),
      });
    },
  );
});

describe('a subscription that has to be paid for (subscriptions.md §12)', () => {
  const change = planned({ previousSubscriptionId: 'old', changeFromPrevious: 'downgrade' });
  const PAID = new Date('2027-07-05T08:00:00Z');

  test('a subscription that has to be paid for waits with the start that it was to have', () => {
    const waiting = awaitingPayment(planned(), NOW, endedAt(null));
    expect(waiting).toEqual({
      ...planned(),
      status: 'incomplete',
      startedAt: PLANNED,
      usageFrom: PLANNED,
      updatedAt: NOW,
    });
    expect(paidFor(waiting, PAID)).toEqual({
      ...waiting,
      status: 'active',
      activatedAt: PAID,
      updatedAt: PAID,
    });
  });

  test('a change of plan becomes an upgrade, and starts at the payment', () => {
    const waiting = awaitingPayment(change, NOW, endedAt(null));
    expect(waiting).toMatchObject({
      status: 'incomplete',
      changeFromPrevious: 'upgrade',
      startedAt: NOW,
      usageFrom: JUST_AFTER,
      activatedAt: null,
    });
    expect(paidFor(waiting, PAID)).toMatchObject({
      status: 'active',
      startedAt: PAID,
      usageFrom: new Date(PAID.getTime() + 1),
      activatedAt: PAID,
    });
  });

  test.each(['payment_failed', 'timeout'] as const)(
    'a subscription that is given up before it is paid for (%s) has never run',
    (reason) => {
      expect(givenUp(awaitingPayment(planned(), NOW, endedAt(null)), reason, PAID)).toEqual({
        ...planned(),
        status: 'canceled',
        canceledAt: PAID,
        cancellationReason: reason,
        updatedAt: PAID,
      });
    },
  );
});

describe('changes (subscriptions.md §8)', () => {
  const LATER = new Date('2027-09-01T00:00:00Z');

  test.each<[Subscription, Parameters<typeof changesOf>[1], Partial<Subscription>, string]>([
    [subscriptionRow(), {}, {}, 'nothing sent'],
    [subscriptionRow(), { name: null, endingAt: null }, { name: null, endingAt: null }, 'null clears'],
    [planned(), { subscriptionAt: LATER }, { subscriptionAt: LATER }, 'the start of one that waits for it'],
    [subscriptionRow(), { subscriptionAt: LATER }, {}, 'one that runs has started'],
    [
      planned({ previousSubscriptionId: 'old', changeFromPrevious: 'downgrade' }),
      { subscriptionAt: LATER },
      {},
      'the anchor of a chain is that of its first subscription',
    ],
    [
      subscriptionRow(),
      { paymentMethod: null },
      { paymentMethodType: null, paymentMethodId: null },
      'the default of the customer',
    ],
    [
      subscriptionRow(),
      { paymentMethod: { paymentMethodType: 'manual' } },
      { paymentMethodType: 'manual', paymentMethodId: null },
      'the method that was sent',
    ],
    [subscriptionRow(), { consolidateInvoice: false }, { consolidateInvoice: false }, 'false is a value'],
    [
      subscriptionRow(),
      { purchaseOrderNumber: 'PO-2' },
      { purchaseOrderNumber: 'PO-2' },
      'the order number of one that runs',
    ],
    [
      subscriptionRow({ status: 'terminated' }),
      { name: 'Kept' },
      { name: 'Kept' },
      'the name of one that ended',
    ],
  ])('changes of case %#: %j sent', (subscription, input, expected) => {
    expect(changesOf(subscription, input)).toEqual(expected);
  });

  test.each(['terminated', 'canceled'] as const)(
    'changes of the order number of a %s one are refused',
    (status) => {
      const change = () => changesOf(subscriptionRow({ status }), { purchaseOrderNumber: null });
      expect(refusalBy(change)).toBe('purchase_order_number_not_editable');
    },
  );
});

describe('what an end does (subscriptions.md §7)', () => {
  const running = subscriptionRow({ onTerminationInvoice: 'skip', onTerminationCreditNote: 'refund' });

  test.each<[Plan, TerminationOptions, unknown[], string]>([
    [inAdvance, {}, ['skip', 'refund'], 'what is stored'],
    [inAdvance, { onTerminationInvoice: 'generate' }, ['generate', 'refund'], 'the query decides'],
    [inAdvance, { onTerminationCreditNote: 'skip' }, ['skip', 'skip'], 'each member by itself'],
    [
      inAdvance,
      { onTerminationInvoice: null, onTerminationCreditNote: null },
      ['skip', 'refund'],
      'null: not sent',
    ],
    [inArrears, { onTerminationCreditNote: 'credit' }, ['skip', null], 'in arrears nothing is given back'],
  ])('the end of case %#: %j', (plan, asked, expected) => {
    const options = terminationOptions({ subscription: running, plan }, asked);
    expect([options.onTerminationInvoice, options.onTerminationCreditNote]).toEqual(expected);
  });

  test.each<[Plan, Subscription['onTerminationCreditNote'], Subscription['onTerminationCreditNote']]>([
    [inAdvance, null, 'credit'],
    [inAdvance, 'offset', 'offset'],
    [inArrears, null, null],
    [inArrears, 'offset', null],
  ])('the option of case %#: stored %s becomes %s', (plan, onTerminationCreditNote, expected) => {
    const subscription = subscriptionRow({ onTerminationCreditNote });
    expect(effectiveCreditNoteOption({ subscription, plan })).toBe(expected);
  });
});

describe('the states (subscriptions.md §1)', () => {
  const STATES = ['pending', 'incomplete', 'active', 'terminated', 'canceled'] as const;
  const ALLOWED = [
    'pending active',
    'pending incomplete',
    'pending canceled',
    'incomplete active',
    'incomplete canceled',
    'active terminated',
  ];
  const pairs = STATES.flatMap((from) => STATES.map((to) => [from, to] as const));

  test.each(pairs)('a move from %s to %s', (from, to) => {
    const move = () => moved(subscriptionRow({ status: from }), to, { updatedAt: NOW });
    if (ALLOWED.includes(`${from} ${to}`)) {
      expect(move()).toEqual(subscriptionRow({ status: to, updatedAt: NOW }));
    } else {
      expect(move).toThrow(`A ${from} subscription does not become ${to}.`);
    }
  });
});

/** The last end under an external id, with a closing invoice. */
function endedAt(at: Date | null): LastEnds {
  return { invoiced: at, any: at };
}
