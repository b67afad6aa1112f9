import { FieldResolver, Resolver, Root } from 'type-graphql';
import { Big, decimalText } from '../../../core/money/decimal.js';
import { fromCents, roundHalfAwayFromZero } from '../../../core/money/money.js';
import { type Period, shownEnd } from '../../../core/time/period.js';
import { DateTime, Decimal, SafeInt } from '../../../platform/api/members/scalars.js';
import { type FeeItem, itemOf } from './fee-item.js';
import { FeeDetailsType, FeeItemType } from './fee.schema.js';
import type { Fee } from '../records/fees/fee.table.js';

const WINDOWLESS = 'Null for credits.';

/** Fields that are computed from the row of a fee, stored or estimated. Source: fees.md §2. */
@Resolver(() => FeeDetailsType)
export class FeeDetailsResolver {
  @FieldResolver(() => FeeItemType, {
    description: 'The record that the fee bills: a charge, an add-on, a plan or a wallet.',
  })
  item(@Root() fee: Fee): FeeItem {
    return itemOf(fee);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Description of a fee of a one-off invoice: the one that was sent, or that of the add-on. Null for other fees.',
  })
  description(@Root() { feeType, itemDescription }: Fee): string | null {
    return feeType === 'add_on' ? itemDescription : null;
  }

  @FieldResolver(() => Decimal, { description: 'Amount before rounding, in currency units.' })
  preciseAmount(@Root() fee: Fee): string {
    return currencyUnits(fee.preciseAmountCents, fee);
  }

  @FieldResolver(() => Decimal, { description: 'Amount before rounding, in currency units.' })
  taxesPreciseAmount(@Root() fee: Fee): string {
    return currencyUnits(fee.taxesPreciseAmountCents, fee);
  }

  @FieldResolver(() => Decimal, {
    description: 'Amount including taxes, before rounding, in currency units.',
  })
  preciseTotalAmount(@Root() fee: Fee): string {
    return currencyUnits(new Big(fee.preciseAmountCents).plus(fee.taxesPreciseAmountCents), fee);
  }

  @FieldResolver(() => SafeInt, {
    description: 'Amount of the fee including taxes, before coupons, in minor units of the currency.',
  })
  totalAmountCents(@Root() { amountCents, taxesAmountCents }: Fee): bigint {
    return amountCents + taxesAmountCents;
  }

  @FieldResolver(() => SafeInt, { description: "Amount minus the fee's share of coupons." })
  subTotalExcludingTaxesAmountCents(@Root() { amountCents, preciseCouponsAmountCents }: Fee): bigint {
    return roundHalfAwayFromZero(new Big(amountCents).minus(preciseCouponsAmountCents));
  }

  @FieldResolver(() => Decimal, {
    description: "Amount minus the fee's share of coupons, before rounding.",
  })
  subTotalExcludingTaxesPreciseAmountCents(
    @Root() { preciseAmountCents, preciseCouponsAmountCents }: Fee,
  ): string {
    return decimalText(new Big(preciseAmountCents).minus(preciseCouponsAmountCents));
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: `Start of the billed period; for a minimum commitment, of the reconciled period. ${WINDOWLESS}`,
  })
  from(@Root() fee: Fee): Date | null {
    return windowOf(fee)?.from ?? null;
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: `Last second of the billed period; for a minimum commitment, of the reconciled period. ${WINDOWLESS}`,
  })
  to(@Root() fee: Fee): Date | null {
    const window = windowOf(fee);
    return window === null ? null : shownEnd(window);
  }
}

/** Source: fees.md §2. */
function windowOf({ fromAt: from, toAt: to }: Fee): Period | null {
  return from === null || to === null ? null : { from, to };
}

function currencyUnits(preciseCents: Big | string, { currency }: Fee): string {
  return decimalText(fromCents(new Big(preciseCents), currency));
}
