import { Big, sum } from '../money/decimal.js';
import { spread } from '../money/spread.js';
import { COUPONS_SCALE } from '../taxes/tax.js';

/** A step of lifetime usage at which usage is invoiced before its period ends. Amounts are in minor units of the plan's currency. */
export interface UsageThreshold {
  /** Greater than 0. Of a recurring threshold: the distance between its steps. */
  readonly amountCents: bigint;
  /** An owner has at most one recurring threshold. */
  readonly recurring: boolean;
}

/** The parts of lifetime usage, before taxes. Source: progressive-billing.md §2, §3. */
export interface LifetimeAmounts {
  /** From before the subscription was imported. */
  readonly historicalCents: bigint;
  /** On invoices of ended periods. */
  readonly invoicedCents: bigint;
  /** Of the current period, which is not invoiced yet. */
  readonly currentCents: bigint;
}

/** The total of lifetime usage. */
export function lifetimeCents({ historicalCents, invoicedCents, currentCents }: LifetimeAmounts): bigint {
  return historicalCents + invoicedCents + currentCents;
}

/**
 * The thresholds that usage has passed since it was last invoiced, ascending, the recurring one last.
 * @param progressiveCents fees of the last progressive invoice of the current period; 0 without one.
 * Source: progressive-billing.md §3.
 */
export function passedThresholds<Threshold extends UsageThreshold>(
  thresholds: readonly Threshold[],
  { historicalCents, invoicedCents, currentCents }: LifetimeAmounts,
  progressiveCents: bigint,
): Threshold[] {
  const newCents = currentCents - progressiveCents;
  if (newCents < 0n) return [];
  const before = historicalCents + invoicedCents + progressiveCents;
  const total = before + newCents;
  const { steps, recurring, largestCents } = sorted(thresholds);
  if (before < largestCents) {
    const passed = steps.filter(({ amountCents }) => before < amountCents && amountCents <= total);
    const isBeyond = recurring !== null && total - largestCents >= recurring.amountCents;
    return isBeyond ? [...passed, recurring] : passed;
  }
  // Once the other thresholds are used up, the steps are the multiples of the amount, counted from 0.
  const isPassed = recurring !== null && newCents + (before % recurring.amountCents) >= recurring.amountCents;
  return isPassed ? [recurring] : [];
}

/** How far usage has come towards a threshold, or towards a step of a recurring one. */
export interface ThresholdProgress<Threshold> {
  readonly threshold: Threshold;
  readonly amountCents: bigint;
  /** Between 0 and 1. */
  readonly ratio: Big;
}

/** Steps of a recurring threshold that are listed, at most: the last ones. */
const MOST_STEPS = 100n;

/**
 * The progress towards each threshold, ascending. A recurring threshold has one entry for each passed step and the next one.
 * Source: progressive-billing.md §2.
 */
export function thresholdProgress<Threshold extends UsageThreshold>(
  thresholds: readonly Threshold[],
  totalCents: bigint,
): ThresholdProgress<Threshold>[] {
  const { steps, recurring, largestCents } = sorted(thresholds);
  const passed = steps.filter(({ amountCents }) => amountCents <= totalCents);
  const lastCents = passed.at(-1)?.amountCents ?? 0n;
  const fixed = steps.map((threshold, index) => {
    const { amountCents } = threshold;
    const isNext = index === passed.length;
    const ratio =
      index < passed.length ? ONE : isNext ? part(totalCents - lastCents, amountCents - lastCents) : NONE;
    return { threshold, amountCents, ratio };
  });
  if (recurring === null) return fixed;
  const step = recurring.amountCents;
  if (passed.length < steps.length) {
    return [...fixed, { threshold: recurring, amountCents: largestCents + step, ratio: NONE }];
  }
  const beyondCents = totalCents - lastCents;
  const count = beyondCents / step;
  const first = count > MOST_STEPS ? count - MOST_STEPS : 0n;
  const done = Array.from({ length: Number(count - first) }, (_, index) => ({
    threshold: recurring,
    amountCents: lastCents + (first + BigInt(index) + 1n) * step,
    ratio: ONE,
  }));
  const next = { threshold: recurring, amountCents: lastCents + (count + 1n) * step };
  return [...fixed, ...done, { ...next, ratio: part(beyondCents % step, step) }];
}

const ONE = new Big(1);
const NONE = new Big(0);

function part(cents: bigint, of: bigint): Big {
  return new Big(cents).div(of);
}

function sorted<Threshold extends UsageThreshold>(thresholds: readonly Threshold[]) {
  const steps = thresholds
    .filter(({ recurring }) => !recurring)
    .toSorted((one, other) => (one.amountCents < other.amountCents ? -1 : 1));
  return {
    steps,
    recurring: thresholds.find(({ recurring }) => recurring) ?? null,
    largestCents: steps.at(-1)?.amountCents ?? 0n,
  };
}

/** What the progressive invoices of a period have billed of its usage, in minor units before coupons and taxes. */
export interface ProgressivelyBilled {
  /** Less what each was credited for those before it. */
  readonly feesCents: bigint;
  /** Credited from them on other invoices that count. */
  readonly grantedCents: bigint;
  /** Given back by their credit notes. */
  readonly notedCents: bigint;
}

/** What is taken off an invoice for usage that progressive invoices have billed. */
export interface ProgressiveCredit {
  readonly creditCents: bigint;
  /** What was billed progressively and not used after all: a credit note gives it back. */
  readonly excessCents: bigint;
}

/**
 * The credit for usage that was billed progressively. It is gross: what coupons gave on the progressive invoices stays given, and
 * those of this invoice apply to the rest.
 * @param capCents the fees of the invoice for charges that the last progressive invoice billed.
 * Source: progressive-billing.md §5, §6; ADR 0096, 0128.
 */
export function progressiveCredit(
  { feesCents, grantedCents, notedCents }: ProgressivelyBilled,
  capCents: bigint,
): ProgressiveCredit {
  const left = feesCents - grantedCents - notedCents;
  const billed = left > 0n ? left : 0n;
  return billed > capCents
    ? { creditCents: capCents, excessCents: billed - capCents }
    : { creditCents: billed, excessCents: 0n };
}

/**
 * Spreads such a credit over the fees of an invoice: first over what was billed of the same usage, at most what each fee is; then,
 * where some usage has shrunk and other usage has grown, over what is left of the fees.
 * @param fees `billedCents` is null for a fee of a charge that was not billed. @returns shares with five decimals.
 * Source: progressive-billing.md §5; ADR 0096, 0127.
 */
export function progressiveShares(
  creditCents: bigint,
  fees: readonly { readonly amountCents: bigint; readonly billedCents: bigint | null }[],
): Big[] {
  const known = fees.map(({ amountCents, billedCents }) => {
    const billed = billedCents ?? 0n;
    return new Big(billed < amountCents ? billed : amountCents);
  });
  const credit = new Big(creditCents);
  const shares = spread(credit, known, COUPONS_SCALE);
  const rests = fees.map(({ amountCents, billedCents }, index) =>
    billedCents === null ? NONE : new Big(amountCents).minus(shares[index] ?? NONE),
  );
  const others = spread(credit.minus(sum(shares)), rests, COUPONS_SCALE);
  return shares.map((share, index) => share.plus(others[index] ?? NONE));
}
