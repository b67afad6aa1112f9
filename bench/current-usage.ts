import assert from 'node:assert/strict';
import { startBackground } from './background.ts';
import { checkEventsAndCounters } from './database-checks.ts';
import { call } from './call.ts';
import type { Benchmark, Ratio, Variant } from './harness.ts';
import { richly } from './events.ts';
import { preload } from './flush-directly.ts';
import { latencyFigures } from './measure.ts';
import { createRichPlan, RICH_METRICS, RICH_PLAN } from './rich-plan.ts';
import { subscribe } from './create-subscriptions.ts';
import { unitsOf } from './usage-oracle.ts';
import type { World } from './world.ts';

/** Calls per size and round: enough that p99 stands for three calls. */
const CALLS = 300;

/** The queries: all twenty charges, or the charges of one metric whose aggregation is computed in a special way. */
const QUESTIONS = [
  { name: '20 charges', query: '' },
  { name: 'unique count', query: '&filter_by_metric_code=rich_unique' },
  { name: 'weighted sum', query: '&filter_by_metric_code=rich_weighted' },
] as const;

interface CurrentUsage {
  readonly from_datetime: string;
  readonly to_datetime: string;
  readonly charges_usage: {
    readonly units: string;
    /** Empty unless the charge is split. */
    readonly filters: readonly object[];
    readonly billable_metric: { readonly code: string };
  }[];
}

/**
 * (d) Reads the current usage of twenty charges, of every aggregation and model, while events arrive. The cost should
 * not grow with the number of events.
 */
export async function currentUsage(world: World): Promise<Benchmark> {
  const { pool, server, rows, isLarge } = world;
  await createRichPlan(server, pool);
  const sizes = [rows / 100, rows / 10, rows, ...(isLarge ? [5 * rows] : [])];
  const codes = RICH_METRICS.map(({ code }) => code);
  for (const size of sizes) {
    await subscribe(server, nameOf(size), RICH_PLAN);
    await preload(world, size, [nameOf(size)], (event) => richly(event, codes));
  }
  await pool.sql`vacuum (analyze)`;
  const measured = sizes.map(nameOf);
  return {
    title: `(d) Current usage, ${CALLS} calls a round one after another, while events come in`,
    variants: QUESTIONS.flatMap(({ name, query }) =>
      sizes.map((size): Variant => ({
        name: `${name}, ${nameOf(size)}`,
        run: async () => {
          const background = startBackground(world, measured);
          const latenciesMs: number[] = [];
          for (let made = 0; made < CALLS; made += 1) {
            const startedAt = performance.now();
            await read(world, nameOf(size), query);
            latenciesMs.push(performance.now() - startedAt);
          }
          return { ...latencyFigures(latenciesMs), 'events/s beside': await background.stop() };
        },
      })),
    ),
    ratios: QUESTIONS.flatMap(({ name }) => ratiosOf(name, sizes)),
    check: async () => {
      await checkEventsAndCounters(world);
      for (const size of sizes) await checkUsage(world, nameOf(size));
    },
  };
}

/** Compares each size with the smallest. */
function ratiosOf(question: string, [smallest = 0, ...larger]: readonly number[]): Ratio[] {
  const by = `${question}, ${nameOf(smallest)}`;
  return larger.flatMap((size) =>
    ['p50 ms', 'p99 ms'].map((figure) => ({
      figure,
      of: `${question}, ${nameOf(size)}`,
      by,
      aim: { atMost: 1.5 },
    })),
  );
}

function nameOf(size: number): string {
  return `${size} events`;
}

async function read({ server }: World, externalId: string, query = ''): Promise<CurrentUsage> {
  const id = encodeURIComponent(externalId);
  const path = `/api/v1/customers/${id}/current_usage?external_subscription_id=${id}${query}`;
  const answer = await call(server, 'GET', path);
  return (JSON.parse(answer) as { customer_usage: CurrentUsage }).customer_usage;
}

/** Compares the units of every charge with a naive aggregation of its events. */
async function checkUsage(world: World, externalId: string): Promise<void> {
  const { from_datetime, to_datetime, charges_usage: charges } = await read(world, externalId);
  // The API shows the last second of the period as its end.
  const window = { from: new Date(from_datetime), to: new Date(Date.parse(to_datetime) + 1_000) };
  const plain = await unitsOf(world.pool, externalId, window, false);
  const split = await unitsOf(world.pool, externalId, window, true);
  for (const { billable_metric: metric, filters, units } of charges) {
    const raw = (filters.length === 0 ? plain : split).get(metric.code);
    const isSame = raw !== undefined && Math.abs(Number(units) - raw) <= 1e-9 * Math.abs(raw);
    assert.ok(isSame, `${metric.code} of ${externalId}: ${units}, and ${raw} by its events.`);
  }
}
