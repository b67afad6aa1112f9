// Each member of each update that only GraphQL has, sent alone with another value than the record has, changes the record or is
// refused: rest-conventions.md §3. REST's sweep sends all other members (test/rest/ineffective-members.test.ts).
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expectPresent } from '../../src/platform/expect-present.js';
import { AccountCalls, newEmail, type Sender, SIGNS_IN } from '../support/account-calls.js';
import {
  addBillingEntity,
  createCustomer,
  createIntegration,
  createPaymentProvider,
  createPricingUnit,
  createSection,
  createTax,
  type Resource,
  unique,
} from '../support/builders.js';
import type { Client, GraphqlAnswer } from '../support/client.js';
import { documentOf, ROOT_FIELDS } from '../support/graphql-fields.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { GRAPHQL_MEMBERS } from '../support/updates.js';

/** A record to update. */
interface Target {
  /** Members of the input that name the record. */
  readonly given: Record<string, unknown>;
  /** Reads the record. */
  readonly read: () => Promise<unknown>;
  /** Default: sent with the key of the organization. */
  readonly send?: (query: string, variables: Record<string, unknown>) => Promise<GraphqlAnswer>;
}

let server: SharedServer;
let client: Client;
let targets: Record<string, Target>;
/** Other values of members, by the mutation or `*`. */
let others: Record<string, Record<string, unknown>>;

const data = async (answer: Promise<GraphqlAnswer>): Promise<Resource> => {
  const { data: answered, errors } = await answer;
  expect(errors).toBeUndefined();
  return answered;
};

/** What a query answers. */
const reading =
  (query: string, variables = {}, send?: Target['send']) =>
  (): Promise<Resource> =>
    data((send ?? sendByKey)(query, variables));

/** The organization's billing. */
async function billingTargets(): Promise<Record<string, Target>> {
  const make = (name: string, input: object, selection: string) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const call = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`;
    return data(client.graphql(call, { input }));
  };
  const campaign = (
    await make(
      'createDunningCampaign',
      { code: unique('campaign'), name: 'Reminders', thresholds: [{ amountCents: 900, currency: 'EUR' }] },
      'dunningCampaign { id code }',
    )
  ).createDunningCampaign.dunningCampaign;
  const section = await createSection(client);
  const unit = await createPricingUnit(client);
  const tax = await createTax(client);
  const provider = await createPaymentProvider(client);
  const integration = await createIntegration(client);
  const otherIntegration = await createIntegration(client);
  const customer = await createCustomer(client);
  const entity = unique('entity');
  await addBillingEntity(server, client, { code: entity });
  const { billingEntity } = await reading('query ($code: String) { billingEntity(code: $code) { id } }', {
    code: entity,
  })();
  const { apiKey } = (await make('createApiKey', { name: 'old' }, 'apiKey { id }')).createApiKey;
  const { portal_url: portalUrl } = (await client.get(`/customers/${customer.external_id}/portal_url`)).body
    .customer;
  const portal = { 'x-svc-portal-token': portalUrl.split('#')[1] };
  const record = (name: string, selection: string, { id }: Resource): Target => ({
    given: { id },
    read: reading(`query ($id: ID!) { ${name}(id: $id) { ${selection} } }`, { id }),
  });
  /** As REST shows it, and what only GraphQL shows. */
  const readCustomer = async () => {
    const shown = await reading(
      `query ($id: ID!) { customer(id: $id) { externalId identifiers { scheme value } buyerReference taxes { code }
        applicableInvoiceCustomSections { code } dunningCampaign { id } excludedFromDunning } }`,
      { id: customer.svc_id },
    )();
    const { body } = await client.get(`/customers/${shown.customer.externalId}`);
    return [shown, { ...body.customer, updated_at: null }];
  };
  const ofCustomer = { given: { id: customer.svc_id }, read: readCustomer };
  const entityFields = 'taxes { code } dunningCampaign { id }';
  others['*'] = {
    ...others['*'],
    billingEntityCode: entity,
    billingEntityId: billingEntity.id,
    integrationCustomers: [{ integrationType: integration.type, integrationCode: integration.code }],
    integrationId: otherIntegration.id,
    dunningCampaignId: campaign.id,
    invoiceCustomSectionCodes: [section.code],
    taxCodes: [tax.code],
  };
  return {
    applyTaxesToBillingEntity: record('billingEntity', entityFields, billingEntity),
    portalUpdateCustomer: {
      given: {},
      read: readCustomer,
      send: (query, variables) => client.withKey(null).graphql(query, variables, portal),
    },
    setBillingEntityDunningCampaign: {
      ...record('billingEntity', entityFields, billingEntity),
      given: { billingEntityId: billingEntity.id },
    },
    setCustomerDunning: { ...ofCustomer, given: { customerId: customer.svc_id } },
    setCustomerTaxes: ofCustomer,
    setIntegrationMapping: {
      given: { integrationId: integration.id, target: 'fallback_item', externalId: 'item' },
      read: reading(`{ integrationMappings { nodes {
        integrationId target targetId billingEntityId externalId externalAccountCode externalName } } }`),
    },
    updateApiKey: record('apiKey', 'name permissions', apiKey),
    updateCustomer: ofCustomer,
    updateCustomerGracePeriod: ofCustomer,
    updateDunningCampaign: record(
      'dunningCampaign',
      'bccEmails code daysBetweenAttempts description maxAttempts name thresholds { amountCents currency }',
      campaign,
    ),
    updateIntegration: record(
      'integration',
      'name code settings { ... on NetsuiteSettings { accountId } }',
      integration,
    ),
    updateInvoiceCustomSection: record(
      'invoiceCustomSection',
      'code description details displayName name',
      section,
    ),
    updateOrganization: {
      given: {},
      read: reading('{ organization { auditPeriodDays hasSecurityLog issuesReceipts } }'),
    },
    updatePaymentProvider: {
      given: { id: provider.id },
      read: async () => {
        const [row] = await server.pool.sql`select * from payment_providers where id = ${provider.id}`;
        return { ...row, updated_at: null };
      },
    },
    updatePricingUnit: record('pricingUnit', 'code description name shortName', unit),
  };
}

/** People, of an organization of their own. */
async function peopleTargets(): Promise<Record<string, Target>> {
  const calls = new AccountCalls(() => server, {
    registerUser: `${SIGNS_IN} organization { id }`,
    createRole: 'role { id }',
    createInvite: 'token invite { id }',
    acceptInvite: 'token',
  });
  const password = 'long enough 1';
  const { token, organization } = await calls.done('registerUser', {
    email: newEmail(),
    password,
    organizationName: 'Hooli',
  });
  const owner: Sender = { token, organizationId: organization.id };
  const send = (query: string, variables: Record<string, unknown>) => calls.send(query, variables, owner);
  const { role } = await calls.done(
    'createRole',
    { code: 'some', name: 'Some', permissions: ['plans:view'] },
    owner,
  );
  const invited = { email: newEmail(), roles: ['admin'] };
  const { token: invitation } = await calls.done('createInvite', invited, owner);
  await calls.done('acceptInvite', { token: invitation, password });
  const { invite } = await calls.done('createInvite', { ...invited, email: newEmail() }, owner);
  const { memberships } = await data(send('{ memberships { nodes { id roles } } }', {}));
  return {
    updateAuthenticationMethods: {
      given: {},
      read: reading('{ organization { authenticationMethods } }', {}, send),
      send,
    },
    updateInvite: {
      given: { id: invite.id },
      read: reading('{ invites { nodes { id roles } } }', {}, send),
      send,
    },
    updateMembershipRoles: {
      given: { id: memberships.nodes[0].id },
      read: reading('{ memberships { nodes { id roles } } }', {}, send),
      send,
    },
    updateRole: {
      given: { id: role.id },
      read: reading(
        'query ($id: ID!) { role(id: $id) { name description permissions } }',
        { id: role.id },
        send,
      ),
      send,
    },
  };
}

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  others = {
    '*': {
      adyen: { livePrefix: 'live' },
      accountType: 'partner',
      auditPeriodDays: 99,
      authenticationMethods: ['oidc'],
      bccEmails: ['someone@example.com'],
      bankAccounts: [{ currency: 'EUR', iban: 'DE89370400440532013000' }],
      billingConfiguration: { documentLocale: 'de', invoiceGracePeriod: 4 },
      country: 'FR',
      currency: 'USD',
      customerType: 'company',
      daysBetweenAttempts: 9,
      documentLocale: 'it',
      email: 'other@example.com',
      excluded: true,
      finalizeZeroAmountInvoice: 'skip',
      gocardless: { webhookSecret: 'secret' },
      hasSecurityLog: false,
      identifiers: [{ scheme: '0088', value: '4012345000009' }],
      invoiceGracePeriod: 9,
      issuesReceipts: false,
      logoUrl: 'https://example.com/logo.png',
      maxAttempts: 7,
      metadata: [{ key: 'k', value: 'v', displayInInvoice: false }],
      netPaymentTerm: 12,
      netsuite: { accountId: 'TSTDRV1' },
      roles: ['finance'],
      salesforce: { instanceId: 'https://acme.my.salesforce.com' },
      hubspot: { syncInvoices: true },
      xero: { syncInvoices: true },
      httpAccounting: { syncInvoices: true },
      avalara: { sandbox: true },
      anrok: { apiKey: 'key' },
      httpTax: { timeoutMs: 2_000 },
      shippingAddress: { city: 'Paris' },
      shortName: 'TK',
      skipInvoiceCustomSections: true,
      stripe: { supports3ds: true },
      successRedirectUrl: 'https://example.com/paid',
      target: 'coupon',
      taxIdentificationNumber: 'FR12345678901',
      thresholds: [{ amountCents: 800, currency: 'USD' }],
      timezone: 'Europe/Paris',
      url: 'https://example.com',
    },
    portalUpdateCustomer: {
      country: 'IT',
      customerType: 'individual',
      email: 'portal@example.com',
      shippingAddress: { city: 'Rome' },
      taxIdentificationNumber: 'IT12345678901',
    },
    updateApiKey: { permissions: { plan: ['read'] } },
    updateCustomer: { taxCodes: [] },
    updateRole: { permissions: ['plans:view', 'plans:update'] },
  };
  targets = { ...(await billingTargets()), ...(await peopleTargets()) };
});
afterAll(() => server.stop());

const sendByKey: NonNullable<Target['send']> = (query, variables) => client.graphql(query, variables);

const mutation = (name: string) =>
  expectPresent(
    ROOT_FIELDS.find(({ kind, field }) => kind === 'mutation' && field.name === name),
    name,
  );

/** Members whose other values are refused by a rule of their own, with the details. */
const REFUSED: Record<string, unknown> = {
  // No provider of single sign-on is configured; `single-sign-on.test.ts` has one.
  'updateAuthenticationMethods authenticationMethods': { authenticationMethods: ['value_is_invalid'] },
  // The connection is to the sandbox.
  'updatePaymentProvider stripe': { stripe: ['value_is_immutable'] },
  'updatePaymentProvider gocardless': { gocardless: ['value_is_immutable'] },
  'updatePaymentProvider adyen': { adyen: ['value_is_immutable'] },
  // The customer is a partner by now.
  'updateCustomer integrationCustomers': { integrationCustomers: ['value_is_immutable'] },
  // The connection is to NetSuite.
  'updateIntegration salesforce': { salesforce: ['value_is_immutable'] },
  'updateIntegration xero': { xero: ['value_is_immutable'] },
  'updateIntegration httpAccounting': { httpAccounting: ['value_is_immutable'] },
  'updateIntegration avalara': { avalara: ['value_is_immutable'] },
  'updateIntegration anrok': { anrok: ['value_is_immutable'] },
  'updateIntegration httpTax': { httpTax: ['value_is_immutable'] },
  'updateIntegration hubspot': { hubspot: ['value_is_immutable'] },
  // The mapping is for no record.
  'setIntegrationMapping targetId': { targetId: ['value_must_be_blank'] },
};

describe('every member of every update', () => {
  test('every member of every update is tried here or by REST', () => {
    const swept = [...new Set(GRAPHQL_MEMBERS.map(({ mutation: name }) => name))];
    expect(swept.sort()).toEqual(Object.keys(targets).sort());
  });

  test.each(GRAPHQL_MEMBERS.map((row) => [row.mutation, row.member] as const))(
    'the update %s: %s',
    async (name, member) => {
      const { given, read, send = sendByKey } = expectPresent(targets[name], name);
      const value = others[name]?.[member] ?? others['*']?.[member] ?? unique(member.slice(0, 8));
      const before = await read();
      const { errors } = await send(documentOf(mutation(name)), { input: { ...given, [member]: value } });
      if (errors === undefined) expect(await read()).not.toEqual(before);
      else
        expect([`${name} ${member}`, errors[0]?.extensions.details]).toEqual([
          `${name} ${member}`,
          REFUSED[`${name} ${member}`],
        ]);
    },
  );
});
