import {
  canSellFrom,
  type CheckedParty,
  missingOfSeller,
  profileOf,
} from '../../../core/e-invoicing/completeness.js';
import { isEuCountry, isInEuVatArea } from '../../../core/taxes/eu-taxes.js';
import { isSupportedDuration } from '../../../core/time/supported-instants.js';
import { isTimezone } from '../../../core/time/timezones.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { checkSent, limitText, requireText } from '../../../platform/errors/input-rules.js';
import { isEmail, isLocale } from '../../../platform/text/text-formats.js';
import { storedIdentifiers, validateIdentifiers } from '../records/identifiers.js';
import type { BillingEntity, BillingEntityColumns } from '../records/billing-entity.table.js';
import { validateAccounts } from '../bank-accounts/bank-account.rules.js';
import type { BillingEntityMembers, InvoiceMembers } from './billing-entity.input.js';

/** Documents that may be sent by e-mail. Source: billing-entities.md §1 "email_settings". */
const EMAILS = ['invoice.finalized', 'credit_note.created', 'payment_receipt.created'];

const COLOR = /^#[0-9a-f]{6}$/iu;
const FOOTER_LENGTH = 600;
const PREFIX_LENGTH = 10;

/** One-line members that are stored as sent. */
const LINES = [
  'legalName',
  'legalNumber',
  'taxIdentificationNumber',
  'phone',
  'addressLine1',
  'addressLine2',
  'city',
  'zipcode',
  'state',
] as const;

/** Members that null does not clear. */
const REQUIRED = [
  'defaultCurrency',
  'timezone',
  'documentNumbering',
  'documentNumberPrefix',
  'netPaymentTerm',
  'finalizeZeroAmountInvoice',
  'euTaxManagement',
  'einvoicing',
] as const;

const REQUIRED_OF_INVOICES = [
  'documentLocale',
  'invoiceGracePeriod',
  'subscriptionInvoiceIssuingDateAnchor',
  'subscriptionInvoiceIssuingDateAdjustment',
] as const;

/** Validates members of a billing entity, without the conditions on its country. Source: billing-entities.md §1. */
export function validateMembers(errors: FieldErrors, input: BillingEntityMembers): void {
  requireText(errors, 'name', input.name);
  for (const member of REQUIRED) refuseNull(errors, member, input[member]);
  for (const member of LINES) limitText(errors, member, input[member]);
  validatePrefix(errors, input.documentNumberPrefix);
  checkSent(errors, 'timezone', input.timezone, isTimezone, 'invalid_timezone');
  checkSent(errors, 'netPaymentTerm', input.netPaymentTerm, isSupportedDuration, 'value_is_out_of_range');
  checkSent(errors, 'email', input.email, (email) => isEmail(email.trim()), 'invalid_email_format');
  limitText(errors, 'email', input.email?.trim());
  checkSent(
    errors,
    'emailSettings',
    input.emailSettings,
    (kinds) => kinds.every((kind) => EMAILS.includes(kind)),
    'unsupported_value',
  );
  validateIdentifiers(errors, input.identifiers);
  validateAccounts(errors, input.bankAccounts);
  checkSent(errors, 'documentColor', input.documentColor, (color) => COLOR.test(color), 'value_is_invalid');
  validateInvoiceMembers(errors, input);
  validateInvoiceMembers(errors.forMember('billingConfiguration'), overriddenBy(input));
}

/** What a new billing entity has of these members before its input. */
export const UNCONDITIONED: ConditionedMembers = {
  ...{ addressLine1: null, city: null, zipcode: null, country: null, phone: null, email: null },
  ...{ legalNumber: null, taxIdentificationNumber: null, identifiers: [] },
  ...{ einvoicing: false, einvoicingProfile: null, euTaxManagement: false },
};

/** The members of a billing entity on which the conditions of others depend. */
type ConditionedMembers = CheckedParty &
  Pick<BillingEntity, 'einvoicing' | 'einvoicingProfile' | 'euTaxManagement'>;

/**
 * Validates the conditions on a changed billing entity: those on its country, and what electronic invoices need of their seller.
 * Source: billing-entities.md §1, documents-and-emails.md §3.
 */
export function validateConditions(errors: FieldErrors, changed: ConditionedMembers): void {
  const { country, euTaxManagement, einvoicing } = changed;
  if (euTaxManagement && (country === null || !isInEuVatArea(country)))
    errors.add('euTaxManagement', 'billing_entity_must_be_in_eu');
  if (!einvoicing) return;
  if (country === null) errors.add('einvoicing', 'country_must_be_present');
  else if (!isEuCountry(country) || !canSellFrom(country, profileOf(changed)))
    errors.add('einvoicing', 'country_not_supported');
  else {
    for (const member of missingOfSeller(changed, profileOf(changed)))
      errors.add(member, 'missing_for_einvoicing');
  }
}

/** The columns that an input writes; undefined keeps a value, or the default of a new row. */
export function columnsOf(input: BillingEntityMembers): BillingEntityColumns {
  const members: InvoiceMembers = { ...input.billingConfiguration, ...sentInvoiceMembers(input) };
  const { emailSettings } = input;
  return {
    ...Object.fromEntries(LINES.map((member) => [member, input[member]])),
    name: input.name ?? undefined,
    country: input.country,
    email: input.email === null ? null : input.email?.trim(),
    emailSettings: emailSettings === undefined ? undefined : [...new Set(emailSettings ?? [])],
    defaultCurrency: input.defaultCurrency ?? undefined,
    timezone: input.timezone ?? undefined,
    documentNumbering: input.documentNumbering ?? undefined,
    documentNumberPrefix: input.documentNumberPrefix?.toUpperCase(),
    documentColor: input.documentColor?.toLowerCase() ?? input.documentColor,
    netPaymentTermDays: input.netPaymentTerm ?? undefined,
    finalizeZeroAmountInvoice: input.finalizeZeroAmountInvoice ?? undefined,
    euTaxManagement: input.euTaxManagement ?? undefined,
    einvoicing: input.einvoicing ?? undefined,
    einvoicingProfile: input.einvoicingProfile,
    identifiers: input.identifiers === null ? [] : input.identifiers && storedIdentifiers(input.identifiers),
    invoiceFooter: members.invoiceFooter,
    documentLocale: members.documentLocale ?? undefined,
    invoiceGracePeriodDays: members.invoiceGracePeriod ?? undefined,
    issuingDateAnchor: members.subscriptionInvoiceIssuingDateAnchor ?? undefined,
    issuingDateAdjustment: members.subscriptionInvoiceIssuingDateAdjustment ?? undefined,
  };
}

/** The input of a new billing entity: a member that is null is as if omitted, and has its default. */
export function withoutNulls<Input extends BillingEntityMembers>(input: Input): Input {
  const { billingConfiguration } = input;
  return {
    ...presentIn(input),
    ...(billingConfiguration ? { billingConfiguration: presentIn(billingConfiguration) } : {}),
  };
}

function presentIn<Sent extends object>(sent: Sent): Sent {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)) as Sent;
}

function validateInvoiceMembers(errors: FieldErrors, input: InvoiceMembers): void {
  for (const member of REQUIRED_OF_INVOICES) refuseNull(errors, member, input[member]);
  limitText(errors, 'invoiceFooter', input.invoiceFooter, FOOTER_LENGTH);
  checkSent(errors, 'documentLocale', input.documentLocale, isDocumentLocale, 'not_a_valid_language_code');
  checkSent(
    errors,
    'invoiceGracePeriod',
    input.invoiceGracePeriod,
    isSupportedDuration,
    'value_is_out_of_range',
  );
}

/** The nested members that take effect, because they were not sent beside the object as well. */
function overriddenBy(input: BillingEntityMembers): InvoiceMembers {
  const sentBeside = Object.keys(sentInvoiceMembers(input));
  const nested = Object.entries(input.billingConfiguration ?? {});
  return Object.fromEntries(nested.filter(([member]) => !sentBeside.includes(member)));
}

function sentInvoiceMembers(input: InvoiceMembers): InvoiceMembers {
  const members = ['invoiceFooter', ...REQUIRED_OF_INVOICES] as const;
  return Object.fromEntries(
    members.filter((member) => input[member] !== undefined).map((member) => [member, input[member]]),
  );
}

function validatePrefix(errors: FieldErrors, prefix: string | null | undefined): void {
  if (prefix === undefined || prefix === null) return;
  if (prefix.trim() === '') errors.add('documentNumberPrefix', 'value_is_too_short');
  // As it is stored: the upper case of one letter may be several.
  else limitText(errors, 'documentNumberPrefix', prefix.toUpperCase(), PREFIX_LENGTH);
}

/** True for a language code of two letters, alone or with a region: "en", "pt-BR". */
function isDocumentLocale(locale: string): boolean {
  return /^[a-z]{2}(?:-[a-z]{2})?$/i.test(locale) && isLocale(locale);
}

function refuseNull(errors: FieldErrors, member: string, value: unknown): void {
  if (value === null) errors.add(member, 'value_is_mandatory');
}
