import { TrustedProxies } from '../platform/network/trusted-proxies.js';
import { type GraphQLSchema, printSchema } from 'graphql';
import { publicSchemaOf } from '../graphql/schema/public-schema.js';
import { buildApiSchema, resolversByClass } from '../graphql/schema/schema.js';
import { LiveConnections } from '../graphql/live/live-connections.js';
import { graphqlRouter } from '../graphql/http.js';
import { createApiServer } from '../graphql/server.js';
import { eventsInDefaultPartition } from '../modules/usage/events/event-partitions.js';
import type { Resolvers } from '../platform/api/context.js';
import { DEFAULT_LIMITS } from '../platform/limits.js';
import { dueWorkLagSeconds } from '../platform/due-work/due-work-lag.js';
import { waitingJobs } from '../platform/jobs/waiting-jobs.js';
import { Metrics, READ_MS } from '../platform/process/process-metrics.js';
import type { Foundations } from '../platform/capabilities/platform-services.js';
import { RateLimits } from '../platform/rate-limit/rate-limits.js';
import { SharedRead } from '../platform/process/shared-read.js';
import { RequestBodies } from '../platform/request-body/request-body.js';
import { createRestHandler } from '../rest/mount.js';
import { openApiDocument } from '../rest/openapi/document.js';
import { routes } from '../rest/routes.js';
import { createRepresent } from '../rest/representations.js';
import { CAPABILITIES, type Services } from './capabilities.js';
import { fileRoutes } from './http/file-routes.js';
import { FILES_PATH } from '../platform/signing/file-addresses.js';
import { Strangers } from './http/strangers.js';
import type { UpgradeHandler } from './http/http-listener.js';
import { createHttpApp } from './http/http-app.js';
import { logos } from './http/logos.js';
import { observeRequests } from './http/observe-requests.js';
import { operatorRoutes } from './http/operator-routes.js';
import type { OwnBackups } from './backup/own-backups.js';
import { pages } from './http/pages.js';
import { payRoutes } from './http/pay-routes.js';
import { BUILT_SCRIPTS, portalPage } from './http/portal-page.js';
import { providerRoutes } from './http/provider-routes.js';
import { createServices } from './services.js';
import { VERSION } from '../platform/process/version.js';

export interface AppOptions extends Omit<Foundations, 'metrics'> {
  readonly explorer: boolean;
  /** Bearer token that `/metrics` and `/failing-work` require; without it, the first is open and the second not served. */
  readonly metricsToken?: string | null;
  /** False in a process of role `worker`, which serves health and metrics but neither REST nor GraphQL. */
  readonly surfaces?: boolean;
  /** The folder of the scripts of the customer portal; by default the one that is built. */
  readonly portalScripts?: URL;
  /** True while work waits for an operator after a restore. */
  readonly waitsAfterRestore?: () => boolean;
  /** What keeps the archive at BACKUP_URL from being complete; null if nothing does, or there is none. */
  readonly archiveState?: () => string | null;
  /** The backups of the embedded Postgres that this process has started; by default there is none. */
  readonly backups?: Pick<OwnBackups, 'state' | 'ageSeconds'> | null;
  /** Origins of the pages that may call from a browser; none by default. */
  readonly corsOrigins?: readonly string[];
  /** By default, none. */
  readonly trustedProxies?: TrustedProxies;
}

export interface App {
  readonly http: ReturnType<typeof createHttpApp>;
  readonly services: Services;
  /** Opens WebSocket connections for subscriptions; null in a process without surfaces. */
  readonly upgrade: UpgradeHandler | null;
  readonly metrics: Metrics;
  /** Closes the WebSocket connections; clients connect again elsewhere. */
  closeLiveConnections(): void;
  /** Waits for running GraphQL operations, and ends the rendering of documents. The caller closes the HTTP server and the connections. */
  stop(): Promise<void>;
}

/** Builds the whole application. It does not listen on a port or start any worker. */
export async function createApp(options: AppOptions): Promise<App> {
  const { connections, log, backups = null } = options;
  const metrics = new Metrics();
  const services = createServices({ ...options, metrics });
  const instances = CAPABILITIES.resolvers(services);
  const [schema, resolvers] = [await buildApiSchema(instances), resolversByClass(instances)];
  services.snapshots.representWith(createRepresent(schema, resolvers));
  watchOperation(metrics, services, options);
  const surfaces =
    options.surfaces === false ? null : await createSurfaces(options, services, { schema, resolvers });
  metrics.show(
    'tollgate_live_connections',
    'Open WebSocket connections of GraphQL subscriptions.',
    () => surfaces?.live.size ?? 0,
  );
  metrics.show(
    'tollgate_live_subscriptions',
    'GraphQL subscriptions that run.',
    () => services.liveUpdates.size,
  );
  const http = createHttpApp({
    observe: observeRequests(log, metrics, options.trustedProxies ?? TrustedProxies.NONE),
    operator: operatorRoutes({
      db: connections.reserved,
      metrics,
      metricsToken: options.metricsToken ?? null,
      failingWork: services.failingWork,
      waitsAfterRestore: options.waitsAfterRestore ?? (() => false),
      archiveState: options.archiveState ?? (() => null),
      backups,
    }),
    surfaces,
    log,
  });
  const live = surfaces?.live;
  const stop = async () => {
    live?.stop();
    await surfaces?.stop();
    await services.renderingThreads.stop();
  };
  const upgrade: UpgradeHandler | null =
    live === undefined
      ? null
      : (request, socket, head) => {
          live.open(request, socket, head);
        };
  const closeLiveConnections = () => {
    live?.stop();
  };
  return { http, upgrade, services, metrics, closeLiveConnections, stop };
}

/** What operators watch of the work that waits, and of the database. */
function watchOperation(
  metrics: Metrics,
  services: Services,
  { connections, clock, backups = null }: AppOptions,
): void {
  metrics.watch(
    'tollgate_due_work_lag_seconds',
    'How long the work that is due first has been waiting.',
    () => dueWorkLagSeconds(connections.reserved, clock.now()),
  );
  metrics.watchEach(
    'tollgate_due_work_failing',
    'Due work in live time that has failed three times or more, of all organizations.',
    'kind',
    () => services.failingWork.count(connections.reserved),
  );
  metrics.watch(
    'tollgate_events_default_partition_rows',
    'About how many events lie in the partition of the months that have none of their own.',
    () => eventsInDefaultPartition(connections.reserved),
  );
  // Both metrics are collected at once, from one read.
  const jobs = new SharedRead(() => waitingJobs(connections.reserved), READ_MS);
  metrics.watchEach(
    'tollgate_jobs_oldest_seconds',
    'How long the queued job of a kind that is due first has been waiting.',
    'kind',
    async () => (await jobs.value()).oldestSeconds,
  );
  metrics.watchEach(
    'tollgate_jobs_waiting',
    'Queued jobs that are due and wait for their turn.',
    'kind',
    async () => (await jobs.value()).numbers,
  );
  metrics.watch(
    'tollgate_backup_age_seconds',
    'Age of the newest backup; without one, of the database. No value where the operator has an own Postgres.',
    () => (backups === null ? Promise.reject(new Error('unknown')) : Promise.resolve(backups.ageSeconds())),
  );
  const { gate } = connections.tenants;
  metrics.show('tollgate_connections_in_use', 'Database connections that requests use.', () => gate.inUse);
  metrics.show(
    'tollgate_requests_waiting',
    'Requests that wait for a database connection.',
    () => gate.waiting,
  );
}

async function createSurfaces(
  options: AppOptions,
  services: Services,
  { schema, resolvers }: { readonly schema: GraphQLSchema; readonly resolvers: Resolvers },
) {
  const { log, explorer, limits = DEFAULT_LIMITS } = options;
  const { tenants } = options.connections;
  const { apiKeyAuthenticator, apiKeyUse, apiLogWriter, idempotencyKeys, portalAccess, publicAddresses } =
    services;
  const authenticate = apiKeyAuthenticator.authenticate.bind(apiKeyAuthenticator);
  const authenticateSession = services.sessions.authenticate.bind(services.sessions);
  const recordUse = apiKeyUse.record.bind(apiKeyUse);
  const graphqlSchema = publicSchemaOf(schema);
  const server = createApiServer({
    schema: graphqlSchema,
    idempotencyKeys,
    publicAddresses,
    recordUse,
    log,
    limits,
    explorer,
  });
  await server.start();
  const live = new LiveConnections({
    schema: graphqlSchema,
    resolvers,
    authenticate,
    authenticateSession,
    recordUse,
    tenants,
    liveUpdates: services.liveUpdates,
    limits,
    corsOrigins: options.corsOrigins ?? [],
    trustedProxies: options.trustedProxies ?? TrustedProxies.NONE,
    log,
  });
  // One of each for both surfaces, so that the limits hold for the sum of their requests.
  const bodies = new RequestBodies(limits);
  const rateLimits = new RateLimits(limits);
  const strangers = new Strangers({ tenants, bodies, limits });
  return {
    rest: createRestHandler({
      schema,
      resolvers,
      tenants,
      idempotencyKeys,
      authenticate,
      recordUse,
      recordExchange: (exchange) => {
        apiLogWriter.record(exchange);
      },
      publicAddresses,
      rateLimits,
      bodies,
      limits,
      log,
    }),
    live,
    graphql: graphqlRouter({
      server,
      resolvers,
      tenants,
      authenticate,
      authenticateSession,
      portal: portalAccess,
      rateLimits,
      bodies,
      limits,
    }),
    corsOrigins: options.corsOrigins ?? [],
    open: [
      { router: logos(services.billingEntities, strangers) },
      {
        router: providerRoutes({
          ...services,
          strangers,
          connections: options.connections,
          maxBytes: limits.bodyBytes,
        }),
      },
      {
        router: pages({
          explorer,
          sdl: () => printSchema(graphqlSchema),
          openapi: () => openApiDocument(schema, routes, VERSION, CAPABILITIES.activities),
        }),
      },
      { router: portalPage(options.portalScripts ?? BUILT_SCRIPTS) },
      { router: payRoutes({ ...services, connections: options.connections, strangers }) },
      { below: FILES_PATH, router: fileRoutes({ ...services, strangers }) },
    ],
    async stop() {
      await server.stop();
      await apiKeyUse.settle();
      await apiLogWriter.settle();
    },
  };
}
