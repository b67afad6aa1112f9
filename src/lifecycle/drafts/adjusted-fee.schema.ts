import { InputType } from 'type-graphql';
import { DecimalText, Id, Text } from '../../platform/api/members/fields.js';
import { deletedPayloadOf, idInput, payloadOf } from '../../platform/api/members/shapes.js';
import { InvoiceType } from '../../modules/invoices/api/invoice.schema.js';
import type { AdjustFee } from './adjusted-fee.input.js';

@InputType({
  description:
    'A change by hand to one fee of a draft invoice: to an existing fee (`feeId`), or to the fee of a charge (`chargeId`), ' +
    'also of one without usage. It replaces an earlier change of the same fee.',
})
export class AdjustedFeeInput implements AdjustFee {
  @Id('Id of the draft invoice.') invoiceId!: string;
  @Id.orNull('Id of a fee of the invoice.') feeId?: string | null;
  @Id.orNull('Id of a charge of a plan that the invoice bills. Its fee without groups is changed.')
  chargeId?: string | null;
  @Id.orNull('Id of a filter of the charge. Default: the usage that no filter matches.')
  chargeFilterId?: string | null;
  @Id.orNull(
    'Id of the subscription whose charge it is. Default: the first one on the invoice with the plan of the charge.',
  )
  subscriptionId?: string | null;
  @DecimalText.orNull(
    'Number of units; not below 0. Without a price, the charge model prices them. Required with `chargeId` or a price; ' +
      'default: as computed.',
  )
  units?: string | null;
  @DecimalText.orNull(
    'Price of a unit in minor units, with decimals, of the currency or of the pricing unit of the charge; not below 0. ' +
      'Required for the units of percentage and dynamic charges.',
  )
  unitAmountCents?: string | null;
  @Text.orNull('Name on the invoice. Default: as computed.') invoiceDisplayName?: string | null;
}

export const DeleteAdjustedFeeInput = idInput('DeleteAdjustedFeeInput', {
  id: 'Id of a fee of a draft invoice that was changed by hand.',
});
export const AdjustedFeePayload = payloadOf(
  'AdjustedFeePayload',
  'invoice',
  () => InvoiceType,
  'The draft invoice with the changed fee.',
);
export const DeleteAdjustedFeePayload = deletedPayloadOf(
  'DeleteAdjustedFeePayload',
  'invoice',
  () => InvoiceType,
  'The draft invoice, computed again without the change.',
);
