import { DecimalInGraphql } from '../../../platform/api/surfaces.js';
import { Field, Float, ID, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../../platform/api/cost.js';
import { CurrencyCode } from '../../../platform/api/enums.js';
import { DateTime, Decimal, SafeInt } from '../../../platform/api/scalars.js';

/** The members that applied taxes of fees and of invoices share: a snapshot of the tax when it was applied. */
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

  @Field(() => Float, { name: 'taxRate', description: 'Percentage: 20 means 20 %.' })
  @DecimalInGraphql()
  taxRatePercent!: string;

  @Field(() => SafeInt, {
    description: 'Rounded individually, so the amounts may not add up to the tax total.',
  })
  amountCents!: bigint;

  @Field(() => CurrencyCode, { name: 'amountCurrency' })
  currency!: string;

  @Field(() => DateTime)
  createdAt!: Date;
}

@ObjectType('FeeAppliedTax', { description: 'A tax applied to a fee, as it was when the fee was computed.' })
@TypicalItems(2)
export class FeeAppliedTaxType extends AppliedTaxSnapshot {
  @Field(() => ID, { nullable: true, description: 'Null for an estimate.' })
  feeId!: string | null;

  @Field(() => Decimal, { description: 'Amount before rounding, in minor units.' })
  preciseAmountCents!: string;
}

@ObjectType('InvoiceAppliedTax', { description: 'A tax applied to an invoice.' })
@TypicalItems(2)
export class InvoiceAppliedTaxType extends AppliedTaxSnapshot {
  @Field(() => ID)
  invoiceId!: string;

  @Field(() => SafeInt, { description: 'Taxable amount.' })
  feesAmountCents!: bigint;
}
