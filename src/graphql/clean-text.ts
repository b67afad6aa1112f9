import type { ApolloServerPlugin } from '@apollo/server';
import { Kind, visit } from 'graphql';
import type { Context } from '../platform/api/context.js';
import { cleanText } from '../platform/clean-text.js';

/** Cleans string literals of an operation; its variables were cleaned when the body was parsed. */
export const cleanTextPlugin: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: ({ document }) => {
        visit(document, {
          [Kind.STRING]: (node) => {
            // In place: the same document goes on to be executed.
            (node as { value: string }).value = cleanText(node.value);
          },
        });
        return Promise.resolve();
      },
    }),
};
