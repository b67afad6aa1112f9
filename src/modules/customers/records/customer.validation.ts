import { isSupportedDuration } from '../../../core/time/supported-instants.js';
import { isTimezone } from '../../../core/time/timezones.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { URL_LENGTH, checkSent, limitText, requireText } from '../../../platform/errors/input-rules.js';
import { isEmail, isLocale } from '../../../platform/text/text-formats.js';
import { checkEntries } from '../../../platform/metadata/metadata-entries.js';
import { validateIdentifiers } from '../../billing-entities/records/identifiers.js';
import type { SentBillingConfiguration } from './billing-configuration.input.js';
import type { CustomerMembers } from './customer.input.js';
import type { ProviderPaymentMethod } from './customer.table.js';
import { CONFIGURATION_LINES, LINES, URLS } from './customer.columns.js';

const METADATA_VALUE_LENGTH = 100;

/** Validates a customer's members. Source: rest-conventions.md §11, §12 "customer". */
export function validateCustomer(
  errors: FieldErrors,
  input: CustomerMembers & { externalId?: string | null },
): void {
  requireText(errors, 'externalId', input.externalId);
  for (const member of LINES) limitText(errors, member, input[member]);
  for (const member of URLS) limitText(errors, member, input[member], URL_LENGTH);
  for (const member of ['finalizeZeroAmountInvoice', 'skipInvoiceCustomSections'] as const) {
    if (input[member] === null) errors.add(member, 'value_is_mandatory');
  }
  checkSent(errors, 'email', input.email, (email) => isEmail(email.trim()), 'invalid_email_format');
  limitText(errors, 'email', input.email?.trim());
  checkSent(errors, 'timezone', input.timezone, isTimezone, 'invalid_timezone');
  checkSent(errors, 'netPaymentTerm', input.netPaymentTerm, isSupportedDuration, 'value_is_out_of_range');
  validateIdentifiers(errors, input.identifiers);
  validateAddress(errors, input.shippingAddress ?? {});
  validateConfiguration(errors, input.billingConfiguration ?? {});
  checkEntries(errors, input.metadata ?? [], METADATA_VALUE_LENGTH);
  if (input.skipInvoiceCustomSections === true && (input.invoiceCustomSectionCodes ?? []).length > 0)
    errors.add('invoiceCustomSections', 'skip_sections_and_selected_ids_sent_together');
}

const ADDRESS_LINES = ['addressLine1', 'addressLine2', 'city', 'zipcode', 'state'] as const;

function validateAddress(
  errors: FieldErrors,
  address: NonNullable<CustomerMembers['shippingAddress']>,
): void {
  for (const member of ADDRESS_LINES) limitText(errors, `shippingAddress.${member}`, address[member]);
}

/** `link` is a way to pay by card, and a transfer to a balance excludes others. Source: payment-providers.md §3. */
function areOfferedTogether(methods: readonly ProviderPaymentMethod[]): boolean {
  if (methods.includes('link') && !methods.includes('card')) return false;
  return !methods.includes('customer_balance') || methods.length === 1;
}

function validateConfiguration(errors: FieldErrors, configuration: SentBillingConfiguration): void {
  const at = (member: keyof SentBillingConfiguration) => `billingConfiguration.${member}`;
  for (const member of CONFIGURATION_LINES) limitText(errors, at(member), configuration[member]);
  const { providerPaymentMethods: methods } = configuration;
  if (methods !== undefined && methods !== null && !areOfferedTogether(methods))
    errors.add(at('providerPaymentMethods'), 'value_is_invalid');
  checkSent(
    errors,
    at('documentLocale'),
    configuration.documentLocale,
    isLocale,
    'not_a_valid_language_code',
  );
  checkSent(
    errors,
    at('invoiceGracePeriod'),
    configuration.invoiceGracePeriod,
    isSupportedDuration,
    'value_is_out_of_range',
  );
}
