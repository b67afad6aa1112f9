import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import type { PublicAddresses } from '../platform/addresses.js';
import type { Actor } from '../platform/actor.js';
import type { Context } from '../platform/api/context.js';
import type { IdempotencyKeys } from '../platform/idempotency/idempotency.js';
import type { Limits } from '../platform/limits.js';
import type { Logger } from '../platform/log.js';
import { formatError } from './errors/request-errors.js';
import { costPlugin, limitRules } from './limits/limits.js';
import { cleanTextPlugin } from './clean-text.js';
import { keyUsePlugin } from './key-use.js';
import { introspectionPlugin } from './schema/introspection.js';
import { observePlugin } from './observe.js';
import { httpOfErrorsPlugin } from './errors/http-of-errors.js';
import { ParsedDocuments } from './parsed-documents.js';
import { discardsAnswer } from './read-again.js';
import { transactionPlugin } from './transactions.js';

interface ApiServerOptions {
  readonly schema: GraphQLSchema;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly publicAddresses: PublicAddresses;
  readonly recordUse: (actor: Actor) => void;
  readonly log: Logger;
  readonly limits: Limits;
  /** Enables Sandbox, GraphiQL and introspection. */
  readonly explorer: boolean;
}

/** Creates the server of the GraphQL surface; `src/main/http/http-app.ts` mounts it at `/graphql`. */
export function createApiServer(options: ApiServerOptions): ApolloServer<Context> {
  const { schema, idempotencyKeys, publicAddresses, recordUse, log, limits, explorer } = options;
  return new ApolloServer<Context>({
    schema,
    introspection: explorer,
    documentStore: new ParsedDocuments(),
    // Otherwise "did you mean" suggestions reveal the schema while introspection is disabled.
    hideSchemaDetailsFromClientErrors: !explorer,
    includeStacktraceInErrorResponses: false,
    parseOptions: { maxLexicalTokens: limits.graphqlTokens },
    validationRules: limitRules(limits),
    stopOnTerminationSignals: false,
    // What a discarded answer says is never sent.
    formatError: (formatted, error) =>
      discardsAnswer(error) ? formatted : formatError(formatted, error, log),
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      observePlugin,
      httpOfErrorsPlugin,
      cleanTextPlugin,
      keyUsePlugin(recordUse),
      costPlugin(schema, limits),
      introspectionPlugin(),
      transactionPlugin(idempotencyKeys, publicAddresses, (error) => formatError(error.toJSON(), error, log)),
    ],
  });
}
