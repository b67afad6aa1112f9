import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import type { CreditNoteBalance, CreditNoteBalances } from '../composing/credit-note-balances.js';
import { invoiceCreditRepository } from '../records/invoice-credit.repository.js';
import type { InvoiceCredit } from '../records/invoice-credit.table.js';
import { kindOf } from '../composing/invoice-kinds.js';
import type { PlannedInvoice } from '../composing/planned-invoice.js';
import type { Invoice } from '../records/invoice.table.js';

/** What one invoice takes, and when. */
interface WorkedCredits {
  readonly credits: readonly InvoiceCredit[];
  readonly at: Date;
}

/** What is taken off invoices. Their customers are held. Source: credit-notes.md §4. */
export class InvoiceCredits {
  constructor(private readonly creditNotes: CreditNoteBalances) {}

  /** What is left of the credit notes of customers. */
  async balancesOf(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<CreditBalances> {
    if (customerIds.length === 0) return new CreditBalances([]);
    return new CreditBalances(await this.creditNotes.available(tx, actor, customerIds));
  }

  /** Takes what invoices were worked out to take, each at its instant. */
  async take(tx: Tx, actor: Actor, worked: readonly WorkedCredits[]): Promise<void> {
    const taken = worked.flatMap(({ credits, at }) =>
      credits.map(({ itemId: id, amountCents }) => ({ id, amountCents, at })),
    );
    if (taken.length === 0) return;
    await invoiceCreditRepository.insert(
      tx,
      worked.flatMap(({ credits }) => credits),
    );
    await this.creditNotes.take(tx, actor, taken);
  }

  /** Gives back what an invoice took that is given up. */
  async giveBack(tx: Tx, actor: Actor, { id }: Invoice, at: Date): Promise<void> {
    const taken = await invoiceCreditRepository.findByInvoices(tx, actor.organizationId, [id]);
    await invoiceCreditRepository.deleteOfInvoice(tx, actor.organizationId, id);
    for (const { itemId, amountCents } of taken) {
      await this.creditNotes.giveBack(tx, actor, itemId, { amountCents, at });
    }
  }
}

/** What is left of credit notes while invoices are worked out one after the other: what one takes, later ones do not find. */
export class CreditBalances {
  private readonly takenCents = new Map<string, bigint>();

  /** @param balances each customer's oldest first. */
  constructor(private readonly balances: readonly CreditNoteBalance[]) {}

  /** What an invoice may take, in that order. */
  for(planned: PlannedInvoice): CreditNoteBalance[] {
    if (!kindOf(planned).deductions.has('creditNotes')) return [];
    const { customer, currency } = planned;
    return this.balances
      .filter((balance) => balance.customerId === customer.id && balance.currency === currency)
      .map((balance) => ({
        ...balance,
        balanceAmountCents: balance.balanceAmountCents - (this.takenCents.get(balance.id) ?? 0n),
      }));
  }

  take(credits: readonly InvoiceCredit[]): void {
    for (const { itemId, amountCents } of credits) {
      this.takenCents.set(itemId, (this.takenCents.get(itemId) ?? 0n) + amountCents);
    }
  }
}
