import assert from 'node:assert/strict';
import type { Benchmark } from './harness.ts';
import { Big, type ChargeModel, parseChargeProperties, rateUsage, usageOf } from './product.ts';

const COMPUTATIONS = 1_000_000;

const ranges = (last: object, first: object) => [
  { fromValue: 0, toValue: 100, flatAmount: '1', ...first },
  { fromValue: 101, toValue: 1_000, flatAmount: '0', ...last },
  { fromValue: 1_001, toValue: null, flatAmount: '0', ...last },
];
const prices = ranges({ perUnitAmount: '0.008' }, { perUnitAmount: '0.01' });
const SENT: Readonly<Record<ChargeModel, Readonly<Record<string, unknown>>>> = {
  standard: { amount: '0.0123' },
  package: { amount: '5', packageSize: 100, freeUnits: 10 },
  graduated: { graduatedRanges: prices },
  volume: { volumeRanges: prices },
  percentage: { rate: '1.5', fixedAmount: '0.02' },
  graduated_percentage: { graduatedPercentageRanges: ranges({ rate: '1' }, { rate: '2' }) },
  dynamic: {},
};

/** The price in cents of 1,237.5 units from 100 events that cost one cent each in `dynamic`, computed by hand. */
const EXPECTED: Readonly<Record<ChargeModel, bigint>> = {
  standard: 1_522n,
  package: 6_500n,
  graduated: 1_110n,
  volume: 990n,
  percentage: 2_056n,
  graduated_percentage: 1_438n,
  dynamic: 100n,
};

const MODELS = Object.keys(SENT) as ChargeModel[];
const EUROS = { currency: 'EUR', conversionRate: null };

/** (g) Rates units: computes an amount with its details, by charge model. Uses no database. */
export function rating(): Promise<Benchmark> {
  return Promise.resolve({
    title: `(g) From units to amounts, ${COMPUTATIONS} computations a round in one process`,
    variants: MODELS.map((model) => ({
      name: model,
      run: () => Promise.resolve({ 'computations/s': computationsPerSecond(model) }),
    })),
    ratios: [],
    check: () => {
      for (const model of MODELS)
        assert.equal(rateUsage(priceOf(model), usageAt(100), EUROS).amountCents, EXPECTED[model], model);
      return Promise.resolve();
    },
  });
}

function computationsPerSecond(model: ChargeModel): number {
  const price = priceOf(model);
  const usages = Array.from({ length: 1_000 }, (_, index) => usageAt(index));
  const startedAt = performance.now();
  for (let made = 0; made < COMPUTATIONS; made += usages.length)
    for (const usage of usages) rateUsage(price, usage, EUROS);
  return COMPUTATIONS / ((performance.now() - startedAt) / 1_000);
}

function priceOf(model: ChargeModel) {
  const parsed = parseChargeProperties(model, SENT[model]);
  if ('errors' in parsed) throw new Error(`${model}: ${parsed.errors.map(({ code }) => code).join(', ')}`);
  return { model, properties: parsed.properties };
}

function usageAt(index: number) {
  return usageOf(new Big(index).times('12.375'), {
    eventsCount: BigInt(index),
    eventsAmount: new Big(index).div(100),
  });
}
