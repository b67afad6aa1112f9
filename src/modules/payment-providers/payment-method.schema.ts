import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { DateTime } from '../../platform/api/scalars.js';
import { CustomerType } from '../customers/customer.schema.js';
import { paymentMethodOrders } from './payment-method.list.js';
import type { PaymentMethodFilter } from './payment-method.repository.js';

@ObjectType('PaymentMethod', {
  description: 'An instrument of a customer that its payment provider stores, such as a card.',
})
@TypicalItems(3)
export class PaymentMethodObjectType {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  customerId!: string;

  @Field(() => Boolean, {
    description: 'Whether it pays what names no other method. A customer has one at most.',
  })
  isDefault!: boolean;

  @Field(() => String, { description: "The payment provider's id of the method." })
  providerMethodId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Kind of instrument in the words of the provider, such as "card"; null if it is not known.',
  })
  kind!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Brand of a card, such as "visa", or name of a bank; null if it is not known.',
  })
  brand!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Last digits of the number of a card or an account; null if they are not known.',
  })
  lastDigits!: string | null;

  @Field(() => Int, { nullable: true, description: 'Month in which a card expires, from 1 to 12.' })
  expiryMonth!: number | null;

  @Field(() => Int, { nullable: true, description: 'Year in which a card expires.' })
  expiryYear!: number | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType({ description: 'Names a payment method of a customer.' })
export class SetDefaultPaymentMethodInput {
  @Field(() => ID)
  id!: string;
}

@InputType({ description: 'Names a payment method of a customer.' })
export class DeletePaymentMethodInput {
  @Field(() => ID)
  id!: string;
}

@InputType()
export class GenerateCustomerCheckoutUrlInput {
  @Field(() => ID, { description: 'Id of the customer.' })
  id!: string;
}

@ObjectType()
export class PaymentMethodPayload {
  @Field(() => PaymentMethodObjectType)
  paymentMethod!: PaymentMethodObjectType;
}

@ObjectType()
export class DeletePaymentMethodPayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => PaymentMethodObjectType, { description: 'The deleted method.' })
  paymentMethod!: PaymentMethodObjectType;
}

@ObjectType({ description: 'A page on which a customer registers a payment method.' })
export class CustomerCheckout {
  @Field(() => CustomerType)
  customer!: CustomerType;

  @Field(() => ID)
  customerId!: string;

  @Field(() => String)
  externalCustomerId!: string;

  @Field(() => String, { description: 'The payment provider, such as "stripe".' })
  paymentProvider!: string;

  @Field(() => String, { description: "Code of the organization's connection to the payment provider." })
  paymentProviderCode!: string;

  @Field(() => String, { description: 'Address of the page.' })
  checkoutUrl!: string;
}

@ObjectType()
export class CustomerCheckoutPayload {
  @Field(() => CustomerCheckout)
  customerCheckout!: CustomerCheckout;
}

@InputType('PaymentMethodFilter', { description: 'All given conditions must hold.' })
export class PaymentMethodFilterInput implements PaymentMethodFilter {
  @Field(() => String, { nullable: true, description: 'External id of the customer.' })
  externalCustomerId?: string | null;
}

export const PaymentMethodConnection = connectionOf(PaymentMethodObjectType, 'PaymentMethod');

export const PaymentMethodPageArgs = pageArgsOf('PaymentMethod', paymentMethodOrders, {
  filter: PaymentMethodFilterInput,
});
