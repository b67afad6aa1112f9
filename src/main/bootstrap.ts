import { sql } from 'drizzle-orm';
import { generateApiKey } from '../modules/organizations/api-key.service.js';
import type { Db } from '../platform/db/database.js';
import type { Services } from './services.js';

/** Held while looking, so that servers started at once create one organization. */
const BOOTSTRAP_LOCK = 7_201_456;

/**
 * At the first start, creates the default organization, its billing entity and an admin key.
 * @returns the key's value, to be shown once; null when there is an organization already.
 */
export async function bootstrap(
  db: Db,
  services: Services,
  chosenKey: string | null,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`);
    if (await services.organizations.anyExists(tx)) return null;
    const organization = await services.organizations.create(tx, { name: 'Default' });
    const value = chosenKey ?? generateApiKey();
    await services.apiKeys.issue(tx, organization.id, { value, name: 'Admin' });
    return value;
  });
}
