import { Big } from '../../../core/money/decimal.js';
import { invalid } from '../../../platform/errors/app-error.js';

/** Largest quantity and amount that responses can represent. Source: rest-conventions.md §14. */
const UNITS_LIMIT = new Big('1e30');
const CENTS_LIMIT = BigInt(Number.MAX_SAFE_INTEGER);

/** @throws AppError `amount_cents: value_is_out_of_range` if no response can represent the units or the amount. */
export function withinLimits<Figures extends { readonly units: Big; readonly amountCents: bigint }>(
  figures: Figures,
): Figures {
  requireAmount(figures.amountCents);
  if (figures.units.abs().gte(UNITS_LIMIT)) throw outOfRange();
  return figures;
}

/** @returns the amount. @throws AppError `amount_cents: value_is_out_of_range` if no response can represent it. */
export function requireAmount(amountCents: bigint): bigint {
  if (amountCents > CENTS_LIMIT) throw outOfRange();
  return amountCents;
}

function outOfRange() {
  return invalid({ amountCents: ['value_is_out_of_range'] });
}
