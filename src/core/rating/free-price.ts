import { Big } from '../money/decimal.js';
import type { Price } from './charge-models.js';

/** The properties that add to a price; all others only limit the effect of these. */
const COSTS: ReadonlySet<string> = new Set([
  'amount',
  'perUnitAmount',
  'flatAmount',
  'rate',
  'fixedAmount',
  'perTransactionMinAmount',
]);

/** True if a price is 0 for any usage. */
export function isFree({ model, properties }: Price): boolean {
  return model !== 'dynamic' && costsOf(properties).every((cost) => new Big(cost).eq(0));
}

/** The decimal texts of all such properties, including those inside ranges. */
function costsOf(properties: object): string[] {
  return Object.entries(properties).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'string') return COSTS.has(name) ? [value] : [];
    return typeof value === 'object' && value !== null ? costsOf(value) : [];
  });
}
