import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { DateTime } from '../../platform/api/scalars.js';
import type {
  CreatePaymentProvider,
  SentGocardlessSettings,
  SentStripeSettings,
  UpdatePaymentProvider,
} from './payment-provider.input.js';
import { paymentProviderOrders } from './payment-provider.list.js';

const CODE = 'Unique among the connections of the organization.';
const REDIRECT =
  'Address to which payers return from pages of the provider; up to 1,024 characters. Default: the home page of the provider.';

@ObjectType('PaymentProvider', {
  description: 'An account of the organization at a payment provider. Its secrets are never shown.',
})
@TypicalItems(3)
export class PaymentProviderType {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { description: CODE })
  code!: string;

  @Field(() => String, { nullable: true, description: REDIRECT })
  successRedirectUrl!: string | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType({ description: 'Settings of an account at Stripe.' })
export class StripeSettingsInput implements SentStripeSettings {
  @Field(() => String, {
    nullable: true,
    description: 'The secret API key. Required at creation; it is encrypted and never shown.',
  })
  secretKey?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether payers are asked to confirm payments that their bank wants confirmed. Default false.',
  })
  supports3ds?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether payers have to accept terms of service when they register a method. Default false.',
  })
  requireTermsOfServiceConsent?: boolean | null;
}

@InputType({ description: 'Settings of an account at GoCardless.' })
export class GocardlessSettingsInput implements SentGocardlessSettings {
  @Field(() => String, {
    nullable: true,
    description: 'The access token. Required at creation; it is encrypted and never shown.',
  })
  accessToken?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The secret of the webhook endpoint that was created at GoCardless, for the address `/webhooks/gocardless/<organization id>?code=<code>` of this server. Messages are refused without it; it is encrypted and never shown.',
  })
  webhookSecret?: string | null;
}

@InputType({ description: 'A new connection to a payment provider.' })
export class CreatePaymentProviderInput implements CreatePaymentProvider {
  @Field(() => String, { description: 'The payment provider: "stripe", "gocardless" or "sandbox".' })
  type!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { description: CODE })
  code!: string;

  @Field(() => String, { nullable: true, description: REDIRECT })
  successRedirectUrl?: string | null;

  @Field(() => StripeSettingsInput, { nullable: true, description: 'Only for connections to Stripe.' })
  stripe?: StripeSettingsInput | null;

  @Field(() => GocardlessSettingsInput, {
    nullable: true,
    description: 'Only for connections to GoCardless.',
  })
  gocardless?: GocardlessSettingsInput | null;
}

@InputType({ description: 'Changes of a connection to a payment provider. Omitted fields keep their value.' })
export class UpdatePaymentProviderInput implements UpdatePaymentProvider {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, { nullable: true, description: `${CODE} Customers keep their connection.` })
  code?: string | null;

  @Field(() => String, { nullable: true, description: REDIRECT })
  successRedirectUrl?: string | null;

  @Field(() => StripeSettingsInput, { nullable: true, description: 'Only for connections to Stripe.' })
  stripe?: StripeSettingsInput | null;

  @Field(() => GocardlessSettingsInput, {
    nullable: true,
    description: 'Only for connections to GoCardless.',
  })
  gocardless?: GocardlessSettingsInput | null;
}

@InputType()
export class DeletePaymentProviderInput {
  @Field(() => ID)
  id!: string;
}

@ObjectType()
export class PaymentProviderPayload {
  @Field(() => PaymentProviderType)
  paymentProvider!: PaymentProviderType;
}

@ObjectType()
export class DeletePaymentProviderPayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => PaymentProviderType, { description: 'The deleted connection.' })
  paymentProvider!: PaymentProviderType;
}

export const PaymentProviderConnection = connectionOf(PaymentProviderType, 'PaymentProvider');

export const PaymentProviderPageArgs = pageArgsOf('PaymentProvider', paymentProviderOrders, {
  search: 'Matches part of the name or code.',
});
