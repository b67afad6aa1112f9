import type { ApolloServerPlugin } from '@apollo/server';
import { execute, type FormattedExecutionResult } from 'graphql';
import type { Context } from '../../platform/api/context.js';
import { rootSelections } from './selections.js';

/** Number of cached results: tools send only a few different introspection queries. */
const MAX_CACHED = 10;

/** Answers introspection from a cache, since callers without a key may request the whole schema as often as they like. */
export function introspectionPlugin(): ApolloServerPlugin<Context> {
  const cache = new Map<string, FormattedExecutionResult>();
  return {
    requestDidStart: () =>
      Promise.resolve({
        responseForOperation: async ({ schema, document, operation, operationName, queryHash, response }) => {
          const fields = rootSelections(document, operation);
          const isPlain = (operation.variableDefinitions ?? []).length === 0;
          if (!isPlain || !fields.every(({ name }) => name.value.startsWith('__'))) return null;
          const key = JSON.stringify([queryHash, operationName]);
          let result = cache.get(key);
          if (result === undefined) {
            if (cache.size >= MAX_CACHED) cache.clear();
            const named = operationName === null ? {} : { operationName };
            result = (await execute({ schema, document, ...named })) as FormattedExecutionResult;
            cache.set(key, result);
          }
          return { http: response.http, body: { kind: 'single', singleResult: result } };
        },
      }),
  };
}
