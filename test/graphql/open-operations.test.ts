// What needs no credential is open to strangers, who do not keep others from it (docs/adr/0098).
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { audienceOf, buildApiSchema } from '../../src/graphql/schema/schema.js';
import { CAPABILITIES } from '../../src/main/capabilities.js';
import { DEFAULT_LIMITS } from '../../src/platform/limits.js';
import { TrustedProxies } from '../../src/platform/network/trusted-proxies.js';
import { PasswordHasher } from '../../src/platform/passwords/password-hasher.js';
import { newEmail } from '../support/account-calls.js';
import type { GraphqlAnswer } from '../support/client.js';
import { Client } from '../support/client.js';
import { documentOf, requiredVariables, ROOT_FIELDS } from '../support/graphql-fields.js';
import { startTestServer, type TestServer } from '../support/server.js';

const PASSWORD = 'long enough 1';
const FLOOD = 500;
/** The addresses that strangers have: fewer than their requests. */
const STRANGERS = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4', '2001:db8:0:1::'];

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    limits: { addressAttempts: DEFAULT_LIMITS.addressAttempts },
    trustedProxies: TrustedProxies.read('1') ?? TrustedProxies.NONE,
    // Expensive enough that hashes wait for each other.
    passwordHasher: new PasswordHasher({ N: 8_192, r: 8, p: 1 }),
  });
});
afterAll(() => server.stop());

let given = 0;
/** An address that nobody else has. */
const newAddress = () => `198.51.${Math.floor((given += 1) / 250)}.${(given % 250) + 1}`;

function call(
  name: string,
  variables: object,
  address: string,
  { token = null, userAgent = 'test' }: { token?: string | null; userAgent?: string } = {},
): Promise<GraphqlAnswer> {
  const root = ROOT_FIELDS.find(({ field }) => field.name === name);
  if (root === undefined) throw new Error(`There is no field ${name}.`);
  const headers = { 'x-forwarded-for': address, 'user-agent': userAgent };
  return new Client(server.baseUrl, token, '').graphql(documentOf(root), { ...variables }, headers);
}

const codeOf = ({ errors }: GraphqlAnswer) => errors?.[0].extensions.code ?? 'ok';

async function signUp(address = newAddress(), userAgent = 'test'): Promise<string> {
  const email = newEmail();
  const input = { email, password: PASSWORD, organizationName: 'Hooli' };
  expect(codeOf(await call('registerUser', { input }, address, { userAgent }))).toBe('ok');
  return email;
}

const logIn = (email: string, address: string, password = PASSWORD, userAgent = 'test') =>
  call('loginUser', { input: { email, password } }, address, { userAgent }).then(codeOf);

/** What strangers send: values that cost the most, each for an e-mail of its own. */
const SENT: Readonly<Record<string, () => object>> = {
  acceptInvite: () => ({ input: { token: 'a'.repeat(40), password: PASSWORD } }),
  loginUser: () => ({ input: { email: newEmail(), password: PASSWORD } }),
  passwordReset: () => ({ token: 'a'.repeat(40) }),
  invite: () => ({ token: 'a'.repeat(40) }),
  registerUser: () => ({ input: { email: newEmail(), password: PASSWORD, organizationName: 'Hooli' } }),
  requestPasswordReset: () => ({ input: { email: newEmail() } }),
  resetPassword: () => ({ input: { token: 'a'.repeat(40), newPassword: PASSWORD } }),
};

async function openOperations(): Promise<string[]> {
  const schema = await buildApiSchema(CAPABILITIES.resolvers(server.app.services));
  return [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).flatMap((field) =>
      audienceOf(field) === 'anyone' ? [field.name] : [],
    ),
  );
}

test('500 at once of each of them do not make the calls of others fail', async () => {
  const operations = await openOperations();
  expect(operations.length).toBeGreaterThan(10);
  const known = await signUp();
  const client = await server.organization();
  for (const name of operations) {
    const root = ROOT_FIELDS.find(({ field }) => field.name === name);
    const sent = SENT[name] ?? (() => (root === undefined ? {} : requiredVariables(root, {})));
    let answered = 0;
    const flood = Promise.all(
      Array.from({ length: FLOOD }, async (_, index) => {
        const stranger = STRANGERS[index % STRANGERS.length] ?? '';
        const address = stranger.endsWith(':') ? `${stranger}${(index + 1).toString(16)}` : stranger;
        const answer = await call(name, sent(), address);
        answered += 1;
        return answer.errors?.[0].extensions.status ?? 200;
      }),
    );
    const others = new Set<unknown>();
    while (answered < FLOOD) {
      others.add(await logIn(known, newAddress()));
      others.add((await client.get('/taxes')).status);
      const email = known;
      others.add(codeOf(await call('requestPasswordReset', { input: { email } }, newAddress())));
    }
    await signUp();
    expect([name, others]).toEqual([
      name,
      new Set(answered === FLOOD && others.size === 0 ? [] : ['ok', 200]),
    ]);
    expect([name, (await flood).filter((status) => status >= 500)]).toEqual([name, []]);
  }
});

describe('whoever fails', () => {
  const fail = async (email: string, address: string, userAgent?: string) => {
    const codes = await Promise.all(
      Array.from({ length: 15 }, () => logIn(email, address, 'wrong', userAgent)),
    );
    return codes.filter((code) => code === 'too_many_requests').length;
  };

  test('a caller who fails to sign in waits at this address, and locks out nobody elsewhere', async () => {
    const email = await signUp();
    const address = newAddress();
    expect(await fail(email, address)).toBeGreaterThan(0);
    const input = { email, password: PASSWORD };
    const right = await call('loginUser', { input }, address);
    expect(right.errors?.[0].extensions).toMatchObject({ code: 'too_many_requests', status: 429 });
    expect(right.headers.get('retry-after')).not.toBeNull();
    expect(await logIn(email, newAddress())).toBe('ok');
  });

  test('a caller who fails to sign in does not keep a known device at the same address from signing in', async () => {
    const address = newAddress();
    const email = await signUp(address, 'own browser');
    expect(await fail(email, address, 'another browser')).toBeGreaterThan(0);
    expect(await logIn(email, address, PASSWORD, 'another browser')).toBe('too_many_requests');
    expect(await logIn(email, address, PASSWORD, 'own browser')).toBe('ok');
  });

  test('a caller who fails to sign in from hundreds of addresses does not keep a known device from signing in', async () => {
    const address = newAddress();
    const email = await signUp(address);
    let answered = 0;
    const flood = Promise.all(
      Array.from({ length: 600 }, async (_, index) => {
        const code = await logIn(newEmail(), `192.0.2.${index % 200}`, 'wrong');
        answered += 1;
        return code;
      }),
    );
    const codes: string[] = [];
    // A device has ten attempts in a minute.
    while (answered < 600 && codes.length < 8) codes.push(await logIn(email, address));
    expect(codes.length).toBeGreaterThan(2);
    expect(new Set(codes)).toEqual(new Set(['ok']));
    // The queue of strangers was full meanwhile.
    expect(await flood).toContain('service_unavailable');
  });

  test('a caller who fails to sign in with accounts of its own at six addresses does not keep a known device from signing in', async () => {
    const address = newAddress();
    const email = await signUp(address);
    const own: { readonly account: string; readonly from: string }[] = [];
    for (let network = 0; network < 6; network += 1) {
      const from = newAddress();
      for (let made = 0; made < 8; made += 1) own.push({ account: await signUp(from), from });
    }
    let isOver = false;
    // The accounts are known there, too, and each has three logins under way all the time.
    const flood = Promise.all(
      [...own, ...own, ...own].map(async ({ account, from }) => {
        const codes: string[] = [];
        while (codes.length < 9 && !isOver) codes.push(await logIn(account, from, 'wrong'));
        return codes;
      }),
    );
    const codes: string[] = [];
    while (codes.length < 3) codes.push(await logIn(email, address));
    isOver = true;
    expect(codes).toEqual(['ok', 'ok', 'ok']);
    // Their queue was full meanwhile.
    expect((await flood).flat()).toContain('service_unavailable');
  });

  test('a caller who fails to sign in counts for the 64 bits of an IPv6 network', async () => {
    const email = await signUp();
    const network = '2001:db8:7:7';
    const codes = [];
    for (let host = 1; host <= 12; host += 1) codes.push(await logIn(email, `${network}::${host}`, 'wrong'));
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(2);
    expect(await logIn(email, '2001:db8:7:8::1')).toBe('ok');
  });
});

test('30 logins in a minute are possible from one address, whatever the e-mail', async () => {
  const address = newAddress();
  const codes = [];
  for (let sent = 0; sent < 32; sent += 1) codes.push(await logIn(newEmail(), address));
  expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(2);
});
