import { describe, expect, test } from '@jest/globals';
import { errorsBy } from '../../../../test/support/rule-errors.js';
import type { CustomerMembers } from './customer.input.js';
import { validateCustomer } from './customer.validation.js';

const line = 'x'.repeat(255);
const entry = (key: string, value = 'v') => ({ key, value });

// rest-conventions.md §11, §12 "customer"
describe('a customer', () => {
  test.each<[CustomerMembers & { externalId?: string | null }, object, string]>([
    [{}, {}, 'nothing sent'],
    [{ externalId: 'customer' }, {}, 'an external id'],
    [{ externalId: ' ' }, { externalId: ['value_is_mandatory'] }, 'a blank one'],
    [{ externalId: null }, { externalId: ['value_is_mandatory'] }, 'a cleared one'],
    [{ name: line, legalName: line, city: line }, {}, 'lines of 255 characters'],
    [
      { name: `${line}x`, phone: `${line}x` },
      { name: ['value_is_too_long'], phone: ['value_is_too_long'] },
      'longer lines, each by itself',
    ],
    [{ url: 'x'.repeat(2_000) }, {}, 'a URL of 2,000 characters'],
    [{ logoUrl: 'x'.repeat(2_001) }, { logoUrl: ['value_is_too_long'] }, 'a longer URL'],
    [{ email: ' jane@example.com ' }, {}, 'an address; it is trimmed'],
    [{ email: 'jane' }, { email: ['invalid_email_format'] }, 'no address'],
    [{ email: null, timezone: null, netPaymentTerm: null }, {}, 'null clears'],
    [{ timezone: 'Europe/Paris' }, {}, 'a zone'],
    [{ timezone: 'Europe/Atlantis' }, { timezone: ['invalid_timezone'] }, 'no zone'],
    [{ netPaymentTerm: 0 }, {}, 'due at once'],
    [{ netPaymentTerm: -1 }, { netPaymentTerm: ['value_is_out_of_range'] }, 'due before'],
    [
      { billingConfiguration: { invoiceGracePeriod: -1, documentLocale: 'xx-nowhere' } },
      {
        'billingConfiguration.invoiceGracePeriod': ['value_is_out_of_range'],
        'billingConfiguration.documentLocale': ['not_a_valid_language_code'],
      },
      'settings, at their place',
    ],
    [{ billingConfiguration: { invoiceGracePeriod: 0, documentLocale: 'fr' } }, {}, 'settings'],
    [
      { billingConfiguration: { providerCustomerId: `${line}x` } },
      { 'billingConfiguration.providerCustomerId': ['value_is_too_long'] },
      'a line of the settings',
    ],
    [
      { shippingAddress: { city: `${line}x`, zipcode: line } },
      { 'shippingAddress.city': ['value_is_too_long'] },
      'a line of the shipping address',
    ],
    [
      { finalizeZeroAmountInvoice: null, skipInvoiceCustomSections: null },
      {
        finalizeZeroAmountInvoice: ['value_is_mandatory'],
        skipInvoiceCustomSections: ['value_is_mandatory'],
      },
      'what cannot be cleared',
    ],
    [
      { skipInvoiceCustomSections: true, invoiceCustomSectionCodes: ['a'] },
      { invoiceCustomSections: ['skip_sections_and_selected_ids_sent_together'] },
      'sections selected and skipped',
    ],
    [{ skipInvoiceCustomSections: true, invoiceCustomSectionCodes: [] }, {}, 'none selected'],
    [{ skipInvoiceCustomSections: false, invoiceCustomSectionCodes: ['a'] }, {}, 'not skipped'],
  ])('a customer of case %#, %j is reported as %j, %s', (input, expected) => {
    expect(
      errorsBy((errors) => {
        validateCustomer(errors, input);
      }),
    ).toEqual(expected);
  });

  test.each<[NonNullable<CustomerMembers['metadata']>, object, string]>([
    [['a', 'b', 'c', 'd', 'e'].map((key) => entry(key)), {}, 'five pairs'],
    [['a', 'b', 'c', 'd', 'e', 'f'].map((key) => entry(key)), { metadata: ['invalid_count'] }, 'six'],
    [[entry('k'.repeat(20), 'v'.repeat(100))], {}, 'the longest'],
    [
      [entry('k'.repeat(21), 'v'.repeat(101))],
      { 'metadata.0.key': ['value_is_too_long'], 'metadata.0.value': ['value_is_too_long'] },
      'longer',
    ],
    [
      [entry('a'), entry('', '')],
      { 'metadata.1.key': ['value_is_mandatory'], 'metadata.1.value': ['value_is_mandatory'] },
      'blank',
    ],
    [[entry('a'), entry('b'), entry('a')], { 'metadata.2.key': ['value_already_exist'] }, 'one key twice'],
  ])('a customer with metadata %j is reported as %j: %s', (metadata, expected) => {
    expect(
      errorsBy((errors) => {
        validateCustomer(errors, { metadata });
      }),
    ).toEqual(expected);
  });
});
