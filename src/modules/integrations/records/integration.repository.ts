import { and, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { listsOf } from '../../../platform/paging/lists.js';
import type { ListQuery } from '../../../platform/paging/page.js';
import { keptRows, recordsOf } from '../../../platform/paging/records.js';
import { INTEGRATION_TYPE_NAMES, rulesOfType } from '../types/integration-types.js';
import type { IntegrationFilter } from './integration.input.js';
import { integrationOrders } from './integration.list.js';
import { type Integration, integrations } from './integration.table.js';

const kept = keptRows(integrations);

const lists = listsOf(integrations, {
  kept,
  orders: integrationOrders,
  search: [integrations.name, integrations.code],
  conditions: conditionsOf,
});

const lockById = compiledQuery((tx, organizationId: string, id: string) =>
  tx
    .select()
    .from(integrations)
    .where(kept(organizationId, eq(integrations.id, id)))
    .for('no key update'),
);

export const integrationRepository = {
  ...recordsOf(integrations, { kept }),

  list: lists.list,

  async lock(tx: Tx, organizationId: string, id: string): Promise<Integration | null> {
    const [integration] = await lockById(tx, organizationId, id);
    return integration ?? null;
  },

  /** The connections with these ids; none of them can be changed or deleted until the transaction ends. */
  keepMany: compiledQuery((tx, organizationId: string, ids: readonly string[]) =>
    tx
      .select()
      .from(integrations)
      .where(kept(organizationId, isOneOf(integrations.id, ids)))
      .for('share'),
  ),

  /** As `keepMany`, by their codes. */
  keepNamed: compiledQuery((tx, organizationId: string, codes: readonly string[]) =>
    tx
      .select()
      .from(integrations)
      .where(kept(organizationId, isOneOf(integrations.code, codes)))
      .for('share'),
  ),

  /**
   * Notes that it is reported now that the system does not let us in.
   * @returns false if that was reported since the given instant.
   */
  async noteRefusal(
    tx: Tx,
    { organizationId, id }: Pick<Integration, 'id' | 'organizationId'>,
    now: Date,
    since: Date,
  ): Promise<boolean> {
    const { refusalReportedAt } = integrations;
    const noted = await tx
      .update(integrations)
      .set({ refusalReportedAt: now })
      .where(
        kept(
          organizationId,
          eq(integrations.id, id),
          or(isNull(refusalReportedAt), lte(refusalReportedAt, since)),
        ),
      )
      .returning({ id: integrations.id });
    return noted.length > 0;
  },

  /** The connections of all organizations that have secrets. */
  async findWithSecrets(db: Db): Promise<Integration[]> {
    return db
      .select()
      .from(integrations)
      .where(and(isNotNull(integrations.secrets), isNull(integrations.deletedAt)))
      .orderBy(integrations.id);
  },
};

function conditionsOf(
  _db: Db,
  _organizationId: string,
  { filter }: ListQuery<IntegrationFilter>,
): (SQL | undefined)[] {
  return [
    ifGiven(filter.type, (type) => sql`${integrations.integrationType} = ${type}`),
    ifGiven(filter.category, (category) =>
      isOneOf(
        integrations.integrationType,
        INTEGRATION_TYPE_NAMES.filter((type) => rulesOfType(type).category === category),
      ),
    ),
  ];
}
