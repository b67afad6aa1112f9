import type { SentIdentifier } from '../../billing-entities/records/identifiers.js';
import type { Customer, PostalAddress } from './customer.table.js';
import type { SentCustomerMetadata } from './customer-metadata.input.js';
import type { SentBillingConfiguration } from './billing-configuration.input.js';
import type { SentIntegrationCustomer } from './integration-customer.input.js';
import type { TestFilter } from './test-filter.js';

/** Members that can be set at any time. Omitted members stay as they are; null clears one. */
export interface CustomerMembers extends PostalAddress {
  readonly billingEntityCode?: string | null;
  readonly name?: string | null;
  readonly firstname?: string | null;
  readonly lastname?: string | null;
  readonly legalName?: string | null;
  readonly legalNumber?: string | null;
  readonly taxIdentificationNumber?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly url?: string | null;
  readonly logoUrl?: string | null;
  readonly shippingAddress?: PostalAddress | null;
  readonly identifiers?: readonly SentIdentifier[] | null;
  readonly buyerReference?: string | null;
  readonly accountType?: Customer['accountType'] | null;
  readonly customerType?: Customer['customerType'];
  readonly currency?: string | null;
  readonly timezone?: string | null;
  readonly netPaymentTerm?: number | null;
  readonly finalizeZeroAmountInvoice?: Customer['finalizeZeroAmountInvoice'] | null;
  readonly skipInvoiceCustomSections?: boolean | null;
  readonly billingConfiguration?: SentBillingConfiguration | null;
  readonly metadata?: readonly SentCustomerMetadata[] | null;
  readonly taxCodes?: readonly string[] | null;
  /** Null or omitted: the links stay as they are. */
  readonly integrationCustomers?: readonly SentIntegrationCustomer[] | null;
  readonly invoiceCustomSectionCodes?: readonly string[] | null;
}

/** A new customer. */
export interface CreateCustomer extends CustomerMembers {
  readonly externalId: string;
  readonly testClockId?: string | null;
}

/** A new customer, or changes of the one with this external id. */
export type UpsertCustomer = CreateCustomer;

/** Changes of a customer; omitted members stay as they are. */
export interface UpdateCustomer extends CustomerMembers {
  readonly id: string;
  readonly externalId?: string | null;
}

/** Filters customers. All conditions must be met; a list matches any of its values. */
export interface CustomerFilter extends TestFilter {
  readonly externalId?: string | null;
  readonly accountType?: readonly Customer['accountType'][] | null;
  readonly customerType?: Customer['customerType'];
  readonly hasCustomerType?: boolean | null;
  readonly billingEntityCodes?: readonly string[] | null;
  readonly countries?: readonly string[] | null;
  readonly states?: readonly string[] | null;
  readonly zipcodes?: readonly string[] | null;
  readonly currencies?: readonly string[] | null;
  readonly hasTaxIdentificationNumber?: boolean | null;
  readonly metadata?: Record<string, unknown> | null;
}
