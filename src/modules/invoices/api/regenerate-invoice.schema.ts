import { InputType } from 'type-graphql';
import { DecimalText, Id, ListOf, Text } from '../../../platform/api/members/fields.js';
import type { RegenerateInvoice, SentRegeneratedFee } from '../issuing/regeneration.input.js';

@InputType({
  description: 'A change of a fee of the voided invoice (`id`), or a new fee for a charge (`chargeId`).',
})
export class RegeneratedFeeInput implements SentRegeneratedFee {
  @Id.orNull('Id of a fee of the voided invoice.') id?: string | null;
  @Id.orNull('Id of a charge of a plan that the voided invoice billed.') chargeId?: string | null;
  @Id.orNull(
    'Id of the subscription of a new fee. Default: the first one on the invoice with the plan of the charge.',
  )
  subscriptionId?: string | null;
  @DecimalText.orNull('Number of units; not below 0. Required for a new fee; default: as it was.')
  units?: string | null;
  @DecimalText.orNull(
    'Price of a unit in minor units of the currency, with decimals; not below 0. Required for a new fee; default: as it was.',
  )
  unitAmountCents?: string | null;
  @Text.orNull('Name on the invoice. Default: as it was, or that of the charge.')
  invoiceDisplayName?: string | null;
}

@InputType({ description: 'A voided invoice to make a new one from.' })
export class RegenerateInvoiceInput implements RegenerateInvoice {
  @Id('Id of the voided invoice.') voidedInvoiceId!: string;
  @ListOf.orNull(() => RegeneratedFeeInput, 'Changed and added fees. All other fees are copied as they are.')
  fees?: RegeneratedFeeInput[] | null;
}
