// fast-check, configured for every property test. The seed is fixed, so that no change fails by chance; `npm run fuzz`
// uses others. A failure prints the smallest failing input with its seed and path, which replay it as PROPERTY_SEED and
// PROPERTY_PATH. PROPERTY_SHRINK=no skips the search for the smallest input, which can take long.
import fc from 'fast-check';

const { env } = process;
export const SEED = Number(env['PROPERTY_SEED'] ?? 2027);
const PATH = env['PROPERTY_PATH'];
const TIMES = Number(env['PROPERTY_TIMES'] ?? 1);
/** True in `npm run fuzz`, which may take long. */
export const IS_FUZZING = TIMES > 1;

fc.configureGlobal({
  seed: SEED,
  numRuns: 100 * TIMES,
  endOnFailure: env['PROPERTY_SHRINK'] === 'no',
});

/** Options for a property that needs more or fewer tries than the default hundred. */
export function tries(count: number): { readonly numRuns: number; readonly path?: string } {
  return { numRuns: count * TIMES, ...(PATH === undefined ? {} : { path: PATH }) };
}

/** The timeout of a test that takes at most `ms` with the default number of tries. */
export function limit(ms: number): number {
  return ms * TIMES;
}

export { fc };
