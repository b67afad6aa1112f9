import { InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { Id, Text } from '../../platform/api/members/fields.js';
import { pickType } from '../../platform/api/members/pick-type.js';
import { idInput, payloadOf } from '../../platform/api/members/shapes.js';
import { PaymentMethodObjectType } from '../payment-providers/api/payment-method.schema.js';

@ObjectType('PortalPaymentMethod', {
  description: 'An instrument of the customer that its payment provider stores, such as a card.',
})
@TypicalItems(3)
export class PortalPaymentMethodType extends pickType(PaymentMethodObjectType, [
  'id',
  'isDefault',
  'kind',
  'brand',
  'lastDigits',
  'expiryMonth',
  'expiryYear',
  'createdAt',
]) {}

export const PortalPaymentMethodConnection = connectionOf(PortalPaymentMethodType, 'PortalPaymentMethod');

@InputType({ description: 'An invoice that the customer wants to pay.' })
export class PortalGeneratePaymentUrlInput {
  @Id('A finalized invoice of the customer.') invoiceId!: string;
}

@ObjectType()
export class PortalGeneratePaymentUrlPayload {
  @Text('Address of the page; valid for 24 hours.') paymentUrl!: string;
}

@ObjectType()
export class PortalGenerateCheckoutUrlPayload {
  @Text('Address of the page.') checkoutUrl!: string;
}

export const PortalSetDefaultPaymentMethodInput = idInput('PortalSetDefaultPaymentMethodInput', {
  description: 'A payment method of the customer.',
});
export const PortalSetDefaultPaymentMethodPayload = payloadOf(
  'PortalSetDefaultPaymentMethodPayload',
  'paymentMethod',
  () => PortalPaymentMethodType,
);
