// Dunning campaigns: payments.md §12.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCustomer, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const CAMPAIGN = `{ id code name description bccEmails daysBetweenAttempts maxAttempts
  thresholds { currency amountCents } }`;
const CREATE = `mutation ($input: CreateDunningCampaignInput!) {
  createDunningCampaign(input: $input) { dunningCampaign ${CAMPAIGN} } }`;
const UPDATE = `mutation ($input: UpdateDunningCampaignInput!) {
  updateDunningCampaign(input: $input) { dunningCampaign ${CAMPAIGN} } }`;
const DELETE = `mutation ($input: DeleteDunningCampaignInput!) {
  deleteDunningCampaign(input: $input) { deletedId } }`;
const OF_CUSTOMER = `mutation ($input: SetCustomerDunningInput!) {
  setCustomerDunning(input: $input) { customer { dunningCampaign { id } excludedFromDunning } } }`;
const OF_ENTITY = `mutation ($input: SetBillingEntityDunningCampaignInput!) {
  setBillingEntityDunningCampaign(input: $input) { billingEntity { id } } }`;

const members = (over: object = {}) => ({
  code: unique('campaign'),
  name: 'Reminders',
  thresholds: [
    { currency: 'USD', amountCents: 0 },
    { currency: 'EUR', amountCents: 5_000 },
  ],
  ...over,
});
async function run(document: string, input: object, caller = client): Promise<Resource> {
  const { data, errors } = await caller.graphql(document, { input });
  expect(errors).toBeUndefined();
  return Object.values(data)[0];
}
async function refusal(document: string, input: object, caller = client): Promise<unknown> {
  const { errors } = await caller.graphql(document, { input });
  const { code, details } = errors?.[0]?.extensions ?? {};
  return code === 'not_found' ? code : details;
}

test('a campaign is created, read, listed, changed and deleted', async () => {
  const input = members();
  const { dunningCampaign: campaign } = await run(CREATE, input);
  expect(campaign).toEqual({
    ...input,
    id: expect.any(String),
    description: null,
    bccEmails: [],
    daysBetweenAttempts: 1,
    maxAttempts: 1,
    thresholds: input.thresholds.toReversed(),
  });
  const { data } = await client.graphql(
    `{ dunningCampaign(code: "${input.code}") ${CAMPAIGN}
       dunningCampaigns(search: "${input.code}") { nodes ${CAMPAIGN} } }`,
  );
  expect([data.dunningCampaign, data.dunningCampaigns.nodes]).toEqual([campaign, [campaign]]);

  const changes = { name: 'Friendly', bccEmails: ['a@example.com'], daysBetweenAttempts: 7, maxAttempts: 4 };
  const { dunningCampaign: changed } = await run(UPDATE, { id: campaign.id, ...changes });
  expect(changed).toEqual({ ...campaign, ...changes });

  const { svc_id: customerId } = await createCustomer(client);
  const assigned = await run(OF_CUSTOMER, { customerId, dunningCampaignId: campaign.id });
  expect(assigned.customer).toEqual({ dunningCampaign: { id: campaign.id }, excludedFromDunning: false });
  expect(await run(DELETE, { id: campaign.id })).toEqual({ deletedId: campaign.id });
  const after = await run(OF_CUSTOMER, { customerId, excluded: true });
  expect(after.customer).toEqual({ dunningCampaign: null, excludedFromDunning: true });
  expect(await refusal(DELETE, { id: campaign.id })).toBe('not_found');
  await run(CREATE, members({ code: input.code }));
});

test.each<[object, object, string]>([
  [{ thresholds: [] }, { thresholds: ['value_is_mandatory'] }, 'no threshold'],
  [
    { thresholds: [{ currency: 'EUR', amountCents: -1 }] },
    { thresholds: ['value_is_out_of_range'] },
    'a negative threshold',
  ],
  [
    {
      thresholds: [
        { currency: 'EUR', amountCents: 1 },
        { currency: 'EUR', amountCents: 2 },
      ],
    },
    { thresholds: ['value_is_duplicated'] },
    'a currency twice',
  ],
  [{ maxAttempts: 0 }, { maxAttempts: ['value_is_out_of_range'] }, 'no attempt'],
  [{ daysBetweenAttempts: 0 }, { daysBetweenAttempts: ['value_is_out_of_range'] }, 'no pause'],
  [{ bccEmails: ['x'] }, { bccEmails: ['invalid_email_format'] }, 'no address'],
  [
    { code: ' ', name: '' },
    { code: ['value_is_mandatory'], name: ['value_is_mandatory'] },
    'neither code nor name',
  ],
])('%j is refused with %j: %s', async (over, expected) => {
  expect(await refusal(CREATE, members(over))).toEqual(expected);
});

test('codes are unique; campaigns, customers and entities of others do not exist', async () => {
  const { dunningCampaign: campaign } = await run(CREATE, members());
  expect(await refusal(CREATE, members({ code: campaign.code }))).toEqual({ code: ['value_already_exist'] });
  const { dunningCampaign: second } = await run(CREATE, members());
  expect(await refusal(UPDATE, { id: second.id, code: campaign.code })).toEqual({
    code: ['value_already_exist'],
  });

  const other = await server.organization();
  await run(CREATE, members({ code: campaign.code }), other);
  const theirs = (await createCustomer(other)).svc_id;
  const ours = (await createCustomer(client)).svc_id;
  const entityId = async (caller: Client): Promise<string> =>
    (await caller.graphql('{ billingEntities { nodes { id } } }')).data.billingEntities.nodes[0].id;
  const dunningCampaignId: string = campaign.id;
  const refused = [
    await refusal(UPDATE, { id: campaign.id, name: 'x' }, other),
    await refusal(DELETE, { id: campaign.id }, other),
    await refusal(OF_CUSTOMER, { customerId: theirs, dunningCampaignId }, other),
    await refusal(OF_CUSTOMER, { customerId: ours, dunningCampaignId: null }, other),
    await refusal(OF_ENTITY, { billingEntityId: await entityId(other), dunningCampaignId }, other),
    await refusal(OF_ENTITY, { billingEntityId: await entityId(client) }, other),
  ];
  expect(refused).toEqual(refused.map(() => 'not_found'));
});
