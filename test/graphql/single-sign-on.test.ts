// Login methods of organizations, and single sign-on at OpenID Connect providers. Source: auth.md §2, §3; docs/adr/0092.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { AccountCalls, confirm, invalid, newEmail, refusal, type Sender } from '../support/account-calls.js';
import type { Resource } from '../support/builders.js';
import { Client, type GraphqlAnswer } from '../support/client.js';
import { HandClock } from '../support/hand-clock.js';
import { type Deviation, IdentityProviderStandIn } from '../support/identity-provider-stand-in.js';
import { Mailbox, runMailJobs } from '../support/mails.js';
import { type ServedApp, serveApp, startTestServer, type TestServer } from '../support/server.js';

const NOW = '2027-03-01T09:30:00Z';
const PASSWORD = 'long enough 1';
const SECRET = 'a'.repeat(43);
const clock = new HandClock(NOW);
const mailbox = new Mailbox();

let standIn: IdentityProviderStandIn;
let server: TestServer;
/** Serves the same database, without a provider. */
let without: ServedApp;

beforeAll(async () => {
  standIn = await IdentityProviderStandIn.start();
  server = await startTestServer({
    clock,
    mailTransport: mailbox,
    identityProviders: [standIn.settings('google', 'Google'), standIn.settings('oidc', 'Acme SSO')],
  });
  without = await serveApp(server.database, { clock });
});
afterAll(async () => {
  await without.stop();
  await server.stop();
  await standIn.stop();
});
beforeEach(() => {
  clock.set(NOW);
  standIn.isDown = false;
});

const SELECTIONS: Readonly<Record<string, string>> = {
  registerUser: 'token user { id email } organization { id }',
  updateAuthenticationMethods: 'organization { id authenticationMethods }',
  beginSingleSignOn: 'url secret',
  createInvite: 'token',
  revokeMembership: 'membership { id }',
};

const calls = new AccountCalls(() => server, SELECTIONS);
const send = calls.send.bind(calls);
const mutate = calls.mutate.bind(calls);
const done = calls.done.bind(calls);

const NOT_FOUND = ['not_found', 404, { invite: ['not_found'] }];
const FAILED = invalid({ base: ['single_sign_on_failed'] });
const INCORRECT = invalid({ base: ['incorrect_login_or_password'] });

interface Owner extends Required<Sender> {
  readonly email: string;
  readonly token: string;
}

/** An admin of a new organization that allows these ways to sign in. */
async function signUp(methods = ['email_password', 'oidc'], email = newEmail()): Promise<Owner> {
  const input = { email, password: PASSWORD, organizationName: 'Hooli' };
  const { token, organization } = await done('registerUser', input);
  await confirm(server, email);
  const owner = { email, token, organizationId: organization.id };
  await allow(owner, methods);
  return owner;
}

const allow = (owner: Sender, authenticationMethods: string[]) =>
  done('updateAuthenticationMethods', { authenticationMethods }, owner);

const begin = (input: object = {}) => done('beginSingleSignOn', { method: 'oidc', ...input });

/** Signs in at the provider and comes back. */
async function signOn(
  email: string,
  { deviation = {}, ...input }: { deviation?: Deviation; method?: string; invitationToken?: string } = {},
): Promise<GraphqlAnswer> {
  const { url, secret } = await begin(input);
  return mutate('completeSingleSignOn', { ...standIn.signIn(url, email, deviation), secret });
}

async function signedOn(email: string, input: Parameters<typeof signOn>[1] = {}): Promise<Resource> {
  const { data, errors } = await signOn(email, input);
  expect(errors).toBeUndefined();
  return data.completeSingleSignOn;
}

const login = (email: string) => mutate('loginUser', { email, password: PASSWORD });
const mayAct = async (sender: Sender) =>
  (await send('{ coupons { totalCount } }', {}, sender)).errors === undefined;
const organizationsOf = async (sender: Sender): Promise<string[]> => {
  const { data } = await send('{ currentUser { organizations { id } } }', {}, sender);
  return data.currentUser.organizations.map(({ id }: Resource) => id);
};

async function invite(owner: Sender, email: string, roles = ['manager']): Promise<string> {
  return (await done('createInvite', { email, roles }, owner)).token;
}

/** The token of a link to reset the password. */
async function resetToken(email: string): Promise<string | undefined> {
  const { users } = server.app.services;
  const link = await server.pool.db.transaction((tx) => users.issueReset(tx, email));
  return link?.split('#').at(-1);
}

async function logEvents(owner: Owner): Promise<[string, string][]> {
  const { data } = await send('{ securityLogs { nodes { logEvent userEmail } } }', {}, owner);
  return data.securityLogs.nodes.map(({ logEvent, userEmail }: Resource) => [logEvent, userEmail]);
}

describe('the login methods of an organization', () => {
  const METHODS = '{ organization { authenticationMethods } }';

  test('the login methods of an organization are passwords at first; each change is announced to the admins', async () => {
    const { organizationId, ...owner } = await signUp(['email_password']);
    const sender = { ...owner, organizationId };
    expect((await send(METHODS, {}, sender)).data.organization.authenticationMethods).toEqual([
      'email_password',
    ]);
    await runMailJobs(server, { organizationId });
    expect(mailbox.take()).toEqual([]);
    const { organization } = await allow(sender, ['oidc', 'email_password', 'oidc']);
    expect(organization.authenticationMethods).toEqual(['email_password', 'oidc']);
    await allow(sender, ['email_password', 'oidc']);
    await runMailJobs(server, { organizationId });
    const [mail, ...others] = mailbox.take();
    expect([mail?.subject, mail?.to, others]).toEqual([
      'Hooli: the login methods were changed',
      [owner.email],
      [],
    ]);
    for (const text of ['E-mail address and password, Acme SSO', owner.email])
      expect(mail?.text).toContain(text);
  });

  test.each<[string[], string]>([
    [[], 'value_is_mandatory'],
    [['oidc'], 'value_is_invalid'],
    [['email_password', 'google'], 'value_is_invalid'],
  ])('%j is refused where the server has no provider: %s', async (authenticationMethods, code) => {
    const owner = await signUp();
    const update = mutate('updateAuthenticationMethods', { authenticationMethods }, owner, without.baseUrl);
    expect(await refusal(update)).toEqual(invalid({ authenticationMethods: [code] }));
    expect((await send(METHODS, {}, owner)).data.organization.authenticationMethods).toEqual([
      'email_password',
      'oidc',
    ]);
  });

  test('the login methods of an organization are shown to and changed by those who may; an unlimited key is a way back', async () => {
    const owner = await signUp();
    const token = await invite(owner, newEmail(), ['finance']);
    const { token: session } = await done('acceptInvite', { token, password: PASSWORD });
    const member = { ...owner, token: session };
    const input = { authenticationMethods: ['oidc'] };
    for (const answer of [send(METHODS, {}, member), mutate('updateAuthenticationMethods', input, member)])
      expect((await refusal(answer)).slice(0, 2)).toEqual(['forbidden', 403]);
    const limited = await server.organization({ organization: ['read', 'write'] });
    expect((await limited.graphql(METHODS)).errors?.[0].extensions.status).toBe(403);
    const client = await server.organization();
    const query =
      'mutation ($input: UpdateAuthenticationMethodsInput!) { updateAuthenticationMethods(input: $input) { organization { authenticationMethods } } }';
    const { data } = await client.graphql(query, { input });
    expect(data.updateAuthenticationMethods.organization.authenticationMethods).toEqual(['oidc']);
  });

  test('the login methods of an organization decide which sessions act in it, at once', async () => {
    const owner = await signUp();
    const other = await signUp(['email_password'], newEmail());
    await done('acceptInvite', { token: await invite(other, owner.email), password: PASSWORD });
    const { token } = await signedOn(owner.email);
    const byProvider = { ...owner, token };
    expect([await organizationsOf(owner), await organizationsOf(byProvider)]).toEqual([
      [owner.organizationId, other.organizationId],
      [owner.organizationId],
    ]);
    expect(await mayAct({ token, organizationId: other.organizationId })).toBe(false);
    await allow(owner, ['oidc']);
    expect([await mayAct(owner), await mayAct(byProvider)]).toEqual([false, true]);
    expect(await organizationsOf(owner)).toEqual([other.organizationId]);
    await allow(byProvider, ['email_password']);
    expect([await mayAct(owner), await mayAct(byProvider)]).toEqual([true, false]);
  });

  test('the login methods of an organization refuse a login when no organization of the user allows it', async () => {
    const owner = await signUp(['oidc']);
    expect(await refusal(login(owner.email))).toEqual(
      invalid({ emailPassword: ['login_method_not_authorized'] }),
    );
    expect(await refusal(mutate('loginUser', { email: owner.email, password: 'wrong one 1' }))).toEqual(
      INCORRECT,
    );
    expect(
      await refusal(signOn(owner.email, { method: 'google', deviation: { claims: { hd: 'x' } } })),
    ).toEqual(invalid({ google: ['login_method_not_authorized'] }));
    const reset = { token: await resetToken(owner.email), newPassword: PASSWORD };
    expect(await mayAct({ ...owner, token: (await done('resetPassword', reset)).token })).toBe(false);
  });
});

describe('a single sign-on', () => {
  test('a single sign-on signs a member in, and records a new device', async () => {
    const owner = await signUp();
    const { data } = await send('{ identityProviders { method name } }', {}, {});
    expect(data.identityProviders).toEqual([
      { method: 'google', name: 'Google' },
      { method: 'oidc', name: 'Acme SSO' },
    ]);
    const { url, secret } = await begin();
    const { origin, pathname, searchParams } = new URL(url);
    expect([`${origin}${pathname}`, Object.fromEntries(searchParams)]).toEqual([
      `${standIn.issuer}/authorize`,
      {
        client_id: 'tollgate',
        response_type: 'code',
        scope: 'openid email',
        redirect_uri: 'https://billing.test/single-sign-on',
        state: expect.any(String),
        nonce: expect.any(String),
        code_challenge: expect.any(String),
        code_challenge_method: 'S256',
      },
    ]);
    expect(url).not.toContain(secret);
    const query =
      'mutation ($input: CompleteSingleSignOnInput!) { completeSingleSignOn(input: $input) { token user { email } } }';
    const input = { ...standIn.signIn(url, owner.email.toUpperCase()), secret };
    const headers = { 'user-agent': 'Phone/1.0' };
    const answer = await new Client(server.baseUrl, null, '').graphql(query, { input }, headers);
    const { token, user } = answer.data.completeSingleSignOn;
    expect(user.email).toBe(owner.email);
    expect(decodeJwt(token)).toMatchObject({ login_method: 'oidc' });
    expect(await mayAct({ ...owner, token })).toBe(true);
    expect(await logEvents(owner)).toEqual([
      ['user.new_device_logged_in', owner.email],
      ['user.signed_up', owner.email],
    ]);
  });

  test('a single sign-on reads an address that only the holder of the access token sees', async () => {
    const { email } = await signUp();
    const claims = { email: undefined, email_verified: undefined };
    await signedOn(email, { deviation: { claims, userInfo: { email, email_verified: true } } });
    const unverified = signOn(email, { deviation: { claims, userInfo: { email } } });
    expect(await refusal(unverified)).toEqual(invalid({ email: ['email_not_verified'] }));
    const ofOther = signOn(email, {
      deviation: { claims, userInfo: { sub: 'other', email, email_verified: true } },
    });
    expect(await refusal(ofOther)).toEqual(FAILED);
  });

  test.each<[string, Deviation]>([
    ['for another client', { claims: { aud: 'other' } }],
    ['of another issuer', { claims: { iss: 'https://other.example' } }],
    ['for another attempt', { claims: { nonce: 'other' } }],
    ['for no attempt', { claims: { nonce: undefined } }],
    ['that has expired', { claims: { exp: 1_000_000_000 } }],
    ['that does not expire', { claims: { exp: undefined } }],
    ['of nobody', { claims: { sub: undefined } }],
    ['with a signature of another key', { hasForeignKey: true }],
  ])('a single sign-on fails with a token %s', async (_, deviation) => {
    const { email } = await signUp();
    expect(await refusal(signOn(email, { deviation }))).toEqual(FAILED);
  });

  test('a single sign-on fails for an address that is not verified, and for accounts at Google of other hosts', async () => {
    const { email } = await signUp(['google', 'oidc']);
    const NOT_VERIFIED = invalid({ email: ['email_not_verified'] });
    for (const claims of [{ email_verified: false }, { email_verified: undefined }, { email: undefined }])
      expect(await refusal(signOn(email, { deviation: { claims } }))).toEqual(
        'email' in claims ? FAILED : NOT_VERIFIED,
      );
    expect(await refusal(signOn(email, { method: 'google' }))).toEqual(NOT_VERIFIED);
    await signedOn(email, { method: 'google', deviation: { claims: { hd: 'example.com' } } });
  });

  test('a single sign-on signs in no one who is not a member any more, and signs nobody up', async () => {
    const owner = await signUp();
    const email = newEmail();
    expect(await refusal(signOn(email))).toEqual(INCORRECT);
    await signedOn(email, { invitationToken: await invite(owner, email) });
    const query = '{ memberships { nodes { id user { email } } } }';
    const { data } = await send(query, {}, owner);
    const { id } = data.memberships.nodes.find(({ user }: Resource) => user.email === email);
    const { token } = await signedOn(email);
    await done('revokeMembership', { id }, owner);
    expect([await mayAct({ ...owner, token }), await refusal(signOn(email))]).toEqual([false, INCORRECT]);
  });

  test('a single sign-on works once, for the browser that began it, for ten minutes', async () => {
    const { email } = await signUp();
    const { url, secret } = await begin();
    const answer = standIn.signIn(url, email);
    const complete = (input: object) =>
      refusal(mutate('completeSingleSignOn', { ...answer, secret, ...input }));
    const other = await begin();
    const exchanges = () => standIn.requests.filter((path) => path === '/token').length;
    const before = exchanges();
    const forged = `${answer.state.slice(0, -4)}AAAA`;
    for (const input of [
      { secret: other.secret },
      { secret: SECRET },
      { state: forged },
      { state: 'x' },
      { state: 'x'.repeat(10_000) },
      { code: 'x'.repeat(10_000) },
      { issuer: 'x'.repeat(10_000) },
    ])
      expect(await complete(input)).toEqual(FAILED);
    expect(exchanges()).toBe(before);
    await done('completeSingleSignOn', { ...answer, secret });
    expect(await complete({})).toEqual(FAILED);
    expect(await complete({ code: standIn.signIn(url, email).code })).toEqual(FAILED);
    const late = standIn.signIn(other.url, email);
    clock.set('2027-03-01T09:40:00Z');
    expect(await complete({ ...late, secret: other.secret })).toEqual(FAILED);
    const [{ count } = { count: 0 }] = await server.pool.sql<
      { count: number }[]
    >`select count(*)::int from used_sign_ons`;
    expect(count).toBeGreaterThan(0);
    await server.app.services.users.deleteExpired(server.pool.db);
    expect(await server.pool.sql`select * from used_sign_ons where kept_until <= ${NOW}`).toEqual([]);
  });

  test('a single sign-on names the issuer that answers, if it does', async () => {
    const { email } = await signUp();
    const { url, secret } = await begin();
    const wrong = { ...standIn.signIn(url, email), secret, issuer: 'https://other.example' };
    expect(await refusal(mutate('completeSingleSignOn', wrong))).toEqual(FAILED);
    const next = await begin();
    await done('completeSingleSignOn', {
      ...standIn.signIn(next.url, email),
      secret: next.secret,
      issuer: standIn.issuer,
    });
  });

  test('a single sign-on is refused with a method that the server does not offer', async () => {
    for (const [input, baseUrl] of [
      [{ method: 'email_password' }, server.baseUrl],
      [{ method: 'oidc' }, without.baseUrl],
    ] as const)
      expect(await refusal(mutate('beginSingleSignOn', input, {}, baseUrl))).toEqual(
        invalid({ method: ['value_is_invalid'] }),
      );
    const { url, secret } = await begin();
    const answer = { ...standIn.signIn(url, newEmail()), secret };
    expect(await refusal(mutate('completeSingleSignOn', answer, {}, without.baseUrl))).toEqual(FAILED);
  });

  test('a single sign-on waits for a provider that cannot be reached, and is limited by address', async () => {
    const later = await serveApp(server.database, {
      clock,
      identityProviders: [standIn.settings('oidc', 'Acme SSO')],
    });
    standIn.isDown = true;
    const input = { method: 'oidc' };
    const answer = await mutate('beginSingleSignOn', input, {}, later.baseUrl);
    expect(answer.errors?.[0].extensions).toMatchObject({ code: 'service_unavailable', status: 503 });
    standIn.isDown = false;
    const { data } = await mutate('beginSingleSignOn', input, {}, later.baseUrl);
    expect(data.beginSingleSignOn.url).toContain(standIn.issuer);
    standIn.isDown = true;
    const { url, secret } = data.beginSingleSignOn;
    const signedIn = { ...standIn.signIn(url, newEmail()), secret };
    expect(await refusal(mutate('completeSingleSignOn', signedIn, {}, later.baseUrl))).toEqual(FAILED);
    const bad = { code: 'x', state: 'x', secret: SECRET };
    const refused = await Promise.all(
      Array.from({ length: 100 }, () => refusal(mutate('completeSingleSignOn', bad, {}, later.baseUrl))),
    );
    expect(refused.filter(([code]) => code === 'too_many_requests')).toHaveLength(1);
    await later.stop();
  });
});

describe('an invitation', () => {
  test('an invitation shows how it can be accepted, and makes a new user without a password a member', async () => {
    const signedUp = await signUp(['oidc']);
    const owner = { ...signedUp, token: (await signedOn(signedUp.email)).token };
    const email = newEmail();
    const token = await invite(owner, email);
    const query = 'query ($token: String!) { invite(token: $token) { email authenticationMethods } }';
    expect((await send(query, { token }, {})).data.invite).toEqual({
      email,
      authenticationMethods: ['oidc'],
    });
    expect(await refusal(mutate('acceptInvite', { token, password: PASSWORD }))).toEqual(
      invalid({ emailPassword: ['login_method_not_authorized'] }),
    );
    expect(await refusal(mutate('beginSingleSignOn', { method: 'google', invitationToken: token }))).toEqual(
      invalid({ google: ['login_method_not_authorized'] }),
    );
    const { token: session, user } = await signedOn(email, { invitationToken: token });
    expect([user.email, await mayAct({ ...owner, token: session })]).toEqual([email, true]);
    expect(await logEvents(owner)).toEqual([
      ['user.signed_up', email],
      ['user.invited', owner.email],
      ['user.signed_up', owner.email],
    ]);
    await allow(owner, ['email_password', 'oidc']);
    expect(await refusal(login(email))).toEqual(INCORRECT);
    const newPassword = { currentPassword: '', newPassword: PASSWORD };
    expect(await refusal(mutate('changePassword', newPassword, { token: session }))).toEqual(
      invalid({ currentPassword: ['value_is_invalid'] }),
    );
    const reset = { token: await resetToken(email), newPassword: PASSWORD };
    const { token: withPassword } = await done('resetPassword', reset);
    expect(await mayAct({ ...owner, token: withPassword })).toBe(true);
    expect((await login(email)).errors).toBeUndefined();
  });

  test('an invitation does not open to a password that somebody else may have registered for the address', async () => {
    const owner = await signUp();
    const email = newEmail();
    const registered = await signUp(['email_password'], email);
    const { token } = await signedOn(email, { invitationToken: await invite(owner, email) });
    expect(await mayAct({ ...owner, token })).toBe(true);
    const { data } = await login(email);
    const withPassword = { ...owner, token: data.loginUser.token };
    expect([await mayAct(withPassword), await mayAct(registered)]).toEqual([false, true]);
    expect(await organizationsOf(withPassword)).toEqual([registered.organizationId]);
    const reset = { token: await resetToken(email), newPassword: PASSWORD };
    const { token: proven } = await done('resetPassword', reset);
    expect(await mayAct({ ...owner, token: proven })).toBe(true);
  });

  test('an invitation is only for its address, while it is pending, in a way that the organization still allows', async () => {
    const owner = await signUp();
    const email = newEmail();
    const token = await invite(owner, email);
    expect(await refusal(signOn(newEmail(), { invitationToken: token }))).toEqual(
      invalid({ email: ['invite_email_mismatch'] }),
    );
    for (const unknown of ['f'.repeat(40), "'", ''])
      expect(
        await refusal(mutate('beginSingleSignOn', { method: 'oidc', invitationToken: unknown })),
      ).toEqual(NOT_FOUND);
    const begun = await begin({ invitationToken: token });
    const returned = () => ({ ...standIn.signIn(begun.url, email), secret: begun.secret });
    await allow(owner, ['email_password']);
    expect(await refusal(mutate('completeSingleSignOn', returned()))).toEqual(
      invalid({ oidc: ['login_method_not_authorized'] }),
    );
    await allow(owner, ['email_password', 'oidc']);
    const [first, second] = [
      await begin({ invitationToken: token }),
      await begin({ invitationToken: token }),
    ];
    await done('completeSingleSignOn', { ...standIn.signIn(first.url, email), secret: first.secret });
    const again = { ...standIn.signIn(second.url, email), secret: second.secret };
    expect(await refusal(mutate('completeSingleSignOn', again))).toEqual(NOT_FOUND);
  });
});
