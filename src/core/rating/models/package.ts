import { Big, ceilAt, decimalText, ZERO } from '../../money/decimal.js';
import { isIntegerFrom, isPrice, type ChargeModelRules, type PropertyError } from './charge-model.js';

export type PackageProperties = {
  /** Currency units for one package. */
  readonly amount: string;
  /** Units in a package. */
  readonly packageSize: number;
  /** Units of each period that are not charged. */
  readonly freeUnits: number;
};

export type PackageDetails = {
  readonly free_units: string;
  readonly paid_units: string;
  readonly per_package_size: number;
  readonly per_package_unit_amount: string;
};

/** The details of a charge without usage. */
const UNUSED: PackageDetails = {
  free_units: '0.0',
  paid_units: '0.0',
  per_package_size: 0,
  per_package_unit_amount: '0.0',
};

/** Charges units beyond the free ones in whole packages; a started package costs the full amount. Source: charges.md §4. */
export const packageModel: ChargeModelRules<PackageProperties, PackageDetails> = {
  defaults: { amount: '0', packageSize: 1, freeUnits: 0 },

  parse({ amount, packageSize, freeUnits }) {
    if (isPrice(amount) && isIntegerFrom(1, packageSize) && isIntegerFrom(0, freeUnits)) {
      return { properties: { amount, packageSize, freeUnits } };
    }
    const errors: PropertyError[] = [];
    if (!isPrice(amount)) errors.push({ code: 'invalid_amount', member: 'amount' });
    if (!isIntegerFrom(1, packageSize)) errors.push({ code: 'invalid_package_size', member: 'packageSize' });
    if (!isIntegerFrom(0, freeUnits)) errors.push({ code: 'invalid_free_units', member: 'freeUnits' });
    return { errors };
  },

  rate({ amount, packageSize, freeUnits }, { units }) {
    const beyondFree = units.minus(freeUnits);
    const paidUnits = beyondFree.gt(0) ? beyondFree : ZERO;
    const amountDetails: PackageDetails = {
      free_units: decimalText(new Big(freeUnits)),
      paid_units: decimalText(paidUnits),
      per_package_size: packageSize,
      per_package_unit_amount: decimalText(new Big(amount)),
    };
    return {
      amount: ceilAt(paidUnits.div(packageSize), 0).times(amount),
      pricedUnits: paidUnits,
      amountDetails: units.eq(0) ? UNUSED : amountDetails,
    };
  },
};
