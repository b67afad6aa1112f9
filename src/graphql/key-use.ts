import type { ApolloServerPlugin } from '@apollo/server';
import type { Actor } from '../platform/actor.js';
import type { Context } from '../platform/api/context.js';
import { recordsKeyUse, rootFieldsOf } from './schema/schema.js';

/** Records the use of an API key by an operation; introspection does not count as use. */
export function keyUsePlugin(recordUse: (actor: Actor) => void): ApolloServerPlugin<Context> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation: ({ schema, document, operation, contextValue: { knownActor } }) => {
          if (operation !== undefined && knownActor !== null) {
            if (rootFieldsOf(schema, document, operation).some(recordsKeyUse)) recordUse(knownActor);
          }
          return Promise.resolve();
        },
      }),
  };
}
