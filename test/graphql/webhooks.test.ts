// Webhook endpoints, their delivery log and keys in GraphQL: webhooks.md §1, §5, §6.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createFeature, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { HandClock } from '../support/hand-clock.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { WEBHOOK_KINDS } from '../../src/modules/webhooks/endpoints/webhook-kinds.js';
import { CAPABILITIES } from '../../src/main/capabilities.js';

const clock = new HandClock('2027-03-01T12:00:00Z');

let server: TestServer;
let client: Client;
let endpoint: Resource;

beforeAll(async () => {
  server = await startTestServer({ clock, limits: { graphqlCost: 100_000 } });
  await server.pool.db.transaction((tx) => server.app.services.signingKeys.createOnce(tx));
});
afterAll(() => server.stop());
beforeEach(async () => {
  clock.set('2027-03-01T12:00:00Z');
  client = await server.organization();
  endpoint = await create({ name: 'Ledger' });
});

const ENDPOINT =
  '{ id organizationId webhookUrl signatureAlgo name eventTypes isFailing createdAt updatedAt }';

async function run(query: string, variables: object = {}, caller = client): Promise<Resource> {
  const { data, errors } = await caller.graphql(query, { ...variables });
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}
async function refusal(query: string, variables: object = {}, caller = client) {
  const { errors } = await caller.graphql(query, { ...variables });
  const { code, status, details } = errors?.[0]?.extensions ?? {};
  return [code, status, details ?? null];
}
const CREATE = `mutation ($input: CreateWebhookEndpointInput!) {
  createWebhookEndpoint(input: $input) { webhookEndpoint ${ENDPOINT} } }`;
const create = async (input: object = {}, caller?: Client): Promise<Resource> => {
  const webhookUrl = `https://203.1.2.3/${unique('hook')}`;
  const data = await run(CREATE, { input: { webhookUrl, ...input } }, caller);
  return data.createWebhookEndpoint.webhookEndpoint;
};

const LOG = `query ($endpointId: ID!, $filter: WebhookFilter, $search: String) {
  webhooks(endpointId: $endpointId, filter: $filter, search: $search) { totalCount nodes {
    id endpointId webhookType objectType objectId status httpStatus retries lastRetriedAt nextAttemptAt
    webhookUrl response payload createdAt updatedAt attempts { number } } } }`;
const log = async (filter: object = {}, search: string | null = null): Promise<Resource[]> =>
  (await run(LOG, { endpointId: endpoint.id, filter, search })).webhooks.nodes;

describe('an endpoint', () => {
  test('a webhook endpoint is created, read, listed, searched, changed and deleted', async () => {
    expect(endpoint).toEqual({
      id: expect.any(String),
      organizationId: client.organizationId,
      webhookUrl: expect.stringContaining('https://203.1.2.3/hook'),
      signatureAlgo: 'jwt',
      name: 'Ledger',
      eventTypes: null,
      isFailing: false,
      createdAt: '2027-03-01T12:00:00Z',
      updatedAt: '2027-03-01T12:00:00Z',
    });
    const read = await run(`query ($id: ID!) { webhookEndpoint(id: $id) ${ENDPOINT} }`, { id: endpoint.id });
    expect(read.webhookEndpoint).toEqual(endpoint);
    const other = await create({ name: 'Other', eventTypes: [] });
    const found = await run(`{ webhookEndpoints(search: "ledg") { nodes ${ENDPOINT} totalCount } }`);
    expect(found.webhookEndpoints).toEqual({ nodes: [endpoint], totalCount: 1 });
    const UPDATE = `mutation ($input: UpdateWebhookEndpointInput!) {
      updateWebhookEndpoint(input: $input) { webhookEndpoint { signatureAlgo eventTypes name } } }`;
    const changes = { signatureAlgo: 'hmac', eventTypes: ['fee.created'] };
    const { updateWebhookEndpoint } = await run(UPDATE, { input: { id: endpoint.id, ...changes } });
    expect(updateWebhookEndpoint.webhookEndpoint).toEqual({ ...changes, name: 'Ledger' });
    const DELETE = `mutation ($id: ID!) {
      deleteWebhookEndpoint(input: { id: $id }) { deletedId webhookEndpoint { name } } }`;
    expect((await run(DELETE, { id: other.id })).deleteWebhookEndpoint).toEqual({
      deletedId: other.id,
      webhookEndpoint: { name: 'Other' },
    });
    expect(await refusal(DELETE, { id: other.id })).toEqual([
      'not_found',
      404,
      { webhookEndpoint: ['not_found'] },
    ]);
  });

  test('a webhook endpoint has the errors of REST', async () => {
    const input = { webhookUrl: 'https://127.0.0.1/', eventTypes: ['x'] };
    expect(await refusal(CREATE, { input })).toEqual([
      'unprocessable_entity',
      422,
      { webhookUrl: ['url_is_invalid'], eventTypes: ['value_is_invalid'] },
    ]);
  });

  test('a webhook endpoint is flagged once it has only failed for five days', async () => {
    const flag = async () =>
      (await run(`{ webhookEndpoints { nodes { isFailing } } }`)).webhookEndpoints.nodes;
    await server.pool.sql`
      insert into webhook_queues (endpoint_id, organization_id, leased_until, failing_since)
      values (${endpoint.id}, ${client.organizationId}, now(), '2027-03-01T12:00:00Z')`;
    clock.set('2027-03-06T11:59:59Z');
    expect(await flag()).toEqual([{ isFailing: false }]);
    clock.set('2027-03-06T12:00:00Z');
    expect(await flag()).toEqual([{ isFailing: true }]);
  });
});

test('every kind of the contract, and every one that is sent, can be asked for', async () => {
  const file = path.resolve(import.meta.dirname, '../contract/openapi.json');
  const { components } = JSON.parse(readFileSync(file, 'utf8'));
  const contracted: string[] = components.schemas.WebhookEventType.enum;
  const { webhookEventTypes } = await run('{ webhookEventTypes }');
  const own = ['billing.failed', 'invoice.e_invoice_incomplete'];
  expect(webhookEventTypes).toEqual([...contracted, ...own].sort());
  const sent = Object.entries(CAPABILITIES.activities).flatMap(([type, kind]) =>
    kind.isSent ? [('sentAs' in kind ? kind.sentAs : undefined) ?? type] : [],
  );
  expect(sent.filter((type) => !(WEBHOOK_KINDS as readonly string[]).includes(type))).toEqual([]);
});

describe('the delivery log', () => {
  let feature: Resource;

  beforeEach(async () => {
    feature = await createFeature(client);
    clock.set('2027-03-02T12:00:00Z');
    await client.put(`/features/${feature.code}`, { feature: { description: 'changed' } });
    await server.pool.sql`
      update webhooks set status = 'failed', http_status = 503, attempts = 8, next_attempt_at = null,
        last_attempt_at = '2027-03-02T11:00:00Z'
      where organization_id = ${client.organizationId} and webhook_type = 'feature.created'`;
  });

  test('the delivery log shows messages, most recently changed first', async () => {
    const [updated, created] = await log();
    expect(updated).toEqual({
      id: expect.any(String),
      endpointId: endpoint.id,
      webhookType: 'feature.updated',
      objectType: 'feature',
      objectId: created?.objectId,
      status: 'pending',
      httpStatus: null,
      retries: 0,
      lastRetriedAt: null,
      nextAttemptAt: '2027-03-02T12:00:00Z',
      webhookUrl: null,
      response: null,
      payload: {
        webhook_type: 'feature.updated',
        object_type: 'feature',
        organization_id: client.organizationId,
        feature: { ...feature, description: 'changed' },
      },
      createdAt: '2027-03-02T12:00:00Z',
      updatedAt: '2027-03-02T12:00:00Z',
      attempts: [],
    });
    expect(created).toMatchObject({
      webhookType: 'feature.created',
      status: 'failed',
      httpStatus: 503,
      retries: 7,
      lastRetriedAt: '2027-03-02T11:00:00Z',
    });
    const one = await run('query ($id: ID!) { webhook(id: $id) { status } }', { id: created?.id });
    expect(one.webhook).toEqual({ status: 'failed' });
  });

  test.each<[string, object, string[]]>([
    ['status', { statuses: ['failed'] }, ['created']],
    ['kind', { eventTypes: ['feature.updated'] }, ['updated']],
    ['HTTP status', { httpStatuses: ['503'] }, ['created']],
    ['class of it', { httpStatuses: ['2xx', '5xx'] }, ['created']],
    ['range of it', { httpStatuses: ['500-502'] }, []],
    ['attempts without an answer', { httpStatuses: ['timeout'] }, []],
    ['first day', { fromDate: '2027-03-02' }, ['updated']],
    ['last day', { toDate: '2027-03-01' }, ['created']],
    ['no statuses', { httpStatuses: [] }, []],
  ])('the delivery log is filtered by %s', async (_what, filter, types) => {
    const found = await log(filter);
    expect(found.map(({ webhookType }) => String(webhookType).split('.')[1])).toEqual(types);
  });

  test('the delivery log is searched by the id of a message or of its object', async () => {
    const [updated] = await log();
    expect(await log({}, ` ${String(updated?.objectId)} `)).toHaveLength(2);
    expect((await log({}, updated?.id)).map(({ id }) => id)).toEqual([updated?.id]);
    expect(await log({}, 'feature')).toEqual([]);
  });

  test('the delivery log refuses an HTTP status that is none', async () => {
    const variables = { endpointId: endpoint.id, filter: { httpStatuses: ['9xx'] } };
    expect(await refusal(LOG, variables)).toEqual([
      'unprocessable_entity',
      422,
      { httpStatuses: ['value_is_invalid'] },
    ]);
  });

  test('the delivery log queues what has failed again, by time and kind', async () => {
    const RETRY = 'mutation ($input: RetryWebhooksInput!) { retryWebhooks(input: $input) { retriedCount } }';
    const retry = async (input: object) =>
      (await run(RETRY, { input: { endpointId: endpoint.id, ...input } })).retryWebhooks.retriedCount;
    expect(await retry({ eventTypes: ['fee.created'] })).toBe(0);
    expect(await retry({ fromDate: '2027-03-02' })).toBe(0);
    expect(await retry({ toDate: '2027-03-01', eventTypes: ['feature.created'] })).toBe(1);
    expect(await retry({})).toBe(0);
    const [retried] = await log({ statuses: ['retrying'] });
    expect(retried).toMatchObject({
      webhookType: 'feature.created',
      nextAttemptAt: '2027-03-02T12:00:00Z',
    });
  });

  test('the delivery log belongs to one organization', async () => {
    const stranger = await server.organization();
    const [message] = await log();
    const missing = ['not_found', 404];
    const refused = async (query: string, variables: object) =>
      (await refusal(query, variables, stranger)).slice(0, 2);
    expect(await refused(LOG, { endpointId: endpoint.id })).toEqual(missing);
    expect(await refused('query ($id: ID!) { webhook(id: $id) { id } }', { id: message?.id })).toEqual(
      missing,
    );
    expect(
      await refused('mutation ($id: ID!) { retryWebhook(input: { id: $id }) { webhook { id } } }', {
        id: message?.id,
      }),
    ).toEqual(missing);
    expect(
      await refused('mutation ($id: ID!) { retryWebhooks(input: { endpointId: $id }) { retriedCount } }', {
        id: endpoint.id,
      }),
    ).toEqual(missing);
  });

  test('the delivery log loses what has not changed for 90 days, and the outbox what is in no log after 30', async () => {
    const unaddressed = await server.organization();
    await createFeature(unaddressed);
    const { webhookRetention } = server.app.services;
    const left = async () => {
      const [row] = await server.pool.sql`
        select (select count(*)::int from webhooks where organization_id = ${client.organizationId}) as deliveries,
          (select count(*)::int from outbox_messages where organization_id = ${client.organizationId}) as messages,
          (select count(*)::int from outbox_messages where organization_id = ${unaddressed.organizationId}) as others`;
      return row;
    };
    clock.set('2027-03-31T11:59:59Z');
    await webhookRetention.trim();
    expect(await left()).toEqual({ deliveries: 2, messages: 2, others: 1 });
    clock.set('2027-04-01T12:00:01Z');
    await webhookRetention.trim();
    expect(await left()).toEqual({ deliveries: 2, messages: 2, others: 0 });
    clock.set('2027-06-01T12:00:00Z');
    await webhookRetention.trim();
    // Also what was never delivered: a dead endpoint's queue must not grow for ever (docs/adr/0108).
    expect(await left()).toEqual({ deliveries: 0, messages: 0, others: 0 });
    expect(await log()).toEqual([]);
  });
});

describe('the keys', () => {
  test('the webhook keys are shown to unlimited keys of the organization only', async () => {
    const { organization } = await run(
      '{ organization { id hmacKey webhookSecret } webhookPublicKey { publicKey } }',
    );
    expect(organization.id).toBe(client.organizationId);
    expect(organization.webhookSecret).toBe(`whsec_${organization.hmacKey}`);
    const other = await server.organization();
    expect((await run('{ organization { hmacKey } }', {}, other)).organization.hmacKey).not.toBe(
      organization.hmacKey,
    );
    const limited = await server.organization({
      organization: ['read'],
      webhook_endpoint: ['read', 'write'],
    });
    expect((await run('{ organization { name } }', {}, limited)).organization.name).toMatch(/^Test/);
    expect((await refusal('{ organization { hmacKey } }', {}, limited)).slice(0, 2)).toEqual([
      'forbidden',
      403,
    ]);
    expect(
      (await refusal('mutation { rotateHmacKey { organization { id } } }', {}, limited)).slice(0, 2),
    ).toEqual(['forbidden', 403]);
    expect((await refusal('{ webhookPublicKey { publicKey } }', {}, limited)).slice(0, 2)).toEqual([
      'forbidden',
      403,
    ]);
  });

  test('the webhook keys of organizations from before have 32 random bytes, too', async () => {
    const [row] = await server.pool.sql`
      insert into organizations (id, name, created_at, updated_at) values (gen_random_uuid(), 'Old', now(), now())
      returning hmac_key`;
    expect(Buffer.from(row?.['hmac_key'], 'base64')).toHaveLength(32);
  });
});

describe('a test message', () => {
  const SEND = `mutation ($id: ID!) { sendTestWebhook(input: {endpointId: $id}) { webhook {
    endpointId webhookType objectType status payload } } }`;

  test('a test message is queued for the endpoint alone, whatever kinds it asks for', async () => {
    const silent = await create({ eventTypes: [] });
    const { sendTestWebhook: sent } = await run(SEND, { id: silent.id });
    const kind = { webhookType: 'webhook.test', objectType: 'webhook_endpoint' };
    expect(sent.webhook).toEqual({
      ...kind,
      endpointId: silent.id,
      status: 'pending',
      payload: {
        webhook_type: 'webhook.test',
        object_type: 'webhook_endpoint',
        organization_id: client.organizationId,
        webhook_endpoint: {
          svc_id: silent.id,
          svc_organization_id: client.organizationId,
          webhook_url: silent.webhookUrl,
          signature_algo: 'jwt',
          name: null,
          event_types: [],
          test: null,
          created_at: '2027-03-01T12:00:00Z',
        },
      },
    });
    expect(await log()).toEqual([]);
  });

  test('a test message does not wait for an earlier one', async () => {
    await run(SEND, { id: endpoint.id });
    await run(SEND, { id: endpoint.id });
    const entries = await log();
    expect(entries.map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([
      '2027-03-01T12:00:00Z',
      '2027-03-01T12:00:00Z',
    ]);
    expect(new Set(entries.map(({ objectId }) => objectId)).size).toBe(2);
  });

  test('a test message is not sent to an endpoint of another organization', async () => {
    const stranger = await server.organization();
    expect(await refusal(SEND, { id: endpoint.id }, stranger)).toEqual([
      'not_found',
      404,
      { webhookEndpoint: ['not_found'] },
    ]);
  });
});
