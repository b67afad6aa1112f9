import type { ApolloServerPlugin } from '@apollo/server';
import { type DocumentNode, Kind, visit } from 'graphql';
import type { Context } from '../platform/api/context.js';
import { cleanText } from '../platform/text/clean-text.js';

/** Cleans the string literals of an operation. Its variables were cleaned when the body was parsed. */
export const cleanTextPlugin: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: ({ document }) => {
        cleanLiterals(document);
        return Promise.resolve();
      },
    }),
};

export function cleanLiterals(document: DocumentNode): void {
  visit(document, {
    [Kind.STRING]: (node) => {
      // Modified in place, because this same document is executed.
      (node as { value: string }).value = cleanText(node.value);
    },
  });
}
