import type { GraphQLSchema } from 'graphql';
import type { Represent, Representation } from '../platform/activity/snapshots.js';
import { Context } from '../platform/api/context.js';
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
 * that returns a fragment of its resource for `$id` under `object`, so that the JSON equals that of responses. The
 * composition root passes the function to `Representations.representWith`.
 */
export function createRepresent(schema: GraphQLSchema): Represent<RepresentedObject> {
  const operations = Object.fromEntries(
    RESOURCES.flatMap((part) => ('represents' in part ? (part.represents ?? []) : [])).map(
      ({ object, operation }) => [object, compileOperation(schema, documents.get(operation))],
    ),
  ) as Record<RepresentedObject, CompiledOperation>;
  return (tx, actor, object, ids) => {
    const facts = { actor, surface: 'rest', pageLimits: REST_PAGE_LIMITS } as const;
    // One context for all objects, so that their related objects are read in the same batches.
    const context = Context.reading(facts, tx);
    return Promise.all(
      ids.map(async (id) => (await operations[object].run(context, { id }))['object'] as Representation),
    );
  };
}
