import { and, desc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { endedSessions } from './ended-session.table.js';
import { knownDevices } from './known-device.table.js';
import { type PasswordReset, passwordResets } from './password-reset.table.js';
import { usedSignOns } from './used-sign-on.table.js';
import { type User, users } from './user.table.js';

export const userRepository = {
  async findByEmail(db: Db, email: string): Promise<User | null> {
    const [user] = await db.select().from(users).where(eq(users.email, email));
    return user ?? null;
  },

  async find(db: Db, id: string): Promise<User | null> {
    const [user] = await db.select().from(users).where(eq(users.id, id));
    return user ?? null;
  },

  findMany(db: Db, ids: readonly string[]): Promise<User[]> {
    return db.select().from(users).where(isOneOf(users.id, ids));
  },

  /** Locks a user against changes of the password and of the number of memberships. */
  async lock(tx: Tx, id: string): Promise<User | null> {
    const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
    return user ?? null;
  },

  /** As `lock`; null if no user has the address. */
  async lockByEmail(tx: Tx, email: string): Promise<User | null> {
    const [user] = await tx.select().from(users).where(eq(users.email, email)).for('no key update');
    return user ?? null;
  },

  /** @returns false if another user has the address. */
  async insert(tx: Tx, user: User): Promise<boolean> {
    const inserted = await tx
      .insert(users)
      .values(user)
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    return inserted.length > 0;
  },

  async update(tx: Tx, { id, ...changes }: User): Promise<void> {
    await tx.update(users).set(changes).where(eq(users.id, id));
  },

  /** Stores the latest request of a user, in place of the one before. */
  async saveReset(tx: Tx, reset: PasswordReset): Promise<void> {
    await tx
      .insert(passwordResets)
      .values(reset)
      .onConflictDoUpdate({ target: passwordResets.userId, set: reset });
  },

  /** The request with this token, unless it has expired, and its user. */
  async findReset(
    db: Db,
    tokenHash: string,
    now: Date,
  ): Promise<{ reset: PasswordReset; user: User } | null> {
    const [found] = await db
      .select({ reset: passwordResets, user: users })
      .from(passwordResets)
      .innerJoin(users, eq(users.id, passwordResets.userId))
      .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)));
    return found ?? null;
  },

  /** Uses a token up. @returns false if it was used or replaced in the meantime. */
  async deleteReset(tx: Tx, tokenHash: string): Promise<boolean> {
    const deleted = await tx
      .delete(passwordResets)
      .where(eq(passwordResets.tokenHash, tokenHash))
      .returning({ userId: passwordResets.userId });
    return deleted.length > 0;
  },

  async deleteResetsOf(tx: Tx, userId: string): Promise<void> {
    await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
  },

  /**
   * Records a login from a device, and keeps only the devices that were seen last.
   * @returns false if the user has logged in from it before.
   */
  async addDevice(
    tx: Tx,
    device: { readonly userId: string; readonly fingerprint: string; readonly seenAt: Date },
    most: number,
  ): Promise<boolean> {
    const [saved] = await tx
      .insert(knownDevices)
      .values(device)
      .onConflictDoUpdate({
        target: [knownDevices.userId, knownDevices.fingerprint],
        set: { seenAt: device.seenAt },
      })
      .returning({ isNew: sql<boolean>`xmax = 0` });
    if (saved?.isNew !== true) return false;
    const kept = tx
      .select({ fingerprint: knownDevices.fingerprint })
      .from(knownDevices)
      .where(eq(knownDevices.userId, device.userId))
      .orderBy(desc(knownDevices.seenAt), knownDevices.fingerprint)
      .limit(most);
    await tx
      .delete(knownDevices)
      .where(and(eq(knownDevices.userId, device.userId), sql`${knownDevices.fingerprint} not in (${kept})`));
    return true;
  },

  /** True if the user with this address has signed in from the device before. */
  async hasDevice(db: Db, email: string, fingerprint: string): Promise<boolean> {
    const found = await db
      .select({ userId: knownDevices.userId })
      .from(knownDevices)
      .innerJoin(users, eq(users.id, knownDevices.userId))
      .where(and(eq(users.email, email), eq(knownDevices.fingerprint, fingerprint)));
    return found.length > 0;
  },

  async endSession(tx: Tx, sessionId: string, keptUntil: Date): Promise<void> {
    await tx.insert(endedSessions).values({ sessionId, keptUntil }).onConflictDoNothing();
  },

  /** Uses an attempt of single sign-on up. @returns false if it was used before. */
  async useSignOn(tx: Tx, signOnId: string, keptUntil: Date): Promise<boolean> {
    const inserted = await tx
      .insert(usedSignOns)
      .values({ signOnId, keptUntil })
      .onConflictDoNothing()
      .returning({ signOnId: usedSignOns.signOnId });
    return inserted.length > 0;
  },

  /** Deletes what no token refers to any more: sessions that have ended, attempts and requests that have expired. */
  async deleteExpired(db: Db, now: Date): Promise<void> {
    await db.delete(endedSessions).where(lte(endedSessions.keptUntil, now));
    await db.delete(usedSignOns).where(lte(usedSignOns.keptUntil, now));
    await db.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
  },
};
