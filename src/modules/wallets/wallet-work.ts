import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { DueWorkKinds, type KindOf, type ScheduledWork } from '../../platform/due-work/due-work-kinds.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { Wallet } from './records/wallet.table.js';

/** The kinds of due work on wallets. */
export const WALLET_WORK = DueWorkKinds.of({
  wallet_rule_expiration: { customersAtOnce: 100 },
  wallet_expiration: { customersAtOnce: 100 },
  wallet_top_up: { customersAtOnce: 100 },
  wallet_review: { customersAtOnce: 100 },
});

export type WalletWorkKind = KindOf<typeof WALLET_WORK>;

/** Schedules when an active wallet expires, or cancels it if it does not; the next check of one that has expired stays scheduled. */
export async function scheduleExpiration(
  tx: Tx,
  actor: Actor,
  wallet: Wallet,
  customer: Customer,
): Promise<void> {
  const { status, expirationAt: dueAt, expiresWithDrafts } = wallet;
  if (status === 'active' && expiresWithDrafts) return;
  if (status === 'active' && dueAt !== null)
    await WALLET_WORK.schedule(tx, actor, [expirationWork(wallet, customer, dueAt)]);
  else await WALLET_WORK.cancel(tx, actor, 'wallet_expiration', wallet.id);
}

/** The work that terminates an expired wallet, or finds what it waits for. */
export function expirationWork(
  { id: subjectId }: Pick<Wallet, 'id'>,
  { id: customerId, testClockId }: Customer,
  dueAt: Date,
): ScheduledWork<WalletWorkKind> {
  return { kind: 'wallet_expiration', subjectId, customerId, testClockId, dueAt };
}
