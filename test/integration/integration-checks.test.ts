// Whether connections work: the check after creation and changes, and by call (integrations.md §2).
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { IntegrationService } from '../../src/modules/integrations/connections/integration.service.js';
import type { UpdateIntegration } from '../../src/modules/integrations/records/integration.input.js';
import { type Actor, systemActor } from '../../src/platform/actor.js';
import type { Tx } from '../../src/platform/db/database.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { createCustomer, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { HttpTaxStandIn } from '../support/http-tax-stand-in.js';
import { messagesAbout } from '../support/messages.js';
import { runJobs } from '../support/provider-jobs.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

const outgoing = new OutgoingHttp({ allowPrivateNetworks: true });
let server: TestServer;
let client: Client;
let standIn: HttpTaxStandIn;
let id: string;
let code: string;

beforeAll(async () => {
  // A call inside of a transaction would leave too few connections.
  server = await startTestServer({ outgoing, connections: 2 });
});
afterAll(() => server.stop());

beforeEach(async () => {
  client = await server.organization();
  const input = { type: 'http_tax', name: 'Taxes', code: unique('tax') };
  const created = await write((integrations, tx, actor) =>
    integrations.create(tx, actor, { ...input, httpTax: { url: 'https://tax.example.com/' } }),
  );
  ({ id, code } = created.integration);
  standIn = await HttpTaxStandIn.start(created.signingSecret ?? '');
  await update({ httpTax: { url: standIn.url, timeoutMs: 1_000 } });
});
afterEach(async () => {
  await standIn.stop();
  expect(standIn.faults).toEqual([]);
});

const STATUS =
  'integration { id status { checkedAt errorCode errorMessage } externalIds { company portal } }';

async function change(name: string, verb: string, input: object, answer = STATUS) {
  const { data, errors } = await client.graphql(
    `mutation ($input: ${verb}IntegrationInput!) { ${name}(input: $input) { ${answer} } }`,
    { input },
  );
  expect(errors).toBeUndefined();
  return data[name];
}

/** Changes connections as a job does. */
function write<Result>(
  change: (integrations: IntegrationService, tx: Tx, actor: Actor) => Promise<Result>,
): Promise<Result> {
  const { integrations } = server.app.services;
  const actor = systemActor(client.organizationId, null);
  return server.pool.db.transaction((tx) => change(integrations, tx, actor));
}

const update = (changes: Omit<UpdateIntegration, 'id'>) =>
  write((integrations, tx, actor) => integrations.update(tx, actor, { id, ...changes }));

const checkNow = async () => (await change('checkIntegration', 'Check', { id })).integration.status;

const checkByJob = () => runJobs(server, client, ['check_integration']);

async function status() {
  const { data } = await client.graphql(
    `query ($id: ID!) { integration(id: $id) { status { checkedAt errorCode } } }`,
    {
      id,
    },
  );
  return data.integration.status;
}

const actions = () => standIn.calls.map(({ body }) => body.action);

test('a connection is checked by job after its creation and its last change, once', async () => {
  expect(await status()).toEqual({ checkedAt: null, errorCode: null });
  await checkByJob();
  expect(actions()).toEqual(['check']);
  expect(await status()).toEqual({ checkedAt: expect.any(String), errorCode: null });
  expect(await messagesAbout(server, id)).toEqual([]);
});

test('a change of the name checks nothing', async () => {
  await checkByJob();
  await update({ name: 'Other' });
  await checkByJob();
  expect(actions()).toEqual(['check']);
});

test('a check by call answers the outcome, and a failure is announced', async () => {
  expect(await checkNow()).toEqual({ checkedAt: expect.any(String), errorCode: null, errorMessage: null });
  standIn.script.push({
    status: 422,
    body: { error: { code: 'closed', message: 'The account is closed.' } },
  });
  const failed = { errorCode: 'closed', errorMessage: 'The account is closed.' };
  expect(await checkNow()).toMatchObject(failed);
  const [message, ...more] = await messagesAbout(server, id);
  expect(more).toEqual([]);
  expect(message).toMatchObject({
    webhookType: 'integration.provider_error',
    objectType: 'provider_error',
    object: {
      provider: 'http_tax',
      provider_error: { error_code: 'closed', message: 'The account is closed.' },
    },
  });
  expect(await checkNow()).toMatchObject({ errorCode: null });
});

test('a check by job that may have failed by chance is repeated before it is announced', async () => {
  for (let count = 0; count < 6; count++) standIn.script.push({ status: 503 });
  await checkByJob();
  expect(actions()).toHaveLength(6);
  expect(await status()).toMatchObject({ errorCode: 'unavailable' });
  expect(await messagesAbout(server, id)).toHaveLength(1);
});

test('the outcome of a check of settings that were changed meanwhile is not stored', async () => {
  await checkByJob();
  const before = await status();
  standIn.script.push('hang');
  const check = checkNow();
  await until(() => Promise.resolve(standIn.calls.length === 2));
  await update({ httpTax: { timeoutMs: 2_000 } });
  await check;
  expect(await status()).toEqual(before);
});

test('a connection that is recorded, unknown or deleted has nothing to check', async () => {
  const { integration } = await change(
    'createIntegration',
    'Create',
    { type: 'netsuite', name: 'Books', code: unique('books') },
    'integration { id }',
  );
  const check = async (of: string, caller = client) => {
    const { errors } = await caller.graphql(
      `mutation ($id: ID!) { checkIntegration(input: { id: $id }) { integration { id } } }`,
      { id: of },
    );
    return errors?.[0]?.extensions.code;
  };
  expect(await check(integration.id)).toBe('feature_not_supported');
  expect(await check('x')).toBe('not_found');
  expect(await check(id, await server.organization())).toBe('not_found');
  await change('deleteIntegration', 'Delete', { id }, 'deletedId');
  expect(await check(id)).toBe('not_found');
  await checkByJob();
  expect(actions()).toEqual([]);
});

test('the name of an address is resolved before the connection is locked', async () => {
  const accepts = outgoing.accepts.bind(outgoing);
  const linked: Resource[] = [];
  const link = { integration_type: 'http_tax', integration_code: code };
  outgoing.accepts = async (url) => {
    linked.push(await createCustomer(client, { integration_customers: [link] }));
    return accepts(url);
  };
  try {
    await update({ httpTax: { url: standIn.url } });
  } finally {
    outgoing.accepts = accepts;
  }
  expect(linked).toMatchObject([{ integration_customers: [{ integration_code: code }] }]);
});
