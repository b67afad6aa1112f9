import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { DateTime } from '../../platform/api/scalars.js';

@ObjectType('PortalPaymentMethod', {
  description: 'An instrument of the customer that its payment provider stores, such as a card.',
})
@TypicalItems(3)
export class PortalPaymentMethodType {
  @Field(() => ID)
  id!: string;

  @Field(() => Boolean, {
    description: 'Whether it pays what names no other method. A customer has one at most.',
  })
  isDefault!: boolean;

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
}

export const PortalPaymentMethodConnection = connectionOf(PortalPaymentMethodType, 'PortalPaymentMethod');

@InputType({ description: 'An invoice that the customer wants to pay.' })
export class PortalGeneratePaymentUrlInput {
  @Field(() => ID, { description: 'A finalized invoice of the customer.' })
  invoiceId!: string;
}

@ObjectType()
export class PortalGeneratePaymentUrlPayload {
  @Field(() => String, { description: 'Address of the page; valid for 24 hours.' })
  paymentUrl!: string;
}

@ObjectType()
export class PortalGenerateCheckoutUrlPayload {
  @Field(() => String, { description: 'Address of the page.' })
  checkoutUrl!: string;
}

@InputType({ description: 'A payment method of the customer.' })
export class PortalSetDefaultPaymentMethodInput {
  @Field(() => ID)
  id!: string;
}

@ObjectType()
export class PortalSetDefaultPaymentMethodPayload {
  @Field(() => PortalPaymentMethodType)
  paymentMethod!: PortalPaymentMethodType;
}
