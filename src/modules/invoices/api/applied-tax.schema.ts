import { DecimalInGraphql } from '../../../platform/api/members/surfaces.js';
import { Float, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../../platform/api/cost.js';
import { Cents, Currency, DecimalText, Id, Instant, Of, Text } from '../../../platform/api/members/fields.js';

/** The members that applied taxes of fees and of invoices share: a snapshot of the tax when it was applied. */
@ObjectType()
export abstract class AppliedTaxSnapshot {
  @Id() id!: string;
  @Id.orNull('Id of the tax; null for a tax that a provider has computed.') taxId!: string | null;
  @Text() taxCode!: string;
  @Text() taxName!: string;
  @Text.orNull() taxDescription!: string | null;
  @Of(() => Float, 'Percentage: 20 means 20 %.', { name: 'taxRate' })
  @DecimalInGraphql()
  taxRatePercent!: string;
  @Cents(
    'Amount of the tax in minor units, rounded individually: the amounts may not add up to the tax total.',
  )
  amountCents!: bigint;
  @Currency({ name: 'amountCurrency' }) currency!: string;
  @Instant() createdAt!: Date;
}

@ObjectType('FeeAppliedTax', { description: 'A tax applied to a fee, as it was when the fee was computed.' })
@TypicalItems(2)
export class FeeAppliedTaxType extends AppliedTaxSnapshot {
  @Id.orNull('Id of the fee that is taxed; null for an estimate.') feeId!: string | null;
  @DecimalText('Amount before rounding, in minor units.') preciseAmountCents!: string;
  @DecimalText.orNull(
    'The part of the fee that a tax provider has taxed, in minor units; null for taxes that none has computed.',
  )
  taxableAmountCents!: string | null;
  @DecimalText.orNull(
    'That part as a share of the amount that the provider was asked about: 0.8 means 80 %; null as `taxableAmountCents`.',
  )
  baseRate!: string | null;
}

@ObjectType('InvoiceAppliedTax', { description: 'A tax applied to an invoice.' })
@TypicalItems(2)
export class InvoiceAppliedTaxType extends AppliedTaxSnapshot {
  @Id() invoiceId!: string;
  @Cents('Amount that the tax is computed on, in minor units of the currency.') feesAmountCents!: bigint;
}
