import assert from 'node:assert/strict';
import { startBackground } from './background.ts';
import { checkBooks } from './books.ts';
import { call } from './call.ts';
import type { Benchmark, Variant } from './harness.ts';
import { richly } from './events.ts';
import { preload } from './flush-directly.ts';
import { latencyFigures } from './measure.ts';
import type { Pool } from './product.ts';
import { createRichPlan, RICH_METRICS, RICH_PLAN } from './rich-plan.ts';
import { subscribe } from './sale.ts';
import type { World } from './world.ts';

const CALLS = 100;

interface CurrentUsage {
  readonly from_datetime: string;
  readonly to_datetime: string;
  readonly charges_usage: {
    readonly units: string;
    readonly events_count: number;
    readonly billable_metric: { readonly code: string };
  }[];
}

/**
 * (d) That reading the usage of twenty charges, of every aggregation and model, costs the same whatever was used, while
 * events come in.
 */
export async function currentUsage(world: World): Promise<Benchmark> {
  const { pool, server, rows, isLarge } = world;
  await createRichPlan(server, pool);
  const sizes = [rows / 100, rows / 10, rows, ...(isLarge ? [5 * rows] : [])];
  const [smallest = '', ...larger] = sizes.map(nameOf);
  const codes = RICH_METRICS.map(({ code }) => code);
  for (const size of sizes) {
    await subscribe(server, nameOf(size), RICH_PLAN);
    await preload(world, size, [nameOf(size)], (event) => richly(event, codes));
  }
  await pool.sql`vacuum (analyze)`;
  const variant = (size: number): Variant => ({
    name: nameOf(size),
    run: async () => {
      const background = startBackground(world, sizes.map(nameOf));
      const latenciesMs: number[] = [];
      for (let made = 0; made < CALLS; made += 1) {
        const startedAt = performance.now();
        await read(world, nameOf(size));
        latenciesMs.push(performance.now() - startedAt);
      }
      return { ...latencyFigures(latenciesMs), 'events/s beside': await background.stop() };
    },
  });
  return {
    title: `(d) Current usage of 20 charges, ${CALLS} calls a round one after another, while events come in`,
    variants: sizes.map(variant),
    ratios: larger.flatMap((name) =>
      ['p50 ms', 'p99 ms'].map((figure) => ({ figure, of: name, by: smallest, aim: { atMost: 1.5 } })),
    ),
    check: async () => {
      await checkBooks(world);
      for (const size of sizes) await checkUsage(pool, nameOf(size), await read(world, nameOf(size)));
    },
  };
}

function nameOf(size: number): string {
  return `${size} events`;
}

async function read({ server }: World, externalId: string): Promise<CurrentUsage> {
  const id = encodeURIComponent(externalId);
  const path = `/api/v1/customers/${id}/current_usage?external_subscription_id=${id}`;
  const answer = await call(server, 'GET', path);
  return (JSON.parse(answer) as { customer_usage: CurrentUsage }).customer_usage;
}

/** Holds counts and sums that were answered against the plainest ones there are. */
async function checkUsage({ sql }: Pool, externalId: string, usage: CurrentUsage): Promise<void> {
  const { from_datetime: from, to_datetime: to, charges_usage: charges } = usage;
  const counted = await sql<{ code: string; count: string; sum: string }[]>`
    select code, count(*) as count, sum((properties ->> 'amount')::numeric) as sum
    from events
    where external_subscription_id = ${externalId} and "timestamp" >= ${from} and "timestamp" <= ${to}
    group by code`;
  const raw = new Map(counted.map(({ code, count, sum }) => [code, { rich_count: count, rich_sum: sum }]));
  for (const { billable_metric: metric, units } of charges) {
    if (metric.code !== 'rich_count' && metric.code !== 'rich_sum') continue;
    const expected = Number(raw.get(metric.code)?.[metric.code]);
    assert.equal(Number(units), expected, `${metric.code} of ${externalId} is not what its events come to.`);
  }
}
