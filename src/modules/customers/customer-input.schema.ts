import { RestOnly } from '../../platform/api/surfaces.js';
import { Field, ID, InputType, Int } from 'type-graphql';
import { Address } from '../../platform/api/address.js';
import { CheckedBy } from '../../platform/api/member-rules.js';
import { CountryCode, CurrencyCode } from '../../platform/api/enums.js';
import { JsonObject } from '../../platform/api/scalars.js';
import { IDENTIFIERS, PartyIdentifierInput } from '../organizations/identifiers.schema.js';
import { BillingConfigurationInput } from './billing-configuration.schema.js';
import { CustomerMetadataInput } from './customer-metadata.schema.js';
import {
  BUYER_REFERENCE,
  CustomerAccountType,
  CustomerKind,
  ZeroAmountInvoiceRule,
} from './customer.schema.js';
import type { Customer, PostalAddress } from './customer.table.js';
import type {
  CreateCustomer,
  CustomerFilter,
  CustomerMembers,
  SentIntegrationCustomer,
  UpdateCustomer,
  UpsertCustomer,
} from './customer.input.js';
import { customerOrders } from './customer.list.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { TestFilterInput } from './test-filter.schema.js';
import { validateCustomer } from './customer.validation.js';

@InputType({ description: 'Not supported yet: a non-empty list is refused.' })
export class IntegrationCustomerInput implements SentIntegrationCustomer {
  @Field(() => String, { nullable: true, description: 'Kind of the integration.' })
  integrationType?: string | null;

  @Field(() => String, { nullable: true, description: 'Code of the integration.' })
  integrationCode?: string | null;
}

/** Members that can be set at any time. Omitted members stay as they are; null clears one. */
@InputType()
export abstract class CustomerMembersInput extends Address implements CustomerMembers {
  @Field(() => String, {
    nullable: true,
    description: 'Code of the billing entity. Null means the default one.',
  })
  billingEntityCode?: string | null;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, { nullable: true })
  firstname?: string | null;

  @Field(() => String, { nullable: true })
  lastname?: string | null;

  @Field(() => String, { nullable: true })
  legalName?: string | null;

  @Field(() => String, { nullable: true })
  legalNumber?: string | null;

  @Field(() => String, { nullable: true })
  taxIdentificationNumber?: string | null;

  @Field(() => String, { nullable: true })
  email?: string | null;

  @Field(() => String, { nullable: true })
  phone?: string | null;

  @Field(() => String, { nullable: true })
  url?: string | null;

  @Field(() => String, { nullable: true })
  logoUrl?: string | null;

  @Field(() => [PartyIdentifierInput], { nullable: true, description: IDENTIFIERS })
  identifiers?: PartyIdentifierInput[] | null;

  @Field(() => String, { nullable: true, description: BUYER_REFERENCE })
  buyerReference?: string | null;

  @Field(() => Address, { nullable: true })
  shippingAddress?: PostalAddress | null;

  @Field(() => CustomerAccountType, { nullable: true })
  accountType?: Customer['accountType'] | null;

  @Field(() => CustomerKind, { nullable: true })
  customerType?: Customer['customerType'];

  @Field(() => CurrencyCode, { nullable: true })
  currency?: string | null;

  @Field(() => String, { nullable: true })
  timezone?: string | null;

  @Field(() => Int, { nullable: true, description: 'Days.' })
  netPaymentTerm?: number | null;

  @Field(() => ZeroAmountInvoiceRule, { nullable: true })
  finalizeZeroAmountInvoice?: Customer['finalizeZeroAmountInvoice'] | null;

  @Field(() => Boolean, { nullable: true })
  skipInvoiceCustomSections?: boolean | null;

  @Field(() => BillingConfigurationInput, { nullable: true })
  billingConfiguration?: BillingConfigurationInput | null;

  @Field(() => [CustomerMetadataInput], {
    nullable: true,
    description: 'Replaces the whole list; at most 5 entries. Omitted entries are removed.',
  })
  metadata?: CustomerMetadataInput[] | null;

  @Field(() => [String], {
    nullable: true,
    description: "Codes of the customer's own taxes. Replaces the whole list.",
  })
  taxCodes?: string[] | null;

  @Field(() => [IntegrationCustomerInput], { nullable: true })
  @RestOnly()
  integrationCustomers?: IntegrationCustomerInput[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Codes of the custom sections of its invoices; at most 20. Replaces the whole list. If it is empty, invoices show those of the billing entity.',
  })
  invoiceCustomSectionCodes?: string[] | null;
}

@InputType({ description: 'A new customer.' })
@CheckedBy(validateCustomer)
export class CreateCustomerInput extends CustomerMembersInput implements CreateCustomer {
  @Field(() => String)
  externalId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the test clock that the customer follows. Cannot be changed later.',
  })
  testClockId?: string | null;
}

@InputType({ description: 'A customer to create, or changes of the one with this external id.' })
@CheckedBy(validateCustomer)
export class UpsertCustomerInput extends CreateCustomerInput implements UpsertCustomer {}

@InputType({ description: 'Changes of a customer. Omitted fields keep their value.' })
@CheckedBy(validateCustomer)
export class UpdateCustomerInput extends CustomerMembersInput implements UpdateCustomer {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  externalId?: string | null;
}

@InputType({ description: 'The taxes that a customer shall have.' })
export class SetCustomerTaxesInput {
  @Field(() => ID, { description: 'Id of the customer.' })
  id!: string;

  @Field(() => [String], {
    description:
      'Codes of taxes, which replace those of the customer. If empty, those of its billing entity apply.',
  })
  taxCodes!: string[];
}

@InputType({ description: 'The grace period that a customer shall have.' })
export class UpdateCustomerGracePeriodInput {
  @Field(() => ID, { description: 'Id of the customer.' })
  id!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'Days for which its invoices stay drafts. Null: as its billing entity says.',
  })
  invoiceGracePeriod!: number | null;
}

@InputType()
export class DeleteCustomerInput {
  @Field(() => ID)
  id!: string;
}

@InputType('CustomerFilter', {
  description: 'All given conditions must hold. A list matches any of its values.',
})
export class CustomerFilterInput extends TestFilterInput implements CustomerFilter {
  @Field(() => String, { nullable: true })
  externalId?: string | null;

  @Field(() => [CustomerAccountType], {
    nullable: true,
    description: 'Only customers of one of these kinds of account.',
  })
  accountType?: Customer['accountType'][] | null;

  @Field(() => CustomerKind, { nullable: true, description: 'Only companies, or only people.' })
  customerType?: Customer['customerType'];

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only customers whose kind is known, or only the others.',
  })
  hasCustomerType?: boolean | null;

  @Field(() => [String], { nullable: true, description: 'Only customers of one of these billing entities.' })
  billingEntityCodes?: string[] | null;

  @Field(() => [CountryCode], { nullable: true, description: 'Only customers in one of these countries.' })
  countries?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only customers in one of these states or provinces.',
  })
  states?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Only customers with one of these postal codes.' })
  zipcodes?: string[] | null;

  @Field(() => [CurrencyCode], {
    nullable: true,
    description: 'Only customers with one of these currencies.',
  })
  currencies?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only customers with a tax number, or only those without.',
  })
  hasTaxIdentificationNumber?: boolean | null;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Metadata values by key. An empty value matches customers without the key.',
  })
  metadata?: Record<string, unknown> | null;
}

export const CustomerPageArgs = pageArgsOf('Customer', customerOrders, {
  filter: CustomerFilterInput,
  search: 'Matches part of a name, external id or e-mail.',
});
