import { InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { Id, Instant, Text } from '../../platform/api/members/fields.js';
import { pageArgsOf } from '../../platform/api/lists/page-args.js';
import { payloadOf } from '../../platform/api/members/shapes.js';
import type { PaymentReceiptFilter } from './payment-receipt.input.js';
import { paymentReceiptOrders } from './payment-receipt.list.js';

@ObjectType('PaymentReceipt', { description: 'The receipt of a payment that succeeded.' })
export class PaymentReceiptType {
  @Id() id!: string;
  @Text('Number of the receipt, counted per customer: "ACM-4F2A-007-RCPT-000001".') number!: string;
  @Instant() createdAt!: Date;
}

@InputType('PaymentReceiptFilter', { description: 'Filters payment receipts. All conditions must hold.' })
export class PaymentReceiptFilterInput implements PaymentReceiptFilter {
  @Id.orNull('Receipts of payments of this invoice, alone or in a payment request.')
  invoiceId?: string | null;
}

export const PaymentReceiptPayload = payloadOf(
  'PaymentReceiptPayload',
  'paymentReceipt',
  () => PaymentReceiptType,
);

export const PaymentReceiptConnection = connectionOf(PaymentReceiptType, 'PaymentReceipt');

export const PaymentReceiptPageArgs = pageArgsOf('PaymentReceipt', paymentReceiptOrders, {
  filter: PaymentReceiptFilterInput,
  search: "Matches part of the number, or of the customer's names, external id or e-mail.",
});
