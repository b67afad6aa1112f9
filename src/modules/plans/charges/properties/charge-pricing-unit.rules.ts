import { Big } from '../../../../core/money/decimal.js';
import type { FieldErrors } from '../../../../platform/errors/field-errors.js';
import type { PricingUnit } from '../../../pricing-units/pricing-unit.table.js';
import type { SentAppliedPricingUnit } from '../charge.input.js';
import type { Charge } from '../charge.table.js';

/** The pricing unit of a charge; both null: its prices are in the plan's currency. */
export type PricedIn = Pick<Charge, 'pricingUnitId' | 'conversionRate'>;

const IN_CURRENCY: PricedIn = { pricingUnitId: null, conversionRate: null };

/** The context in which the pricing unit that was sent is validated. */
interface Pricing {
  /** The charge that changes; null for a new one. */
  readonly charge: Charge | null;
  /** True if only the conversion rate may change. */
  readonly isFixed: boolean;
  /** Pricing units by code. */
  readonly pricingUnits: ReadonlyMap<string, PricingUnit>;
}

/** Validates the pricing unit of a charge. Source: charges.md §1, §10. */
export function checkPricingUnit(
  errors: FieldErrors,
  path: string,
  sent: SentAppliedPricingUnit | null | undefined,
  { charge, isFixed, pricingUnits }: Pricing,
): PricedIn {
  const { pricingUnitId: formerId, conversionRate: formerRate } = charge ?? IN_CURRENCY;
  const isIgnored = isFixed && (sent === null || formerId === null);
  if (isFixed && sent !== undefined && !isPricedIn(formerId, sent, pricingUnits)) errors.addIneffective(path);
  if (sent === undefined || isIgnored) return { pricingUnitId: formerId, conversionRate: formerRate };
  if (sent === null) return IN_CURRENCY;
  const keepsUnit = isFixed || (sent.code === undefined && formerId !== null);
  const pricingUnitId = keepsUnit ? formerId : (pricingUnits.get(sent.code ?? '')?.id ?? null);
  const conversionRate = sent.conversionRate === undefined ? formerRate : sent.conversionRate;
  if (pricingUnitId === null) errors.add(path, 'relation_must_exist');
  if (conversionRate === null) errors.add(`${path}.conversionRate`, 'value_is_mandatory');
  else if (new Big(conversionRate).lte(0)) errors.add(`${path}.conversionRate`, 'value_is_out_of_range');
  return { pricingUnitId, conversionRate };
}

/** True if what was sent names the unit that a charge has. */
function isPricedIn(
  unitId: string | null,
  sent: SentAppliedPricingUnit | null,
  pricingUnits: Pricing['pricingUnits'],
): boolean {
  if (sent === null || unitId === null) return sent === null && unitId === null;
  return sent.code === undefined || pricingUnits.get(sent.code ?? '')?.id === unitId;
}
