// Users, sessions, memberships, invitations and roles. Source: auth.md §2 to §4; logs.md §4; docs/adr/0083.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readCommand } from '../../src/main/admin/command-line.js';
import { runCommand } from '../../src/main/admin/commands.js';
import { MEMBER_PERMISSIONS } from '../../src/platform/api/access/member-permissions.js';
import { AccountCalls, confirm, invalid, newEmail, refusal, type Sender } from '../support/account-calls.js';
import { createCustomer, type Resource } from '../support/builders.js';
import { Client } from '../support/client.js';
import { HandClock } from '../support/hand-clock.js';
import { Mailbox, type ReceivedMail, runMailJobs } from '../support/mails.js';
import {
  FIRST_START,
  type ServedApp,
  serveApp,
  startTestServer,
  TEST_PUBLIC_URL,
  type TestServer,
} from '../support/server.js';

const NOW = '2027-03-01T09:30:00Z';
const HOUR_MS = 3_600_000;
const PASSWORD = 'long enough 1';
const clock = new HandClock(NOW);
const mailbox = new Mailbox();

let server: TestServer;
let closed: ServedApp;

beforeAll(async () => {
  server = await startTestServer({ clock, mailTransport: mailbox });
  closed = await serveApp(server.database, { clock, signupEnabled: false });
});
afterAll(async () => {
  await closed.stop();
  await server.stop();
});
beforeEach(() => {
  clock.set(NOW);
});

const SELECTIONS: Readonly<Record<string, string>> = {
  registerUser: 'token user { id email } organization { id name slug }',
  logoutUser: 'userId',
  requestPasswordReset: 'email',
  confirmEmail: 'email',
  createInvite: 'token link invite { id email roles status expiresAt }',
  updateInvite: 'invite { id roles status }',
  revokeInvite: 'invite { id status revokedAt }',
  createRole: 'role { id code name description permissions isPredefined }',
  updateRole: 'role { id code name description permissions }',
  deleteRole: 'deletedId',
  updateMembershipRoles: 'membership { id roles }',
  revokeMembership: 'membership { id status revokedAt user { email } }',
  createApiKey: 'apiKey { id value }',
  updateOrganization: 'organization { id hasSecurityLog }',
};

const calls = new AccountCalls(() => server, SELECTIONS);
const send = calls.send.bind(calls);
const mutate = calls.mutate.bind(calls);
const done = calls.done.bind(calls);

const forbidden = (code: string) => [code, 403, { base: [code] }];

interface Owner extends Required<Sender> {
  readonly email: string;
  readonly userId: string;
  readonly token: string;
}

async function signUp(name = 'Hooli'): Promise<Owner> {
  const email = newEmail();
  const { token, user, organization } = await done('registerUser', {
    email,
    password: PASSWORD,
    organizationName: name,
  });
  await confirm(server, email);
  return { email, userId: user.id, token, organizationId: organization.id };
}

/** A new member of an organization. */
async function join(owner: Sender, roles: string[]): Promise<Owner> {
  const email = newEmail();
  const { token: invitation } = await done('createInvite', { email, roles }, owner);
  const { token, user } = await done('acceptInvite', { token: invitation, password: PASSWORD });
  await confirm(server, email);
  return { email, userId: user.id, token, organizationId: owner.organizationId ?? '' };
}

async function membershipOf(owner: Sender, email: string): Promise<Resource> {
  const query = '{ memberships(perPage: 100) { nodes { id status roles createdAt user { id email } } } }';
  const { data } = await send(query, {}, owner);
  return data.memberships.nodes.find((node: Resource) => node.user.email === email);
}

async function logs(owner: Owner): Promise<Resource[]> {
  const query =
    '{ securityLogs(perPage: 100) { nodes { logEvent userEmail resources deviceInfo { userAgent } } } }';
  const { data } = await send(query, {}, owner);
  return data.securityLogs.nodes;
}

const eventsOf = async (owner: Owner) => (await logs(owner)).map(({ logEvent }) => logEvent);
const currentUser = (sender: Sender) => send('{ currentUser { id } }', {}, sender);
const isSignedIn = async (sender: Sender) => (await currentUser(sender)).errors === undefined;
const anyTaxes = (sender: Sender) => send('{ taxes { totalCount } }', {}, sender);

describe('signing up', () => {
  test('signing up creates a user, an organization with a key and a billing entity, and an admin', async () => {
    const email = newEmail();
    const { user, token, organization } = await done('registerUser', {
      email: ` ${email.toUpperCase()} `,
      password: PASSWORD,
      organizationName: 'Hooli Ltd',
    });
    expect([user.email, organization]).toMatchObject([email, { name: 'Hooli Ltd' }]);
    const owner = { token, organizationId: organization.id };
    const { data } = await send(
      `{ currentUser { email organizations { id name } memberships { roles permissions organization { id } } }
         organization { id hmacKey } apiKeys { nodes { name value } } billingEntities { nodes { code name } } }`,
      {},
      owner,
    );
    expect(data).toMatchObject({
      currentUser: {
        email,
        organizations: [{ id: organization.id, name: 'Hooli Ltd' }],
        memberships: [{ roles: ['admin'], organization: { id: organization.id } }],
      },
      organization: { id: organization.id, hmacKey: expect.any(String) },
      apiKeys: { nodes: [{ name: 'Admin', value: expect.stringMatching(/^•{8}/) }] },
      billingEntities: { nodes: [{ code: 'default', name: 'Hooli Ltd' }] },
    });
    expect(data.currentUser.memberships[0].permissions).toContain('developers:keys:manage');
    expect(await logs({ ...owner, email, userId: user.id })).toMatchObject([
      { logEvent: 'user.signed_up', userEmail: email, resources: { email, roles: ['admin'] } },
    ]);
  });

  test('signing up is refused for a taken address, bad input, and where it is switched off', async () => {
    const { email } = await signUp();
    const input = { email, password: PASSWORD, organizationName: 'x' };
    expect(await refusal(mutate('registerUser', { ...input, email: email.toUpperCase() }))).toEqual(
      invalid({ email: ['user_already_exists'] }),
    );
    const bad = { email: 'nobody', password: 'short', organizationName: ' ' };
    expect(await refusal(mutate('registerUser', bad))).toEqual(
      invalid({
        email: ['invalid_email_format'],
        password: ['value_is_too_short'],
        organizationName: ['value_is_mandatory'],
      }),
    );
    expect(await refusal(mutate('registerUser', { ...input, password: 'x'.repeat(129) }))).toEqual(
      invalid({ password: ['value_is_too_long'] }),
    );
    expect(await refusal(mutate('registerUser', input, {}, closed.baseUrl))).toEqual([
      'signup_disabled',
      405,
      null,
    ]);
  });
});

describe('a login', () => {
  test('a login answers a token; a new device is recorded once', async () => {
    const owner = await signUp();
    await done('loginUser', { email: owner.email.toUpperCase(), password: PASSWORD });
    expect(await eventsOf(owner)).toEqual(['user.signed_up']);
    const query = 'mutation ($input: LoginUserInput!) { loginUser(input: $input) { token } }';
    const fromPhone = () =>
      new Client(server.baseUrl, null, '').graphql(
        query,
        { input: { email: owner.email, password: PASSWORD } },
        { 'user-agent': 'Phone/1.0' },
      );
    expect((await fromPhone()).errors).toBeUndefined();
    expect((await fromPhone()).errors).toBeUndefined();
    expect(await logs(owner)).toMatchObject([
      {
        logEvent: 'user.new_device_logged_in',
        userEmail: owner.email,
        deviceInfo: { userAgent: 'Phone/1.0' },
      },
      { logEvent: 'user.signed_up' },
    ]);
  });

  test('a login fails alike for a wrong password, an unknown user and one without a membership', async () => {
    const owner = await signUp();
    const member = await join(owner, ['manager']);
    await done('revokeMembership', { id: (await membershipOf(owner, member.email)).id }, owner);
    for (const [email, password] of [
      [owner.email, 'wrong password'],
      [owner.email, 'x'.repeat(10_000)],
      [newEmail(), PASSWORD],
      ['x'.repeat(10_000), PASSWORD],
      [member.email, PASSWORD],
    ]) {
      expect(await refusal(mutate('loginUser', { email, password }))).toEqual(
        invalid({ base: ['incorrect_login_or_password'] }),
      );
    }
  });
});

describe('a session', () => {
  test('a session of a user is renewed in the second half of its three hours, and then expires', async () => {
    const owner = await signUp();
    expect((await currentUser(owner)).headers.get('x-svc-token')).toBeNull();
    clock.set(new Date(Date.parse(NOW) + 2 * HOUR_MS).toISOString());
    const renewed = (await currentUser(owner)).headers.get('x-svc-token');
    expect(renewed).toMatch(/^eyJ/);
    clock.set(new Date(Date.parse(NOW) + 4 * HOUR_MS).toISOString());
    const expired = await currentUser(owner);
    expect([expired.status, expired.errors?.[0].extensions]).toMatchObject([
      401,
      { code: 'expired_jwt_token', status: 401 },
    ]);
    expect(await isSignedIn({ token: renewed })).toBe(true);
  });

  test('a session of a user ends by logging out, also for its renewed tokens', async () => {
    const owner = await signUp();
    const { token: other } = await done('loginUser', { email: owner.email, password: PASSWORD });
    clock.set(new Date(Date.parse(NOW) + 2 * HOUR_MS).toISOString());
    const renewed = (await currentUser(owner)).headers.get('x-svc-token');
    const { data, headers } = await send('mutation { logoutUser { userId } }', {}, owner);
    expect([data.logoutUser, headers.get('x-svc-token')]).toEqual([{ userId: owner.userId }, null]);
    expect([
      await isSignedIn(owner),
      await isSignedIn({ token: renewed }),
      await isSignedIn({ token: other }),
    ]).toEqual([false, false, true]);
    await server.app.services.users.deleteExpired(server.pool.db);
    expect(await isSignedIn(owner)).toBe(false);
  });

  test('a session of a user acts in an organization of the user only, and not over REST', async () => {
    const [owner, stranger] = [await signUp(), await signUp()];
    expect((await anyTaxes(owner)).data).toEqual({ taxes: { totalCount: 0 } });
    for (const sender of [
      { ...owner, organizationId: stranger.organizationId },
      { token: owner.token },
      { ...owner, organizationId: "'" },
      { ...owner, token: `${owner.token.slice(0, -4)}AAAA` },
    ])
      expect(await refusal(anyTaxes(sender))).toEqual(['unauthorized', 401, null]);
    const rest = new Client(server.baseUrl, owner.token, '');
    expect((await rest.get('/taxes')).status).toBe(401);
  });

  test('a session of a user is needed by what belongs to a user; an API key is none', async () => {
    const client = await server.organization();
    const query = '{ currentUser { id } }';
    for (const caller of [client, client.withKey(null)])
      expect((await caller.graphql(query)).errors?.[0].extensions).toMatchObject({ code: 'unauthorized' });
    const changed = await client.graphql('mutation { logoutUser { userId } }');
    expect(changed.errors?.[0].extensions).toMatchObject({ code: 'unauthorized' });
  });

  test('a session of a user records who did what', async () => {
    const owner = await signUp();
    const { apiKey } = await done('createApiKey', { name: 'all' }, owner);
    const metric = { name: 'Calls', code: 'calls', aggregationType: 'count_agg' };
    const query =
      'mutation ($input: CreateBillableMetricInput!) { createBillableMetric(input: $input) { billableMetric { id } } }';
    expect((await send(query, { input: metric }, owner)).errors).toBeUndefined();
    const byKey = new Client(server.baseUrl, apiKey.value, owner.organizationId);
    const { body } = await byKey.get('/activity_logs');
    expect(body.activity_logs).toMatchObject([
      { activity_type: 'billable_metric.created', activity_source: 'front', user_email: owner.email },
    ]);
    const ofUser = await byKey.get(`/security_logs?user_ids[]=${owner.userId}&log_types[]=api_key`);
    expect(ofUser.body.security_logs).toMatchObject([
      { log_event: 'api_key.created', user_email: owner.email },
    ]);
  });

  test('a session of a user does not replay what another member was answered', async () => {
    const owner = await signUp();
    const other = await join(owner, ['admin']);
    const query = 'mutation ($input: CreateTaxInput!) { createTax(input: $input) { tax { id } } }';
    const create = ({ token }: Owner) =>
      new Client(server.baseUrl, token, '').graphql(
        query,
        { input: { name: 'VAT', code: 'vat', rate: '20' } },
        { 'x-svc-organization': owner.organizationId, 'idempotency-key': 'tax' },
      );
    const first = await create(owner);
    expect(first.data.createTax.tax.id).toEqual(expect.any(String));
    expect((await create(owner)).data).toEqual(first.data);
    expect((await create(other)).errors?.[0].extensions).toMatchObject({ code: 'unprocessable_entity' });
  });
});

describe('a password', () => {
  const linkOf = async (email: string) => {
    const { result } = await runCommand(
      server.app.services,
      server.pool.db,
      readCommand(['members', 'reset-password', email]),
    );
    return /^https:\/\/billing\.test\/reset-password#([0-9a-f]{40})$/.exec(result[0] ?? '')?.[1] ?? '';
  };
  const reset = (token: string) =>
    send('query ($token: String!) { passwordReset(token: $token) { email } }', { token }, {});
  const NOT_FOUND = ['not_found', 404, { passwordReset: ['not_found'] }];

  beforeAll(async () => {
    const { bootstrap } = await import('../../src/main/bootstrap.js');
    await bootstrap(server.pool.db, server.app.services, FIRST_START);
  });

  test('a password is reset by a link that works once, for 30 minutes, and ends all sessions', async () => {
    const owner = await signUp();
    for (const email of [owner.email, newEmail(), 'x'])
      expect(await done('requestPasswordReset', { email })).toEqual({ email });
    expect(await eventsOf(owner)).toEqual(['user.password_reset_requested', 'user.signed_up']);
    const replaced = await linkOf(owner.email);
    const token = await linkOf(owner.email);
    expect((await reset(token)).data).toEqual({ passwordReset: { email: owner.email } });
    const newPassword = 'another one 2';
    for (const unknown of [replaced, 'f'.repeat(40), "'"]) {
      expect(await refusal(reset(unknown))).toEqual(NOT_FOUND);
      expect(await refusal(mutate('resetPassword', { token: unknown, newPassword }))).toEqual(NOT_FOUND);
    }
    expect(await refusal(mutate('resetPassword', { token: '', newPassword: '' }))).toEqual(
      invalid({ token: ['missing_token'], newPassword: ['missing_password'] }),
    );
    const { token: session } = await done('resetPassword', { token, newPassword });
    expect([await isSignedIn(owner), await isSignedIn({ token: session })]).toEqual([false, true]);
    expect(await refusal(mutate('resetPassword', { token, newPassword }))).toEqual(NOT_FOUND);
    await done('loginUser', { email: owner.email, password: newPassword });
    expect((await eventsOf({ ...owner, token: session }))[0]).toBe('user.password_edited');
  });

  test('the link of a password expires, and needs a member', async () => {
    const owner = await signUp();
    const token = await linkOf(owner.email);
    clock.set(new Date(Date.parse(NOW) + HOUR_MS / 2).toISOString());
    expect(await refusal(reset(token))).toEqual(NOT_FOUND);
    await server.app.services.users.deleteExpired(server.pool.db);
    await expect(linkOf(newEmail())).rejects.toThrow('No member has the address');
  });

  test('a password is changed by its user, whose other sessions end', async () => {
    const owner = await signUp();
    const change = (currentPassword: string, newPassword: string) =>
      mutate('changePassword', { currentPassword, newPassword }, owner);
    expect(await refusal(change('wrong password', 'another one 2'))).toEqual(
      invalid({ currentPassword: ['value_is_invalid'] }),
    );
    expect(await refusal(change(PASSWORD, 'short'))).toEqual(
      invalid({ newPassword: ['value_is_too_short'] }),
    );
    const { data } = await change(PASSWORD, 'another one 2');
    expect([await isSignedIn(owner), await isSignedIn({ token: data.changePassword.token })]).toEqual([
      false,
      true,
    ]);
  });
});

describe('an invitation', () => {
  const received = (token: string) =>
    send('query ($token: String!) { invite(token: $token) { email organizationName roles } }', { token }, {});
  const NOT_FOUND = ['not_found', 404, { invite: ['not_found'] }];

  test('an invitation makes a new user a member, once', async () => {
    const owner = await signUp('Acme');
    const email = newEmail();
    const made = await done(
      'createInvite',
      { email: email.toUpperCase(), roles: ['manager', 'manager'] },
      owner,
    );
    expect(made).toMatchObject({
      invite: { email, roles: ['manager'], status: 'pending', expiresAt: '2027-03-15T09:30:00Z' },
      link: `${TEST_PUBLIC_URL}/invitation#${made.token}`,
    });
    const [stored] = await server.pool.sql`select * from invites where id = ${made.invite.id}`;
    expect(JSON.stringify(stored)).not.toContain(made.token);
    expect((await received(made.token)).data.invite).toEqual({
      email,
      organizationName: 'Acme',
      roles: ['manager'],
    });
    expect(await refusal(mutate('acceptInvite', { token: made.token, password: 'short' }))).toEqual(
      invalid({ password: ['value_is_too_short'] }),
    );
    const accepted = await done('acceptInvite', { token: made.token, password: PASSWORD });
    expect(accepted.user.email).toBe(email);
    expect(await refusal(mutate('acceptInvite', { token: made.token, password: PASSWORD }))).toEqual(
      NOT_FOUND,
    );
    expect(await refusal(received(made.token))).toEqual(NOT_FOUND);
    expect(await membershipOf(owner, email)).toMatchObject({ roles: ['manager'], status: 'active' });
    expect(await logs(owner)).toMatchObject([
      { logEvent: 'user.signed_up', userEmail: email, resources: { email, roles: ['manager'] } },
      { logEvent: 'user.invited', resources: { invitee_email: email, roles: ['manager'] } },
      { logEvent: 'user.signed_up' },
    ]);
  });

  test('an invitation of a member of another organization needs the own password, and leaves it', async () => {
    const [owner, other] = [await signUp(), await signUp('Other')];
    const { token } = await done('createInvite', { email: other.email, roles: ['finance'] }, owner);
    expect(await refusal(mutate('acceptInvite', { token, password: 'not the own 1' }))).toEqual(
      invalid({ base: ['incorrect_login_or_password'] }),
    );
    await done('acceptInvite', { token, password: PASSWORD });
    expect(await isSignedIn(other)).toBe(true);
    const { data } = await send('{ currentUser { organizations { name } } }', {}, other);
    expect(data.currentUser.organizations).toEqual([{ name: 'Other' }, { name: 'Hooli' }]);
  });

  test('an invitation of a former member gives a new membership and password', async () => {
    const owner = await signUp();
    const member = await join(owner, ['manager']);
    const before = await membershipOf(owner, member.email);
    await done('revokeMembership', { id: before.id }, owner);
    expect(await refusal(anyTaxes(member))).toEqual(['unauthorized', 401, null]);
    const { token } = await done('createInvite', { email: member.email, roles: ['finance'] }, owner);
    await done('acceptInvite', { token, password: 'another one 2' });
    expect(await isSignedIn(member)).toBe(false);
    expect((await membershipOf(owner, member.email)).id).not.toBe(before.id);
    await done('loginUser', { email: member.email, password: 'another one 2' });
  });

  test.each<[object, object]>([
    [{ roles: ['wizard'] }, { roles: ['invalid_role'] }],
    [{ roles: [] }, { roles: ['value_is_mandatory'] }],
    [{ email: 'nobody' }, { email: ['invalid_email_format'] }],
    [{ email: ' ' }, { email: ['value_is_mandatory'] }],
    [{ email: 'pending@example.com' }, { invite: ['invite_already_exists'] }],
  ])('an invitation with %j is refused: %j', async (input, details) => {
    const owner = await signUp();
    await done('createInvite', { email: 'pending@example.com', roles: ['admin'] }, owner);
    const sent = { email: newEmail(), roles: ['manager'], ...input };
    expect(await refusal(mutate('createInvite', sent, owner))).toEqual(invalid(details));
    expect(
      await refusal(mutate('createInvite', { ...sent, email: owner.email, roles: ['admin'] }, owner)),
    ).toEqual(invalid({ email: ['email_already_used'] }));
  });

  test('an invitation is changed and revoked while it is pending, and replaced when it has expired', async () => {
    const owner = await signUp();
    const email = newEmail();
    const first = await done('createInvite', { email, roles: ['manager'] }, owner);
    const { id } = first.invite;
    expect((await done('updateInvite', { id, roles: ['finance'] }, owner)).invite.roles).toEqual(['finance']);
    clock.set('2027-03-15T09:30:00Z');
    const { token } = await done('loginUser', { email: owner.email, password: PASSWORD });
    const later = { ...owner, token };
    expect(await refusal(mutate('acceptInvite', { token: first.token, password: PASSWORD }))).toEqual(
      NOT_FOUND,
    );
    const second = await done('createInvite', { email, roles: ['manager'] }, later);
    expect(await refusal(mutate('updateInvite', { id, roles: ['manager'] }, later))).toEqual(
      forbidden('cannot_update_revoked_invite'),
    );
    await done('revokeInvite', { id: second.invite.id }, later);
    expect(await refusal(mutate('revokeInvite', { id: second.invite.id }, later))).toEqual(NOT_FOUND);
    expect(await refusal(mutate('acceptInvite', { token: second.token, password: PASSWORD }))).toEqual(
      NOT_FOUND,
    );
    const third = await done('createInvite', { email, roles: ['manager'] }, later);
    await done('acceptInvite', { token: third.token, password: PASSWORD });
    expect(await refusal(mutate('updateInvite', { id: third.invite.id, roles: ['admin'] }, later))).toEqual(
      forbidden('cannot_update_accepted_invite'),
    );
    const { data } = await send(
      '{ invites(search: "EXAMPLE", filter: {statuses: [revoked]}) { totalCount nodes { status } } }',
      {},
      later,
    );
    expect(data.invites.totalCount).toBe(2);
    expect((await eventsOf(later)).filter((event) => event === 'user.role_edited')).toHaveLength(1);
  });

  test('an invitation comes from an API key or the command line, too', async () => {
    const client = await server.organization();
    const input = { email: newEmail(), roles: ['admin'] };
    const { data } = await client.graphql(
      'mutation ($input: CreateInviteInput!) { createInvite(input: $input) { token } }',
      { input },
    );
    await done('acceptInvite', { token: data.createInvite.token, password: PASSWORD });
    const args = ['members', 'invite', newEmail(), '--organization', client.organizationId];
    const { result } = await runCommand(server.app.services, server.pool.db, readCommand(args));
    const token = /[0-9a-f]{40}$/.exec(result[0] ?? '')?.[0];
    const { user, token: session } = await done('acceptInvite', { token, password: PASSWORD });
    const admin = { token: session, organizationId: client.organizationId };
    expect(await membershipOf(admin, user.email)).toMatchObject({ roles: ['admin'] });
  });
});

describe('a membership', () => {
  test('a membership keeps at least one admin, who does not revoke the own one', async () => {
    const owner = await signUp();
    const { id } = await membershipOf(owner, owner.email);
    const update = (roles: string[]) => mutate('updateMembershipRoles', { id, roles }, owner);
    expect(await refusal(update(['finance']))).toEqual(['last_admin', 405, null]);
    expect(await refusal(update(['wizard', 'admin']))).toEqual(invalid({ roles: ['invalid_role'] }));
    expect(await refusal(mutate('revokeMembership', { id }, owner))).toEqual([
      'cannot_revoke_own_membership',
      405,
      null,
    ]);
    const key = await done('createApiKey', { name: 'x' }, owner);
    const byKey = { token: key.apiKey.value };
    expect(await refusal(mutate('revokeMembership', { id }, byKey))).toEqual(['last_admin', 405, null]);
    await join(owner, ['admin']);
    expect((await done('revokeMembership', { id }, byKey)).membership).toMatchObject({
      status: 'revoked',
      user: { email: owner.email },
    });
    expect(await refusal(mutate('revokeMembership', { id }, byKey))).toEqual([
      'not_found',
      404,
      { membership: ['not_found'] },
    ]);
  });

  test('a membership gets roles, and admin only from an admin', async () => {
    const owner = await signUp();
    const permissions = [
      'organization:members:view',
      'organization:members:create',
      'organization:members:update',
    ];
    await done('createRole', { code: 'hr', name: 'HR', permissions }, owner);
    const staff = await join(owner, ['hr']);
    const other = await join(owner, ['manager']);
    const { id } = await membershipOf(staff, other.email);
    const grant = (roles: string[]) => mutate('updateMembershipRoles', { id, roles }, staff);
    expect(await refusal(grant(['admin']))).toEqual(forbidden('cannot_grant_admin'));
    expect(await refusal(mutate('createInvite', { email: newEmail(), roles: ['admin'] }, staff))).toEqual(
      forbidden('cannot_grant_admin'),
    );
    // What the own roles do not allow is not given; what the other has already, is kept.
    expect(await refusal(grant(['finance', 'hr']))).toEqual(forbidden('cannot_grant_permissions'));
    expect((await grant(['hr', 'manager'])).data.updateMembershipRoles.membership.roles).toEqual([
      'hr',
      'manager',
    ]);
    expect((await logs(owner))[0]).toMatchObject({
      logEvent: 'user.role_edited',
      userEmail: staff.email,
      resources: { email: other.email, roles: { deleted: [], added: ['hr'] } },
    });
    expect(await refusal(mutate('revokeMembership', { id }, staff))).toEqual(forbidden('forbidden'));
  });

  test('a membership of an admin is changed and revoked by admins only, and so is an invitation of one', async () => {
    const owner = await signUp();
    const permissions = MEMBER_PERMISSIONS.filter((name) => name.startsWith('organization:members:'));
    await done('createRole', { code: 'hr', name: 'HR', permissions }, owner);
    const staff = await join(owner, ['hr']);
    const second = await join(owner, ['admin']);
    const { id } = await membershipOf(owner, second.email);
    const { invite } = await done('createInvite', { email: newEmail(), roles: ['admin'] }, owner);
    for (const answer of [
      mutate('updateMembershipRoles', { id, roles: ['hr'] }, staff),
      mutate('revokeMembership', { id }, staff),
      mutate('updateInvite', { id: invite.id, roles: ['hr'] }, staff),
      mutate('revokeInvite', { id: invite.id }, staff),
    ])
      expect(await refusal(answer)).toEqual(forbidden('cannot_change_admin'));
    await done('updateMembershipRoles', { id, roles: ['hr'] }, owner);
    await done('revokeMembership', { id }, staff);
    await done('revokeInvite', { id: invite.id }, owner);
  });

  test('a membership of another organization does not exist', async () => {
    const [owner, stranger] = [await signUp(), await signUp()];
    const { id } = await membershipOf(stranger, stranger.email);
    const invited = await done('createInvite', { email: newEmail(), roles: ['admin'] }, stranger);
    const role = { code: 'auditor', name: 'Auditor', permissions: ['invoices:view'] };
    const foreign = (await done('createRole', role, stranger)).role;
    for (const answer of [
      mutate('updateMembershipRoles', { id, roles: ['admin'] }, owner),
      mutate('revokeMembership', { id }, owner),
      mutate('updateInvite', { id: invited.invite.id, roles: ['admin'] }, owner),
      mutate('revokeInvite', { id: invited.invite.id }, owner),
      mutate('updateRole', { id: foreign.id, name: 'x' }, owner),
      mutate('deleteRole', { id: foreign.id }, owner),
      send(`{ role(id: "${foreign.id}") { code } }`, {}, owner),
    ])
      expect((await refusal(answer)).slice(0, 2)).toEqual(['not_found', 404]);
    expect(await refusal(mutate('createInvite', { email: newEmail(), roles: ['auditor'] }, owner))).toEqual(
      invalid({ roles: ['invalid_role'] }),
    );
    const { data } = await send('{ memberships { totalCount } invites { totalCount } }', {}, owner);
    expect(data).toEqual({ memberships: { totalCount: 1 }, invites: { totalCount: 0 } });
  });
});

describe('a role', () => {
  const role = { code: 'auditor', name: 'Auditor', description: 'Looks.', permissions: ['invoices:view'] };

  test('a role is created, changed at once for its members, and deleted when nobody has it', async () => {
    const owner = await signUp();
    const created = (await done('createRole', role, owner)).role;
    expect(created).toEqual({ ...role, id: expect.any(String), isPredefined: false });
    const member = await join(owner, ['auditor']);
    const coupons = () => send('{ coupons { totalCount } }', {}, member);
    expect((await coupons()).errors?.[0]).toMatchObject({
      message: 'Your roles lack the permission coupons:view.',
      extensions: { code: 'forbidden', status: 403 },
    });
    const { id } = created;
    await done('updateRole', { id, permissions: ['coupons:view', 'invoices:view'] }, owner);
    expect((await coupons()).data).toEqual({ coupons: { totalCount: 0 } });
    await done('updateRole', { id, permissions: ['coupons:view', 'invoices:view'] }, owner);
    expect(await refusal(mutate('deleteRole', { id }, owner))).toEqual(forbidden('role_assigned_to_members'));
    const membership = await membershipOf(owner, member.email);
    await done('updateMembershipRoles', { id: membership.id, roles: ['manager'] }, owner);
    expect(await done('deleteRole', { id }, owner)).toEqual({ deletedId: id });
    expect((await logs(owner)).filter(({ logEvent }) => logEvent.startsWith('role.'))).toMatchObject([
      { logEvent: 'role.deleted', resources: { role_code: 'auditor' } },
      {
        logEvent: 'role.updated',
        resources: { role_code: 'auditor', permissions: { deleted: [], added: ['coupons:view'] } },
      },
      { logEvent: 'role.created', resources: { role_code: 'auditor', permissions: ['invoices:view'] } },
    ]);
  });

  test.each<[object, object]>([
    [{ code: 'admin' }, { code: ['value_already_exist'] }],
    [{ code: 'taken' }, { code: ['value_already_exist'] }],
    [{ code: 'Not-A-Code' }, { code: ['invalid_format'] }],
    [
      { code: 'c'.repeat(101), name: 'n'.repeat(101) },
      { code: ['value_is_too_long'], name: ['value_is_too_long'] },
    ],
    [{ description: 'd'.repeat(256) }, { description: ['value_is_too_long'] }],
    [{ permissions: [] }, { permissions: ['value_is_mandatory'] }],
    [{ permissions: ['moon:view', 'constructor'] }, { permissions: ['value_is_invalid'] }],
  ])('a role with %j is refused: %j', async (input, details) => {
    const owner = await signUp();
    await done('createRole', { ...role, code: 'taken' }, owner);
    expect(await refusal(mutate('createRole', { ...role, ...input }, owner))).toEqual(invalid(details));
  });

  test('a role gets no permission that its writer does not hold, and keeps those that it has', async () => {
    const owner = await signUp();
    const permissions = ['roles:create', 'roles:update', 'coupons:view'];
    await done('createRole', { code: 'roles', name: 'Roles', permissions }, owner);
    const { id } = (await done('createRole', role, owner)).role;
    const writer = await join(owner, ['roles']);
    const more = { code: 'more', name: 'More', permissions: ['coupons:view', 'coupons:create'] };
    const refused = await mutate('createRole', more, writer);
    expect(refused.errors?.[0]).toMatchObject({
      message: 'You cannot grant what you do not hold: coupons:create.',
      extensions: { code: 'cannot_grant_permissions', status: 403 },
    });
    expect(
      await refusal(mutate('updateRole', { id, permissions: ['coupons:view', 'coupons:create'] }, writer)),
    ).toEqual(forbidden('cannot_grant_permissions'));
    expect((await done('updateRole', { id, name: 'Other' }, writer)).role.permissions).toEqual(
      role.permissions,
    );
    await done('createRole', { ...more, permissions: ['coupons:view'] }, writer);
    await done('updateRole', { id, permissions: ['coupons:view'] }, writer);
  });

  test('a role that is predefined never changes; the catalogue lists who has what', async () => {
    const owner = await signUp();
    const { data } = await send(
      '{ roles { id code isPredefined permissions } role(code: "finance") { id } permissions { name predefinedRoles } }',
      {},
      owner,
    );
    expect(data.roles.map(({ code }: Resource) => code)).toEqual(['admin', 'finance', 'manager']);
    const { id } = data.role;
    for (const answer of [
      mutate('updateRole', { id, name: 'x' }, owner),
      mutate('deleteRole', { id }, owner),
    ])
      expect(await refusal(answer)).toEqual(forbidden('predefined_role'));
    expect(data.permissions).toHaveLength(data.roles[0].permissions.length);
    expect(data.permissions).toContainEqual({
      name: 'customers:create',
      predefinedRoles: ['admin', 'manager'],
    });
  });

  test('a role lets a manager do what it says, and nothing else', async () => {
    const owner = await signUp();
    const manager = await join(owner, ['manager']);
    const { apiKey } = await done('createApiKey', { name: 'all' }, owner);
    await createCustomer(new Client(server.baseUrl, apiKey.value, owner.organizationId));
    const { data, errors } = await send('{ customers { nodes { externalId taxes { code } } } }', {}, manager);
    expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['customers', 'nodes', 0, 'taxes'], 'forbidden'],
    ]);
    expect(data).toEqual({ customers: null });
    for (const query of [
      '{ organization { id } }',
      '{ apiKeys { totalCount } }',
      '{ memberships { totalCount } }',
      '{ securityLogs { totalCount } }',
      'mutation { rotateHmacKey { organization { id } } }',
      'mutation { createTax(input: {name: "x", code: "x", rate: "1"}) { tax { id } } }',
    ])
      expect(await refusal(send(query, {}, manager))).toEqual(forbidden('forbidden'));
  });

  test('a role other than admin does not switch the security log off', async () => {
    const owner = await signUp();
    await done('createRole', { ...role, permissions: ['organization:update', 'organization:view'] }, owner);
    const member = await join(owner, ['auditor']);
    const off = { hasSecurityLog: false };
    expect((await refusal(mutate('updateOrganization', off, member))).slice(0, 2)).toEqual([
      'forbidden',
      403,
    ]);
    expect((await done('updateOrganization', off, owner)).organization.hasSecurityLog).toBe(false);
  });
});

describe('e-mails', () => {
  /** The e-mails to these addresses, of an organization or (null) about accounts. */
  const mailsTo = async (organizationId: string | null, ...addresses: string[]): Promise<ReceivedMail[]> => {
    await runMailJobs(server, { organizationId });
    return mailbox.take().filter(({ to }) => to.some((address) => addresses.includes(address)));
  };
  /** Makes the documents of the default billing entity German. */
  const speakGerman = async (owner: Owner) => {
    const { data } = await send('{ billingEntities { nodes { id } } }', {}, owner);
    const query = `mutation ($input: UpdateBillingEntityInput!) {
      updateBillingEntity(input: $input) { billingEntity { id } } }`;
    const input = { id: data.billingEntities.nodes[0].id, documentLocale: 'de' };
    expect((await send(query, { input }, owner)).errors).toBeUndefined();
  };

  test.each([
    ['en', 'invites you to Hooli', /Accept the invitation/],
    ['de', 'lädt Sie zu Hooli ein', /Einladung annehmen/],
  ])('an invitation has the link in an e-mail in %s', async (language, words, label) => {
    const owner = await signUp();
    if (language === 'de') await speakGerman(owner);
    const subject = `${owner.email} ${words}`;
    const email = newEmail();
    const { link } = await done('createInvite', { email, roles: ['finance'] }, owner);
    const mails = await mailsTo(owner.organizationId, email);
    expect(mails).toMatchObject([{ to: [email], cc: [], bcc: [], fromName: 'Hooli', subject }]);
    expect(mails[0]?.text).toContain(link);
    expect(mails[0]?.text).toMatch(label);
  });

  test('an invitation that gets more roles has a new link, which only the e-mail has', async () => {
    const owner = await signUp();
    const email = newEmail();
    const { invite, token: seen } = await done('createInvite', { email, roles: ['manager'] }, owner);
    await mailsTo(owner.organizationId, email);
    await done('updateInvite', { id: invite.id, roles: ['admin'] }, owner);
    expect((await refusal(mutate('acceptInvite', { token: seen, password: PASSWORD }))).slice(0, 2)).toEqual([
      'not_found',
      404,
    ]);
    const [mail] = await mailsTo(owner.organizationId, email);
    const token = /\/invitation#([0-9a-f]{40})\n/.exec(mail?.text ?? '')?.[1];
    // The link stays if roles are only taken away.
    await done('updateInvite', { id: invite.id, roles: ['admin'] }, owner);
    expect(await mailsTo(owner.organizationId, email)).toEqual([]);
    await done('acceptInvite', { token, password: PASSWORD });
    expect((await membershipOf(owner, email))['roles']).toEqual(['admin']);
  });

  test('a reset has a link that works, and goes to nobody who has no account', async () => {
    const owner = await signUp();
    await mailsTo(null);
    const stranger = newEmail();
    await done('requestPasswordReset', { email: stranger });
    await done('requestPasswordReset', { email: owner.email });
    const mails = await mailsTo(null, owner.email, stranger);
    expect(mails).toMatchObject([
      { to: [owner.email], fromName: 'Tollgate', subject: 'Reset your password' },
    ]);
    const token = /\/reset-password#([0-9a-f]{40})\n/.exec(mails[0]?.text ?? '')?.[1];
    expect((await done('resetPassword', { token, newPassword: 'another one 2' })).user.id).toBe(owner.userId);
  });

  test('nothing but a confirmation and a reset goes to an address that nobody has confirmed', async () => {
    const [email, invited, guest] = [newEmail(), newEmail(), newEmail()];
    const input = { email, password: PASSWORD, organizationName: 'Hooli' };
    const { token, organization } = await done('registerUser', input);
    const owner = { token, organizationId: organization.id };
    const { token: invitation } = await done('createInvite', { email: invited, roles: ['admin'] }, owner);
    await done('acceptInvite', { token: invitation, password: PASSWORD });
    await done('createApiKey', { name: 'one' }, owner);
    expect(await mailsTo(organization.id, email, invited)).toEqual([]);
    const asked = await mailsTo(null, email, invited);
    const subject = 'Confirm your e-mail address';
    expect(asked).toMatchObject([
      { to: [email], subject },
      { to: [invited], subject },
    ]);
    const link = /\/confirm-email#(\S+)\n/.exec(asked[0]?.text ?? '')?.[1] ?? '';
    for (const wrong of ['', 'x', token, `${link}x`])
      expect(await refusal(mutate('confirmEmail', { token: wrong }))).toEqual(
        invalid({ token: ['value_is_invalid'] }),
      );
    // Twice: some mail programs open links before their readers do.
    for (let opened = 0; opened < 2; opened += 1)
      expect(await done('confirmEmail', { token: link })).toEqual({ email });
    await done('requestPasswordReset', { email: invited });
    const reset = /reset-password#(\w+)/.exec((await mailsTo(null, invited))[0]?.text ?? '')?.[1];
    await done('resetPassword', { token: reset, newPassword: 'another one 2' });
    await done('createApiKey', { name: 'two' }, owner);
    await done('createInvite', { email: guest, roles: ['manager'] }, owner);
    const notices = await mailsTo(organization.id, email, invited, guest);
    expect(notices.map(({ to }) => to)).toEqual([[email, invited], [guest]]);
    clock.set(new Date(Date.parse(NOW) + 15 * 24 * HOUR_MS).toISOString());
    expect((await mutate('confirmEmail', { token: link })).errors).toHaveLength(1);
  });

  test('each change of an API key is announced to the admins, without its value', async () => {
    const owner = await signUp();
    const { email: second } = await join(owner, ['admin', 'finance']);
    const { email: manager } = await join(owner, ['manager']);
    const admins = [owner.email, second];
    await mailsTo(owner.organizationId);
    const { apiKey } = await done('createApiKey', { name: 'Till' }, owner);
    const mutation = async (name: string, input: object, selection: string) => {
      const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
      const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`;
      const { data, errors } = await send(query, { input }, owner);
      expect(errors).toBeUndefined();
      return data[name];
    };
    await mutation('updateApiKey', { id: apiKey.id, name: 'Till 2' }, 'apiKey { id }');
    const rotated = await mutation('rotateApiKey', { id: apiKey.id }, 'apiKey { id value }');
    await mutation('deleteApiKey', { id: rotated.apiKey.id }, 'deletedId');
    const mails = await mailsTo(owner.organizationId, manager, ...admins);
    expect(mails.map(({ to }) => to)).toEqual(Array.from({ length: 4 }, () => admins));
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Hooli: an API key was changed',
      'Hooli: an API key was created',
      'Hooli: an API key was deleted',
      'Hooli: an API key was replaced',
    ]);
    for (const { text, html } of mails) {
      expect(text).toMatch(new RegExp(`By: ${owner.email}`));
      for (const value of [apiKey.value, rotated.apiKey.value]) expect(text + html).not.toContain(value);
    }
    const created = mails.find(({ subject }) => subject.endsWith('created'));
    expect(created?.text).toContain(`API key: Till ••••••••${apiKey.value.slice(-4)}`);
  });

  test('no e-mail is sent for what is rolled back', async () => {
    const owner = await signUp();
    const email = newEmail();
    await mutate('createInvite', { email, roles: ['nobody'] }, owner);
    expect(await mailsTo(owner.organizationId, email, owner.email)).toEqual([]);
  });
});
