// Features and entitlements over GraphQL: entitlements.md §5, graphql-surface.md §4.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  callerWith,
  createCustomer,
  createFeature,
  createPlan,
  grant,
  type Resource,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
let plan: Resource;
let subscription: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  plan = await createPlan(client);
  subscription = await subscribe(client, await createCustomer(client), plan);
});
afterAll(() => server.stop());

async function ask(document: string, variables: Record<string, unknown> = {}): Promise<Resource> {
  const { data, errors } = await client.graphql(document, variables);
  expect(errors).toBeUndefined();
  return data;
}

async function refusalOf(
  document: string,
  variables: Record<string, unknown> = {},
  caller = client,
): Promise<Resource> {
  const { errors } = await caller.graphql(document, variables);
  return errors?.[0].extensions;
}

describe('features over GraphQL', () => {
  test('features over GraphQL are created, read, changed and deleted', async () => {
    const created = await ask(
      `mutation ($input: CreateFeatureInput!) {
        createFeature(input: $input) { feature { id code privileges { code valueType config } updatedAt } }
      }`,
      {
        input: {
          code: 'sso',
          privileges: [
            { code: 'provider', valueType: 'select', config: { select_options: ['okta', 'google'] } },
            { code: 'Sessions', valueType: 'integer' },
          ],
        },
      },
    );
    const { id, privileges } = created.createFeature.feature;
    expect(privileges).toEqual([
      { code: 'provider', valueType: 'select', config: { select_options: ['okta', 'google'] } },
      { code: 'Sessions', valueType: 'integer', config: {} },
    ]);
    const changed = await ask(
      `mutation ($input: UpdateFeatureInput!) { updateFeature(input: $input) { feature { name privileges { code } } } }`,
      { input: { id, name: 'Sign-on', privileges: [{ code: 'note' }] } },
    );
    expect(changed.updateFeature.feature).toEqual({
      name: 'Sign-on',
      privileges: [{ code: 'provider' }, { code: 'Sessions' }, { code: 'note' }],
    });
    const left = await ask(
      `mutation { deletePrivilege(input: { featureCode: "sso", code: "note" }) { feature { privileges { code } } } }`,
    );
    expect(left.deletePrivilege.feature.privileges).toHaveLength(2);
    expect(await ask(`query ($id: ID!) { feature(id: $id) { code name } }`, { id })).toEqual({
      feature: { code: 'sso', name: 'Sign-on' },
    });
    await ask(
      `mutation { createFeature(input: { code: "seats", description: "How many" }) { feature { id } } }`,
    );
    const listed = await ask(
      `{ features(first: 5, orderBy: { field: name }, search: "many") { totalCount nodes { code } }
        named: features(first: 5, filter: { name: { contains: "sign" } }) { nodes { code } } }`,
    );
    expect(listed).toEqual({
      features: { totalCount: 1, nodes: [{ code: 'seats' }] },
      named: { nodes: [{ code: 'sso' }] },
    });
    const doomed = await ask(`mutation { createFeature(input: { code: "doomed" }) { feature { id } } }`);
    const { id: doomedId } = doomed.createFeature.feature;
    const deleted = await ask(
      `mutation ($id: ID!) { deleteFeature(input: { id: $id }) { deletedId feature { code } } }`,
      { id: doomedId },
    );
    expect(deleted.deleteFeature).toEqual({ deletedId: doomedId, feature: { code: 'doomed' } });
  });

  test('the errors of privileges name the place in the input', async () => {
    const refusal = await refusalOf(
      `mutation { createFeature(input: { code: "x", privileges: [{ code: "a" }, { code: "b", valueType: select }] }) {
        feature { id } } }`,
    );
    expect(refusal.details).toEqual({ 'privilege.config': ['invalid_format'] });
    expect(refusal.inputErrors).toMatchObject([
      { path: ['input', 'privileges', 1, 'config'], code: 'invalid_format' },
    ]);
  });
});

describe('entitlements over GraphQL', () => {
  test('entitlements of plans over GraphQL are set, replaced, read and removed', async () => {
    const set = await ask(
      `mutation ($input: PlanEntitlementsInput!) {
        setPlanEntitlement(input: $input) { entitlements { code name privileges { code value valueType } } }
      }`,
      {
        input: { planCode: plan.code, entitlements: { sso: { provider: 'okta', Sessions: '5' }, seats: {} } },
      },
    );
    const values = [
      { code: 'provider', value: 'okta', valueType: 'select' },
      { code: 'Sessions', value: 5, valueType: 'integer' },
    ];
    expect(set.setPlanEntitlement.entitlements).toEqual([
      { code: 'sso', name: 'Sign-on', privileges: values },
      { code: 'seats', name: null, privileges: [] },
    ]);
    const read = await ask(
      `query ($code: String!) {
        plan(code: $code) { entitlements { code } }
        planEntitlement(planCode: $code, featureCode: "sso") { code privileges { value } }
        planEntitlements(planCode: $code, first: 1) { totalCount pageInfo { hasNextPage endCursor } nodes { code } }
        sorted: planEntitlements(planCode: $code, orderBy: { field: code }) { nodes { code description } }
        filtered: planEntitlements(planCode: $code, filter: { code: { contains: "SS" } }) { nodes { code } }
        searched: planEntitlements(planCode: $code, search: "SIGN") { totalCount }
      }`,
      { code: plan.code },
    );
    expect(read).toMatchObject({
      plan: { entitlements: [{ code: 'sso' }, { code: 'seats' }] },
      planEntitlement: { code: 'sso', privileges: [{ value: 'okta' }, { value: 5 }] },
      planEntitlements: { totalCount: 2, pageInfo: { hasNextPage: true }, nodes: [{ code: 'sso' }] },
      sorted: { nodes: [{ code: 'seats', description: 'How many' }, { code: 'sso' }] },
      filtered: { nodes: [{ code: 'sso' }] },
      searched: { totalCount: 1 },
    });
    const next = await ask(
      `query ($code: String!, $after: String!) {
        planEntitlements(planCode: $code, first: 1, after: $after) { nodes { code } }
      }`,
      { code: plan.code, after: read.planEntitlements.pageInfo.endCursor },
    );
    expect(next.planEntitlements.nodes).toEqual([{ code: 'seats' }]);

    const left = await ask(
      `mutation ($code: String!) {
        removePlanEntitlementPrivilege(input: { planCode: $code, featureCode: "sso", privilegeCode: "Sessions" }) {
          entitlement { privileges { code } }
        }
        removePlanEntitlement(input: { planCode: $code, featureCode: "seats" }) { entitlement { code } }
      }`,
      { code: plan.code },
    );
    expect(left).toEqual({
      removePlanEntitlementPrivilege: { entitlement: { privileges: [{ code: 'provider' }] } },
      removePlanEntitlement: { entitlement: { code: 'seats' } },
    });
    const replaced = await ask(
      `mutation ($input: PlanEntitlementsInput!) { replacePlanEntitlements(input: $input) { entitlements { code } } }`,
      { input: { planCode: plan.code, entitlements: { seats: {}, sso: {} } } },
    );
    expect(replaced.replacePlanEntitlements.entitlements).toEqual([{ code: 'sso' }, { code: 'seats' }]);
  });

  test('entitlements of subscriptions over GraphQL are set, read and removed', async () => {
    const { external_id: externalId } = subscription;
    const set = await ask(
      `mutation ($input: SetSubscriptionEntitlementInput!) {
        setSubscriptionEntitlement(input: $input) {
          entitlements { code overrides privileges { code value planValue overrideValue } }
        }
      }`,
      { input: { externalId, entitlements: { sso: { provider: 'google' } } } },
    );
    const provider = { code: 'provider', value: 'google', planValue: 'okta', overrideValue: 'google' };
    expect(set.setSubscriptionEntitlement.entitlements).toEqual([
      { code: 'sso', overrides: { provider: 'google' }, privileges: [provider] },
      { code: 'seats', overrides: {}, privileges: [] },
    ]);
    const read = await ask(
      `query ($externalId: String!) {
        subscription(externalId: $externalId) { entitlements { code } plan { entitlements { code } } }
        subscriptionEntitlement(externalId: $externalId, featureCode: "sso") { code overrides }
        subscriptionEntitlements(externalId: $externalId, last: 1) {
          totalCount edges { cursor } pageInfo { hasPreviousPage startCursor } nodes { code }
        }
        sorted: subscriptionEntitlements(externalId: $externalId, orderBy: { field: code, direction: desc }) {
          nodes { code }
        }
        filtered: subscriptionEntitlements(externalId: $externalId, filter: { code: { contains: "seats" } }, search: "x") {
          totalCount
        }
      }`,
      { externalId },
    );
    expect(read).toMatchObject({
      subscription: {
        entitlements: [{ code: 'sso' }, { code: 'seats' }],
        plan: { entitlements: [{ code: 'sso' }, { code: 'seats' }] },
      },
      subscriptionEntitlement: { code: 'sso', overrides: { provider: 'google' } },
      subscriptionEntitlements: {
        totalCount: 2,
        pageInfo: { hasPreviousPage: true },
        nodes: [{ code: 'seats' }],
      },
      sorted: { nodes: [{ code: 'sso' }, { code: 'seats' }] },
      filtered: { totalCount: 0 },
    });
    const before = await ask(
      `query ($externalId: String!, $before: String!) {
        subscriptionEntitlements(externalId: $externalId, last: 5, before: $before) { nodes { code } }
      }`,
      { externalId, before: read.subscriptionEntitlements.pageInfo.startCursor },
    );
    expect(before.subscriptionEntitlements.nodes).toEqual([{ code: 'sso' }]);

    const left = await ask(
      `mutation ($externalId: String!) {
        removeSubscriptionEntitlementPrivilege(
          input: { externalId: $externalId, featureCode: "sso", privilegeCode: "provider" }
        ) { entitlement { overrides privileges { code } } }
        removeSubscriptionEntitlement(input: { externalId: $externalId, featureCode: "seats" }) {
          entitlement { code }
        }
      }`,
      { externalId },
    );
    expect(left).toEqual({
      removeSubscriptionEntitlementPrivilege: { entitlement: { overrides: {}, privileges: [] } },
      removeSubscriptionEntitlement: { entitlement: { code: 'seats' } },
    });
    const gone = await refusalOf(
      `query ($externalId: String!) { subscriptionEntitlement(externalId: $externalId, featureCode: "seats") { code } }`,
      { externalId },
    );
    expect(gone).toMatchObject({ code: 'not_found', details: { entitlement: ['not_found'] } });
  });

  test('a refused value is named by the code of its privilege', async () => {
    const refusal = await refusalOf(
      `mutation ($input: PlanEntitlementsInput!) { setPlanEntitlement(input: $input) { entitlements { code } } }`,
      { input: { planCode: plan.code, entitlements: { sso: { Sessions: 1.5 } } } },
    );
    expect(refusal).toMatchObject({
      code: 'unprocessable_entity',
      details: { Sessions_privilege_value: ['value_is_invalid'] },
    });
  });

  test('entitlements over GraphQL need the permission of plans and subscriptions, not of features', async () => {
    const code = plan.code;
    const reader = await callerWith(server, client, { plan: ['read'] });
    const { data } = await reader.graphql(
      `query ($code: String!) { plan(code: $code) { entitlements { code privileges { code } } } }`,
      { code },
    );
    expect(data.plan.entitlements).not.toHaveLength(0);
    expect((await refusalOf(`{ features { totalCount } }`, {}, reader)).code).toBe('forbidden');
    const write = `mutation ($code: String!) {
      removePlanEntitlement(input: { planCode: $code, featureCode: "sso" }) { entitlement { code } } }`;
    expect((await refusalOf(write, { code }, reader)).code).toBe('forbidden');
  });
});

describe('pages of the entitlements of a subscription', () => {
  let externalId: string;
  /** The codes of all of them, in the default order. */
  let all: string[];

  beforeAll(async () => {
    const prefix = 'paged_';
    // Granted in another order than that of their codes; the last ones are the subscription's own.
    const codes = ['d', 'a', 'removed', 'f', 'b', 'e', 'c'].map((letter) => prefix + letter);
    for (const code of codes) await createFeature(client, { code, name: `Feature ${code.at(-1)}` });
    const sold = await createPlan(client);
    for (const code of codes.slice(0, 4)) await grant(client, sold, { [code]: {} });
    ({ external_id: externalId } = await subscribe(client, await createCustomer(client), sold));
    const path = `/subscriptions/${externalId}/entitlements`;
    for (const code of codes.slice(4)) await client.patch(path, { entitlements: { [code]: {} } });
    await client.delete(`${path}/${prefix}removed`);
    all = codes.filter((code) => !code.endsWith('removed'));
  });

  interface Listed {
    readonly codes: string[];
    readonly cursors: string[];
    readonly pageInfo: Resource;
  }

  async function list(args: string): Promise<Listed> {
    const { listed } = await ask(
      `query ($externalId: String!) {
        listed: subscriptionEntitlements(externalId: $externalId, ${args}) {
          edges { cursor node { code } }
          pageInfo { hasNextPage hasPreviousPage totalCount }
        }
      }`,
      { externalId },
    );
    return {
      codes: listed.edges.map(({ node }: Resource) => node.code),
      cursors: listed.edges.map(({ cursor }: Resource) => cursor),
      pageInfo: listed.pageInfo,
    };
  }

  // Pages in the default order are cut in memory, all others by Postgres.
  const sorted = () => all.toSorted();
  test.each<[args: string, total: () => string[], from: number, to: number]>([
    ['page: 1', () => all, 0, 6],
    ['page: 2, perPage: 2', () => all, 2, 4],
    ['page: 3, perPage: 2', () => all, 4, 6],
    ['page: 2, perPage: 4', () => all, 4, 6],
    ['page: 4, perPage: 2', () => all, 6, 6],
    ['first: 6', () => all, 0, 6],
    ['first: 2', () => all, 0, 2],
    ['last: 4', () => all, 2, 6],
    ['page: 2, perPage: 4, search: "feature"', () => all, 4, 6],
    ['page: 2, perPage: 2, filter: { code: { contains: "PAGED" } }', () => all, 2, 4],
    ['page: 1, filter: {}', () => all, 0, 6],
    ['first: 1, search: "FEATURE B"', () => ['paged_b'], 0, 1],
    ['page: 1, search: "removed"', () => [], 0, 0],
    [
      'page: 1, filter: { code: { in: ["paged_c", "paged_a", "paged_removed"] } }',
      () => ['paged_a', 'paged_c'],
      0,
      2,
    ],
    ['page: 2, perPage: 2, orderBy: { field: code }', sorted, 2, 4],
    ['first: 4, orderBy: { field: code, direction: desc }', () => sorted().reverse(), 0, 4],
    ['last: 1, orderBy: { field: code }', sorted, 5, 6],
  ])('%s', async (args, total, from, to) => {
    const { codes, pageInfo } = await list(args);
    expect(codes).toEqual(total().slice(from, to));
    expect(pageInfo).toEqual({
      hasPreviousPage: from > 0,
      hasNextPage: to < total().length,
      totalCount: total().length,
    });
  });

  test.each([['page: 1'], ['first: 6']])('cursors of %s lead to those after and before', async (args) => {
    const { cursors } = await list(args);
    for (const [index, cursor] of cursors.entries()) {
      expect((await list(`first: 10, after: "${cursor}"`)).codes).toEqual(all.slice(index + 1));
      expect((await list(`last: 10, before: "${cursor}"`)).codes).toEqual(all.slice(0, index));
    }
    await client.delete(`/subscriptions/${externalId}/entitlements/${all[5]}`);
    expect((await list(`last: 2, before: "${cursors[5]}"`)).codes).toEqual(all.slice(3, 5));
    await client.patch(`/subscriptions/${externalId}/entitlements`, { entitlements: { [all[5] ?? '']: {} } });
  });
});
