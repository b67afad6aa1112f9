// The actions of a history, as data. A kind of action is one entry here, one in `requests.ts` and one in
// `naive-billing.ts`; the compiler requires all three.
import { fc } from '../support/property.js';

export const PLANS = 3;
export const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];
export const DAY_S = 86_400;
/** The longest delay between the time of an event and its reception. */
export const LONGEST_AGO_DAYS = 50;

/** Calls (a count) and loads (a sum) are charged in arrears; each ping is charged in advance. */
export const METRICS = ['calls', 'load', 'pings'] as const;
export type MetricName = (typeof METRICS)[number];

/** Coupons are created with the plans; wallets are opened under these places as codes. */
export const COUPONS = 3;
export const WALLETS = 2;

/** The organization has the first tax, one plan the second. */
export const TAXES = ['vat', 'levy'] as const;
export type TaxCode = (typeof TAXES)[number];

export interface UseSpec {
  readonly metric: MetricName;
  /** The delay between the time of the event and its reception. */
  readonly secondsAgo: number;
  readonly amount: number;
}

/** Overrides of the plan for one subscription. */
export interface OwnTerms {
  readonly amountCents: number;
  /** Null: not overridden. */
  readonly commitmentCents: number | null;
}

/** A wallet, with its first credits in hundredths. */
export interface WalletSpec {
  readonly priority: number;
  /** The value of a credit in cents. */
  readonly rateCents: number;
  readonly granted: number;
  readonly paid: number;
  /** In days; null: it never expires. */
  readonly expiresIn: number | null;
  /** Types of fees that it pays; null: all. */
  readonly feeTypes: readonly string[] | null;
  /** Whether also fees of calls, if it is limited. */
  readonly paysCalls: boolean;
  readonly isPaidFirst: boolean;
}

/** No members. */
type Nothing = Readonly<Record<string, never>>;

/** Thresholds of progressive billing, in cents. */
export interface ThresholdsSpec {
  readonly fixed: readonly number[];
  /** Null: none. */
  readonly recurring: number | null;
}

/** What changes by hand on a regenerated invoice: the units of one of its fees, in tenths, and their price. */
export interface FeeChange {
  readonly fee: number;
  readonly tenths: number;
  readonly cents: number;
}

interface Kinds {
  /** Starts a subscription or changes its plan. */
  subscribe: {
    readonly chain: number;
    readonly plan: number;
    readonly anniversary: boolean;
    /** Start of a first subscription in days from now; 0: now. */
    readonly startsIn: number;
    /** End in days from its start or from now; null: open-ended. */
    readonly endsIn: number | null;
    readonly alone: boolean;
    readonly own: OwnTerms | null;
  };
  /** Starts a subscription that is activated by payment within so many hours; 0: without a time limit. */
  gatedSubscribe: { readonly chain: number; readonly plan: number; readonly timeoutHours: number };
  /** Pays the open invoice of such a subscription, or marks its payment as failed. */
  activate: { readonly chain: number; readonly isPaid: boolean };
  terminate: {
    readonly chain: number;
    readonly invoiced: boolean;
    /** What happens to the unused rest of a plan paid in advance. */
    readonly unused: 'credit' | 'refund' | 'offset' | 'skip';
  };
  cancel: { readonly chain: number };
  end: { readonly chain: number; readonly endsIn: number | null };
  /** Ends it on the first day of its next period of usage, with usage before that end. */
  endOnFirstDay: {
    readonly chain: number;
    readonly secondOfDay: number;
    readonly events: readonly UseSpec[];
  };
  /** Another customer, on its own test clock, uses the chain's external id for a while, if it is free, and is deleted. */
  reuseExternalId: { readonly chain: number; readonly events: readonly UseSpec[] };
  use: { readonly chain: number; readonly events: readonly UseSpec[]; readonly sentTwice: boolean };

  /** Changes the amount of a plan for sale; `cascades`: own plans of subscriptions follow. */
  reprice: { readonly plan: number; readonly amountCents: number; readonly cascades: boolean };
  retariff: {
    readonly plan: number;
    readonly metric: MetricName;
    readonly price: number;
    readonly cascades: boolean;
  };
  resize: {
    readonly plan: number;
    readonly units: number;
    readonly atOnce: boolean;
    readonly cascades: boolean;
  };
  /** Gives a plan another name and its own taxes. */
  describe: {
    readonly plan: number;
    readonly name: number;
    readonly taxes: readonly TaxCode[];
    readonly cascades: boolean;
  };
  /** Sets the minimum commitment of a plan; 0 removes it. */
  commit: { readonly plan: number; readonly cents: number; readonly cascades: boolean };

  /** Replaces the thresholds of progressive billing of a plan, or of one subscription. */
  setThresholds: { readonly plan: number; readonly thresholds: ThresholdsSpec };
  setOwnThresholds: { readonly chain: number; readonly thresholds: ThresholdsSpec };
  /** Turns progressive billing of a subscription off or on. */
  billProgressively: { readonly chain: number; readonly isOn: boolean };
  /** Sets the lifetime usage from before a chain was imported. */
  importUsage: { readonly chain: number; readonly cents: number };

  /** Overrides the plan for one subscription, or tries to in a currency that is not the customer's. */
  override: { readonly chain: number; readonly own: OwnTerms; readonly isForeign: boolean };
  retariffOne: { readonly chain: number; readonly metric: MetricName; readonly price: number };
  resizeOne: { readonly chain: number; readonly units: number; readonly atOnce: boolean };

  /** Deletions. */
  strike: { readonly plan: number; readonly metric: MetricName };
  unmeter: { readonly metric: MetricName };
  unseat: Nothing;
  untax: { readonly tax: TaxCode };
  withdraw: { readonly plan: number };

  /** Sets the grace period. (Below, invoices and credit notes are named by their place among those that qualify.) */
  grace: { readonly days: number };
  refresh: { readonly place: number };
  /** Finalizes the oldest draft. */
  finalize: Nothing;
  discard: { readonly place: number };
  pay: { readonly place: number; readonly share: number };
  credit: { readonly place: number; readonly share: number; readonly as: 'credit' | 'refund' | 'offset' };
  voidCredit: { readonly place: number };
  /** Voids an issued invoice, if so with a credit note of a share of its total. */
  void: { readonly place: number; readonly noteShare: number | null };
  /** Makes a new invoice from a voided one. */
  regenerate: { readonly place: number; readonly change: FeeChange | null };
  /** Bills services once: their units and their price. */
  billOnce: { readonly fees: readonly { readonly tenths: number; readonly cents: number }[] };
  applyCoupon: { readonly coupon: number };
  /** Ends an application of a coupon. */
  /** Previews a new subscription with a coupon, sent under the code of one that may have other terms. */
  preview: {
    readonly plan: number;
    readonly coupon: number;
    /** In cents; null: a percentage. */
    readonly amountCents: number | null;
    readonly rate: number;
  };
  dropCoupon: { readonly place: number };
  openWallet: { readonly wallet: number; readonly spec: WalletSpec };
  closeWallet: { readonly wallet: number };
  /** Adds and takes credits, in hundredths. */
  book: {
    readonly wallet: number;
    readonly granted: number;
    readonly paid: number;
    readonly voided: number;
    readonly priority: number;
    readonly isPaidFirst: boolean;
  };
  /** Pays the invoice of a paid top-up, also one that is issued only then, or marks its payment as failed. */
  settle: { readonly place: number; readonly isPaid: boolean };
  relocate: { readonly timezone: string };
}

export type ActionKind = keyof Kinds;
export type Action<Kind extends ActionKind = ActionKind> = {
  [Each in ActionKind]: { readonly kind: Each } & Kinds[Each];
}[Kind];

const plan = fc.nat(PLANS - 1);
export const CHAINS = [0, 1, 2];
/** Actions favour some subscription chains, so that these go through much. */
const chain = fc.constantFrom(0, 0, 0, 0, 1, 1, 2);
const place = fc.nat(9);
const units = fc.nat(8);
const metric = fc.constantFrom(...METRICS);
const cascades = fc.boolean();
/** A price of usage in thousandths of a currency unit, so that fees need rounding. */
export const price = fc.integer({ min: 0, max: 2_500 });
export const amountCents = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000 }));
export const commitmentCents = fc.integer({ min: 1, max: 60_000 });
const endsIn = fc.integer({ min: 1, max: 90 });
const share = fc.oneof(fc.constant(1), fc.double({ min: 0.01, max: 0.99, noNaN: true }));
const seldom = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, arbitrary);
const wallet = fc.nat(WALLETS - 1);
const credits = fc.oneof(fc.constant(0), fc.nat(30_000));
const priority = fc.constantFrom(1, 10, 50);

const step = fc.integer({ min: 100, max: 4_000 });
/** Thresholds that usage passes soon. */
export const steps: fc.Arbitrary<ThresholdsSpec> = fc.record({
  fixed: fc.uniqueArray(fc.oneof(step, fc.integer({ min: 1, max: 12_000 })), { minLength: 1, maxLength: 3 }),
  recurring: fc.option(step),
});
export const thresholds = fc.oneof(fc.constant({ fixed: [], recurring: null }), steps);

const own: fc.Arbitrary<OwnTerms> = fc.record({ amountCents, commitmentCents: fc.option(commitmentCents) });

const use: fc.Arbitrary<UseSpec> = fc.record({
  metric,
  secondsAgo: fc.oneof(fc.nat(3_600), fc.nat(LONGEST_AGO_DAYS * DAY_S)),
  amount: fc.integer({ min: 1, max: 40 }),
});

/** Usage in arrears within a day before an end. */
const lastUse: fc.Arbitrary<UseSpec> = fc.record({
  metric: fc.constantFrom('calls', 'load'),
  secondsAgo: fc.nat(40_000),
  amount: fc.integer({ min: 1, max: 40 }),
});

const walletSpec: fc.Arbitrary<WalletSpec> = fc.record({
  priority,
  rateCents: fc.constantFrom(100, 100, 35, 250),
  granted: credits,
  paid: credits,
  expiresIn: seldom(endsIn),
  feeTypes: seldom(fc.subarray(['charge', 'subscription', 'commitment', 'fixed_charge'])),
  paysCalls: fc.boolean(),
  isPaidFirst: fc.boolean(),
});

interface Chance<Members> {
  /** Relative frequency. */
  readonly weight: number;
  readonly members: { readonly [Name in keyof Members]: fc.Arbitrary<Members[Name]> };
}

const CHANCES: { readonly [Kind in ActionKind]: Chance<Kinds[Kind]> } = {
  subscribe: {
    weight: 20,
    members: {
      chain,
      plan,
      anniversary: fc.boolean(),
      startsIn: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: -80, max: 40 })),
      endsIn: seldom(endsIn),
      alone: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
      own: seldom(own),
    },
  },
  gatedSubscribe: {
    weight: 6,
    members: { chain, plan, timeoutHours: fc.oneof(fc.constant(0), fc.nat(200)) },
  },
  activate: { weight: 6, members: { chain, isPaid: fc.boolean() } },
  terminate: {
    weight: 6,
    members: {
      chain,
      invoiced: fc.boolean(),
      unused: fc.constantFrom('credit', 'refund', 'offset', 'skip'),
    },
  },
  cancel: { weight: 2, members: { chain } },
  end: { weight: 3, members: { chain, endsIn: fc.option(endsIn) } },
  endOnFirstDay: {
    weight: 5,
    members: {
      chain,
      secondOfDay: fc.nat(80_000),
      events: fc.array(lastUse, { minLength: 1, maxLength: 3 }),
    },
  },
  reuseExternalId: { weight: 4, members: { chain, events: fc.array(use, { minLength: 1, maxLength: 3 }) } },
  use: {
    weight: 20,
    members: { chain, events: fc.array(use, { minLength: 1, maxLength: 6 }), sentTwice: fc.boolean() },
  },
  reprice: { weight: 5, members: { plan, amountCents, cascades } },
  retariff: { weight: 3, members: { plan, metric, price, cascades } },
  resize: { weight: 6, members: { plan, units, atOnce: fc.boolean(), cascades } },
  describe: {
    weight: 3,
    members: { plan, name: fc.nat(3), taxes: fc.subarray([...TAXES]), cascades },
  },
  commit: { weight: 3, members: { plan, cents: fc.oneof(fc.constant(0), commitmentCents), cascades } },
  setThresholds: { weight: 2, members: { plan, thresholds } },
  setOwnThresholds: { weight: 3, members: { chain, thresholds } },
  billProgressively: { weight: 2, members: { chain, isOn: fc.boolean() } },
  importUsage: { weight: 2, members: { chain, cents: fc.nat(9_000) } },
  override: {
    weight: 4,
    members: {
      chain,
      own,
      isForeign: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
    },
  },
  retariffOne: { weight: 3, members: { chain, metric, price } },
  resizeOne: { weight: 4, members: { chain, units, atOnce: fc.boolean() } },
  strike: { weight: 1, members: { plan, metric } },
  unmeter: { weight: 1, members: { metric } },
  unseat: { weight: 1, members: {} },
  untax: { weight: 1, members: { tax: fc.constantFrom(...TAXES) } },
  withdraw: { weight: 1, members: { plan } },
  grace: { weight: 3, members: { days: fc.oneof(fc.constant(0), fc.nat(40)) } },
  refresh: { weight: 3, members: { place } },
  finalize: { weight: 3, members: {} },
  discard: { weight: 2, members: { place } },
  pay: { weight: 9, members: { place, share } },
  credit: { weight: 4, members: { place, share, as: fc.constantFrom('credit', 'refund', 'offset') } },
  voidCredit: { weight: 1, members: { place } },
  void: { weight: 4, members: { place, noteShare: fc.option(fc.double({ min: 0, max: 1, noNaN: true })) } },
  regenerate: {
    weight: 4,
    members: {
      place,
      change: fc.option(fc.record({ fee: place, tenths: fc.nat(60), cents: fc.nat(4_000) })),
    },
  },
  billOnce: {
    weight: 3,
    members: {
      fees: fc.array(fc.record({ tenths: fc.nat(40), cents: fc.nat(9_000) }), { minLength: 1, maxLength: 3 }),
    },
  },
  applyCoupon: { weight: 14, members: { coupon: fc.nat(COUPONS - 1) } },
  preview: {
    weight: 2,
    members: {
      plan,
      coupon: fc.nat(COUPONS - 1),
      amountCents: fc.option(fc.integer({ min: 1, max: 20_000 })),
      rate: fc.constantFrom(3.5, 10, 50, 100),
    },
  },
  dropCoupon: { weight: 1, members: { place } },
  openWallet: { weight: 14, members: { wallet, spec: walletSpec } },
  closeWallet: { weight: 1, members: { wallet } },
  book: {
    weight: 8,
    members: {
      wallet,
      granted: credits,
      paid: credits,
      voided: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(8_000)),
      priority,
      isPaidFirst: fc.boolean(),
    },
  },
  settle: {
    weight: 9,
    members: { place, isPaid: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)) },
  },
  relocate: { weight: 3, members: { timezone: fc.constantFrom(...ZONES) } },
};

/** Generates an action of one of the kinds, each with the frequency of its weight. */
export function actionOf<Kind extends ActionKind>(kinds: readonly Kind[]): fc.Arbitrary<Action<Kind>> {
  return fc.oneof(
    ...kinds.map((kind) => {
      const { weight, members } = CHANCES[kind];
      return {
        weight,
        arbitrary: fc.record({ kind: fc.constant(kind), ...members }) as fc.Arbitrary<Action<Kind>>,
      };
    }),
  );
}

export const ACTION_KINDS = Object.keys(CHANCES) as ActionKind[];
