import { buildApiSchema } from '../graphql/schema.js';
import { createApiServer } from '../graphql/server.js';
import { DEFAULT_LIMITS, type GraphqlLimits } from '../graphql/limits.js';
import type { Clock } from '../platform/clock.js';
import type { Pool } from '../platform/db/database.js';
import type { Logger } from '../platform/log.js';
import { createRestRouter } from '../rest/mount.js';
import { createRepresent } from '../rest/representations.js';
import { createHttpApp } from './http.js';
import { createResolvers, createServices, type Services } from './services.js';

export interface AppOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly explorer: boolean;
  readonly limits?: GraphqlLimits;
}

export interface App {
  readonly http: ReturnType<typeof createHttpApp>;
  readonly services: Services;
  /** Lets running GraphQL operations end; the caller closes the HTTP server and the pool. */
  stop(): Promise<void>;
}

/** Builds the whole application by hand. Nothing is listening or working yet. */
export async function createApp(options: AppOptions): Promise<App> {
  const { pool, log, explorer, limits = DEFAULT_LIMITS } = options;
  const services = createServices(options);
  const schema = await buildApiSchema(createResolvers(services));
  services.recorder.representWith(createRepresent(schema));
  const authenticate = services.apiKeys.authenticate.bind(services.apiKeys);
  const { idempotencyKeys } = services;
  const graphql = createApiServer({ schema, db: pool.db, idempotencyKeys, log, limits, explorer });
  await graphql.start();
  const rest = createRestRouter({ schema, db: pool.db, idempotencyKeys, authenticate, log });
  const http = createHttpApp({ graphql, rest, authenticate, db: pool.db, log, explorer, limits });
  return { http, services, stop: () => graphql.stop() };
}
