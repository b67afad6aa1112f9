import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.js';
import { fixedCharges } from './fixed-charge.table.js';

const kept = (organizationId: string, ...conditions: SQL[]) =>
  and(eq(fixedCharges.organizationId, organizationId), isNull(fixedCharges.deletedAt), ...conditions);

export const fixedChargeRepository = {
  async deleteByAddOn(tx: Tx, organizationId: string, addOnId: string, deletedAt: Date): Promise<void> {
    await tx
      .update(fixedCharges)
      .set({ deletedAt })
      .where(kept(organizationId, eq(fixedCharges.addOnId, addOnId)));
  },
};
