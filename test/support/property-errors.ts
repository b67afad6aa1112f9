import type { ParsedProperties, PropertyErrorCode } from '../../src/core/rating/models/charge-model.js';

/** The distinct codes of the violations that were found in the properties of a charge; null for valid ones. */
export function codesOf(parsed: ParsedProperties<unknown>): readonly PropertyErrorCode[] | null {
  return 'errors' in parsed ? [...new Set(parsed.errors.map(({ code }) => code))] : null;
}
