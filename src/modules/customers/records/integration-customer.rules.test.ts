import { describe, expect, test } from '@jest/globals';
import { errorsBy } from '../../../../test/support/rule-errors.js';
import type { IntegrationTypeName } from '../../integrations/types/integration-types.js';
import type { SentIntegrationCustomer } from './integration-customer.input.js';
import { linkAfter, type LinkFacts, taxLinksAmong, validateLinks } from './integration-customer.rules.js';

const link = (integrationType: string, over: SentIntegrationCustomer = {}): SentIntegrationCustomer => ({
  integrationType,
  integrationCode: 'main',
  ...over,
});
const LINE = 'x'.repeat(255);

// integrations.md §4
describe('links as they are sent', () => {
  test.each<[SentIntegrationCustomer[], object, string]>([
    [[], {}, 'none'],
    [[link('netsuite'), link('salesforce'), link('xero'), link('avalara')], {}, 'one of each type'],
    [
      [{}],
      {
        'integrationCustomers.0.integrationType': ['value_is_mandatory'],
        'integrationCustomers.0.integrationCode': ['value_is_mandatory'],
      },
      'no connection',
    ],
    [
      [link('netsuite'), link('salesforce', { integrationCode: ' ' })],
      { 'integrationCustomers.1.integrationCode': ['value_is_mandatory'] },
      'a blank code',
    ],
    [[link('netsuite', { externalCustomerId: LINE, subsidiaryId: LINE })], {}, 'the longest ids'],
    [
      [link('netsuite', { externalCustomerId: `${LINE}x`, subsidiaryId: `${LINE}x` })],
      {
        'integrationCustomers.0.externalCustomerId': ['value_is_too_long'],
        'integrationCustomers.0.subsidiaryId': ['value_is_too_long'],
      },
      'longer ones',
    ],
    [[link('hubspot', { targetedObject: 'contacts' })], {}, 'a contact'],
    [
      [link('hubspot', { targetedObject: 'deals' })],
      { 'integrationCustomers.0.targetedObject': ['value_is_invalid'] },
      'neither a company nor a contact',
    ],
    [
      [link('salesforce', { targetedObject: 'contacts', subsidiaryId: '1' })],
      {
        'integrationCustomers.0.targetedObject': ['value_is_immutable'],
        'integrationCustomers.0.subsidiaryId': ['value_is_immutable'],
      },
      'members of other types',
    ],
    [
      [link('netsuite'), link('netsuite', { integrationCode: 'other' })],
      { integrationCustomers: ['invalid_count_per_integration_type'] },
      'a type twice',
    ],
    [
      [link('avalara'), link('anrok')],
      { integrationCustomers: ['tax_integration_exists'] },
      'two tax systems',
    ],
    [
      [link('http_tax'), link('http_tax')],
      { integrationCustomers: ['invalid_count_per_integration_type', 'tax_integration_exists'] },
      'a tax system twice',
    ],
    [
      Array.from({ length: 11 }, (_, index) => link(`type ${index}`)),
      { integrationCustomers: ['invalid_count'] },
      'eleven',
    ],
    [Array.from({ length: 10 }, (_, index) => link(`type ${index}`)), {}, 'ten'],
  ])('the links of case %#, %j, are reported as %j: %s', (sent, expected) => {
    expect(
      errorsBy((errors) => {
        validateLinks(errors, sent);
      }),
    ).toEqual(expected);
  });

  test('a preview takes the links to tax systems, and what is no system', () => {
    const sent = [link('netsuite'), link('avalara'), link('okta'), link('hubspot'), {}];
    expect(taxLinksAmong(sent)).toEqual([link('avalara'), link('okta'), {}]);
  });
});

describe('a link after a request', () => {
  const KNOWN = {
    externalCustomerId: 'their id',
    syncWithProvider: true,
    subsidiaryId: null,
    targetedObject: null,
  };
  const NEW = { ...KNOWN, externalCustomerId: 'acme', syncWithProvider: false };
  const PENDING = { ...KNOWN, externalCustomerId: null };

  interface Facts {
    readonly former?: LinkFacts['former'];
    readonly customerType?: 'company' | 'individual';
    readonly settings?: LinkFacts['integration']['settings'];
  }
  const after = (type: IntegrationTypeName, sent: SentIntegrationCustomer, facts: Facts = {}) => {
    const { former = null, customerType = null, settings = {} } = facts;
    return linkAfter(sent, {
      integration: { integrationType: type, settings },
      customer: { externalId: 'acme', customerType },
      former,
    });
  };

  test.each<[IntegrationTypeName, SentIntegrationCustomer, Facts, object | null, string]>([
    ['netsuite', {}, {}, NEW, 'a recorded type has the external id'],
    [
      'salesforce',
      { syncWithProvider: true },
      {},
      { ...NEW, syncWithProvider: true },
      'so it does if it is to be created',
    ],
    ['anrok', {}, {}, NEW, 'a tax type has the external id'],
    [
      'avalara',
      { externalCustomerId: ' id ' },
      {},
      { ...NEW, externalCustomerId: 'id' },
      'an id that is sent, trimmed',
    ],
    ['http_tax', { externalCustomerId: '' }, { former: KNOWN }, KNOWN, 'an empty id keeps the known one'],
    ['http_tax', { externalCustomerId: null }, { former: KNOWN }, KNOWN, 'null keeps it, too'],
    [
      'netsuite',
      { syncWithProvider: false },
      { former: KNOWN },
      { ...KNOWN, syncWithProvider: false },
      'a flag',
    ],
    ['netsuite', { syncWithProvider: null }, { former: KNOWN }, KNOWN, 'null keeps the flag'],
    ['xero', {}, {}, null, 'neither an id nor to be created: no link'],
    ['http_accounting', { externalCustomerId: 'id' }, {}, { ...NEW, externalCustomerId: 'id' }, 'an id'],
    ['xero', { syncWithProvider: true }, {}, PENDING, 'to be created: no id yet'],
    ['xero', {}, { former: PENDING }, PENDING, 'still to be created'],
    ['xero', { syncWithProvider: false }, { former: PENDING }, null, 'not to be created any more'],
    ['netsuite', { subsidiaryId: ' 2 ' }, {}, { ...NEW, subsidiaryId: '2' }, 'a subsidiary'],
    [
      'netsuite',
      {},
      { former: { ...KNOWN, subsidiaryId: '2' } },
      { ...KNOWN, subsidiaryId: '2' },
      'an omitted one is kept',
    ],
    [
      'netsuite',
      { subsidiaryId: null },
      { former: { ...KNOWN, subsidiaryId: '2' } },
      KNOWN,
      'null clears it',
    ],
    ['salesforce', { subsidiaryId: '2' }, {}, NEW, 'only NetSuite has subsidiaries'],
  ])('a link to %s that gets %j, case %#, is as expected: %s', (type, sent, facts, expected) => {
    expect(after(type, sent, facts)).toEqual(expected);
  });

  test.each<[SentIntegrationCustomer, Facts, string, string]>([
    [{ targetedObject: 'companies' }, { customerType: 'individual' }, 'companies', 'what is sent'],
    [{}, { customerType: 'individual' }, 'contacts', 'people are contacts'],
    [
      {},
      { customerType: 'company', settings: { defaultTargetedObject: 'contacts' } },
      'companies',
      'companies',
    ],
    [{}, { settings: { defaultTargetedObject: 'contacts' } }, 'contacts', 'the default of the connection'],
    [{}, { settings: { defaultTargetedObject: 'companies' } }, 'companies', 'the same'],
    [
      { targetedObject: 'contacts' },
      { former: { ...KNOWN, targetedObject: 'companies' } },
      'companies',
      'it does not change once the customer has an id',
    ],
    [
      { targetedObject: 'contacts' },
      { former: { ...PENDING, targetedObject: 'companies' } },
      'contacts',
      'it changes before',
    ],
  ])('a link to HubSpot that gets %j, case %#, is to %s: %s', (sent, facts, expected) => {
    const linked = after('hubspot', { externalCustomerId: 'id', ...sent }, facts);
    expect(linked?.targetedObject).toBe(expected);
  });
});
