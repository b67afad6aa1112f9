import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type GraphQLSchema, isNonNullType, isObjectType } from 'graphql';
import { Ctx, Field, FieldResolver, ObjectType, Query, Resolver } from 'type-graphql';
import { audienceOf, buildApiSchema, requirementOf } from '../../src/graphql/schema/schema.js';
import { CAPABILITIES } from '../../src/main/capabilities.js';
import { LISTED_FIELDS, memberPermissionsOf } from '../../src/platform/api/access/member-permissions.js';
import { Permission } from '../../src/platform/api/access/permissions.js';
import type { Context } from '../../src/platform/api/context.js';
import { createCustomer } from '../support/builders.js';
import { permissionGaps } from '../support/permission-gaps.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;

beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

test('every path to an object checks the permission to view it', async () => {
  const schema = await buildApiSchema(CAPABILITIES.resolvers(server.app.services));
  expect(permissionGaps(schema)).toEqual([]);
});

describe('each field with a permission of API keys', () => {
  const requirements = async () => {
    const schema = await buildApiSchema(CAPABILITIES.resolvers(server.app.services));
    return Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type))
      .flatMap((type) =>
        Object.values(type.getFields()).flatMap((field) => {
          const requirement = requirementOf(field);
          return requirement === null ? [] : [{ type: type.name, field: field.name, requirement }];
        }),
      );
  };

  test('each field with a permission of API keys has those of members, too', async () => {
    const all = await requirements();
    expect(all.length).toBeGreaterThan(200);
    const closed = all.filter(
      ({ requirement, ...name }) => memberPermissionsOf(requirement, name).length === 0,
    );
    expect(closed).toEqual([]);
  });

  test('each field with a permission of API keys is listed by name in the table of members', async () => {
    const all = await requirements();
    const names = new Set(
      all.map(({ type, field }) => (type === 'Query' || type === 'Mutation' ? field : `${type}.${field}`)),
    );
    expect(LISTED_FIELDS.filter((name) => !names.has(name))).toEqual([]);
  });
});

test('fields that belong to no organization need no permission', async () => {
  const schema = await buildApiSchema(CAPABILITIES.resolvers(server.app.services));
  const open = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).flatMap((field) => {
      const audience = audienceOf(field);
      return audience === null ? [] : [`${field.name}: ${audience}`];
    }),
  );
  expect(open.toSorted()).toEqual([
    'acceptInvite: anyone',
    'beginSingleSignOn: anyone',
    'changePassword: users',
    'completeSingleSignOn: anyone',
    'confirmEmail: anyone',
    'currentUser: users',
    'currentVersion: anyone',
    'identityProviders: anyone',
    'invite: anyone',
    'loginUser: anyone',
    'logoutUser: users',
    'passwordReset: anyone',
    'registerUser: anyone',
    'requestPasswordReset: anyone',
    'resetPassword: anyone',
  ]);
});

test('every root field is nullable, so that an error of one leaves the data of the others', async () => {
  const schema = await buildApiSchema(CAPABILITIES.resolvers(server.app.services));
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}),
  );
  expect(fields.length).toBeGreaterThan(100);
  expect(fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
});

describe('a missing permission is found', () => {
  let schema: GraphQLSchema;

  beforeAll(async () => {
    @ObjectType()
    class Secret {
      @Field(() => String)
      word!: string;
    }

    @ObjectType()
    class Envelope {
      @Field(() => String)
      stamp!: string;
    }

    @Resolver(() => Envelope)
    class EnvelopeResolver {
      @Query(() => Envelope)
      @Permission('tax', 'read')
      envelope(): Envelope {
        return { stamp: 'x' };
      }

      @Query(() => Envelope)
      unprotected(): Envelope {
        return { stamp: 'x' };
      }

      @Query(() => Secret)
      @Permission('plan', 'read')
      secret(@Ctx() { actor }: Context): Secret {
        return { word: actor.organizationId };
      }

      @FieldResolver(() => Secret)
      openSecret(): Secret {
        return { word: 'x' };
      }

      @FieldResolver(() => Secret)
      @Permission('plan', 'read')
      guardedSecret(): Secret {
        return { word: 'x' };
      }
    }
    schema = await buildApiSchema([new EnvelopeResolver()]);
  });

  test('a missing permission is found on a root field, and on a field that leads into another resource', () => {
    expect(permissionGaps(schema)).toEqual(['Envelope.openSecret', 'Query.unprotected']);
  });
});

test('a caller who may see an object but not a related one gets the error at the relation', async () => {
  const reader = await server.organization({ customer: ['read', 'write'] });
  const customer = await createCustomer(reader);
  const answer = await reader.graphql('query ($id: ID) { customer(id: $id) { externalId taxes { code } } }', {
    id: customer.svc_id,
  });
  expect(answer.errors?.map(({ path, extensions }) => [path, extensions.details])).toEqual([
    [['customer', 'taxes'], { base: ['read_action_not_allowed_for_tax'] }],
  ]);
  // REST shows what the contract says a customer holds, whatever else the key may read.
  expect((await reader.get(`/customers/${customer.external_id}`)).body.customer.taxes).toEqual([]);
});
