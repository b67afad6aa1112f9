import { type DocumentNode, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { onceForSchema } from '../graphql/schema/once-for-schema.js';
import type { Represent, Representation } from '../platform/activity/snapshots.js';
import { Context, type Resolvers } from '../platform/api/context.js';
import { expectPresent } from '../platform/expect-present.js';
import { compileOperation, type CompiledOperation } from './operation.js';
import { REST_PAGE_LIMITS } from './query.js';
import type { Resource } from './declaration.js';
import { RESOURCES } from './resources.js';
import { documents } from './routes.js';

type Represented = Extract<(typeof RESOURCES)[number], Resource>['represents'];

/** The types of objects that activity entries and webhook messages contain. */
export type RepresentedObject = NonNullable<Represented>['object'];

/**
 * Creates the function that gives the JSON of objects for activity entries and webhook messages. Each type has an operation
 * that returns a fragment of its resource under `object`, so that the JSON equals that of responses. The composition root
 * passes the function to `Representations.representWith`.
 */
export function createRepresent(
  apiSchema: GraphQLSchema,
  resolvers: Resolvers,
): Represent<RepresentedObject> {
  const schema = withGivenRows(apiSchema);
  const operations = Object.fromEntries(
    representOperations().map(([object, document]) => [object, compileOperation(schema, document)]),
  ) as Record<RepresentedObject, CompiledOperation>;
  return (tx, actor, objects) => {
    const facts = { resolvers, actor, surface: 'rest', pageLimits: REST_PAGE_LIMITS } as const;
    // One context for all objects, so that their related objects are read in the same batches.
    const context = Context.reading(facts, tx);
    return Promise.all(
      objects.map(async ({ object, row }) => {
        const data = await operations[object].execute(context, { id: row.id }, row);
        return data['object'] as Representation;
      }),
    );
  };
}

/** The operation of each object, which would read it by `$id`. */
export function representOperations(): [RepresentedObject, DocumentNode][] {
  return RESOURCES.flatMap((part) => ('represents' in part ? (part.represents ?? []) : [])).map(
    ({ object, operation }) => [object, documents.get(operation)],
  );
}

/** The schema, but that its queries return the row with which an operation is run, instead of reading one. */
const withGivenRows = onceForSchema((schema) => {
  const config = schema.toConfig();
  const queries = expectPresent(schema.getQueryType() ?? undefined, 'the query type').toConfig();
  const fields: typeof queries.fields = {};
  for (const [name, field] of Object.entries(queries.fields)) {
    fields[name] = { ...field, resolve: (row: unknown) => row };
  }
  const query = new GraphQLObjectType({ ...queries, fields });
  const types = config.types.filter((type) => type.name !== query.name);
  return new GraphQLSchema({ ...config, query, types });
});
