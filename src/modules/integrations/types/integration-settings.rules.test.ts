import { describe, expect, test } from '@jest/globals';
import { errorsBy } from '../../../../test/support/rule-errors.js';
import {
  type IntegrationSettings,
  secretsAfter,
  type SentSettings,
  settingsAfter,
} from './integration-settings.rules.js';
import { type IntegrationTypeName, memberOfType } from './integration-types.js';

interface Case {
  readonly sent: SentSettings;
  readonly known?: IntegrationSettings;
  readonly allowsHttp?: boolean;
}

function settingsOf(type: IntegrationTypeName, { sent, known = {}, allowsHttp = false }: Case) {
  let settings: IntegrationSettings = {};
  const errors = errorsBy((found) => {
    settings = settingsAfter(found, type, sent, { known, allowsHttp });
  });
  return { settings, errors };
}

const SYNCED = { syncInvoices: true, syncCreditNotes: true, syncPayments: true };
const URL = 'https://tax.example.com/v1';
const NETWORK = { url: URL, timeoutMs: 10_000 };

// integrations.md §1, §2
describe('settings of a connection', () => {
  test.each<[IntegrationTypeName, Case, IntegrationSettings, string]>([
    [
      'avalara',
      { sent: { accountId: '1', companyCode: 'C' } },
      { accountId: '1', companyCode: 'C', sandbox: false },
      'no sandbox by default',
    ],
    [
      'avalara',
      { sent: { sandbox: true }, known: { accountId: '1', companyCode: 'C', sandbox: false } },
      { accountId: '1', companyCode: 'C', sandbox: true },
      'omitted ones are kept',
    ],
    ['anrok', { sent: {} }, {}, 'none'],
    ['http_tax', { sent: { url: URL } }, NETWORK, 'ten seconds by default'],
    [
      'http_tax',
      { sent: { url: URL, timeoutMs: 1_000 } },
      { url: URL, timeoutMs: 1_000 },
      'the shortest time',
    ],
    [
      'http_tax',
      { sent: { url: URL, timeoutMs: 15_000 } },
      { url: URL, timeoutMs: 15_000 },
      'the longest time',
    ],
    [
      'http_tax',
      { sent: { timeoutMs: null }, known: { url: URL, timeoutMs: 2_000 } },
      NETWORK,
      'null restores the default',
    ],
    [
      'http_tax',
      { sent: { url: 'http://10.0.0.1:8080/' }, allowsHttp: true },
      { url: 'http://10.0.0.1:8080/', timeoutMs: 10_000 },
      'no TLS in a private network',
    ],
    [
      'xero',
      { sent: { clientId: 'c', syncPayments: false } },
      { clientId: 'c', ...SYNCED, syncPayments: false },
      'accounting gets all by default',
    ],
    ['http_accounting', { sent: { url: URL } }, { url: URL, ...SYNCED }, 'accounting gets all by default'],
    ['netsuite', { sent: {} }, {}, 'nothing is required'],
    ['netsuite', { sent: { accountId: 'TSTDRV1' } }, { accountId: 'TSTDRV1' }, 'an account'],
    ['netsuite', { sent: { accountId: null }, known: { accountId: 'TSTDRV1' } }, {}, 'null clears it'],
    [
      'hubspot',
      { sent: { defaultTargetedObject: 'contacts' } },
      { defaultTargetedObject: 'contacts', syncInvoices: false, syncSubscriptions: false },
      'a CRM gets nothing by default',
    ],
    [
      'salesforce',
      { sent: { instanceId: 'https://acme.my.salesforce.com' } },
      { instanceId: 'https://acme.my.salesforce.com' },
      'an instance',
    ],
  ])('a connection of type %s, case %#, %j has the settings %j: %s', (type, sent, settings) => {
    expect(settingsOf(type, sent)).toEqual({ settings, errors: {} });
  });

  test.each<[IntegrationTypeName, Case, object, string]>([
    [
      'avalara',
      { sent: {} },
      { 'avalara.accountId': ['value_is_mandatory'], 'avalara.companyCode': ['value_is_mandatory'] },
      'nothing sent',
    ],
    [
      'avalara',
      { sent: { accountId: ' ', companyCode: 'C' } },
      { 'avalara.accountId': ['value_is_mandatory'] },
      'a blank one',
    ],
    [
      'avalara',
      { sent: { companyCode: null }, known: { accountId: '1', companyCode: 'C' } },
      { 'avalara.companyCode': ['value_is_mandatory'] },
      'a required one cleared',
    ],
    ['http_tax', { sent: {} }, { 'httpTax.url': ['value_is_mandatory'] }, 'no address'],
    [
      'http_tax',
      { sent: { url: 'http://tax.example.com' } },
      { 'httpTax.url': ['url_is_invalid'] },
      'no TLS',
    ],
    [
      'http_tax',
      { sent: { url: 'https://user@tax.example.com' } },
      { 'httpTax.url': ['url_is_invalid'] },
      'a user in the address',
    ],
    [
      'http_tax',
      { sent: { url: 'ftp://tax.example.com' }, allowsHttp: true },
      { 'httpTax.url': ['url_is_invalid'] },
      'no web address',
    ],
    [
      'http_tax',
      { sent: { url: URL, timeoutMs: 999 } },
      { 'httpTax.timeoutMs': ['value_is_out_of_range'] },
      'too short a time',
    ],
    [
      'http_tax',
      { sent: { url: URL, timeoutMs: 15_001 } },
      { 'httpTax.timeoutMs': ['value_is_out_of_range'] },
      'too long a time',
    ],
    [
      'hubspot',
      { sent: { defaultTargetedObject: 'deals' } },
      { 'hubspot.defaultTargetedObject': ['value_is_invalid'] },
      'a word that is none',
    ],
    [
      'netsuite',
      { sent: { accountId: 'x'.repeat(1_001) } },
      { 'netsuite.accountId': ['value_is_too_long'] },
      'too long a text',
    ],
  ])('a connection of type %s, case %#, %j is refused with %j: %s', (type, sent, errors) => {
    expect(settingsOf(type, sent).errors).toEqual(errors);
  });
});

describe('secrets of a connection', () => {
  const secretsOf = (type: IntegrationTypeName, sent: SentSettings, known = {}) => {
    let secrets = {};
    const errors = errorsBy((found) => {
      secrets = secretsAfter(found, type, sent, known);
    });
    return { secrets, errors };
  };

  test.each<[IntegrationTypeName, SentSettings, object, object, string]>([
    ['avalara', { licenseKey: ' key ' }, {}, { licenseKey: 'key' }, 'it is trimmed'],
    ['anrok', {}, { apiKey: 'known' }, { apiKey: 'known' }, 'an omitted one is kept'],
    ['anrok', { apiKey: 'new' }, { apiKey: 'known' }, { apiKey: 'new' }, 'a sent one replaces it'],
    ['http_tax', {}, { signingSecret: 's' }, { signingSecret: 's' }, 'a generated one is kept'],
    ['netsuite', {}, {}, {}, 'none'],
  ])('a connection of type %s that gets %j has the secrets, %#: %s', (type, sent, known, secrets) => {
    expect(secretsOf(type, sent, known)).toEqual({ secrets, errors: {} });
  });

  test.each<[IntegrationTypeName, SentSettings, object]>([
    ['avalara', {}, { 'avalara.licenseKey': ['value_is_mandatory'] }],
    ['anrok', { apiKey: null }, { 'anrok.apiKey': ['value_is_mandatory'] }],
    ['xero', { clientSecret: 'x'.repeat(1_001) }, { 'xero.clientSecret': ['value_is_too_long'] }],
    ['hubspot', { accessToken: 'a\nb' }, { 'hubspot.accessToken': ['invalid_format'] }],
  ])('a connection of type %s with the secrets %j is refused: %j', (type, sent, errors) => {
    expect(secretsOf(type, sent).errors).toEqual(errors);
  });
});

test('the settings of a type stand under the member that is named after it', () => {
  expect(memberOfType('http_accounting')).toBe('httpAccounting');
  expect(memberOfType('xero')).toBe('xero');
});
