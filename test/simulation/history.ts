// Histories of one customer, as data: what is for sale, and what happens in which order. fast-check makes them up, and
// makes them smaller when one goes wrong.
import fc from 'fast-check';

/** A plan for sale. Money is in cents; prices of usage in thousandths of a currency unit, so that fees need rounding. */
export interface PlanSpec {
  readonly interval: 'weekly' | 'monthly' | 'quarterly' | 'semiannual' | 'yearly';
  readonly amountCents: number;
  readonly payInAdvance: boolean;
  /** 0: none. */
  readonly trialDays: number;
  /** Only plans of half-years and years heed them. */
  readonly chargesMonthly: boolean;
  readonly fixedChargesMonthly: boolean;
  /** The price of each thing that is counted; null: not charged. */
  readonly prices: Readonly<Record<MetricName, number | null>>;
  readonly seats: SeatsSpec | null;
}

/** A fixed charge. */
export interface SeatsSpec {
  readonly units: number;
  readonly unitCents: number;
  readonly payInAdvance: boolean;
  readonly prorated: boolean;
}

/** Calls are counted and loads are summed up, in arrears; pings are counted in advance, one by one. */
export const METRICS = ['calls', 'load', 'pings'] as const;
export type MetricName = (typeof METRICS)[number];

/** The first local moment with this time of day, so many days from now; never one that lies behind. */
export interface Wait {
  readonly days: number;
  /** In seconds. */
  readonly timeOfDay: number;
}

export interface UseSpec {
  readonly metric: MetricName;
  /** How late it comes. */
  readonly secondsAgo: number;
  readonly amount: number;
}

/** What somebody does. Subscriptions go by their chain, the number in their external id; plans by their place. */
export type Deed =
  /** Starts a subscription, or asks for another plan. */
  | {
      readonly kind: 'subscribe';
      readonly chain: number;
      readonly plan: number;
      readonly anniversary: boolean;
      /** Days from now that a first subscription starts at; 0: now. */
      readonly startsIn: number;
      /** Days from its start, or from now; null: it is open-ended. */
      readonly endsIn: number | null;
      readonly alone: boolean;
    }
  | {
      readonly kind: 'terminate';
      readonly chain: number;
      readonly invoiced: boolean;
      /** What becomes of the rest of a plan in advance. */
      readonly unused: 'credit' | 'refund' | 'offset' | 'skip';
    }
  | { readonly kind: 'cancel'; readonly chain: number }
  | { readonly kind: 'end'; readonly chain: number; readonly endsIn: number | null }
  | {
      readonly kind: 'use';
      readonly chain: number;
      readonly events: readonly UseSpec[];
      readonly sentTwice: boolean;
    }
  | { readonly kind: 'reprice'; readonly plan: number; readonly amountCents: number }
  | { readonly kind: 'retariff'; readonly plan: number; readonly metric: MetricName; readonly price: number }
  | {
      readonly kind: 'resize';
      readonly plan: number;
      readonly units: number;
      readonly atOnce: boolean;
    };

/** What goes wrong on the way, where a history is played with disturbances. */
export interface Disturbance {
  /** Shares of the way, at which the clock stops in between. */
  readonly stops: readonly number[];
  /** How many statements that write succeed, while the clock moves, before one fails; null: none fails. */
  readonly onTheWay: number | null;
  /** The same for the deed itself. */
  readonly inTheDeed: number | null;
}

export interface Scene {
  readonly wait: Wait;
  readonly deed: Deed;
  readonly disturbance: Disturbance;
}

export interface History {
  readonly timezone: string;
  readonly start: Wait;
  readonly plans: readonly PlanSpec[];
  readonly scenes: readonly Scene[];
  /** What follows the last deed. */
  readonly rest: Wait;
}

const PLANS = 3;
const CHAINS = 3;
const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];
const DAY_S = 86_400;

const plan = fc.nat(PLANS - 1);
const chain = fc.nat(CHAINS - 1);
const price = fc.integer({ min: 0, max: 2_500 });
const amountCents = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000 }));
const midnight = fc.constant(0);

function wait(days: number): fc.Arbitrary<Wait> {
  return fc.record({
    days: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(days)),
    timeOfDay: fc.oneof(midnight, fc.nat(DAY_S - 1)),
  });
}

const planSpec: fc.Arbitrary<PlanSpec> = fc.record({
  interval: fc.constantFrom('weekly', 'monthly', 'monthly', 'quarterly', 'semiannual', 'yearly'),
  amountCents,
  payInAdvance: fc.boolean(),
  trialDays: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 60 })),
  chargesMonthly: fc.boolean(),
  fixedChargesMonthly: fc.boolean(),
  prices: fc.record({ calls: price, load: fc.option(price), pings: fc.option(price) }),
  seats: fc.option(
    fc.record({
      units: fc.nat(5),
      unitCents: fc.integer({ min: 1, max: 3_000 }),
      payInAdvance: fc.boolean(),
      prorated: fc.boolean(),
    }),
  ),
});

const use: fc.Arbitrary<UseSpec> = fc.record({
  metric: fc.constantFrom(...METRICS),
  secondsAgo: fc.oneof(fc.nat(3_600), fc.nat(50 * DAY_S)),
  amount: fc.integer({ min: 1, max: 40 }),
});

const endsIn = fc.integer({ min: 1, max: 90 });

/** A kind of deed is one entry here, one in `player.ts`, and one in `naive-billing.ts`; the compiler asks for them. */
const DEEDS: { readonly [Kind in Deed['kind']]: fc.Arbitrary<Extract<Deed, { kind: Kind }>> } = {
  subscribe: fc.record({
    kind: fc.constant('subscribe'),
    chain,
    plan,
    anniversary: fc.boolean(),
    startsIn: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: -80, max: 40 })),
    endsIn: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, endsIn),
    alone: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  }),
  terminate: fc.record({
    kind: fc.constant('terminate'),
    chain,
    invoiced: fc.boolean(),
    unused: fc.constantFrom('credit', 'refund', 'offset', 'skip'),
  }),
  cancel: fc.record({ kind: fc.constant('cancel'), chain }),
  end: fc.record({ kind: fc.constant('end'), chain, endsIn: fc.option(endsIn) }),
  use: fc.record({
    kind: fc.constant('use'),
    chain,
    events: fc.array(use, { minLength: 1, maxLength: 6 }),
    sentTwice: fc.boolean(),
  }),
  reprice: fc.record({ kind: fc.constant('reprice'), plan, amountCents }),
  retariff: fc.record({
    kind: fc.constant('retariff'),
    plan,
    metric: fc.constantFrom(...METRICS),
    price,
  }),
  resize: fc.record({ kind: fc.constant('resize'), plan, units: fc.nat(8), atOnce: fc.boolean() }),
};

/** How often each kind happens beside the others. */
const WEIGHTS: Readonly<Record<Deed['kind'], number>> = {
  subscribe: 6,
  use: 6,
  terminate: 2,
  cancel: 1,
  end: 1,
  reprice: 1,
  retariff: 1,
  resize: 2,
};

const deed: fc.Arbitrary<Deed> = fc.oneof(
  ...Object.entries(DEEDS).map(([kind, arbitrary]) => ({
    weight: WEIGHTS[kind as Deed['kind']],
    arbitrary: arbitrary as fc.Arbitrary<Deed>,
  })),
);

const fault = fc.option(fc.nat(45));

const disturbance: fc.Arbitrary<Disturbance> = fc.record({
  stops: fc.array(fc.double({ min: 0.01, max: 0.99, noNaN: true }), { maxLength: 2 }),
  onTheWay: fault,
  inTheDeed: fault,
});

/** The first deed is a subscription: nothing happens before. */
export const histories: fc.Arbitrary<History> = fc.record({
  timezone: fc.constantFrom(...ZONES),
  start: wait(500),
  plans: fc.array(planSpec, { minLength: PLANS, maxLength: PLANS }),
  scenes: fc
    .tuple(
      fc.record({ wait: wait(0), deed: DEEDS.subscribe, disturbance }),
      fc.array(fc.record({ wait: wait(45), deed, disturbance }), { minLength: 3, maxLength: 14 }),
    )
    .map(([first, others]): Scene[] => [first, ...others]),
  rest: wait(120),
});
