// How many keys an organization has, and how many e-mails about accounts it causes.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AccountCalls, confirm, newEmail, refusal } from '../support/account-calls.js';
import { Mailbox, runMailJobs } from '../support/mails.js';
import { startTestServer, type TestServer } from '../support/server.js';

const mailbox = new Mailbox();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    mailTransport: mailbox,
    limits: { organizationKeys: 3, accountMails: 3 },
  });
});
afterAll(() => server.stop());

const SELECTIONS = {
  registerUser: 'token organization { id }',
  createInvite: 'link',
  createApiKey: 'apiKey { id }',
  rotateApiKey: 'apiKey { id }',
  deleteApiKey: 'deletedId',
};
const calls = new AccountCalls(() => server, SELECTIONS);

async function signUp() {
  const input = { email: newEmail(), password: 'long enough 1', organizationName: 'Hooli' };
  const { token, organization } = await calls.done('registerUser', input);
  await confirm(server, input.email);
  return { token, organizationId: organization.id };
}

test('an organization has at most as many keys as its limit, and may replace them', async () => {
  const client = await server.organization();
  const sender = { token: client.key };
  const { apiKey } = await calls.done('createApiKey', { name: 'one' }, sender);
  await calls.done('createApiKey', { name: 'two' }, sender);
  const tooMany = [
    'unprocessable_entity',
    422,
    { base: ['exceeded_limit', 'An organization has at most 3 API keys.'] },
  ];
  expect(await refusal(calls.mutate('createApiKey', { name: 'three' }, sender))).toEqual(tooMany);
  const later = { id: apiKey.id, expiresAt: '2100-01-01T00:00:00Z' };
  expect(await refusal(calls.mutate('rotateApiKey', later, sender))).toEqual(tooMany);
  await calls.done('rotateApiKey', { id: apiKey.id }, sender);
});

test('an organization causes at most as many e-mails in an hour as its limit, and still deletes keys', async () => {
  const owner = await signUp();
  const invite = (sender = owner) =>
    calls.mutate('createInvite', { email: newEmail(), roles: ['manager'] }, sender);
  const { apiKey } = await calls.done('createApiKey', { name: 'one' }, owner);
  expect([(await invite()).errors, (await invite()).errors]).toEqual([undefined, undefined]);
  for (const refused of [invite(), calls.mutate('createApiKey', { name: 'two' }, owner)])
    expect((await refusal(refused)).slice(0, 2)).toEqual(['too_many_requests', 429]);
  await calls.done('deleteApiKey', { id: apiKey.id }, owner);
  await runMailJobs(server, owner);
  expect(mailbox.take()).toHaveLength(3);
  expect((await invite(await signUp())).errors).toBeUndefined();
});
