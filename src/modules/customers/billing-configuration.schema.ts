import { Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../platform/api/enums.js';
import {
  type Customer,
  customers,
  PROVIDER_PAYMENT_METHODS,
  type ProviderPaymentMethod,
} from './customer.table.js';
import type { SentBillingConfiguration } from './billing-configuration.input.js';

export const IssuingDateAnchor = enumOf(customers.issuingDateAnchor.enumValues);
registerEnumType(IssuingDateAnchor, {
  name: 'IssuingDateAnchor',
  description: 'The day from which the issuing date of periodic invoices is computed.',
});

export const IssuingDateAdjustment = enumOf(customers.issuingDateAdjustment.enumValues);
registerEnumType(IssuingDateAdjustment, {
  name: 'IssuingDateAdjustment',
  description: 'Whether the issuing date moves when the invoice is finalized after its grace period.',
});

export const ProviderPaymentMethods = enumOf(PROVIDER_PAYMENT_METHODS);
registerEnumType(ProviderPaymentMethods, { name: 'ProviderPaymentMethod' });

@ObjectType('CustomerBillingConfiguration', {
  description: 'Billing settings of a customer. Null means the setting of its billing entity.',
})
export class BillingConfigurationType {
  @Field(() => Int, { name: 'invoiceGracePeriod', nullable: true, description: 'Days.' })
  invoiceGracePeriodDays!: number | null;

  @Field(() => IssuingDateAnchor, { name: 'subscriptionInvoiceIssuingDateAnchor', nullable: true })
  issuingDateAnchor!: Customer['issuingDateAnchor'];

  @Field(() => IssuingDateAdjustment, { name: 'subscriptionInvoiceIssuingDateAdjustment', nullable: true })
  issuingDateAdjustment!: Customer['issuingDateAdjustment'];

  @Field(() => String, { nullable: true })
  documentLocale!: string | null;

  @Field(() => String, { nullable: true })
  paymentProvider!: string | null;

  @Field(() => String, { nullable: true })
  paymentProviderCode!: string | null;

  @Field(() => String, { nullable: true })
  providerCustomerId!: string | null;

  @Field(() => Boolean, { nullable: true })
  sync!: boolean | null;

  @Field(() => Boolean, { nullable: true })
  syncWithProvider!: boolean | null;

  @Field(() => [ProviderPaymentMethods])
  providerPaymentMethods!: ProviderPaymentMethod[];
}

@InputType('CustomerBillingConfigurationInput', {
  description: 'Billing settings of a customer. Null means the setting of its billing entity.',
})
export class BillingConfigurationInput implements SentBillingConfiguration {
  @Field(() => Int, { nullable: true, description: 'Days. Only 0 is supported yet.' })
  invoiceGracePeriod?: number | null;

  @Field(() => IssuingDateAnchor, { nullable: true })
  subscriptionInvoiceIssuingDateAnchor?: Customer['issuingDateAnchor'];

  @Field(() => IssuingDateAdjustment, { nullable: true })
  subscriptionInvoiceIssuingDateAdjustment?: Customer['issuingDateAdjustment'];

  @Field(() => String, { nullable: true, description: 'Language of documents, such as "en" or "pt-BR".' })
  documentLocale?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Stored as sent: payment providers are not supported yet.',
  })
  paymentProvider?: string | null;

  @Field(() => String, { nullable: true })
  paymentProviderCode?: string | null;

  @Field(() => String, { nullable: true })
  providerCustomerId?: string | null;

  @Field(() => Boolean, { nullable: true })
  sync?: boolean | null;

  @Field(() => Boolean, { nullable: true })
  syncWithProvider?: boolean | null;

  @Field(() => [ProviderPaymentMethods], { nullable: true })
  providerPaymentMethods?: ProviderPaymentMethod[] | null;
}
