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

/** The credits that one invoice uses, and when. */
interface UsedCredits {
  readonly credits: readonly InvoiceCredit[];
  readonly at: Date;
}

/** Records the credits that invoices use, and deducts them from their sources. The caller has locked the customers. */
export class InvoiceCredits {
  private readonly sources: Readonly<Record<InvoiceCredit['itemType'], CreditSource>>;

  constructor(private readonly creditNotes: CreditNoteBalances) {
    this.sources = { credit_note: creditNotes };
  }

  /** Reads the balances of the credit notes of customers. Source: credit-notes.md §4. */
  async balancesOf(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<CreditBalances> {
    if (customerIds.length === 0) return new CreditBalances([]);
    return new CreditBalances(await this.creditNotes.available(tx, actor, customerIds));
  }

  /** Records the credits of invoices and deducts them from their sources, each at its instant. */
  async take(tx: Tx, actor: Actor, used: readonly UsedCredits[]): Promise<void> {
    const credits = used.flatMap(({ credits: each }) => each);
    if (credits.length === 0) return;
    await invoiceCreditRepository.insert(tx, credits);
    const taken = used.flatMap(({ credits: each, at }) =>
      each.map(({ itemType, itemId: id, amountCents }) => ({ itemType, id, amountCents, at })),
    );
    for (const [itemType, ofType] of Map.groupBy(taken, (each) => each.itemType)) {
      await this.sources[itemType].take(tx, actor, ofType);
    }
  }

  /** Returns the credits of an invoice that is closed unpaid to their sources. Source: invoices.md §2. */
  async giveBack(tx: Tx, actor: Actor, { id }: Invoice, at: Date): Promise<void> {
    const taken = await invoiceCreditRepository.findByInvoices(tx, actor.organizationId, [id]);
    await invoiceCreditRepository.deleteOfInvoice(tx, actor.organizationId, id);
    for (const { itemType, itemId, amountCents } of taken) {
      await this.sources[itemType].giveBack(tx, actor, { id: itemId, amountCents, at });
    }
  }
}

/** The balances of credit notes while several invoices are computed: each uses what the invoices before it left over. */
export class CreditBalances {
  private readonly takenCents = new Map<string, bigint>();

  /** @param balances oldest first for each customer. */
  constructor(private readonly balances: readonly CreditNoteBalance[]) {}

  /** The balances of an invoice's customer in its currency, in order of use. */
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
