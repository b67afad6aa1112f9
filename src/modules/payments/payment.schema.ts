import { Extensions, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { CurrencyCode, enumOf } from '../../platform/api/enums.js';
import { DateTime, JsonObject, SafeInt } from '../../platform/api/scalars.js';
import { type Payment, payments } from './payment.table.js';
import type { PaymentFilter, RecordPayment } from './payment.input.js';

export const PaymentStatus = enumOf(payments.paymentStatus.enumValues);
registerEnumType(PaymentStatus, { name: 'PaymentStatus' });

export const PaymentKind = enumOf(payments.paymentType.enumValues);
registerEnumType(PaymentKind, {
  name: 'PaymentKind',
  description: 'Recorded by hand, or made by a payment provider.',
});

export const PayableType = enumOf(['Invoice', 'PaymentRequest']);
registerEnumType(PayableType, { name: 'PayableType', description: 'What a payment pays.' });

@ObjectType('Payment', { description: 'Money that came in for an invoice.' })
export class PaymentType {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  customerId!: string;

  @Field(() => PaymentKind, { name: 'type' })
  paymentType!: Payment['paymentType'];

  @Field(() => PaymentStatus)
  paymentStatus!: Payment['paymentStatus'];

  @Field(() => SafeInt)
  amountCents!: bigint;

  @Field(() => CurrencyCode, { name: 'amountCurrency' })
  currency!: string;

  @Field(() => String, { nullable: true, description: 'What whoever recorded it calls it.' })
  reference!: string | null;

  @Field(() => String, { nullable: true, description: 'Null: no provider can be connected yet.' })
  paymentProviderCode?: null;

  @Field(() => String, { nullable: true, description: 'Null: no provider can be connected yet.' })
  paymentProviderType?: null;

  @Field(() => String, { nullable: true, description: 'Null: no provider can be connected yet.' })
  providerPaymentId?: null;

  @Field(() => String, { nullable: true, description: 'Null: no provider can be connected yet.' })
  providerCustomerId?: null;

  @Field(() => JsonObject, { nullable: true, description: 'Null: no provider can be connected yet.' })
  nextAction?: null;

  @Field(() => ID, { nullable: true, description: 'Null: there are no stored payment methods yet.' })
  paymentMethodId?: null;

  @Field(() => JsonObject, { nullable: true, description: 'Null: there are no stored payment methods yet.' })
  paymentMethod?: null;

  @Field(() => JsonObject, { nullable: true, description: 'Null: there are no receipts yet.' })
  paymentReceipt?: null;

  @Field(() => DateTime, { description: 'When it was paid.' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When it was recorded, or changed since.' })
  updatedAt!: Date;
}

@InputType({ description: 'A payment that was made past every provider.' })
export class RecordPaymentInput implements RecordPayment {
  @Field(() => ID)
  invoiceId!: string;

  @Extensions({ invalidCode: 'invalid_value' })
  @Field(() => SafeInt, { description: 'At most what is due of the invoice.' })
  amountCents!: bigint;

  // Nullable for the order of refusals: an unknown invoice comes first (payments.md §4).
  @Field(() => String, { nullable: true, description: 'Mandatory; up to 40 characters.' })
  reference?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Now unless told otherwise.' })
  paidAt?: Date | null;
}

@ObjectType()
export class PaymentPayload {
  @Field(() => PaymentType)
  payment!: PaymentType;
}

@InputType('PaymentFilter', { description: 'Which payments; what is left out does not restrict.' })
export class PaymentFilterInput implements PaymentFilter {
  @Field(() => String, { nullable: true })
  externalCustomerId?: string | null;

  @Field(() => ID, { nullable: true })
  invoiceId?: string | null;
}

export const PaymentConnection = connectionOf(PaymentType, 'Payment');
