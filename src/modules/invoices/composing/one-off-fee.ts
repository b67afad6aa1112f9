import { Big } from '../../../core/money/decimal.js';
import { fromCents, roundHalfAwayFromZero } from '../../../core/money/money.js';
import type { Period } from '../../../core/time/period.js';
import type { ListedTaxes } from '../../../core/taxes/tax.js';
import type { AddOn } from '../../add-ons/add-on.table.js';
import type { Tax } from '../../taxes/tax.table.js';
import type { PlannedFee } from './planned-fee.js';

/** What a one-off invoice bills of an add-on; absent values are those of the add-on. */
export interface BilledAddOn {
  readonly addOn: AddOn;
  readonly unitAmountCents: Big | null;
  readonly units: Big;
  readonly displayName: string | null;
  readonly description: string | null;
  readonly window: Period;
  readonly taxes: ListedTaxes<Tax>;
  /** The codes of taxes that the request names. */
  readonly namedTaxCodes: readonly string[];
}

/** The fee of an add-on: the price of its units, rounded once. Source: invoices.md §9. */
export function oneOffFee(
  { addOn, unitAmountCents, units, displayName, description, window, taxes, namedTaxCodes }: BilledAddOn,
  currency: string,
): PlannedFee {
  const unit = unitAmountCents ?? new Big(addOn.amountCents);
  const cents = unit.times(units);
  return {
    source: { type: 'add_on', addOnId: addOn.id },
    item: {
      code: addOn.code,
      name: addOn.name,
      description: description ?? addOn.description,
      displayName: displayName ?? addOn.invoiceDisplayName ?? addOn.name,
    },
    amountCents: roundHalfAwayFromZero(cents),
    preciseAmount: fromCents(cents, currency),
    units,
    totalAggregatedUnits: null,
    preciseUnitAmount: fromCents(unit, currency),
    eventsCount: null,
    amountDetails: {},
    payInAdvance: false,
    invoiceable: true,
    ...window,
    taxes,
    namedTaxCodes,
  };
}
