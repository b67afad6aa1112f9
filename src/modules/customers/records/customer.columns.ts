import type { SentBillingConfiguration } from './billing-configuration.input.js';
import { storedIdentifiers } from '../../billing-entities/records/identifiers.js';
import type { CustomerMembers } from './customer.input.js';
import type { CustomerColumns, PostalAddress } from './customer.table.js';

/** One-line members that are stored as sent. */
export const LINES = [
  'name',
  'firstname',
  'lastname',
  'legalName',
  'legalNumber',
  'taxIdentificationNumber',
  'phone',
  'addressLine1',
  'addressLine2',
  'city',
  'zipcode',
  'state',
  'buyerReference',
] as const;

export const URLS = ['url', 'logoUrl'] as const;

export const CONFIGURATION_LINES = ['paymentProvider', 'paymentProviderCode', 'providerCustomerId'] as const;

const CLEARED_CONFIGURATION: Required<SentBillingConfiguration> = {
  invoiceGracePeriod: null,
  subscriptionInvoiceIssuingDateAnchor: null,
  subscriptionInvoiceIssuingDateAdjustment: null,
  documentLocale: null,
  paymentProvider: null,
  paymentProviderCode: null,
  providerCustomerId: null,
  sync: null,
  syncWithProvider: null,
  providerPaymentMethods: null,
};

/**
 * The columns that an input writes. Null clears a member, or restores its default.
 * @param shippingAddress the current address; members that the input omits stay as they are.
 */
export function columnsOf(input: CustomerMembers, shippingAddress: PostalAddress | null): CustomerColumns {
  const configuration =
    input.billingConfiguration === null ? CLEARED_CONFIGURATION : input.billingConfiguration;
  return {
    ...pick(input, LINES),
    ...pick(input, URLS),
    ...pick(input, ['country', 'currency', 'timezone', 'customerType']),
    email: input.email === null ? null : input.email?.trim(),
    accountType: input.accountType === null ? 'customer' : input.accountType,
    netPaymentTermDays: input.netPaymentTerm,
    finalizeZeroAmountInvoice: input.finalizeZeroAmountInvoice ?? undefined,
    skipInvoiceCustomSections: input.skipInvoiceCustomSections ?? undefined,
    shippingAddress: input.shippingAddress && { ...shippingAddress, ...input.shippingAddress },
    identifiers: input.identifiers === null ? [] : input.identifiers && storedIdentifiers(input.identifiers),
    ...configurationColumns(configuration ?? {}),
  };
}

function configurationColumns(configuration: SentBillingConfiguration): CustomerColumns {
  return {
    ...pick(configuration, CONFIGURATION_LINES),
    ...pick(configuration, ['documentLocale', 'sync', 'syncWithProvider']),
    providerCustomerId:
      configuration.providerCustomerId === undefined ? undefined : idOrNull(configuration.providerCustomerId),
    invoiceGracePeriodDays: configuration.invoiceGracePeriod,
    issuingDateAnchor: configuration.subscriptionInvoiceIssuingDateAnchor,
    issuingDateAdjustment: configuration.subscriptionInvoiceIssuingDateAdjustment,
    providerPaymentMethods:
      configuration.providerPaymentMethods === undefined
        ? undefined
        : [...(configuration.providerPaymentMethods ?? [])],
  };
}

/** An id at a payment provider; a blank one is none. */
export function idOrNull(id: string | null | undefined): string | null {
  return id?.trim() || null;
}

function pick<T extends object, Name extends keyof T>(
  object: T,
  names: readonly Name[],
): { [N in Name]: T[N] } {
  return Object.fromEntries(names.map((name) => [name, object[name]])) as { [N in Name]: T[N] };
}
