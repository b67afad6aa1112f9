// Checks that rows in hand are up to date when services have them recorded.
import assert from 'node:assert/strict';
import { buildApiSchema, resolversByClass } from '../../src/graphql/schema/schema.js';
import { CAPABILITIES } from '../../src/main/capabilities.js';
import { Context } from '../../src/platform/api/context.js';
import { compileOperation } from '../../src/rest/operation.js';
import { REST_PAGE_LIMITS } from '../../src/rest/query.js';
import { createRepresent, representOperations } from '../../src/rest/representations.js';
import type { TestServer } from './server.js';

/**
 * From now on, a server that the test file does not share refuses to record an object whose representation by its row differs
 * from one whose row is read in the same transaction.
 */
export async function checkRepresentations({ app: { services } }: TestServer): Promise<void> {
  const instances = CAPABILITIES.resolvers(services);
  const [schema, resolvers] = [await buildApiSchema(instances), resolversByClass(instances)];
  const represent = createRepresent(schema, resolvers);
  const readers = representOperations().map(
    ([object, document]) => [object, compileOperation(schema, document)] as const,
  );
  const readerOf = new Map(readers);
  services.snapshots.representWith(async (tx, actor, objects) => {
    const represented = await represent(tx, actor, objects);
    const context = Context.reading({ resolvers, actor, surface: 'rest', pageLimits: REST_PAGE_LIMITS }, tx);
    for (const [index, { object, row }] of objects.entries()) {
      const { id } = row;
      const read = await readerOf.get(object)?.execute(context, { id });
      assert.deepEqual(represented[index], read?.['object'], `The row of ${object} ${id} is out of date.`);
    }
    return represented;
  });
}
