import type { Big } from '../../../core/money/decimal.js';
import type { ProviderError } from '../../integrations/integration.changes.js';

/** The taxes of a document, in minor units; of a credit note they are negative. */
interface ComparedTaxes {
  /** Begins the message: `The taxes`. */
  readonly what: string;
  readonly ours: bigint;
  /** A whole number. */
  readonly theirs: Big;
  readonly lines: number;
}

/**
 * The error of a document whose taxes a provider has recorded otherwise, by more than a minor unit for each line; null if it has not.
 * Source: integrations.md §7.
 */
export function taxDifference({ what, ours, theirs, lines }: ComparedTaxes): ProviderError | null {
  if (theirs.minus(ours.toString()).abs().lte(lines)) return null;
  const message = `${what} are ${ours} here and ${theirs.toFixed()} there, in minor units.`;
  return { errorCode: 'tax_mismatch', message };
}
