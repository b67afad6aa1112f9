// Alerts on the GraphQL surface: graphql-surface.md §4, alerts.md.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createMetric,
  createPlan,
  createWallet,
  perCall,
  type Resource,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

const START = '2027-02-01T09:00:00Z';

let server: SharedServer;
let client: Client;
let metric: Resource;
let story: Story;
let subscription: Resource;
let wallet: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client);
  story = await Story.begin(client, START, { currency: 'EUR' });
  subscription = await story.subscribe(await createPlan(client, { charges: [perCall(metric)] }));
  wallet = await createWallet(client, story.customer, { granted_credits: '5' });
});
afterAll(() => server.stop());

const run = async (text: string, variables: object = {}, caller = client): Promise<Resource> => {
  const { data, errors } = await caller.graphql(text, { ...variables });
  expect(errors).toBeUndefined();
  return data;
};
const refusal = async (text: string, variables: object = {}, caller = client) => {
  const { errors } = await caller.graphql(text, { ...variables });
  const { code, details } = errors?.[0]?.extensions ?? {};
  return details === undefined || details === null ? code : [code, details];
};
const CREATE = `mutation ($input: CreateAlertInput!) { createAlert(input: $input) { alert {
  id alertType direction externalSubscriptionId walletId walletCode previousValue code
  billableMetric { code } wallet { code } thresholds { code value recurring }
} } }`;
const CREATE_MANY = `mutation ($input: CreateAlertsInput!) { createAlerts(input: $input) { alerts { id code } } }`;

test('alerts are created, read, changed and deleted', async () => {
  const { createAlert } = await run(CREATE, {
    input: {
      subscriptionId: subscription.svc_id,
      alertType: 'billable_metric_current_usage_units',
      billableMetricCode: metric.code,
      code: 'calls',
      thresholds: [
        { value: '2', recurring: true },
        { code: 'first', value: '1' },
      ],
    },
  });
  const { alert } = createAlert;
  expect(alert).toMatchObject({
    alertType: 'billable_metric_current_usage_units',
    direction: 'increasing',
    externalSubscriptionId: subscription.external_id,
    walletId: null,
    walletCode: null,
    wallet: null,
    previousValue: '0.0',
    billableMetric: { code: metric.code },
    thresholds: [
      { code: 'first', value: '1.0', recurring: false },
      { code: null, value: '2.0', recurring: true },
    ],
  });
  const { createAlerts } = await run(CREATE_MANY, {
    input: {
      walletId: wallet.svc_id,
      alerts: ['wallet_balance_amount', 'wallet_credits_balance'].map((alertType) => ({
        alertType,
        code: alertType,
        thresholds: [{ value: '1' }],
      })),
    },
  });
  expect(createAlerts.alerts.map(({ code }: Resource) => code)).toEqual([
    'wallet_balance_amount',
    'wallet_credits_balance',
  ]);
  const found = await run(
    `query ($id: ID!, $externalId: String!, $customer: String!, $wallet: String!, $walletId: ID!) {
      byId: alert(id: $id) { code }
      byCode: alert(externalId: $externalId, code: "calls") { id }
      ofWallet: alerts(externalCustomerId: $customer, walletCode: $wallet, search: "credits") { nodes { code walletCode wallet { id } } }
      ofSubscription: alerts(externalId: $externalId, orderBy: { field: created_at }) { totalCount }
      subscription(externalId: $externalId) { alerts { nodes { id } } }
      wallet(id: $walletId) { alerts { totalCount } }
    }`,
    {
      id: alert.id,
      externalId: subscription.external_id,
      customer: story.customer.external_id,
      wallet: wallet.code,
      walletId: wallet.svc_id,
    },
  );
  expect(found).toEqual({
    byId: { code: 'calls' },
    byCode: { id: alert.id },
    ofWallet: {
      nodes: [{ code: 'wallet_credits_balance', walletCode: wallet.code, wallet: { id: wallet.svc_id } }],
    },
    ofSubscription: { totalCount: 1 },
    subscription: { alerts: { nodes: [{ id: alert.id }] } },
    wallet: { alerts: { totalCount: 2 } },
  });
  const { updateAlert } = await run(
    `mutation ($input: UpdateAlertInput!) { updateAlert(input: $input) { alert { name thresholds { value } } } }`,
    { input: { id: alert.id, name: 'Calls', thresholds: [{ value: '3' }] } },
  );
  expect(updateAlert.alert).toEqual({ name: 'Calls', thresholds: [{ value: '3.0' }] });
  const { deleteAlert } = await run(
    `mutation ($input: DeleteAlertInput!) { deleteAlert(input: $input) { deletedId alert { name } } }`,
    { input: { id: alert.id } },
  );
  expect(deleteAlert).toEqual({ deletedId: alert.id, alert: { name: 'Calls' } });
  const { deleteAllAlerts } = await run(
    `mutation ($input: DeleteAllAlertsInput!) { deleteAllAlerts(input: $input) { deletedCount } }`,
    { input: { walletId: wallet.svc_id } },
  );
  expect(deleteAllAlerts.deletedCount).toBe(2);
});

test('refusals', async () => {
  const alert = { alertType: 'current_usage_amount', code: 'x', thresholds: [{ value: '1' }] };
  expect(await refusal(CREATE, { input: alert })).toBe('bad_request');
  const both = { subscriptionId: subscription.svc_id, walletId: wallet.svc_id };
  expect(await refusal(CREATE, { input: { ...alert, ...both } })).toBe('bad_request');
  expect(await refusal(`{ alerts { totalCount } }`)).toBe('bad_request');
  expect(await refusal(`{ alert { id } }`)).toBe('bad_request');
  const { subscriptionId } = both;
  expect(await refusal(CREATE, { input: { subscriptionId, thresholds: [] } })).toEqual([
    'unprocessable_entity',
    { alertType: ['value_is_mandatory', 'value_is_invalid'] },
  ]);
  expect(
    await refusal(CREATE_MANY, { input: { subscriptionId, alerts: [alert, { ...alert, code: ' ' }] } }),
  ).toEqual(['unprocessable_entity', { 'alerts.1.code': ['value_is_mandatory'] }]);
  const unknown = { id: unique('id') };
  expect(
    await refusal(`mutation ($input: UpdateAlertInput!) { updateAlert(input: $input) { alert { id } } }`, {
      input: unknown,
    }),
  ).toEqual(['not_found', { alert: ['not_found'] }]);
});

test('the messages of alerts are listed, and belong to their organization', async () => {
  const { createAlert } = await run(CREATE, {
    input: {
      subscriptionId: subscription.svc_id,
      alertType: 'current_usage_amount',
      code: 'spend',
      thresholds: [{ value: '100', recurring: true }],
    },
  });
  await story.use(subscription, metric, { [START]: {}, '2027-02-01T08:00:00Z': {} });
  await story.advance('2027-02-01T10:00:00Z');
  const { triggeredAlerts } = await run(
    `query ($filter: TriggeredAlertFilterInput) { triggeredAlerts(filter: $filter, search: "SPEND") { totalCount nodes {
      id alertId alertCode externalCustomerId externalSubscriptionId subscriptionId subscription { externalId } wallet { id } previousValue currentValue triggeredAt
      crossedThresholds { value }
    } } }`,
    { filter: { externalSubscriptionId: subscription.external_id, alertType: 'current_usage_amount' } },
  );
  const [message] = triggeredAlerts.nodes;
  expect(triggeredAlerts.totalCount).toBe(1);
  expect(message).toEqual({
    id: expect.any(String),
    alertId: createAlert.alert.id,
    alertCode: 'spend',
    externalCustomerId: story.customer.external_id,
    externalSubscriptionId: subscription.external_id,
    subscriptionId: subscription.svc_id,
    subscription: { externalId: subscription.external_id },
    wallet: null,
    previousValue: '0.0',
    currentValue: '100.0',
    triggeredAt: START,
    crossedThresholds: [{ value: '100.0' }],
  });
  const ONE = `query ($id: ID!) { triggeredAlert(id: $id) { alertCode } }`;
  expect(await run(ONE, { id: message.id })).toEqual({ triggeredAlert: { alertCode: 'spend' } });
  const stranger = await server.organization();
  expect(await refusal(ONE, { id: message.id }, stranger)).toEqual([
    'not_found',
    { triggeredAlert: ['not_found'] },
  ]);
  expect(await run(`{ triggeredAlerts { totalCount } }`, {}, stranger)).toEqual({
    triggeredAlerts: { totalCount: 0 },
  });
  expect(
    await refusal(`query ($id: ID!) { alert(id: $id) { id } }`, { id: createAlert.alert.id }, stranger),
  ).toEqual(['not_found', { alert: ['not_found'] }]);
});

test('a key needs the permission alert', async () => {
  const limited = await server.organization({ subscription: ['read', 'write'] });
  const { errors } = await limited.graphql('{ triggeredAlerts { totalCount } }');
  expect(errors?.[0]?.extensions.code).toBe('forbidden');
});
