import { sql } from 'drizzle-orm';
import { generateApiKey } from '../modules/organizations/api-key.service.js';
import type { Db } from '../platform/db/database.js';
import type { Services } from './services.js';

/** Held while looking, so that servers started at once create one organization. */
const BOOTSTRAP_LOCK = 7_201_456;

/**
 * At the first start, creates the default organization, its billing entity and an admin key. At later ones, gives the
 * admin key the value that the operator has chosen, so that one who lost it can choose another.
 * @param chosenKey null: a value is generated, once.
 * @returns the generated value, to be shown once; null otherwise.
 */
export async function bootstrap(
  db: Db,
  { organizations, apiKeys }: Services,
  chosenKey: string | null,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`);
    if (await organizations.anyExists(tx)) {
      if (chosenKey !== null) await apiKeys.replaceAdminKey(tx, chosenKey);
      return null;
    }
    const organization = await organizations.create(tx, { name: 'Default' });
    const value = chosenKey ?? generateApiKey();
    await apiKeys.issue(tx, organization.id, { value, name: 'Admin' });
    return chosenKey === null ? value : null;
  });
}
