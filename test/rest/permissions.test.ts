// What a limited key needs for a REST operation. Source: auth.md §1, "Key permissions".
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type GraphQLSchema, parse } from 'graphql';
import { buildApiSchema } from '../../src/graphql/schema/schema.js';
import { CAPABILITIES } from '../../src/main/capabilities.js';
import type { Permissions } from '../../src/platform/api/access/resource-permissions.js';
import { describeOperation, requirementsOf } from '../../src/rest/operation.js';
import { routes } from '../../src/rest/routes.js';
import { callerWith, createCustomer, createTax } from '../support/builders.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let schema: GraphQLSchema;

beforeAll(async () => {
  server = await shareTestServer();
  schema = await buildApiSchema(CAPABILITIES.resolvers(server.app.services));
});
afterAll(() => server.stop());

test('an operation needs the permissions of all its root fields', () => {
  const document = parse('query Two { taxes { totalCount } invoices { totalCount } }');
  expect(requirementsOf(describeOperation(schema, document))).toEqual([
    { resource: 'tax', mode: 'read' },
    { resource: 'invoice', mode: 'read' },
  ]);
});

test('an operation with a root field that declares no permission cannot be mounted', () => {
  const document = parse('query Bare { __typename taxes { totalCount } }');
  const operation = describeOperation(schema, document);
  const [field] = operation.fields;
  const bare = { ...field, name: 'bare', extensions: {} } as (typeof operation.fields)[number];
  expect(() => requirementsOf({ ...operation, fields: [...operation.fields, bare] })).toThrow(
    'Bare declares no permission for bare.',
  );
});

/** The permission of an operation below a customer is that of what it reads or writes (auth.md §1). */
test('a record that a path names belongs to the resource of its operation, or is the customer it goes through', () => {
  const strangers = routes.flatMap(({ method, path, document, lookup }) => {
    if (lookup === null) return [];
    const own = new Set(requirementsOf(describeOperation(schema, document)).map(({ resource }) => resource));
    const named = requirementsOf(describeOperation(schema, lookup)).map(({ resource }) => resource);
    const isKnown = (resource: string) =>
      [...own].some((name) => name === resource) ||
      (resource === 'customer' && path.startsWith('/customers/'));
    return named.every(isKnown) ? [] : [`${method} ${path}`];
  });
  expect(strangers).toEqual([]);
});

test.each<[string, Permissions, string]>([
  ['may read', { tax: ['read'] }, 'write_action_not_allowed_for_tax'],
  ['may do something else', { invoice: ['read', 'write'] }, 'write_action_not_allowed_for_tax'],
])('a key that %s does not learn from writing whether a record exists', async (_, permissions, code) => {
  const client = await server.organization();
  const tax = await createTax(client);
  const limited = await callerWith(server, client, permissions);
  for (const path of [`/taxes/${tax.code}`, '/taxes/nowhere']) {
    const { status, body } = await limited.put(path, { tax: { rate: 'none' } });
    expect([status, body.code]).toEqual([403, code]);
  }
});

test('a key that may only write does so without the permission to read', async () => {
  const client = await server.organization();
  const tax = await createTax(client);
  const limited = await callerWith(server, client, { tax: ['write'] });
  expect((await limited.put(`/taxes/${tax.code}`, { tax: { rate: 3 } })).body.tax.rate).toBe(3);
});

test('invoices of a customer need the permission for invoices alone', async () => {
  const client = await server.organization();
  const { external_id: externalId } = await createCustomer(client);
  const limited = await callerWith(server, client, { invoice: ['read'] });
  expect((await limited.get(`/customers/${externalId}/invoices`)).body.invoices).toEqual([]);
});
