// Each member of each update that REST's sweep does not send (test/rest/ineffective-members.test.ts), sent alone with another
// value, changes the record: rest-conventions.md §3.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expectPresent } from '../../src/platform/expect-present.js';
import { describeOperation } from '../../src/rest/operation.js';
import { routes } from '../../src/rest/routes.js';
import {
  addBillingEntity,
  createCustomer,
  createPricingUnit,
  createSection,
  createTax,
  type Resource,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { documentOf, ROOT_FIELDS, schema } from '../support/graphql-fields.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { isInputObjectType } from 'graphql';

let server: SharedServer;
let client: Client;
let ids: Record<string, string>;
let customer: Resource;
let others: Record<string, unknown>;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  customer = await createCustomer(client, {});
  const section = await createSection(client);
  const tax = await createTax(client);
  const entity = unique('entity');
  await addBillingEntity(server, client, { code: entity });
  const thresholds = [{ amountCents: 900, currency: 'EUR' }];
  const campaign = { code: unique('campaign'), name: 'Reminders', thresholds };
  const made = await client.graphql(
    'mutation ($input: CreateDunningCampaignInput!) { createDunningCampaign(input: $input) { dunningCampaign { id } } }',
    { input: campaign },
  );
  ids = {
    updateCustomer: customer.svc_id,
    updateInvoiceCustomSection: section['id'],
    updatePricingUnit: (await createPricingUnit(client))['id'],
    updateDunningCampaign: made.data.createDunningCampaign.dunningCampaign.id,
  };
  others = {
    accountType: 'partner',
    bccEmails: ['someone@example.com'],
    billingConfiguration: { documentLocale: 'de', invoiceGracePeriod: 4 },
    billingEntityCode: entity,
    country: 'FR',
    currency: 'USD',
    customerType: 'company',
    daysBetweenAttempts: 9,
    email: 'other@example.com',
    finalizeZeroAmountInvoice: 'skip',
    identifiers: [{ scheme: '0088', value: '4012345000009' }],
    invoiceCustomSectionCodes: [section.code],
    logoUrl: 'https://example.com/logo.png',
    maxAttempts: 7,
    metadata: [{ key: 'k', value: 'v', displayInInvoice: false }],
    netPaymentTerm: 12,
    shippingAddress: { city: 'Paris' },
    shortName: 'TK',
    skipInvoiceCustomSections: true,
    taxCodes: [tax.code],
    taxIdentificationNumber: 'FR12345678901',
    thresholds: [{ amountCents: 800, currency: 'USD' }],
    timezone: 'Europe/Paris',
    url: 'https://example.com',
  };
});
afterAll(() => server.stop());

const SWEPT = {
  updateCustomer: 'customer',
  updateInvoiceCustomSection: 'invoiceCustomSection',
  updatePricingUnit: 'pricingUnit',
  updateDunningCampaign: 'dunningCampaign',
} as const;
type Swept = keyof typeof SWEPT;

/** Updates that need records of people, or change by their course or by further calls, with their tests elsewhere. */
const ELSEWHERE = new Set([
  'updateApiKey',
  'updateAuthenticationMethods',
  'updateCustomerGracePeriod',
  'updateInvite',
  'updateMembershipRoles',
  'updateOrganization',
  'updatePaymentProvider',
  'updateRole',
]);

const mutation = (name: string) =>
  expectPresent(
    ROOT_FIELDS.find(({ kind, field }) => kind === 'mutation' && field.name === name),
    name,
  );
const FIELDS: Record<Swept, string> = {
  updateCustomer: 'id',
  updateInvoiceCustomSection: 'code description details displayName name',
  updatePricingUnit: 'code description name shortName',
  updateDunningCampaign:
    'bccEmails code daysBetweenAttempts description maxAttempts name thresholds { amountCents currency }',
};
const update = (name: Swept, input: object) =>
  client.graphql(documentOf(mutation(name), `{ ${SWEPT[name]} { ${FIELDS[name]} } }`), {
    input: { id: ids[name], ...input },
  });

/** The record without what every write changes; customers as REST shows them, which is all that they have. */
async function shown(name: Swept): Promise<string> {
  if (name !== 'updateCustomer') {
    const { data, errors } = await update(name, {});
    expect(errors).toBeUndefined();
    return JSON.stringify(data);
  }
  const { data } = await client.graphql(
    `query ($id: ID!) { customer(id: $id) { externalId identifiers { scheme value } buyerReference taxes { code }
      applicableInvoiceCustomSections { code } } }`,
    { id: ids[name] },
  );
  const { externalId } = data.customer as { externalId: string };
  const { body } = await client.get(`/customers/${externalId}`);
  return JSON.stringify([data, { ...body.customer, updated_at: null }]);
}

const rows = Object.keys(SWEPT).flatMap((name) => {
  const input = schema.getType(`U${name.slice(1)}Input`);
  if (!isInputObjectType(input)) throw new Error(`${name} has no input.`);
  return Object.keys(input.getFields())
    .filter((member) => member !== 'id')
    .map((member) => [name as Swept, member] as const);
});

describe('every member of every update', () => {
  test('is swept here, by REST, or named', () => {
    const updates = ROOT_FIELDS.filter(({ kind }) => kind === 'mutation')
      .map(({ field }) => field.name)
      .filter((name) => name.startsWith('update'));
    const byRest = new Set(
      routes
        .filter(({ method }) => method === 'PUT')
        .flatMap(({ document }) => describeOperation(schema, document).fields.map(({ name }) => name)),
    );
    const missing = updates.filter((name) => !byRest.has(name) && !(name in SWEPT));
    expect(missing.sort()).toEqual([...ELSEWHERE].sort());
  });

  test.each(rows)('%s: %s', async (name, member) => {
    const before = await shown(name);
    const value = others[member] ?? unique(member.slice(0, 8));
    const { errors } = await update(name, { [member]: value });
    expect(errors).toBeUndefined();
    expect(await shown(name)).not.toBe(before);
  });
});
