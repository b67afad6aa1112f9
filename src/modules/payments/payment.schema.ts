import { Extensions, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { pageArgsOf } from '../../platform/api/lists/page-args.js';
import { enumOf } from '../../platform/api/members/enums.js';
import {
  Cents,
  Currency,
  Id,
  Instant,
  JsonMap,
  ListOf,
  Of,
  Text,
} from '../../platform/api/members/fields.js';
import { payloadOf } from '../../platform/api/members/shapes.js';
import { GraphqlOnly } from '../../platform/api/members/surfaces.js';
import { type Payment, payments } from './payment.table.js';
import type { PaymentFilter, RecordPayment, RecordPaymentOfRequest } from './payment.input.js';
import { paymentOrders } from './payment.list.js';
import { TestFilterInput } from '../customers/api/test-filter.schema.js';

export const PaymentStatus = enumOf(
  payments.paymentStatus.enumValues,
  'PaymentStatus',
  'State of a payment.',
  {
    failed: 'Refused.',
    pending: 'The payment was not begun at the payment provider yet.',
    processing: 'The payment is under way at the payment provider.',
    succeeded: 'Paid.',
  },
);

export const PaymentKind = enumOf(
  payments.paymentType.enumValues,
  'PaymentKind',
  'Recorded manually, or made through a payment provider.',
  {
    manual: 'Recorded by hand.',
    provider: 'Made by a payment provider.',
  },
);

export const PayableType = enumOf(
  ['Invoice', 'PaymentRequest'],
  'PayableType',
  'Kind of document that a payment settles.',
  {
    Invoice: 'An invoice.',
    PaymentRequest: 'A request to pay several invoices.',
  },
);

@ObjectType('Payment', { description: 'A payment of an invoice or of a payment request.' })
export class PaymentType {
  @Id() id!: string;
  @Id() customerId!: string;
  @Of(() => PaymentKind, 'Whether the payment was recorded by hand or made by a payment provider.', {
    name: 'type',
  })
  paymentType!: Payment['paymentType'];
  @Of(() => PaymentStatus, 'Whether the payment succeeded.') paymentStatus!: Payment['paymentStatus'];
  @Cents() amountCents!: bigint;
  @Currency({ name: 'amountCurrency' }) currency!: string;
  @Text.orNull('Reference set by whoever recorded the payment.') reference!: string | null;
  @Text.orNull(
    'Id of the payment at the payment provider; null if it has none, such as a payment recorded manually.',
  )
  providerPaymentId!: string | null;
  @Text.orNull(
    'Id of the customer at the payment provider; null if it has none, such as a payment recorded manually.',
  )
  providerCustomerId!: string | null;
  @JsonMap.orNull(
    'Step that the payer has to take before the payment goes on, as the provider describes it; null if there is none.',
  )
  nextAction!: Readonly<Record<string, unknown>> | null;
  @Id.orNull('Id of the payment method that pays.') paymentMethodId!: string | null;
  @Instant('Date of the payment.') createdAt!: Date;
  @Instant('When the payment was recorded or last changed.') updatedAt!: Date;
}

@InputType({ description: 'A payment made outside of any payment provider.' })
export class RecordPaymentInput implements RecordPayment {
  @Id() invoiceId!: string;
  @Extensions({ invalidCode: 'invalid_value' })
  @Cents('The amount that was paid, in minor units of the currency; at most the amount due on the invoice.')
  amountCents!: bigint;
  // Nullable, so that an unknown invoice is reported before a missing reference (payments.md §4).
  @Text.orNull(
    'Text that identifies the payment, such as the number of a transfer: up to 40 characters. Required.',
  )
  reference?: string | null;
  @Instant.orNull('When the payment was received. Default now.') paidAt?: Date | null;
}

@InputType({ description: 'A payment of a whole payment request, made outside of any payment provider.' })
export class RecordPaymentOfRequestInput implements RecordPaymentOfRequest {
  @Id('Id of the payment request.') paymentRequestId!: string;
  @Extensions({ invalidCode: 'invalid_value' })
  @Cents('The amount due on the unpaid invoices of the request, in minor units of the currency.')
  amountCents!: bigint;
  @Text('Text that identifies the payment, such as the number of a transfer: up to 40 characters.')
  reference!: string;
  @Instant.orNull('When the payment was received. Default now.') paidAt?: Date | null;
}

export const PaymentPayload = payloadOf('PaymentPayload', 'payment', () => PaymentType);

@InputType('PaymentFilter', { description: 'Filters payments. All conditions must hold.' })
export class PaymentFilterInput extends TestFilterInput implements PaymentFilter {
  @Text.orNull() externalCustomerId?: string | null;
  @Id.orNull('Payments of this invoice, alone or in a payment request.') invoiceId?: string | null;
  @ListOf.orNull(() => PaymentStatus, 'Only payments with one of these statuses.')
  @GraphqlOnly()
  paymentStatuses?: Payment['paymentStatus'][] | null;
  @Of.orNull(
    () => PaymentKind,
    'Only payments that were recorded by hand, or only those of payment providers.',
  )
  @GraphqlOnly()
  type?: Payment['paymentType'] | null;
  @Text.orNull('Code of the connection to the payment provider, also of a deleted one.')
  @GraphqlOnly()
  paymentProviderCode?: string | null;
  @Currency.orNull() @GraphqlOnly() currency?: string | null;
}

export const PaymentConnection = connectionOf(PaymentType, 'Payment');

export const PaymentPageArgs = pageArgsOf('Payment', paymentOrders, {
  filter: PaymentFilterInput,
  search:
    "Matches part of the reference, of the invoice's number, or of the customer's names, external id or e-mail.",
});
