import assert from 'node:assert/strict';
import { startBackground } from './background.ts';
import { checkBooks } from './books.ts';
import { call } from './call.ts';
import type { Benchmark, Variant } from './harness.ts';
import { preload } from './flush-directly.ts';
import { latencyFigures } from './measure.ts';
import type { Pool } from './product.ts';
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

/** (d) That reading what was used costs the same whatever was used, while events come in. */
export async function currentUsage(world: World): Promise<Benchmark> {
  const { pool, server, rows } = world;
  const sizes = [rows / 100, rows / 10, rows];
  const [smallest = '', ...larger] = sizes.map(nameOf);
  for (const size of sizes) {
    await subscribe(server, nameOf(size));
    await preload(world, size, [nameOf(size)]);
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
    title: `(d) Current usage, ${CALLS} calls a round one after another, while events come in`,
    variants: sizes.map(variant),
    ratios: larger.flatMap((name) =>
      ['p50 ms', 'p99 ms'].map((figure) => ({ figure, of: name, by: smallest, aim: { atMost: 1.5 } })),
    ),
    check: async () => {
      await checkBooks(pool, world.stored);
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

/** Holds what was answered against the plainest sum there is. */
async function checkUsage({ sql }: Pool, externalId: string, usage: CurrentUsage): Promise<void> {
  const { from_datetime: from, to_datetime: to, charges_usage: charges } = usage;
  const counted = await sql<{ code: string; units: string; eventsCount: string }[]>`
    select metric.code, count(*) as "eventsCount",
      case metric.aggregation_type
        when 'count_agg' then count(*)
        when 'sum_agg' then sum((event.properties ->> metric.field_name)::numeric)
        when 'max_agg' then max((event.properties ->> metric.field_name)::numeric)
      end as units
    from events event
    join billable_metrics metric on metric.organization_id = event.organization_id and metric.code = event.code
    where event.external_subscription_id = ${externalId}
      and event."timestamp" >= ${from} and event."timestamp" <= ${to}
    group by metric.id`;
  const answered = new Map(
    charges.map(({ billable_metric: { code }, units, events_count }) => [
      code,
      [Number(units), events_count],
    ]),
  );
  const raw = new Map(
    counted.map(({ code, units, eventsCount }) => [code, [Number(units), Number(eventsCount)]]),
  );
  assert.deepEqual(answered, raw, `The usage of ${externalId} is not what its events come to.`);
}
