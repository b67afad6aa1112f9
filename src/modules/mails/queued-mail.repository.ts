import { and, count, eq } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { onlyRow } from '../../platform/db/only-row.js';
import { type QueuedMail, queuedMails } from './queued-mail.table.js';

export const queuedMailRepository = {
  async find(db: Db, id: string): Promise<QueuedMail | null> {
    const [mail] = await db.select().from(queuedMails).where(eq(queuedMails.id, id));
    return mail ?? null;
  },

  /** How many e-mails of an organization wait, counted up to a number. */
  async countUpTo(db: Db, organizationId: string, most: number): Promise<number> {
    const waiting = db
      .select({ id: queuedMails.id })
      .from(queuedMails)
      .where(eq(queuedMails.organizationId, organizationId))
      .limit(most)
      .as('waiting');
    return onlyRow(await db.select({ found: count() }).from(waiting)).found;
  },

  async insert(tx: Tx, mail: QueuedMail): Promise<void> {
    await tx.insert(queuedMails).values(mail);
  },

  /** Counts a failed attempt. @returns false if the e-mail is not queued any more, or another has counted it. */
  async countAttempt(tx: Tx, { id, attempts }: QueuedMail): Promise<boolean> {
    const counted = await tx
      .update(queuedMails)
      .set({ attempts: attempts + 1 })
      .where(and(eq(queuedMails.id, id), eq(queuedMails.attempts, attempts)))
      .returning({ id: queuedMails.id });
    return counted.length > 0;
  },

  /** @returns false if the e-mail is not queued any more. */
  async delete(tx: Tx, id: string): Promise<boolean> {
    const deleted = await tx
      .delete(queuedMails)
      .where(eq(queuedMails.id, id))
      .returning({ id: queuedMails.id });
    return deleted.length > 0;
  },
};
