import type { GraphQLSchema } from 'graphql';
import type { Represent, Representation } from '../platform/activity/snapshots.js';
import { Context } from '../platform/api/context.js';
import { compileOperation, type CompiledOperation } from './operation.js';
import { REST_PAGE_LIMITS } from './query.js';
import type { Resource } from './declaration.js';
import { RESOURCES } from './resources.js';
import { documents } from './routes.js';

type Represented = Extract<(typeof RESOURCES)[number], Resource>['represents'];

/** The objects that have a representation outside of a response. */
export type RepresentedObject = NonNullable<Represented>['object'];

/**
 * How objects look outside of a response: in the activity log and in webhook messages. Each operation takes `$id` and
 * answers a fragment of the resource under `object`, so that all three places agree. What it answers is handed to
 * `Representations.representWith` by the composition root.
 */
export function createRepresent(schema: GraphQLSchema): Represent<RepresentedObject> {
  const operations = Object.fromEntries(
    RESOURCES.flatMap((part) => ('represents' in part ? (part.represents ?? []) : [])).map(
      ({ object, operation }) => [object, compileOperation(schema, documents.get(operation))],
    ),
  ) as Record<RepresentedObject, CompiledOperation>;
  return (tx, actor, object, ids) => {
    const facts = { actor, surface: 'rest', pageLimits: REST_PAGE_LIMITS } as const;
    // One context for all: what they lead to is read in the same batches.
    const context = Context.reading(facts, tx);
    return Promise.all(
      ids.map(async (id) => (await operations[object].run(context, { id }))['object'] as Representation),
    );
  };
}
