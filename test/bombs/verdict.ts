import { DEFAULT_LIMITS } from '../../src/platform/limits.js';
import type { Attack } from './bomb.js';
import type { Observation } from './target.js';

/** Limits on the cost of one request. */
const MOST = {
  busyMs: 100,
  memoryMegabytes: 200,
  statements: 200,
  planningMs: 50,
  tookMs: 5_000,
  neighbourMs: 100,
};

/** A problem with a response. */
export interface Problem {
  readonly text: string;
  /** True for times and memory: such a problem counts only if it occurs repeatedly. */
  readonly isMeasured: boolean;
}

/** @param slowness how many times slower than usual this machine is at the moment. */
export function problemsOf(
  { surface, actor }: Pick<Attack, 'surface' | 'actor'>,
  { status, cost, tookMs }: Observation,
  slowness: number,
): Problem[] {
  if (status === null || cost === null) return [exact('has no answer')];
  const isAnonymous = actor === 'without a key';
  const readable = surface === 'GraphQL' ? DEFAULT_LIMITS.anonymousBodyBytes : 0;
  return [
    ...(status >= 500 ? [exact(`is answered ${status}`)] : []),
    ...over('statements', cost.statements, isAnonymous ? 0 : MOST.statements).map(exact),
    ...(isAnonymous ? over('characters of JSON parsed', cost.parsedCharacters, readable).map(exact) : []),
    ...over('ms without serving others', cost.busyMs, MOST.busyMs * slowness).map(measured),
    ...over('MB of memory', cost.memoryMegabytes, MOST.memoryMegabytes).map(measured),
    ...over('ms to plan a statement', cost.planningMs, MOST.planningMs * slowness).map(measured),
    ...over('ms until the answer', tookMs, MOST.tookMs * slowness).map(measured),
  ];
}

/** The state of the server after an attack. */
export interface Aftermath {
  readonly ready: Pick<Observation, 'status' | 'tookMs'>;
  /** A read of another organization. */
  readonly read: Pick<Observation, 'status' | 'tookMs'>;
}

export function problemsAfterwards(aftermath: Aftermath, slowness: number): Problem[] {
  return Object.entries(aftermath).flatMap(([name, { status, tookMs }]) => [
    ...(status === 200 ? [] : [exact(`afterwards ${name} is answered ${status ?? 'nothing'}`)]),
    ...over(`ms for ${name} afterwards`, tookMs, MOST.neighbourMs * slowness).map(measured),
  ]);
}

const exact = (text: string): Problem => ({ text, isMeasured: false });
const measured = (text: string): Problem => ({ text, isMeasured: true });

function over(what: string, value: number, most: number): string[] {
  return value > most ? [`takes ${Math.round(value)} ${what}, more than ${Math.round(most)}`] : [];
}
