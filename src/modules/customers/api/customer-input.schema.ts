import { InputType } from 'type-graphql';
import { Address } from '../../../platform/api/members/address.js';
import { CheckedBy } from '../../../platform/api/members/member-rules.js';
import { CountryCode, CurrencyCode } from '../../../platform/api/members/enums.js';
import {
  Currency,
  Flag,
  Id,
  JsonMap,
  ListOf,
  Of,
  Text,
  Texts,
  Whole,
} from '../../../platform/api/members/fields.js';
import { IDENTIFIERS, PartyIdentifierInput } from '../../billing-entities/api/identifiers.schema.js';
import { BillingConfigurationInput } from './billing-configuration.schema.js';
import { CustomerMetadataInput } from './customer-metadata.schema.js';
import { IntegrationCustomerInput } from './integration-customer.schema.js';
import {
  BUYER_REFERENCE,
  CustomerAccountType,
  CustomerKind,
  ZeroAmountInvoiceRule,
} from './customer.schema.js';
import type { Customer, PostalAddress } from '../records/customer.table.js';
import type {
  CreateCustomer,
  CustomerFilter,
  CustomerMembers,
  UpdateCustomer,
  UpsertCustomer,
} from '../records/customer.input.js';
import { customerOrders } from '../records/customer.list.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { idInput } from '../../../platform/api/members/shapes.js';
import { TestFilterInput } from './test-filter.schema.js';
import { validateCustomer } from '../records/customer.validation.js';

/** Members that can be set at any time. Omitted members stay as they are; null clears one. */
@InputType()
export abstract class CustomerMembersInput extends Address implements CustomerMembers {
  @Text.orNull('Code of the billing entity. Null means the default one.') billingEntityCode?: string | null;
  @Text.orNull() name?: string | null;
  @Text.orNull() firstname?: string | null;
  @Text.orNull() lastname?: string | null;
  @Text.orNull() legalName?: string | null;
  @Text.orNull() legalNumber?: string | null;
  @Text.orNull() taxIdentificationNumber?: string | null;
  @Text.orNull() email?: string | null;
  @Text.orNull() phone?: string | null;
  @Text.orNull() url?: string | null;
  @Text.orNull() logoUrl?: string | null;
  @ListOf.orNull(() => PartyIdentifierInput, IDENTIFIERS) identifiers?: PartyIdentifierInput[] | null;
  @Text.orNull(BUYER_REFERENCE) buyerReference?: string | null;
  @Of.orNull(() => Address) shippingAddress?: PostalAddress | null;
  @Of.orNull(() => CustomerAccountType) accountType?: Customer['accountType'] | null;
  @Of.orNull(() => CustomerKind) customerType?: Customer['customerType'];
  @Currency.orNull() currency?: string | null;
  @Text.orNull() timezone?: string | null;
  @Whole.orNull(
    'Number of days from the issuing date of invoices to their due date. Null: as the billing entity says.',
  )
  netPaymentTerm?: number | null;
  @Of.orNull(() => ZeroAmountInvoiceRule)
  finalizeZeroAmountInvoice?: Customer['finalizeZeroAmountInvoice'] | null;
  @Flag.orNull() skipInvoiceCustomSections?: boolean | null;
  @Of.orNull(() => BillingConfigurationInput) billingConfiguration?: BillingConfigurationInput | null;
  @ListOf.orNull(
    () => CustomerMetadataInput,
    'Keys and values of the organization for the customer. Replaces the whole list; at most 5 entries. Omitted entries are removed.',
  )
  metadata?: CustomerMetadataInput[] | null;
  @Texts.orNull("Codes of the customer's own taxes. Replaces the whole list.") taxCodes?: string[] | null;
  @ListOf.orNull(
    () => IntegrationCustomerInput,
    'Places of the customer at connections to outside systems. Replaces the whole list, of at most 10 entries; null changes nothing. Partners have none: the list is ignored.',
  )
  integrationCustomers?: IntegrationCustomerInput[] | null;
  @Texts.orNull(
    'Codes of the custom sections of its invoices; at most 20. Replaces the whole list. If it is empty, invoices show those of the billing entity.',
  )
  invoiceCustomSectionCodes?: string[] | null;
}

@InputType({ description: 'A new customer.' })
@CheckedBy(validateCustomer)
export class CreateCustomerInput extends CustomerMembersInput implements CreateCustomer {
  @Text() externalId!: string;
  @Id.orNull('Id of the test clock that the customer follows. Cannot be changed later.')
  testClockId?: string | null;
}

@InputType({ description: 'A customer to create, or changes of the one with this external id.' })
@CheckedBy(validateCustomer)
export class UpsertCustomerInput extends CreateCustomerInput implements UpsertCustomer {}

@InputType({ description: 'Changes of a customer. Omitted fields keep their value.' })
@CheckedBy(validateCustomer)
export class UpdateCustomerInput extends CustomerMembersInput implements UpdateCustomer {
  @Id() id!: string;
  @Text.orNull() externalId?: string | null;
}

@InputType({ description: 'The taxes that a customer shall have.' })
export class SetCustomerTaxesInput {
  @Id('Id of the customer.') id!: string;
  @Texts('Codes of taxes, which replace those of the customer. If empty, those of its billing entity apply.')
  taxCodes!: string[];
}

@InputType({ description: 'The grace period that a customer shall have.' })
export class UpdateCustomerGracePeriodInput {
  @Id('Id of the customer.') id!: string;
  @Whole.orNull(
    'Number of days for which invoices of subscriptions stay drafts. Null: as the billing entity says.',
  )
  invoiceGracePeriod!: number | null;
}

export const DeleteCustomerInput = idInput('DeleteCustomerInput');

@InputType('CustomerFilter', {
  description: 'All given conditions must hold. A list matches any of its values.',
})
export class CustomerFilterInput extends TestFilterInput implements CustomerFilter {
  @Text.orNull() externalId?: string | null;
  @ListOf.orNull(() => CustomerAccountType, 'Only customers of one of these kinds of account.')
  accountType?: Customer['accountType'][] | null;
  @Of.orNull(() => CustomerKind, 'Only companies, or only people.') customerType?: Customer['customerType'];
  @Flag.orNull('Only customers whose kind is known, or only the others.') hasCustomerType?: boolean | null;
  @Texts.orNull('Only customers of one of these billing entities.') billingEntityCodes?: string[] | null;
  @ListOf.orNull(() => CountryCode, 'Only customers in one of these countries.') countries?: string[] | null;
  @Texts.orNull('Only customers in one of these states or provinces.') states?: string[] | null;
  @Texts.orNull('Only customers with one of these postal codes.') zipcodes?: string[] | null;
  @ListOf.orNull(() => CurrencyCode, 'Only customers with one of these currencies.')
  currencies?: string[] | null;
  @Flag.orNull('Only customers with a tax number, or only those without.')
  hasTaxIdentificationNumber?: boolean | null;
  @JsonMap.orNull('Metadata values by key. An empty value matches customers without the key.')
  metadata?: Record<string, unknown> | null;
}

export const CustomerPageArgs = pageArgsOf('Customer', customerOrders, {
  filter: CustomerFilterInput,
  search: 'Matches part of a name, external id or e-mail.',
});
