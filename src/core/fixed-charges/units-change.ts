import { daysToEnd } from '../time/calendar.js';
import { ZERO, type Big } from '../money/decimal.js';
import { rulesOf, type ChargeModel, type Price } from '../rating/charge-models.js';
import { toMoney, type FeeMoney } from '../rating/pricing.js';
import { usageOf } from '../usage.js';
import type { QuantityScope } from './quantity-history.js';

/** An immediate change of a quantity that is paid in advance. */
export interface UnitsChange<M extends ChargeModel> {
  readonly price: Price<M>;
  readonly currency: string;
  readonly newUnits: Big;
  /** Total units of the fixed charge's fees for this window; null when it has no fee yet. */
  readonly paidUnits: Big | null;
  readonly changedAt: Date;
  /** The window that was paid in advance. */
  readonly scope: QuantityScope;
  readonly isProrated: boolean;
}

export interface UnitsChangeFee extends FeeMoney {
  /** Units beyond those already paid; when 0, nothing is due and nothing is refunded. */
  readonly units: Big;
}

/**
 * Rates the units of a changed quantity that exceed the units paid in the window; for a prorated charge, over the
 * remaining days. Ranges and flat amounts already paid are not charged again.
 * Source: fixed-charges-and-commitments.md §6.4.
 */
export function unitsChangeFee<M extends ChargeModel>(change: UnitsChange<M>): UnitsChangeFee {
  const { newUnits, paidUnits, currency } = change;
  const units = newUnits.minus(paidUnits ?? ZERO);
  const pricing = { currency, conversionRate: null };
  if (units.lte(0)) return { units: ZERO, ...toMoney({ amount: ZERO, unitAmount: ZERO }, pricing) };
  const paid = paidUnits === null ? ZERO : priceOf(change, paidUnits);
  const amount = forRemainingDays(change, priceOf(change, newUnits).minus(paid));
  return { units, ...toMoney({ amount, unitAmount: amount.div(units) }, pricing) };
}

function priceOf<M extends ChargeModel>({ price }: UnitsChange<M>, units: Big): Big {
  return rulesOf(price).rate(price.properties, usageOf(units)).amount;
}

function forRemainingDays<M extends ChargeModel>(change: UnitsChange<M>, amount: Big): Big {
  const { isProrated, changedAt, scope } = change;
  if (!isProrated) return amount;
  const { window, countedFrom = window.from } = scope;
  const from = changedAt < countedFrom ? countedFrom : changedAt;
  return amount.times(daysToEnd(window, scope.timezone)(from)).div(scope.durationDays);
}
