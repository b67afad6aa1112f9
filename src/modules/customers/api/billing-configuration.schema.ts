import { Extensions, InputType, ObjectType } from 'type-graphql';
import { enumOf } from '../../../platform/api/members/enums.js';
import { Flag, ListOf, Of, Text, Whole } from '../../../platform/api/members/fields.js';
import { IssuingDateAdjustment, IssuingDateAnchor } from '../../billing-entities/api/issuing-dates.schema.js';
import {
  type Customer,
  PROVIDER_PAYMENT_METHODS,
  type ProviderPaymentMethod,
} from '../records/customer.table.js';
import type { SentBillingConfiguration } from '../records/billing-configuration.input.js';

export const ProviderPaymentMethods = enumOf(
  PROVIDER_PAYMENT_METHODS,
  'ProviderPaymentMethod',
  'A way to pay at a payment provider.',
  {
    bacs_debit: 'Bacs direct debit.',
    boleto: 'Boleto.',
    card: 'Credit or debit card.',
    crypto: 'Cryptocurrency.',
    customer_balance: 'Bank transfer to a balance of the customer.',
    link: 'A wallet of the payment provider.',
    sepa_debit: 'SEPA direct debit.',
    us_bank_account: 'ACH debit of a bank account in the USA.',
  },
);

@ObjectType('CustomerBillingConfiguration', {
  description: 'Billing settings of a customer. Null means the setting of its billing entity.',
})
export class BillingConfigurationType {
  @Whole.orNull(
    'Number of days for which invoices of subscriptions stay drafts; null: as the billing entity says.',
    { name: 'invoiceGracePeriod' },
  )
  invoiceGracePeriodDays!: number | null;
  @Of.orNull(
    () => IssuingDateAnchor,
    'The day from which the issuing date of periodic invoices is computed.',
    { name: 'subscriptionInvoiceIssuingDateAnchor' },
  )
  issuingDateAnchor!: Customer['issuingDateAnchor'];
  @Of.orNull(
    () => IssuingDateAdjustment,
    'Whether the issuing date moves when an invoice is finalized after its grace period.',
    { name: 'subscriptionInvoiceIssuingDateAdjustment' },
  )
  issuingDateAdjustment!: Customer['issuingDateAdjustment'];
  @Text.orNull('Language of documents, as an ISO 639-1 code such as "fr".') documentLocale!: string | null;
  @Text.orNull('Kind of the payment provider that charges the customer, such as "stripe".')
  paymentProvider!: string | null;
  @Text.orNull('Code of the payment provider of the organization.') paymentProviderCode!: string | null;
  @Text.orNull('Id of the customer at the payment provider.') providerCustomerId!: string | null;
  @Flag.orNull('Another name of `syncWithProvider`, which has the same effect.') sync!: boolean | null;
  @Flag.orNull('Whether the server creates the customer at the payment provider.')
  syncWithProvider!: boolean | null;
  @ListOf(() => ProviderPaymentMethods, 'Ways to pay that the customer is offered at the payment provider.')
  providerPaymentMethods!: ProviderPaymentMethod[];
}

@InputType('CustomerBillingConfigurationInput', {
  description: 'Billing settings of a customer. Null means the setting of its billing entity.',
})
export class BillingConfigurationInput implements SentBillingConfiguration {
  @Whole.orNull(
    'Number of days for which invoices of subscriptions stay drafts. Null: as the billing entity says.',
  )
  invoiceGracePeriod?: number | null;
  @Of.orNull(() => IssuingDateAnchor) subscriptionInvoiceIssuingDateAnchor?: Customer['issuingDateAnchor'];
  @Of.orNull(() => IssuingDateAdjustment)
  subscriptionInvoiceIssuingDateAdjustment?: Customer['issuingDateAdjustment'];
  @Text.orNull('Language of documents, such as "en" or "pt-BR".') documentLocale?: string | null;
  @Text.orNull(
    'Kind of the payment provider that charges the customer: "stripe" or "sandbox". Null unlinks the customer and deletes its payment methods; other texts are stored and have no effect.',
  )
  paymentProvider?: string | null;
  @Text.orNull('Code of the connection to the payment provider. Default: the only one of its kind.')
  paymentProviderCode?: string | null;
  @Text.orNull(
    'Id of the customer at the payment provider. At the sandbox, a word such as "ok" or "declined".',
  )
  providerCustomerId?: string | null;
  @Flag.orNull('Another name of `syncWithProvider`, which has the same effect.') sync?: boolean | null;
  @Flag.orNull('Whether the server creates the customer at the payment provider, unless its id is given.')
  syncWithProvider?: boolean | null;
  @ListOf.orNull(
    () => ProviderPaymentMethods,
    'Ways to pay that the customer is offered. Default: card. `link` needs `card`, and `customer_balance` excludes all others.',
  )
  @Extensions({ wholeCode: 'value_is_invalid', invalidCode: 'invalid_format' })
  providerPaymentMethods?: ProviderPaymentMethod[] | null;
}
