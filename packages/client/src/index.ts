export { createRestClient, type RestAnswer, type RestClient, type RestClientOptions } from './rest.ts';
export {
  createGraphqlClient,
  type GraphqlClient,
  type GraphqlClientOptions,
  type GraphqlDocument,
} from './graphql.ts';
export { TollgateError, type GraphqlError } from './errors.ts';
/** The REST API as types; `components['schemas']` has the records by name, `webhooks` the messages by kind. */
export type { components, paths, webhooks } from './generated/rest.ts';
export type { WebhookKind, WebhookMessage } from './webhooks.ts';
/** Scalars, enums and inputs of the GraphQL schema. */
export type * as schema from './generated/schema.ts';
