import type { Permissions } from '../../src/platform/api/access/resource-permissions.js';
import type { TrustedProxies } from '../../src/platform/network/trusted-proxies.js';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/main/app.js';
import { type Clock, systemClock } from '../../src/platform/clock.js';
import { type Connections, openConnections } from '../../src/platform/db/database-connections.js';
import type { FileStore } from '../../src/platform/files/file-store.js';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import { DEFAULT_LIMITS, type Limits } from '../../src/platform/limits.js';
import { Encryption } from '../../src/platform/encryption/encryption.js';
import type { IdentityProviderSettings } from '../../src/platform/identity/identity-provider.js';
import { createLogger, type Logger } from '../../src/platform/log.js';
import type { MailTransport } from '../../src/platform/mail/mail-message.js';
import type { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { PasswordHasher } from '../../src/platform/passwords/password-hasher.js';
import { generateApiKey } from '../../src/modules/organizations/api-keys/api-key-value.js';
import { Client } from './client.js';
import { createDatabase, type TestDatabase } from './database.js';
import { differencesOfSent, requireDescribed } from './sent-messages.js';

type App = Awaited<ReturnType<typeof createApp>>;

/** An application that listens on its own port. */
export interface ServedApp {
  readonly baseUrl: string;
  /** The application's connections. */
  readonly connections: Connections;
  /** The test's own connections to the same database. */
  readonly pool: Pool;
  readonly app: App;
  /** Creates an organization. @returns a client with its key. @param permissions default: all. */
  organization(permissions?: Permissions): Promise<Client>;
  stop(): Promise<void>;
}

/** A server with its own database, for one test file. */
export interface TestServer extends ServedApp {
  readonly database: TestDatabase;
}

/** What a test file sees of a server that others use as well: it starts no workers on it and changes no tables. */
export type SharedServer = Omit<TestServer, 'database'>;

interface TestServerOptions {
  readonly explorer?: boolean;
  readonly clock?: Clock;
  /** Default: silent. */
  readonly log?: Logger;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<Limits>;
  /** The most connections to the database at once. */
  readonly connections?: number;
  readonly corsOrigins?: readonly string[];
  /** Default: none. */
  readonly trustedProxies?: TrustedProxies;
  readonly metricsToken?: string;
  /** Default: refuses private addresses. */
  readonly outgoing?: OutgoingHttp;
  /** The program of the threads that render documents. */
  readonly documentThread?: URL;
  /** Default: VAT numbers are not checked. */
  readonly vatRegistryUrl?: string;
  /** Default: refuses every e-mail. */
  readonly mailTransport?: MailTransport;
  /** Default: true. */
  readonly signupEnabled?: boolean;
  /** Default: one whose hashes are cheap. */
  readonly passwordHasher?: PasswordHasher;
  /** Default: none. */
  readonly identityProviders?: readonly IdentityProviderSettings[];
  /** Default: files are kept in the database. */
  readonly fileStore?: FileStore;
  /** Default: that of Stripe, which no test calls. */
  readonly stripeUrl?: string;
  /** The same for GoCardless. */
  readonly gocardlessUrl?: string;
  /** The same for Adyen. */
  readonly adyenUrl?: string;
  /** The same for connections of `integrations`, by their type. */
  readonly integrationUrls?: Readonly<Record<string, string>>;
}

/** Loads the sources, as the tests do. */
const DOCUMENT_THREAD = new URL('./document-thread.mjs', import.meta.url);

/** Hashes of real cost would make up most of the time of tests that sign in. */
const CHEAP_HASHER = new PasswordHasher({ N: 1_024, r: 8, p: 1 });

/** Only the build compiles the scripts of the portal. */
const PORTAL_SCRIPTS = new URL('../../dist/portal-page/', import.meta.url);

/** `TEST_POOL_MAX=1` finds code that takes a second connection while it has one: it gets none (docs/adr/0027). */
const CONNECTIONS = Number(process.env['TEST_POOL_MAX'] ?? 6);
const TEST_LIMITS: Limits = {
  ...DEFAULT_LIMITS,
  requestConnections: CONNECTIONS,
  jobConnections: CONNECTIONS,
  // Tests send many requests at once, also on a busy machine: waiting must not fail them.
  connectionWaitMs: 60_000,
  organizationWaitMs: 60_000,
  addressAttempts: 100_000,
  organizationKeys: 10_000,
  accountMails: 10_000,
};

export const TEST_ENCRYPTION = new Encryption([new Uint8Array(32).fill(7)]);

export const TEST_PUBLIC_URL = 'https://billing.test';

/** The settings of a first start that makes the admin key. */
export const FIRST_START = {
  bootstrapApiKey: null,
  adminKeyFile: null,
  encryption: TEST_ENCRYPTION,
  publicUrl: TEST_PUBLIC_URL,
  makesOperator: true,
};

/** Serves a database; several applications may serve the same one. */
export async function serveApp(
  { connection }: TestDatabase,
  options: TestServerOptions = {},
): Promise<ServedApp> {
  const { limits, connections: most, ...others } = options;
  const pool = connect(connection, { max: 6 });
  const appLimits = {
    ...TEST_LIMITS,
    ...(most === undefined ? {} : { requestConnections: most, jobConnections: most }),
    ...limits,
  };
  const connections = openConnections(connection, appLimits);
  const app = await createApp({
    clock: systemClock,
    log: createLogger('silent'),
    explorer: true,
    publicUrl: TEST_PUBLIC_URL,
    documentThread: DOCUMENT_THREAD,
    passwordHasher: CHEAP_HASHER,
    portalScripts: PORTAL_SCRIPTS,
    encryption: TEST_ENCRYPTION,
    ...others,
    connections,
    limits: appLimits,
  });
  const http = await new Promise<Server>((resolve) => {
    const server = app.http.listen(0, '127.0.0.1', () => {
      resolve(server);
    });
  });
  if (app.upgrade !== null) http.on('upgrade', app.upgrade);
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    baseUrl,
    connections,
    pool,
    app,
    organization: (permissions = 'all') => createOrganization(baseUrl, pool, app.services, permissions),
    async stop() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await app.services.clockAdvancer.stop();
      await app.stop();
      await connections.close();
      await pool.close();
    },
  };
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = await createDatabase();
  const served = await serveApp(database, options);
  const server: TestServer = {
    ...served,
    database,
    async stop() {
      // A test of an outage may leave no database that answers.
      const differences = await differencesOfSent(served.pool, null).catch(() => []);
      await served.stop();
      await database.drop();
      release(server);
      release(served);
      requireDescribed(differences);
    },
  };
  return server;
}

/** Takes the application from a stopped server: the test file that keeps it stays in memory as long as the worker. */
export function release(stopped: object): void {
  for (const member of Object.keys(stopped)) Reflect.deleteProperty(stopped, member);
}

async function createOrganization(
  baseUrl: string,
  pool: Pool,
  { organizations, apiKeys }: App['services'],
  permissions: Permissions,
): Promise<Client> {
  const key = generateApiKey();
  const organizationId = await pool.db.transaction(async (tx) => {
    const { id } = await organizations.create(tx, { name: `Test ${randomUUID().slice(0, 8)}` });
    await apiKeys.issue(tx, id, { value: key, name: 'test', permissions });
    return id;
  });
  return new Client(baseUrl, key, organizationId);
}
