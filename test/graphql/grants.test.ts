// Nobody grants what they do not hold. Source: docs/adr/0100; auth.md §2 to §4.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type GraphQLSchema, isObjectType } from 'graphql';
import { buildApiSchema, requirementOf } from '../../src/graphql/schema/schema.js';
import { CAPABILITIES } from '../../src/main/capabilities.js';
import { memberOf } from '../../src/modules/people/users/sessions.js';
import { type Actor, isUnlimited, memberActor, systemActor } from '../../src/platform/actor.js';
import { NEEDED_FOR_KEYS } from '../../src/platform/api/access/grants.js';
import {
  isMemberPermission,
  MEMBER_PERMISSIONS,
  type MemberPermission,
  memberPermissionsOf,
} from '../../src/platform/api/access/member-permissions.js';
import { hasAccess } from '../../src/platform/api/access/permissions.js';
import {
  MODES,
  type Permissions,
  type Requirement,
  RESOURCES,
} from '../../src/platform/api/access/resource-permissions.js';
import { AccountCalls, newEmail, type Sender, SIGNS_IN } from '../support/account-calls.js';
import type { Resource } from '../support/builders.js';
import { grantingDocument, grantingMutations, type Wish, wishing } from '../support/grant-attempts.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

const PASSWORD = 'long enough 1';

let server: SharedServer;
let schema: GraphQLSchema;
let fields: { type: string; field: string; requirement: Requirement }[];

beforeAll(async () => {
  server = await shareTestServer();
  schema = await buildApiSchema(CAPABILITIES.resolvers(server.app.services));
  fields = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type))
    .flatMap((type) =>
      Object.values(type.getFields()).flatMap((field) => {
        const requirement = requirementOf(field);
        return requirement === null ? [] : [{ type: type.name, field: field.name, requirement }];
      }),
    );
});
afterAll(() => server.stop());

const calls = new AccountCalls(() => server, {
  registerUser: `${SIGNS_IN} organization { id }`,
  createInvite: 'token',
  createRole: 'role { id }',
  updateRole: 'role { id }',
  createApiKey: 'apiKey { id }',
});
const done = calls.done.bind(calls);
const mutate = calls.mutate.bind(calls);

const powers = new Map<string, readonly string[]>();

/** The fields that a caller may use, and whether it counts as admin. */
function powerOf(actor: Actor): readonly string[] {
  const { member: who, permissions } = actor;
  const rights = JSON.stringify([permissions, who?.isAdmin, [...(who?.permissions ?? [])]]);
  const known = powers.get(rights) ?? powerOfNew(actor);
  powers.set(rights, known);
  return known;
}

function powerOfNew(actor: Actor): string[] {
  const names = fields
    .filter(({ type, field, requirement }) => hasAccess(actor, requirement, { type, field }))
    .map(({ type, field }) => `${type}.${field}`);
  return isUnlimited(actor) ? ['admin', ...names] : names;
}

const member = (roles: readonly string[], custom: readonly MemberPermission[]): Actor =>
  memberActor('organization', 'member@example.com', memberOf('member', roles, custom));
const key = (permissions: Permissions): Actor => ({ ...systemActor('organization', null), permissions });

describe('what members must hold to make a key', () => {
  test.each(RESOURCES.flatMap((resource) => MODES.map((mode) => [resource, mode] as const)))(
    'the permissions for a key with %s:%s are enough for each field that it opens, and no more',
    (resource, mode) => {
      const needed = NEEDED_FOR_KEYS[resource][mode];
      const opened = powerOf(key({ [resource]: [mode] }));
      expect(powerOf(member([], needed))).toEqual(expect.arrayContaining([...opened]));
      const asked = fields
        .filter(({ type, field }) => opened.includes(`${type}.${field}`))
        .flatMap(({ requirement, ...name }) => memberPermissionsOf(requirement, name));
      expect(needed.length).toBeGreaterThan(0);
      if (opened.length > 0) expect(asked).toEqual(expect.arrayContaining([...needed]));
    },
  );
});

/** An organization with a member who is tried, and with what it could take over. */
interface World {
  readonly founder: Required<Sender>;
  readonly tried: { readonly email: string; readonly sender: Sender };
  readonly testedRole: string;
}

interface State {
  readonly memberships: readonly Resource[];
  readonly roles: readonly Resource[];
  readonly keys: readonly Resource[];
  readonly ids: readonly string[];
}

async function join(owner: Sender, roles: readonly string[]): Promise<{ email: string; sender: Sender }> {
  const email = newEmail();
  const { token: invitation } = await done('createInvite', { email, roles }, owner);
  const { token } = await done('acceptInvite', { token: invitation, password: PASSWORD });
  return { email, sender: { ...owner, token } };
}

async function newWorld(): Promise<World> {
  const input = { email: newEmail(), password: PASSWORD, organizationName: 'Hooli' };
  const { token, organization } = await done('registerUser', input);
  const founder = { token, organizationId: organization.id };
  const tested = { code: 'tested', name: 'Tested', permissions: ['addons:view'] };
  const strong = { code: 'strong', name: 'Strong', permissions: MEMBER_PERMISSIONS };
  const { role } = await done('createRole', tested, founder);
  await done('createRole', strong, founder);
  await done('createApiKey', { name: 'limited', permissions: { customer: ['read'] } }, founder);
  await done('createInvite', { email: newEmail(), roles: ['manager'] }, founder);
  await done('createInvite', { email: newEmail(), roles: ['admin'] }, founder);
  await join(founder, ['admin']);
  return { founder, tried: await join(founder, ['tested']), testedRole: role.id };
}

async function stateOf({ founder }: World): Promise<State> {
  const query = `{
    memberships(perPage: 100) { nodes { id roles user { email } } } roles { id code permissions }
    apiKeys(perPage: 100) { nodes { id name value permissions } }
    invites(perPage: 100) { nodes { id status roles } } }`;
  const { data, errors } = await calls.send(query, {}, founder);
  expect(errors).toBeUndefined();
  const { memberships, roles, apiKeys, invites } = data;
  const lists = [memberships.nodes, roles, apiKeys.nodes, invites.nodes];
  return {
    memberships: memberships.nodes,
    roles,
    keys: apiKeys.nodes,
    ids: lists.flat().map(({ id }: Resource) => id),
  };
}

/** A caller who acts for the member who is tried. */
interface Puppet {
  readonly sender: Sender;
  readonly powerIn: (state: State) => readonly string[];
}

const memberPuppet = (email: string, sender: Sender): Puppet => ({
  sender,
  powerIn: ({ memberships, roles }) => {
    const held: string[] = memberships.find(({ user }) => user.email === email)?.['roles'] ?? [];
    const permissions = roles
      .filter(({ code }) => held.includes(code))
      .flatMap((role) => role['permissions']);
    return powerOf(member(held, permissions.filter(isMemberPermission)));
  },
});

const keyPuppet = (value: string): Puppet => ({
  sender: { token: value },
  powerIn: ({ keys }) => {
    const found = keys.find((each) => each['value'].slice(-4) === value.slice(-4));
    if (found === undefined) return [];
    const isEverything = RESOURCES.every((resource) => found['permissions'][resource]?.length === 2);
    return powerOf(key(isEverything ? 'all' : found['permissions']));
  },
});

const adminsOf = ({ memberships }: State) =>
  memberships
    .filter(({ roles }) => roles.includes('admin'))
    .map(({ user }) => user.email)
    .join();

function distinctBy<Element>(elements: readonly Element[], of: (element: Element) => string): Element[] {
  return [...new Map(elements.map((element) => [of(element), element])).values()];
}

/** Whoever a caller can act as with what it was answered: the keys, and those whom the invitations make members. */
async function puppetsOf(answered: string): Promise<Puppet[]> {
  const puppets = [...answered.matchAll(/svc_[\w-]{40}/g)].map(([value]) => keyPuppet(value));
  for (const token of new Set([...answered.matchAll(/[0-9a-f]{40}/g)].map(([found]) => found))) {
    const { data } = await mutate('acceptInvite', { token, password: PASSWORD });
    if (data?.acceptInvite)
      puppets.push(memberPuppet(data.acceptInvite.user.email, { token: data.acceptInvite.token }));
  }
  return puppets;
}

/** The mutations that grant something, and that whoever has this power may use. */
function openTo(power: readonly string[]): ReturnType<typeof grantingMutations> {
  const guarded = new Set(fields.filter(({ type }) => type === 'Mutation').map(({ field }) => field));
  return grantingMutations(schema).filter(
    ({ name }) => !guarded.has(name) || power.includes(`Mutation.${name}`),
  );
}

/** Tries every mutation that grants something, in all the ways that could give more than `held`. */
async function attempt(
  { sender, powerIn }: Puppet,
  { founder, testedRole }: World,
  held: readonly MemberPermission[],
  state: State,
  onDone: (mutation: string, answered: string) => Promise<void>,
): Promise<void> {
  const everything = Object.fromEntries(RESOURCES.map((resource) => [resource, MODES]));
  const ways: Partial<Wish>[] = [
    {},
    { roles: ['admin'], permissions: MEMBER_PERMISSIONS, keyPermissions: everything },
    { roles: ['strong', 'tested'], permissions: ['customers:view'], keyPermissions: { customer: ['read'] } },
    { roles: ['finance'], permissions: held, keyPermissions: {} },
    { roles: ['tested'], permissions: [...held, 'addons:view'], keyPermissions: { add_on: ['read'] } },
  ];
  for (const field of openTo(powerIn(state))) {
    const document = grantingDocument(field);
    const variablesFor = (id: string, way: Partial<Wish>) => wishing(field, { ...way, id, email: newEmail });
    const takesId = JSON.stringify(variablesFor(testedRole, {})).includes(testedRole);
    attempts: for (const id of takesId ? state.ids : ['none'])
      for (const way of ways) {
        const answer = await calls.send(document, variablesFor(id, way), { ...founder, ...sender });
        const code: string | undefined = answer.errors?.[0]?.extensions.code;
        // The caller may not use the field at all, whatever the input.
        if (code === 'forbidden' || code === 'unauthorized') break attempts;
        // It is the id of something else.
        if (code === 'not_found') break;
        if (code === undefined) await onDone(field.name, JSON.stringify(answer.data));
      }
  }
}

describe('a member, its keys and those whom it invites can do nothing more afterwards', () => {
  let world: World | null = null;

  test('a member, its keys and those whom it invites can do nothing with mutations that their permissions do not open', async () => {
    const { founder, tried, testedRole: id } = (world ??= await newWorld());
    await done('updateRole', { id, permissions: ['addons:view'] }, founder);
    const open = openTo(memberPuppet(tried.email, tried.sender).powerIn(await stateOf(world)));
    const closed = grantingMutations(schema).filter((field) => !open.includes(field));
    expect(closed.length).toBeGreaterThan(10);
    for (const field of closed) {
      const wish = wishing(field, { id, email: newEmail, roles: ['tested'], permissions: ['addons:view'] });
      const { errors } = await calls.send(grantingDocument(field), wish, { ...founder, ...tried.sender });
      expect([field.name, errors?.[0]?.extensions.code]).toEqual([field.name, 'forbidden']);
    }
  });

  test.each<readonly [string, readonly MemberPermission[]]>([
    ...MEMBER_PERMISSIONS.map((permission) => [permission, [permission]] as const),
    ['two that widen roles', ['roles:create', 'organization:members:update']],
    ['keys and some resources', ['developers:keys:manage', 'customers:view', 'addons:view']],
    ['all of them, without being an admin', MEMBER_PERMISSIONS],
  ])(
    'a member with %s, its keys and those whom it invites can do nothing more afterwards',
    async (_name, held) => {
      const tries = (world ??= await newWorld());
      const { founder, tried, testedRole: id } = tries;
      await done('updateRole', { id, permissions: held }, founder);
      const before = await stateOf(tries);
      const puppets = [memberPuppet(tried.email, tried.sender)];
      const power = new Set(puppets.flatMap(({ powerIn }) => powerIn(before)));
      const gained = new Set<string>();
      let state = before;
      const onDone = async (mutation: string, answered: string) => {
        puppets.push(...(await puppetsOf(answered)));
        state = await stateOf(tries);
        for (const name of new Set(puppets.flatMap(({ powerIn }) => powerIn(state))))
          if (!power.has(name)) gained.add(`${name}, by ${mutation}`);
        if (adminsOf(state) !== adminsOf(before)) gained.add(`other admins, by ${mutation}`);
      };
      for (let round = 1; round <= 2; round += 1) {
        for (const puppet of distinctBy(puppets, ({ powerIn }) => powerIn(state).join()))
          await attempt(puppet, tries, held, state, onDone);
        // Where nothing was done, the same attempts would do nothing again.
        if (state === before) break;
      }
      expect([...gained]).toEqual([]);
      // What was changed is no start for the next one.
      if (state !== before) world = null;
    },
  );
});
