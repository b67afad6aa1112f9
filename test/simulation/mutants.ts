// Rules that were decided anew (rules 1–8, 17–19 and 21 of the second round), with the behaviour from before put back. The
// simulation must find each: in the history beside it, which is as short as can be, and, given time, in random ones.
import type { Mutant } from '../support/mutant.js';
import type { Action, MetricName, UseSpec } from './actions.js';
import type { CouponSpec, History, PlanSpec, Scene } from './history.js';

export interface SimulationMutant extends Mutant {
  /** A history in which the checks find it. */
  readonly history: History;
}

const UNPRICED: PlanSpec['prices'] = { calls: null, load: null, pings: null };
const FREE: PlanSpec = {
  interval: 'monthly',
  amountCents: 0,
  payInAdvance: false,
  trialDays: 0,
  chargesMonthly: false,
  fixedChargesMonthly: false,
  prices: UNPRICED,
  seats: null,
  commitmentCents: null,
  thresholds: { fixed: [], recurring: null },
};
/** A call costs 1.00, as do a ping, which is billed in advance, and a seat. */
const CALLS: Partial<PlanSpec> = { prices: { ...UNPRICED, calls: 1_000 } };
const PINGS: Partial<PlanSpec> = { prices: { ...UNPRICED, pings: 1_000 } };
const SEATS: PlanSpec['seats'] = { units: 1, unitCents: 100, payInAdvance: false, prorated: false };
/** Takes off a tenth for ever. */
const TENTH: CouponSpec = { amountCents: null, rate: 10, frequency: 'forever', times: 1, limitedTo: null };

interface Sketch {
  /** The first plans; all others are free. */
  readonly plans: readonly Partial<PlanSpec>[];
  readonly coupons?: readonly CouponSpec[];
  readonly scenes: readonly Scene[];
  readonly graceDays?: number;
  readonly restDays?: number;
}

/** A history from 1 January, 9:00 UTC. */
function historyOf({ plans, coupons = [], scenes, graceDays = 0, restDays = 40 }: Sketch): History {
  return {
    timezone: 'UTC',
    graceDays,
    start: { days: 0, timeOfDay: NINE },
    plans: [0, 1, 2].map((place) => ({ ...FREE, ...plans[place] })),
    coupons: [0, 1, 2].map((place) => coupons[place] ?? TENTH),
    scenes,
    leaves: false,
    rest: { days: restDays, timeOfDay: NINE },
  };
}

const NINE = 9 * 3_600;

/** An action after some days. */
function on(days: number, action: Action): Scene {
  return {
    wait: { days, timeOfDay: NINE },
    action,
    disturbance: { stops: [], onTheWay: null, inTheAction: null },
  };
}

const SUBSCRIBE: Action<'subscribe'> = {
  kind: 'subscribe',
  chain: 0,
  plan: 0,
  anniversary: false,
  startsIn: 0,
  endsIn: null,
  alone: false,
  own: null,
};
const APPLY: Action = { kind: 'applyCoupon', coupon: 0 };
const OVERRIDE: Action<'override'> = {
  kind: 'override',
  chain: 0,
  own: { amountCents: 500, commitmentCents: null },
  isForeign: false,
};

function useOf(metric: MetricName, amount = 1): UseSpec {
  return { metric, secondsAgo: 60, amount };
}

function used(metric: MetricName, amount = 1): Action {
  return { kind: 'use', chain: 0, events: [useOf(metric, amount)], sentTwice: false };
}

/** A credit note for a share of the first invoice. */
function credited(share: number): Action {
  return { kind: 'credit', place: 0, share, as: 'credit' };
}

/** A wallet of 100.00 that expires after some days. */
function opened(expiresIn: number): Action {
  return {
    kind: 'openWallet',
    wallet: 0,
    spec: {
      priority: 1,
      rateCents: 100,
      granted: 10_000,
      paid: 0,
      expiresIn,
      feeTypes: null,
      paysCalls: false,
      isPaidFirst: false,
    },
  };
}

/** A plan gets another name and other taxes, which the plan of a subscription follows. */
const DESCRIBED = historyOf({
  plans: [{ amountCents: 1_000 }],
  scenes: [
    on(0, { ...SUBSCRIBE, own: { amountCents: 500, commitmentCents: null } }),
    on(3, { kind: 'describe', plan: 0, name: 1, taxes: ['levy'], cascades: true }),
  ],
});

export const MUTANTS: readonly SimulationMutant[] = [
  {
    name: 'progressive usage is credited less the coupons that were given on it',
    history: historyOf({
      plans: [{ prices: { ...UNPRICED, calls: 100_000 }, thresholds: { fixed: [10_000], recurring: null } }],
      coupons: [TENTH],
      scenes: [on(0, SUBSCRIBE), on(0, APPLY), on(10, used('calls'))],
    }),
    edits: [
      {
        file: 'modules/invoices/issuing/progressive-credits.service.ts',
        from: 'each.feesAmountCents - each.progressiveBillingCreditAmountCents',
        to: 'each.feesAmountCents - each.couponsAmountCents - each.progressiveBillingCreditAmountCents',
      },
    ],
  },
  {
    name: 'usage on the day of an end that opens a period is in no window',
    history: historyOf({
      plans: [CALLS],
      scenes: [
        on(0, SUBSCRIBE),
        on(10, { kind: 'endOnFirstDay', chain: 0, secondOfDay: 30_000, events: [useOf('calls')] }),
      ],
    }),
    edits: [
      {
        file: 'core/invoicing/subscriptions/billing-windows.ts',
        from: 'if (closed === null || closed.to > at) return null;',
        to: 'if (closed !== null) return null;',
      },
    ],
  },
  {
    name: 'rounded shares do not add up to their amount',
    history: historyOf({
      plans: [{ ...CALLS, amountCents: 100, seats: SEATS }],
      coupons: [{ ...TENTH, amountCents: 100 }],
      scenes: [on(0, SUBSCRIBE), on(0, APPLY), on(10, used('calls'))],
    }),
    edits: [
      {
        file: 'core/money/spread.ts',
        from: 'return withRest(shares, amount.minus(sum(shares)), { most: weights });',
        to: 'return shares;',
      },
    ],
  },
  {
    name: 'the base of a tax is cut off',
    history: historyOf({
      // The first plan has a tax that the second one has not.
      plans: [{ amountCents: 1_000 }, { amountCents: 2_000 }],
      coupons: [{ ...TENTH, amountCents: 100 }],
      scenes: [on(0, SUBSCRIBE), on(0, { ...SUBSCRIBE, chain: 1, plan: 1 }), on(0, APPLY)],
    }),
    edits: [
      {
        file: 'core/taxes/tax.ts',
        from: 'feesAmountCents: roundHalfAwayFromZero(base)',
        to: 'feesAmountCents: BigInt(base.round(0, Big.roundDown).toFixed())',
      },
    ],
  },
  {
    name: 'credit notes give back more than the invoice',
    history: historyOf({
      // A tax of 1 is 1 of each half, too.
      plans: [{}, { amountCents: 7 }],
      scenes: [on(0, { ...SUBSCRIBE, plan: 1 }), on(40, credited(0.5)), on(0, credited(0.5))],
    }),
    edits: [
      {
        file: 'modules/credit-notes/composing/credit-source.ts',
        from: 'return isLast(source.fees, items) ? takingRest(left, amounts) : limitedTo(left, amounts);',
        to: 'return isLast(source.fees, items) && left.totalAmountCents < 0n ? takingRest(left, amounts) : amounts;',
      },
    ],
  },
  {
    name: 'numbers are read as doubles',
    history: historyOf({
      plans: [{ prices: { ...UNPRICED, load: 1_000 } }],
      scenes: [on(0, SUBSCRIBE), on(10, used('load', 7))],
    }),
    edits: [
      {
        file: 'platform/text/clean-text.ts',
        from: 'hasLongNumbers ? parseJson(source) : JSON.parse(source)',
        to: 'hasLongNumbers && source === "" ? parseJson(source) : JSON.parse(source)',
      },
    ],
  },
  {
    name: 'a voided invoice keeps the credit notes that it used',
    history: historyOf({
      plans: [{ amountCents: 10_000 }],
      scenes: [on(0, SUBSCRIBE), on(40, credited(0.3)), on(30, { kind: 'void', place: 1, noteShare: null })],
    }),
    edits: [
      {
        file: 'modules/invoices/issuing/invoice-credits.service.ts',
        from: 'const credits = await invoiceCreditRepository.findByInvoices(tx, actor.organizationId, [voided.id]);',
        to: `const all = await invoiceCreditRepository.findByInvoices(tx, actor.organizationId, [voided.id]);
    const credits = all.filter(({ itemType }) => itemType !== 'credit_note');`,
      },
    ],
  },
  {
    name: 'a coupon is used up by a credit of 0',
    history: historyOf({
      plans: [{ amountCents: 1_000, prices: { ...UNPRICED, calls: 0 } }],
      coupons: [{ ...TENTH, frequency: 'once', limitedTo: 'metric' }],
      scenes: [on(0, SUBSCRIBE), on(0, APPLY), on(10, used('calls'))],
    }),
    edits: [{ file: 'core/invoicing/coupons.ts', from: 'if (amountCents === 0n) continue;', to: '' }],
  },
  {
    name: 'a recurring coupon counts invoices',
    history: historyOf({
      plans: [PINGS],
      coupons: [{ ...TENTH, frequency: 'recurring', times: 3 }],
      scenes: [on(0, SUBSCRIBE), on(0, APPLY), on(3, used('pings')), on(3, used('pings'))],
    }),
    edits: [
      {
        file: 'modules/coupons/applied-coupon.rules.ts',
        from: 'if (!isAloneInMonth) return applied;',
        to: '',
      },
    ],
  },
  {
    name: 'the invoices of a month do not share the amount of a coupon',
    history: historyOf({
      plans: [PINGS],
      coupons: [{ ...TENTH, amountCents: 150, frequency: 'recurring', times: 3 }],
      scenes: [on(0, SUBSCRIBE), on(0, APPLY), on(3, used('pings')), on(3, used('pings'))],
    }),
    edits: [
      {
        file: 'modules/coupons/applied-coupon.rules.ts',
        from: 'const amountCents = discount.amountCents - (takenCents ?? 0n);',
        to: 'const { amountCents } = discount;',
      },
    ],
  },
  {
    name: 'credits expire before the invoice of their period',
    history: historyOf({
      plans: [{ amountCents: 1_000 }],
      graceDays: 10,
      scenes: [on(0, SUBSCRIBE), on(0, opened(35))],
    }),
    edits: [
      {
        file: 'lifecycle/wallets/wallet-expiry.ts',
        from: 'if (drafts.length === 0 && billing.length === 0) return null;',
        to: 'if (drafts.length + billing.length >= 0) return null;',
      },
    ],
  },
  {
    name: 'expired credits pay invoices of later periods',
    history: historyOf({
      plans: [{ ...PINGS, amountCents: 1_000 }],
      graceDays: 30,
      scenes: [on(0, SUBSCRIBE), on(0, opened(35)), on(40, used('pings'))],
    }),
    edits: [
      {
        file: 'core/wallets/validity.ts',
        from: 'return !hasExpired(wallet, at) || isOfTimeOf(wallet, usageEnd);',
        to: 'return !hasExpired(wallet, at) || isOfTimeOf(wallet, usageEnd) || wallet.expirationAt !== null;',
      },
    ],
  },
  {
    name: 'a day is paid twice where a subscription ends and starts again',
    history: historyOf({
      plans: [{ amountCents: 30_000 }],
      scenes: [
        on(0, SUBSCRIBE),
        on(14, { kind: 'terminate', chain: 0, invoiced: true, unused: 'skip' }),
        on(0, SUBSCRIBE),
      ],
    }),
    edits: [
      {
        file: 'core/invoicing/subscriptions/subscription-terms.ts',
        from: 'localDate(restartedAfter, timezone).equals(localDate(startedAt, timezone))',
        to: 'localDate(restartedAfter, timezone).equals(localDate(startedAt, timezone).add({ years: 900 }))',
      },
    ],
  },
  {
    name: 'an edit of a plan leaves the commitment of its copies behind',
    history: historyOf({
      plans: [{ amountCents: 1_000, commitmentCents: 2_000 }],
      scenes: [
        on(0, { ...SUBSCRIBE, own: { amountCents: 500, commitmentCents: null } }),
        on(3, { kind: 'commit', plan: 0, cents: 3_000, cascades: true }),
      ],
    }),
    edits: [
      {
        file: 'modules/plans/own-plans/plan-lists.ts',
        from: 'commitment: followedCommitment(own.commitment, before.commitment, after.commitment),',
        to: 'commitment: followedCommitment(own.commitment, before.commitment, before.commitment),',
      },
    ],
  },
  {
    name: 'an edit of a plan leaves the taxes of its copies behind',
    history: DESCRIBED,
    edits: [
      {
        file: 'modules/plans/own-plans/plan-lists.ts',
        from: `      before.taxCodes,
      after.taxCodes,`,
        to: `      before.taxCodes,
      before.taxCodes,`,
      },
    ],
  },
  {
    name: 'an edit of a plan leaves the names of its copies behind',
    history: DESCRIBED,
    edits: [
      {
        file: 'modules/plans/own-plans/plan-cascade.rules.ts',
        from: "['name', 'description', 'invoiceDisplayName', 'amountCents', 'metadata']",
        to: "['amountCents']",
      },
    ],
  },
  {
    name: 'overrides end the minimum commitment',
    history: historyOf({
      plans: [{ amountCents: 1_000, commitmentCents: 5_000 }],
      scenes: [on(0, SUBSCRIBE), on(3, OVERRIDE)],
    }),
    edits: [
      {
        file: 'modules/plans/own-plans/plan-override.service.ts',
        from: 'await this.needs.commitments.copy(tx, actor, plan, own);',
        to: '',
      },
    ],
  },
  {
    name: 'overrides bill a customer in another currency',
    history: historyOf({
      plans: [{ amountCents: 1_000 }],
      scenes: [on(0, SUBSCRIBE), on(3, { ...OVERRIDE, isForeign: true })],
    }),
    edits: [
      {
        file: 'modules/subscriptions/records/subscription.rules.ts',
        from: 'if (currency === null || sent === currency) return;',
        to: 'if (currency === null || sent !== null) return;',
      },
    ],
  },
  {
    name: 'thresholds count usage twice that is billed in advance',
    history: historyOf({
      plans: [{ ...PINGS, thresholds: { fixed: [150], recurring: null } }],
      scenes: [on(0, SUBSCRIBE), on(3, used('pings'))],
    }),
    edits: [
      {
        file: 'lifecycle/progressive-billing/threshold-review.ts',
        from: 'uninvoicedCharges(rated).flatMap(',
        to: 'rated.flatMap(',
      },
    ],
  },
  {
    name: 'lifetime usage counts usage twice that is billed in advance',
    history: historyOf({ plans: [PINGS], scenes: [on(0, SUBSCRIBE), on(3, used('pings'))], restDays: 1 }),
    edits: [
      {
        file: 'modules/usage/current-usage/customer-usage.service.ts',
        from: 'amountOf(uninvoicedCharges(own))',
        to: 'amountOf(own)',
      },
    ],
  },
  {
    name: 'previews take the amount of a known coupon in place of the sent one',
    history: historyOf({
      plans: [{ amountCents: 10_000 }],
      coupons: [{ ...TENTH, amountCents: 1_000 }],
      scenes: [on(0, { kind: 'preview', plan: 0, coupon: 0, amountCents: 500, rate: 10 })],
    }),
    edits: [
      {
        file: 'modules/coupons/coupon-previews.service.ts',
        from: 'amountCents: amountCents ?? known?.amountCents ?? null,',
        to: 'amountCents: known?.amountCents ?? amountCents ?? null,',
      },
    ],
  },
];
