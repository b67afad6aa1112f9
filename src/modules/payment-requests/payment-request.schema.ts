import { Extensions, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { enumOf } from '../../platform/api/members/enums.js';
import { Cents, Currency, Id, Ids, Instant, Of, Text, Texts } from '../../platform/api/members/fields.js';
import { pageArgsOf } from '../../platform/api/lists/page-args.js';
import { payloadOf } from '../../platform/api/members/shapes.js';
import { PaymentMethodReferenceInput } from '../subscriptions/api/subscription.schema.js';
import type { CreatePaymentRequest, PaymentRequestFilter } from './payment-request.input.js';
import { paymentRequestOrders } from './payment-request.list.js';
import { type PaymentRequest, paymentRequests } from './payment-request.table.js';

export const PaymentRequestStatus = enumOf(
  paymentRequests.paymentStatus.enumValues,
  'PaymentRequestStatus',
  'State of the payment of a payment request.',
  {
    failed: 'The last payment was refused.',
    pending: 'The request is not paid yet.',
    succeeded: 'Paid.',
  },
);

@ObjectType('PaymentRequest', {
  description: 'A request to a customer to pay overdue invoices of one billing entity and currency.',
})
export class PaymentRequestType {
  @Id() id!: string;
  @Id() customerId!: string;
  @Text.orNull('E-mail address of whoever is asked to pay; null if the customer has none.')
  email!: string | null;
  @Cents(
    'Sum of the amounts due on the invoices when the request was created, in minor units of the currency.',
  )
  amountCents!: bigint;
  @Currency({ name: 'amountCurrency' }) currency!: string;
  @Of(() => PaymentRequestStatus, 'Whether the request was paid.')
  paymentStatus!: PaymentRequest['paymentStatus'];
  @Texts('Addresses that receive copies of the e-mails.') bccEmails!: string[];
  @Instant() createdAt!: Date;
  @Instant('When the request was created or its payment status last changed.') updatedAt!: Date;
}

@InputType({ description: 'A request to pay overdue invoices.' })
export class CreatePaymentRequestInput implements CreatePaymentRequest {
  @Text() externalCustomerId!: string;
  @Text.orNull("Address that the request is sent to. Default: the customer's e-mail address.") email?:
    string | null;
  @Extensions({ restName: 'svc_invoice_ids', reportedAt: 'svcInvoiceIds', invalidCode: 'invalid_format' })
  @Ids(
    'Overdue invoices of the customer, of one billing entity and currency; at least one, at most a thousand.',
  )
  invoiceIds!: string[];
  @Of.orNull(() => PaymentMethodReferenceInput, 'How the request is paid.')
  paymentMethod?: PaymentMethodReferenceInput | null;
}

export const PaymentRequestPayload = payloadOf(
  'PaymentRequestPayload',
  'paymentRequest',
  () => PaymentRequestType,
);

@InputType('PaymentRequestFilter', { description: 'Filters payment requests. All conditions must hold.' })
export class PaymentRequestFilterInput implements PaymentRequestFilter {
  @Text.orNull() externalCustomerId?: string | null;
  @Of.orNull(() => PaymentRequestStatus) paymentStatus?: PaymentRequest['paymentStatus'] | null;
  @Currency.orNull() currency?: string | null;
  @Texts.orNull(
    'Codes of the billing entities that issued the documents. Every code must belong to an existing billing entity.',
  )
  billingEntityCodes?: string[] | null;
}

export const PaymentRequestConnection = connectionOf(PaymentRequestType, 'PaymentRequest');

export const PaymentRequestPageArgs = pageArgsOf('PaymentRequest', paymentRequestOrders, {
  filter: PaymentRequestFilterInput,
  search: "Matches part of the e-mail address, or of the customer's names, external id or e-mail.",
});
