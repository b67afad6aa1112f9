import { Extensions, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { CurrencyCode, enumOf } from '../../platform/api/enums.js';
import { DateTime, JsonObject, SafeInt } from '../../platform/api/scalars.js';
import { GraphqlOnly } from '../../platform/api/surfaces.js';
import { type Payment, payments } from './payment.table.js';
import type { PaymentFilter, RecordPayment, RecordPaymentOfRequest } from './payment.input.js';
import { paymentOrders } from './payment.list.js';
import { TestFilterInput } from '../customers/test-filter.schema.js';

export const PaymentStatus = enumOf(payments.paymentStatus.enumValues);
registerEnumType(PaymentStatus, {
  name: 'PaymentStatus',
  description: 'State of a payment.',
  valuesConfig: {
    failed: { description: 'Refused.' },
    pending: { description: 'Not begun at the payment provider.' },
    processing: { description: 'Under way at the payment provider.' },
    succeeded: { description: 'Paid.' },
  },
});

export const PaymentKind = enumOf(payments.paymentType.enumValues);
registerEnumType(PaymentKind, {
  name: 'PaymentKind',
  description: 'Recorded manually, or made through a payment provider.',
  valuesConfig: {
    manual: { description: 'Recorded by hand.' },
    provider: { description: 'Made by a payment provider.' },
  },
});

export const PayableType = enumOf(['Invoice', 'PaymentRequest']);
registerEnumType(PayableType, {
  name: 'PayableType',
  description: 'Kind of document that a payment settles.',
  valuesConfig: {
    Invoice: { description: 'An invoice.' },
    PaymentRequest: { description: 'A request to pay several invoices.' },
  },
});

@ObjectType('Payment', { description: 'A payment of an invoice or of a payment request.' })
export class PaymentType {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  customerId!: string;

  @Field(() => PaymentKind, {
    name: 'type',
    description: 'Whether the payment was recorded by hand or made by a payment provider.',
  })
  paymentType!: Payment['paymentType'];

  @Field(() => PaymentStatus, { description: 'Whether the payment succeeded.' })
  paymentStatus!: Payment['paymentStatus'];

  @Field(() => SafeInt)
  amountCents!: bigint;

  @Field(() => CurrencyCode, { name: 'amountCurrency' })
  currency!: string;

  @Field(() => String, { nullable: true, description: 'Reference set by whoever recorded the payment.' })
  reference!: string | null;

  @Field(() => String, { nullable: true, description: "The provider's id of the payment." })
  providerPaymentId!: string | null;

  @Field(() => String, { nullable: true, description: "The provider's id of the customer." })
  providerCustomerId!: string | null;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'What the payer has to do before the payment goes on, as the provider says it.',
  })
  nextAction!: Readonly<Record<string, unknown>> | null;

  @Field(() => ID, { nullable: true, description: 'Id of the payment method that pays.' })
  paymentMethodId!: string | null;

  @Field(() => DateTime, { description: 'Date of the payment.' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When the payment was recorded or last changed.' })
  updatedAt!: Date;
}

@InputType({ description: 'A payment made outside of any payment provider.' })
export class RecordPaymentInput implements RecordPayment {
  @Field(() => ID)
  invoiceId!: string;

  @Extensions({ invalidCode: 'invalid_value' })
  @Field(() => SafeInt, { description: 'At most the amount due on the invoice.' })
  amountCents!: bigint;

  // Nullable, so that an unknown invoice is reported before a missing reference (payments.md §4).
  @Field(() => String, { nullable: true, description: 'Required; up to 40 characters.' })
  reference?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Default now.' })
  paidAt?: Date | null;
}

@InputType({ description: 'A payment of a whole payment request, made outside of any payment provider.' })
export class RecordPaymentOfRequestInput implements RecordPaymentOfRequest {
  @Field(() => ID, { description: 'Id of the payment request.' })
  paymentRequestId!: string;

  @Extensions({ invalidCode: 'invalid_value' })
  @Field(() => SafeInt, { description: 'The amount due on the unpaid invoices of the request.' })
  amountCents!: bigint;

  @Field(() => String, { description: 'Up to 40 characters.' })
  reference!: string;

  @Field(() => DateTime, { nullable: true, description: 'Default now.' })
  paidAt?: Date | null;
}

@ObjectType()
export class PaymentPayload {
  @Field(() => PaymentType)
  payment!: PaymentType;
}

@InputType('PaymentFilter', { description: 'Filters payments. All conditions must hold.' })
export class PaymentFilterInput extends TestFilterInput implements PaymentFilter {
  @Field(() => String, { nullable: true })
  externalCustomerId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Payments of this invoice, alone or in a payment request.',
  })
  invoiceId?: string | null;

  @Field(() => [PaymentStatus], {
    nullable: true,
    description: 'Only payments with one of these statuses.',
  })
  @GraphqlOnly()
  paymentStatuses?: Payment['paymentStatus'][] | null;

  @Field(() => PaymentKind, {
    nullable: true,
    description: 'Only payments that were recorded by hand, or only those of payment providers.',
  })
  @GraphqlOnly()
  type?: Payment['paymentType'] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Code of the connection to the payment provider, also of a deleted one.',
  })
  @GraphqlOnly()
  paymentProviderCode?: string | null;

  @Field(() => CurrencyCode, { nullable: true })
  @GraphqlOnly()
  currency?: string | null;
}

export const PaymentConnection = connectionOf(PaymentType, 'Payment');

export const PaymentPageArgs = pageArgsOf('Payment', paymentOrders, {
  filter: PaymentFilterInput,
  search:
    "Matches part of the reference, of the invoice's number, or of the customer's names, external id or e-mail.",
});
