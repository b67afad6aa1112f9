import { hasExpired, isOfTimeOf, lastUsageEnd } from '../../core/wallets/validity.js';
import type { UnfinishedInvoice } from '../../modules/invoices/records/invoice.service.js';
import type { Wallet } from '../../modules/wallets/records/wallet.table.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { DueWorkHandler } from '../due-work/due-work-engine.js';
import type { DueWorkKind } from '../due-work/due-work-kinds.js';
import { type ScheduledOfCustomer, scheduledWorkOf } from '../due-work/scheduled-work.js';
import type { AutomaticTopUpsNeeds } from './automatic-top-ups.needs.js';

/** The work that ends the usage of a period: at its end, or where a subscription ends or changes its plan before. */
const ENDS_USAGE: readonly DueWorkKind[] = ['subscription_billing', 'subscription_end', 'plan_upgrade'];

/** The next check where nothing scheduled ends the wait, such as for a tax or for billing that fails. */
const PATIENCE_MS = 86_400_000;

/** What is not billed yet, or not finally. */
interface Unbilled {
  readonly unfinished: readonly UnfinishedInvoice[];
  readonly scheduled: readonly ScheduledOfCustomer[];
}

/** Terminates wallets that have expired once the invoices of their time are final. Source: wallets.md §1; docs/adr/0140. */
export class WalletExpiry {
  constructor(
    private readonly needs: Pick<AutomaticTopUpsNeeds, 'customers' | 'wallets' | 'walletEditor' | 'invoices'>,
  ) {}

  readonly expireDue: DueWorkHandler = async (tx, actor, { subjectIds, dueAt: now }) => {
    const { customers, wallets, walletEditor, invoices } = this.needs;
    const found = [...(await wallets.getMany(tx, actor, subjectIds)).values()];
    const expired = found.filter((wallet) => wallet.status === 'active' && hasExpired(wallet, now));
    if (expired.length === 0) return;
    const customerIds = [...new Set(expired.map(({ customerId }) => customerId))];
    const [unfinished, scheduled, owners] = await Promise.all([
      invoices.unfinished(tx, actor, customerIds),
      scheduledWorkOf(tx, actor, customerIds, [...ENDS_USAGE, 'invoice_finalization']),
      customers.getMany(tx, actor, customerIds),
    ]);
    const checked = expired.map((wallet) => ({
      wallet,
      nextAt: nextCheck(wallet, { unfinished, scheduled }, now),
    }));
    for (const { wallet, nextAt } of checked) {
      if (nextAt === null) continue;
      const customer = expectPresent(owners.get(wallet.customerId), 'the customer of a wallet');
      await walletEditor.keepForDrafts(tx, actor, { wallet, customer, now }, nextAt);
    }
    const ended = checked.filter(({ nextAt }) => nextAt === null).map(({ wallet }) => wallet);
    await walletEditor.endAll(tx, actor, ended, now);
  };
}

/** When an expired wallet is checked again; null if nothing of its time is left to be paid. */
function nextCheck(wallet: Wallet, { unfinished, scheduled }: Unbilled, now: Date): Date | null {
  const isOwn = ({ customerId }: { readonly customerId: string }) => customerId === wallet.customerId;
  const until = lastUsageEnd(expectPresent(wallet.expirationAt ?? undefined, 'the expiration of a wallet'));
  const drafts = unfinished.filter((invoice) => isOwn(invoice) && isOfTimeOf(wallet, invoice.usageEnd));
  const draftIds = new Set(drafts.map(({ id }) => id));
  const own = scheduled.filter(isOwn);
  const billing = own.filter(({ kind, dueAt }) => ENDS_USAGE.includes(kind) && dueAt <= until);
  if (drafts.length === 0 && billing.length === 0) return null;
  const finalizations = own.filter(({ subjectId }) => draftIds.has(subjectId));
  const next = [...billing, ...finalizations]
    .map(({ dueAt }) => dueAt.getTime())
    .filter((at) => at > now.getTime());
  return new Date(next.length === 0 ? now.getTime() + PATIENCE_MS : Math.min(...next));
}
