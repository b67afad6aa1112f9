import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/main/app.js';
import type { Permissions } from '../../src/platform/api/permissions.js';
import { systemClock } from '../../src/platform/clock.js';
import { connect, type Pool } from '../../src/platform/db/database.js';
import { createLogger } from '../../src/platform/log.js';
import { generateApiKey } from '../../src/modules/organizations/api-key.service.js';
import { Client } from './client.js';
import { createDatabase, type TestDatabase } from './database.js';

/** A server of a test file's own, on its own database. */
export interface TestServer {
  readonly baseUrl: string;
  readonly pool: Pool;
  readonly database: TestDatabase;
  readonly app: Awaited<ReturnType<typeof createApp>>;
  /** A caller of a new organization, with every permission unless told otherwise. */
  organization(permissions?: Permissions): Promise<Client>;
  stop(): Promise<void>;
}

export async function startTestServer({ explorer = true } = {}): Promise<TestServer> {
  const database = await createDatabase();
  const pool = connect(database.connection, { max: 6 });
  const app = await createApp({ pool, clock: systemClock, log: createLogger('silent'), explorer });
  const http = await new Promise<Server>((resolve) => {
    const server = app.http.listen(0, '127.0.0.1', () => {
      resolve(server);
    });
  });
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    baseUrl,
    pool,
    database,
    app,
    organization: (permissions = 'all') => createOrganization(baseUrl, pool, app.services, permissions),
    async stop() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await app.stop();
      await pool.close();
      await database.drop();
    },
  };
}

async function createOrganization(
  baseUrl: string,
  pool: Pool,
  { organizations, apiKeys }: Awaited<ReturnType<typeof createApp>>['services'],
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
