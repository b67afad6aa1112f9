import { Big } from '../decimal.js';
import type { Price } from './charge-models.js';

/** The members of properties that make something cost; those left out only limit what others do. */
const COSTS: ReadonlySet<string> = new Set([
  'amount',
  'perUnitAmount',
  'flatAmount',
  'rate',
  'fixedAmount',
  'perTransactionMinAmount',
]);

/** Whether a price asks for nothing, however much is used. */
export function isFree({ model, properties }: Price): boolean {
  return model !== 'dynamic' && costsOf(properties).every((cost) => new Big(cost).eq(0));
}

/** Decimal texts, those inside of ranges too. */
function costsOf(properties: object): string[] {
  return Object.entries(properties).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'string') return COSTS.has(name) ? [value] : [];
    return typeof value === 'object' && value !== null ? costsOf(value) : [];
  });
}
