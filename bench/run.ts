// Measures the product: npm run bench -- [name …] [--rows=1000000] [--rounds=5] [--large] [--grace] [--clock]
//
// Prints Markdown for bench/README.md, which describes what each benchmark measures and its aim.
import { parseArgs } from 'node:util';
import { billingDay } from './billing-day.ts';
import { calls } from './calls.ts';
import { currentUsage } from './current-usage.ts';
import { dashboards } from './dashboards.ts';
import { dimensions } from './dimensions.ts';
import { duplicates } from './duplicates.ts';
import { type Benchmark, report } from './harness.ts';
import { ingest } from './ingest.ts';
import { lists } from './lists.ts';
import { describeMachine } from './machine.ts';
import { prepaidBilling, prepaidUsage } from './prepaid-customers.ts';
import { reports } from './reports.ts';
import { rating } from './rating.ts';
import { singles } from './single-events.ts';
import { webhooks } from './webhooks.ts';
import { createWorld, idleMemory, type World } from './world.ts';

const BENCHMARKS = new Map<string, (world: World) => Promise<Benchmark>>([
  ['ingest', ingest],
  ['singles', singles],
  ['duplicates', duplicates],
  ['current-usage', currentUsage],
  ['dimensions', dimensions],
  ['rating', rating],
  ['lists', lists],
  ['billing-day', billingDay],
  ['calls', calls],
  ['dashboards', dashboards],
  ['reports', reports],
  ['webhooks', webhooks],
  ['prepaid-billing', prepaidBilling],
  ['prepaid-usage', prepaidUsage],
]);

/** With fewer rows, rounds are too short to mean anything. */
const SMALLEST = 50_000;

const { values, positionals } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    large: { type: 'boolean', default: false },
    grace: { type: 'boolean', default: false },
    clock: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const names = positionals.length === 0 ? [...BENCHMARKS.keys()] : positionals;
const [rows, rounds] = [Number(values.rows), Number(values.rounds)];
if (!names.every((name) => BENCHMARKS.has(name)) || !(rows >= SMALLEST) || !(rounds >= 1)) {
  console.error(
    `Usage: npm run bench -- [${[...BENCHMARKS.keys()].join('|')} …] [--rows=${SMALLEST} or more] [--rounds=5] [--large] [--grace] [--clock]`,
  );
  process.exit(2);
}

const world = await createWorld(rows, {
  isLarge: values.large,
  withGrace: values.grace,
  withClock: values.clock,
});
try {
  console.log(`${await describeMachine(world)}\n- ${rows} events preloaded, ${rounds} rounds`);
  for (const name of names) {
    const benchmark = await BENCHMARKS.get(name)?.(world);
    if (benchmark !== undefined) await report(benchmark, rounds);
  }
  const text = (megabytes: number | null) => (megabytes === null ? 'unknown' : `${megabytes.toFixed(0)} MB`);
  const [before, after] = [text(world.idleMegabytes), text(await idleMemory(world.server))];
  console.log(
    `Idle memory of the server process, without Postgres: ${before} after its start, ${after} now.`,
  );
} finally {
  await world.stop();
}
