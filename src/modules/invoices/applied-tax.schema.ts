import { Field, Float, ID, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../platform/api/cost.js';
import { CurrencyCode } from '../../platform/api/enums.js';
import { DateTime, Decimal, SafeInt } from '../../platform/api/scalars.js';

/** The snapshot both kinds share: a tax as it stood when the amounts were worked out. */
@ObjectType()
export abstract class AppliedTaxSnapshot {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  taxId!: string;

  @Field(() => String)
  taxCode!: string;

  @Field(() => String)
  taxName!: string;

  @Field(() => String, { nullable: true })
  taxDescription!: string | null;

  @Field(() => Float, { name: 'taxRate', description: 'Percent: 20 means 20 %.' })
  taxRatePercent!: string;

  @Field(() => SafeInt, { description: 'Rounded by itself: amounts need not add up to the total of taxes.' })
  amountCents!: bigint;

  @Field(() => CurrencyCode, { name: 'amountCurrency' })
  currency!: string;

  @Field(() => DateTime)
  createdAt!: Date;
}

@ObjectType('FeeAppliedTax', { description: 'A tax of a fee, as it stood when the fee was worked out.' })
@TypicalItems(2)
export class FeeAppliedTaxType extends AppliedTaxSnapshot {
  @Field(() => ID, { nullable: true, description: 'Null on an estimate.' })
  feeId!: string | null;

  @Field(() => Decimal, { description: 'Minor units, before rounding.' })
  preciseAmountCents!: string;
}

@ObjectType('InvoiceAppliedTax', { description: 'What one tax adds to an invoice.' })
@TypicalItems(2)
export class InvoiceAppliedTaxType extends AppliedTaxSnapshot {
  @Field(() => ID)
  invoiceId!: string;

  @Field(() => SafeInt, { description: 'What the tax is taken from.' })
  feesAmountCents!: bigint;
}
