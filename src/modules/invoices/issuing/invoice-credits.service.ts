import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import type {
  CreditNoteBalance,
  CreditNoteBalances,
  CreditSource,
} from '../composing/credit-note-balances.js';
import { invoiceCreditRepository } from '../records/invoice-credit.repository.js';
import type { InvoiceCredit } from '../records/invoice-credit.table.js';
import type { PlannedInvoice } from '../composing/planned-invoice.js';
import type { Invoice } from '../records/invoice.table.js';

/** What is taken off one invoice, and when. */
interface WorkedCredits {
  readonly credits: readonly InvoiceCredit[];
  readonly at: Date;
}

/** Records what is taken off invoices, and takes it from where it comes. The caller has locked the customers. */
export class InvoiceCredits {
  private readonly sources: Readonly<Record<InvoiceCredit['itemType'], CreditSource>>;

  constructor(private readonly creditNotes: CreditNoteBalances) {
    this.sources = { credit_note: creditNotes };
  }

  /** Reads what is left of the credit notes of customers. Source: credit-notes.md §4. */
  async balancesOf(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<CreditBalances> {
    if (customerIds.length === 0) return new CreditBalances([]);
    return new CreditBalances(await this.creditNotes.available(tx, actor, customerIds));
  }

  /** Takes what comes off invoices, each at its instant. */
  async take(tx: Tx, actor: Actor, worked: readonly WorkedCredits[]): Promise<void> {
    const credits = worked.flatMap(({ credits: each }) => each);
    if (credits.length === 0) return;
    await invoiceCreditRepository.insert(tx, credits);
    const taken = worked.flatMap(({ credits: each, at }) =>
      each.map(({ itemType, itemId: id, amountCents }) => ({ itemType, id, amountCents, at })),
    );
    for (const [itemType, ofType] of Map.groupBy(taken, (each) => each.itemType)) {
      await this.sources[itemType].take(tx, actor, ofType);
    }
  }

  /** Returns what was taken off an invoice that is given up. Source: invoices.md §2. */
  async giveBack(tx: Tx, actor: Actor, { id }: Invoice, at: Date): Promise<void> {
    const taken = await invoiceCreditRepository.findByInvoices(tx, actor.organizationId, [id]);
    await invoiceCreditRepository.deleteOfInvoice(tx, actor.organizationId, id);
    for (const { itemType, itemId, amountCents } of taken) {
      await this.sources[itemType].giveBack(tx, actor, { id: itemId, amountCents, at });
    }
  }
}

/** What is left of credit notes while invoices are computed one after the other: each takes from what those before it left. */
export class CreditBalances {
  private readonly takenCents = new Map<string, bigint>();

  /** @param balances each customer's oldest first. */
  constructor(private readonly balances: readonly CreditNoteBalance[]) {}

  /** The balances in the currency of an invoice, of its customer, in the order in which they are taken. */
  for({ customer, currency }: PlannedInvoice): CreditNoteBalance[] {
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
