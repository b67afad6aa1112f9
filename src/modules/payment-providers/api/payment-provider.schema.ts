import { InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { TypicalItems } from '../../../platform/api/cost.js';
import { Flag, Id, Instant, Of, Text } from '../../../platform/api/members/fields.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { deletedPayloadOf, idInput, payloadOf } from '../../../platform/api/members/shapes.js';
import type {
  CreatePaymentProvider,
  SentAdyenSettings,
  SentGocardlessSettings,
  SentStripeSettings,
  UpdatePaymentProvider,
} from '../records/payment-provider.input.js';
import { paymentProviderOrders } from '../records/payment-provider.list.js';

const CODE =
  'Code of the connection: a short text that the organization chose, unique among its connections.';
const REDIRECT =
  'Address to which payers return from pages of the provider; up to 1,024 characters. Default: the home page of the provider.';

@ObjectType('PaymentProvider', {
  description: 'An account of the organization at a payment provider. Its secrets are never shown.',
})
@TypicalItems(3)
export class PaymentProviderType {
  @Id() id!: string;
  @Text() name!: string;
  @Text(CODE) code!: string;
  @Text.orNull(REDIRECT) successRedirectUrl!: string | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType({ description: 'Settings of an account at Stripe.' })
export class StripeSettingsInput implements SentStripeSettings {
  @Text.orNull('The secret API key. Required at creation; it is encrypted and never shown.')
  secretKey?: string | null;
  @Flag.orNull('Whether payers are asked to confirm payments that their bank wants confirmed. Default false.')
  supports3ds?: boolean | null;
  @Flag.orNull('Whether payers have to accept terms of service when they register a method. Default false.')
  requireTermsOfServiceConsent?: boolean | null;
}

@InputType({ description: 'Settings of an account at GoCardless.' })
export class GocardlessSettingsInput implements SentGocardlessSettings {
  @Text.orNull('The access token. Required at creation; it is encrypted and never shown.')
  accessToken?: string | null;
  @Text.orNull(
    'The secret of the webhook endpoint that was created at GoCardless, for the address `/webhooks/gocardless/<organization id>?code=<code>` of this server. Messages are refused without it; it is encrypted and never shown.',
  )
  webhookSecret?: string | null;
}

@InputType({ description: 'Settings of an account at Adyen.' })
export class AdyenSettingsInput implements SentAdyenSettings {
  @Text.orNull('The API key. Required at creation; it is encrypted and never shown.')
  apiKey?: string | null;
  @Text.orNull('The merchant account that is paid. Required at creation.')
  merchantAccount?: string | null;
  @Text.orNull(
    'The prefix of the addresses of a live account, such as "1797a841fbb37ca7-AdyenDemo". Without it, payments are made in the test environment of Adyen.',
  )
  livePrefix?: string | null;
  @Text.orNull(
    'The HMAC key, in hexadecimal digits, of the standard webhook that was created at Adyen for the address `/webhooks/adyen/<organization id>?code=<code>` of this server. Messages are refused without it; it is encrypted and never shown.',
  )
  hmacKey?: string | null;
}

@InputType({ description: 'A new connection to a payment provider.' })
export class CreatePaymentProviderInput implements CreatePaymentProvider {
  @Text('The payment provider: "stripe", "gocardless", "adyen" or "sandbox".') type!: string;
  @Text() name!: string;
  @Text(CODE) code!: string;
  @Text.orNull(REDIRECT) successRedirectUrl?: string | null;
  @Of.orNull(
    () => StripeSettingsInput,
    'Settings of a connection to Stripe; not allowed for other providers.',
  )
  stripe?: StripeSettingsInput | null;
  @Of.orNull(
    () => GocardlessSettingsInput,
    'Settings of a connection to GoCardless; not allowed for other providers.',
  )
  gocardless?: GocardlessSettingsInput | null;
  @Of.orNull(() => AdyenSettingsInput, 'Settings of a connection to Adyen; not allowed for other providers.')
  adyen?: AdyenSettingsInput | null;
}

@InputType({ description: 'Changes of a connection to a payment provider. Omitted fields keep their value.' })
export class UpdatePaymentProviderInput implements UpdatePaymentProvider {
  @Id() id!: string;
  @Text.orNull() name?: string | null;
  @Text.orNull(`${CODE} Customers keep their connection.`) code?: string | null;
  @Text.orNull(REDIRECT) successRedirectUrl?: string | null;
  @Of.orNull(
    () => StripeSettingsInput,
    'Settings of a connection to Stripe; not allowed for other providers.',
  )
  stripe?: StripeSettingsInput | null;
  @Of.orNull(
    () => GocardlessSettingsInput,
    'Settings of a connection to GoCardless; not allowed for other providers.',
  )
  gocardless?: GocardlessSettingsInput | null;
  @Of.orNull(() => AdyenSettingsInput, 'Settings of a connection to Adyen; not allowed for other providers.')
  adyen?: AdyenSettingsInput | null;
}

export const DeletePaymentProviderInput = idInput('DeletePaymentProviderInput');
export const PaymentProviderPayload = payloadOf(
  'PaymentProviderPayload',
  'paymentProvider',
  () => PaymentProviderType,
);
export const DeletePaymentProviderPayload = deletedPayloadOf(
  'DeletePaymentProviderPayload',
  'paymentProvider',
  () => PaymentProviderType,
  'The deleted connection.',
);

export const PaymentProviderConnection = connectionOf(PaymentProviderType, 'PaymentProvider');

export const PaymentProviderPageArgs = pageArgsOf('PaymentProvider', paymentProviderOrders, {
  search: 'Matches part of the name or code.',
});
