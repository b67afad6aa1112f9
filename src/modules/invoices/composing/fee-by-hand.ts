import type { Big } from '../../../core/money/decimal.js';
import { toCents } from '../../../core/money/money.js';
import type { PlannedFee } from './planned-fee.js';

/** The amounts of a fee whose units or price were set by hand: their product, whatever the charge model. */
export function amountsByHand(
  units: Big,
  preciseUnitAmount: Big,
  currency: string,
): Pick<PlannedFee, 'amountCents' | 'preciseAmount' | 'preciseUnitAmount' | 'units'> {
  const preciseAmount = units.times(preciseUnitAmount);
  return { amountCents: toCents(preciseAmount, currency), preciseAmount, preciseUnitAmount, units };
}
