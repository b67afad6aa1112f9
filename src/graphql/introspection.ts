import type { ApolloServerPlugin } from '@apollo/server';
import { execute, type FormattedExecutionResult } from 'graphql';
import type { Context } from '../platform/api/context.js';
import { rootSelections } from './schema.js';

/** Different queries whose answers are kept; tools send a handful. */
const MAX_KEPT = 10;

/** Answers introspection from memory: callers without a key may ask for the whole schema as often as they like. */
export function introspectionPlugin(): ApolloServerPlugin<Context> {
  const kept = new Map<string, FormattedExecutionResult>();
  return {
    requestDidStart: () =>
      Promise.resolve({
        responseForOperation: async ({ schema, document, operation, operationName, queryHash, response }) => {
          const fields = rootSelections(document, operation);
          const isPlain = (operation.variableDefinitions ?? []).length === 0;
          if (!isPlain || !fields.every(({ name }) => name.value.startsWith('__'))) return null;
          const key = JSON.stringify([queryHash, operationName]);
          let result = kept.get(key);
          if (result === undefined) {
            if (kept.size >= MAX_KEPT) kept.clear();
            const named = operationName === null ? {} : { operationName };
            result = (await execute({ schema, document, ...named })) as FormattedExecutionResult;
            kept.set(key, result);
          }
          return { http: response.http, body: { kind: 'single', singleResult: result } };
        },
      }),
  };
}
