// Measures the product: npm run bench -- [name …] [--rounds=5]
//
// Prints Markdown to be pasted. What each benchmark measures, and what it should come to, is in bench/README.md.
import { parseArgs } from 'node:util';
import { type Benchmark, report } from './harness.ts';
import { lists } from './lists.ts';
import { describeMachine } from './machine.ts';
import { createWorld, idleMemory, type World } from './world.ts';

const BENCHMARKS = new Map<string, (world: World) => Promise<Benchmark>>([['lists', lists]]);

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const names = positionals.length === 0 ? [...BENCHMARKS.keys()] : positionals;
const rounds = Number(values.rounds);
if (!names.every((name) => BENCHMARKS.has(name)) || !(rounds >= 1)) {
  console.error(`Usage: npm run bench -- [${[...BENCHMARKS.keys()].join('|')} …] [--rounds=5]`);
  process.exit(2);
}

const world = await createWorld();
try {
  console.log(`${await describeMachine(world)}\n- ${rounds} rounds`);
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
