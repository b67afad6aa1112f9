// Servers of one version that start on one empty database at the same time, as a rollout starts them.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { bootstrap } from '../../src/main/bootstrap.js';
import { migrateSchema } from '../../src/main/database/migrate-schema.js';
import { DEFAULT_LIMITS } from '../../src/platform/limits.js';
import { BillingEntityService } from '../../src/modules/billing-entities/records/billing-entity.service.js';
import type { ApiKeyChange } from '../../src/modules/organizations/api-keys/api-key.changes.js';
import { ApiKeyService } from '../../src/modules/organizations/api-keys/api-key.service.js';
import type { OrganizationChange } from '../../src/modules/organizations/organization.changes.js';
import { OrganizationService } from '../../src/modules/organizations/organization.service.js';
import { SigningKeys } from '../../src/modules/webhooks/signing/signing-keys.js';
import type { Changes } from '../../src/platform/changes/changes.js';
import { systemClock } from '../../src/platform/clock.js';
import { connect } from '../../src/platform/db/pool.js';
import { readMigrations } from '../../src/platform/db/migrating/migrations.js';
import { migrateJobs } from '../../src/platform/jobs/jobs.js';
import { FIRST_START } from '../support/server.js';
import { createDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createDatabase({ empty: true });
});
afterEach(() => database.drop());

test('twenty starts at once apply each migration once and make one organization with one key', async () => {
  const started = await Promise.all(Array.from({ length: 20 }, () => start()));
  const keys = started.flatMap(({ generatedKey }) => generatedKey ?? []);
  expect(keys).toHaveLength(1);
  expect(started.map(({ warning }) => warning)).toEqual(started.map(() => null));

  const pool = connect(database.connection, { max: 1 });
  expect(await pool.sql`select tag from drizzle.__drizzle_migrations order by created_at`.values()).toEqual(
    readMigrations().map(({ tag }) => [tag]),
  );
  const counts = await pool.sql`
    select (select count(*)::int from organizations), (select count(*)::int from billing_entities),
      (select count(*)::int from api_keys), (select count(*)::int from signing_keys)`.values();
  expect(counts).toEqual([[1, 1, 1, 1]]);
  await pool.close();
});

test('a worker that starts first leaves the admin key to a process that serves the API', async () => {
  const worker = await start({ makesOperator: false });
  expect(worker.generatedKey).toBeNull();
  const api = await start();
  expect(api.generatedKey).toMatch(/^svc_/);
});

/** What a start does to its database before it serves. */
async function start(
  over: Partial<typeof FIRST_START> = {},
): Promise<{ generatedKey: string | null; warning: string | null }> {
  const { connection } = database;
  await migrateSchema(connection, { say: () => undefined });
  await migrateJobs(connection);
  const pool = connect(connection, { max: 1 });
  try {
    const cache = { expectChange: () => undefined };
    const billingEntities = new BillingEntityService();
    const changes: Changes<ApiKeyChange | OrganizationChange> = {
      announce: async (tx, _, change) => {
        if (change.type === 'organization.created')
          await billingEntities.createDefault(tx, change.organization);
      },
    };
    const apiKeys = new ApiKeyService({ clock: systemClock, cache, changes, limits: DEFAULT_LIMITS });
    const services = {
      clock: systemClock,
      apiKeys,
      organizations: new OrganizationService(systemClock, apiKeys, changes),
      signingKeys: new SigningKeys(systemClock),
    };
    return await bootstrap(pool.db, services, { ...FIRST_START, ...over });
  } finally {
    await pool.close();
  }
}
