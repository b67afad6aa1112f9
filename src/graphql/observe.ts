import { OperationTypeNode } from 'graphql';
import type { ApolloServerPlugin } from '@apollo/server';
import type { Context } from '../platform/api/context.js';
import { recordOperation } from '../platform/request-scope.js';
import { noteRead } from './read-again.js';
import { rootFieldsOf } from './schema/schema.js';

/** Names an operation for logs and metrics by its root field. The caller chooses its own name, without any bound. */
export const observePlugin: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: ({ schema, document, operation }) => {
        if (operation === undefined) return Promise.resolve();
        if (operation.operation === OperationTypeNode.QUERY) noteRead();
        const [first, ...others] = new Set(rootFieldsOf(schema, document, operation));
        const name = first === undefined || others.length > 0 ? 'several' : first.name;
        recordOperation('graphql', `${operation.operation} ${name}`);
        return Promise.resolve();
      },
    }),
};
