// fast-check as every property test uses it. The seed is fixed, so that nobody's change fails by chance; `npm run fuzz`
// tries others. A failure prints its seed and path, which play it again as PROPERTY_SEED and PROPERTY_PATH, and the
// smallest input that fails; PROPERTY_SHRINK=no does without looking for that, which can take long.
import fc from 'fast-check';

const { env } = process;
export const SEED = Number(env['PROPERTY_SEED'] ?? 2027);
const PATH = env['PROPERTY_PATH'];
const TIMES = Number(env['PROPERTY_TIMES'] ?? 1);
/** Whether this is `npm run fuzz`, which has time. */
export const IS_FUZZING = TIMES > 1;

fc.configureGlobal({
  seed: SEED,
  numRuns: 100 * TIMES,
  endOnFailure: env['PROPERTY_SHRINK'] === 'no',
});

/** For a property that is to be tried more or less often than a hundred times. */
export function tries(count: number): { readonly numRuns: number; readonly path?: string } {
  return { numRuns: count * TIMES, ...(PATH === undefined ? {} : { path: PATH }) };
}

/** The limit of a test whose tries take `ms` at most when there are as many as usual. */
export function limit(ms: number): number {
  return ms * TIMES;
}

export { fc };
