import { InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { TypicalItems } from '../../../platform/api/cost.js';
import { Flag, Id, Instant, Of, Text, Whole } from '../../../platform/api/members/fields.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { deletedPayloadOf, idInput, payloadOf } from '../../../platform/api/members/shapes.js';
import { CustomerType } from '../../customers/api/customer.schema.js';
import { paymentMethodOrders } from '../records/payment-method.list.js';
import type { PaymentMethodFilter } from '../records/payment-method.repository.js';

@ObjectType('PaymentMethod', {
  description: 'An instrument of a customer that its payment provider stores, such as a card.',
})
@TypicalItems(3)
export class PaymentMethodObjectType {
  @Id() id!: string;
  @Id() customerId!: string;
  @Flag('Whether it pays what names no other method. A customer has one at most.') isDefault!: boolean;
  @Text("The payment provider's id of the method.") providerMethodId!: string;
  @Text.orNull('Kind of instrument in the words of the provider, such as "card"; null if it is not known.')
  kind!: string | null;
  @Text.orNull('Brand of a card, such as "visa", or name of a bank; null if it is not known.')
  brand!: string | null;
  @Text.orNull('Last digits of the number of a card or an account; null if they are not known.')
  lastDigits!: string | null;
  @Whole.orNull('Month in which a card expires, from 1 to 12.') expiryMonth!: number | null;
  @Whole.orNull('Year in which a card expires; null for other methods.') expiryYear!: number | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

export const SetDefaultPaymentMethodInput = idInput('SetDefaultPaymentMethodInput', {
  description: 'Names a payment method of a customer.',
});
export const DeletePaymentMethodInput = idInput('DeletePaymentMethodInput', {
  description: 'Names a payment method of a customer.',
});
export const GenerateCustomerCheckoutUrlInput = idInput('GenerateCustomerCheckoutUrlInput', {
  id: 'Id of the customer.',
});
export const PaymentMethodPayload = payloadOf(
  'PaymentMethodPayload',
  'paymentMethod',
  () => PaymentMethodObjectType,
);
export const DeletePaymentMethodPayload = deletedPayloadOf(
  'DeletePaymentMethodPayload',
  'paymentMethod',
  () => PaymentMethodObjectType,
);

@ObjectType({ description: 'A page on which a customer registers a payment method.' })
export class CustomerCheckout {
  @Of(() => CustomerType) customer!: CustomerType;
  @Id() customerId!: string;
  @Text() externalCustomerId!: string;
  @Text('The payment provider, such as "stripe".') paymentProvider!: string;
  @Text("Code of the organization's connection to the payment provider.") paymentProviderCode!: string;
  @Text('Address of the page.') checkoutUrl!: string;
}

export const CustomerCheckoutPayload = payloadOf(
  'CustomerCheckoutPayload',
  'customerCheckout',
  () => CustomerCheckout,
  'The page on which the customer registers a payment method.',
);

@InputType('PaymentMethodFilter', { description: 'All given conditions must hold.' })
export class PaymentMethodFilterInput implements PaymentMethodFilter {
  @Text.orNull('Only payment methods of the customer with this external id.') externalCustomerId?:
    string | null;
}

export const PaymentMethodConnection = connectionOf(PaymentMethodObjectType, 'PaymentMethod');

export const PaymentMethodPageArgs = pageArgsOf('PaymentMethod', paymentMethodOrders, {
  filter: PaymentMethodFilterInput,
});
