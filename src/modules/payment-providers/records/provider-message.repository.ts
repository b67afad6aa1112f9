import { and, eq, lt } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { splitForInsert } from '../../../platform/db/statements/split-for-insert.js';
import { type ProviderMessage, providerMessages } from './provider-message.table.js';

export const providerMessageRepository = {
  async find(db: Db, organizationId: string, id: string): Promise<ProviderMessage | null> {
    const [message] = await db
      .select()
      .from(providerMessages)
      .where(and(eq(providerMessages.organizationId, organizationId), eq(providerMessages.id, id)));
    return message ?? null;
  },

  /** @returns those whose events were not received before. */
  async insertNew(tx: Tx, messages: readonly ProviderMessage[]): Promise<ProviderMessage[]> {
    const inserted: ProviderMessage[] = [];
    for (const rows of splitForInsert(messages))
      inserted.push(...(await tx.insert(providerMessages).values(rows).onConflictDoNothing().returning()));
    return inserted;
  },

  async setProcessed(tx: Tx, organizationId: string, id: string, processedAt: Date): Promise<void> {
    await tx
      .update(providerMessages)
      .set({ processedAt })
      .where(and(eq(providerMessages.organizationId, organizationId), eq(providerMessages.id, id)));
  },

  /** Of all organizations. */
  async deleteBefore(db: Db, before: Date): Promise<void> {
    await db.delete(providerMessages).where(lt(providerMessages.receivedAt, before));
  },
};
