import { and, asc, eq, gt, ne, or, type SQL, sql } from 'drizzle-orm';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { comparisons } from '../../../platform/paging/comparisons.js';
import { orderingOf } from '../../../platform/paging/list-orders.js';
import type { Page, PageRequest } from '../../../platform/paging/page.js';
import { pageOfTable } from '../../../platform/paging/page-of-table.js';
import { pagesByParent, type Parents } from '../../../platform/paging/pages-by-parent.js';
import type { Step } from '../../../platform/paging/page-step.js';
import { tenantRows } from '../../../platform/paging/records.js';
import type { TakenCredit } from '../../invoices/composing/credit-note-balances.js';
import { documentConditions } from '../../invoices/records/document-conditions.js';
import { invoices } from '../../invoices/records/invoice.table.js';
import type { CreditNoteFilter } from './credit-note-filter.input.js';
import {
  type CreditNote,
  type CreditNoteItem,
  creditNoteItems,
  creditNotes,
  type CreditNoteTax,
  creditNoteTaxes,
} from './credit-note.table.js';
import { creditNoteOrders } from './credit-note.list.js';

/** The filter and the page of a list of credit notes. */
export interface CreditNoteQuery {
  readonly filter: Omit<CreditNoteFilter, 'billingEntityCodes'>;
  /** Null: any billing entity. */
  readonly billingEntityIds: readonly string[] | null;
  readonly search: string | null;
  readonly page: PageRequest;
}

/** The filter of a list of credit notes. */
type CreditNoteSelection = Omit<CreditNoteQuery, 'page'>;

/** The kinds of owners of credit notes, and the column that refers to each. */
const OWNER_COLUMNS = { customer: creditNotes.customerId, invoice: creditNotes.invoiceId } as const;

/** The owners whose credit notes are listed, a page for each. */
export type CreditNoteOwners = Parents<keyof typeof OWNER_COLUMNS>;

const ofOrganization = tenantRows(creditNotes);

/** Notes that the API shows: those of the organization that are not drafts (credit-notes.md §1). */
const visible = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  ofOrganization(organizationId, eq(creditNotes.status, 'finalized'), ...conditions);

export const creditNoteRepository = {
  async find(db: Db, organizationId: string, id: string): Promise<CreditNote | null> {
    const [note] = await creditNoteRepository.findVisible(db, organizationId, [id]);
    return note ?? null;
  },

  findVisible(db: Db, organizationId: string, ids: readonly string[]): Promise<CreditNote[]> {
    return db
      .select()
      .from(creditNotes)
      .where(visible(organizationId, isOneOf(creditNotes.id, ids)));
  },

  list(db: Db, organizationId: string, query: CreditNoteQuery): Promise<Page<CreditNote>> {
    return pageOfTable(db, creditNotes, {
      page: query.page,
      ordering: orderingOf(creditNoteOrders, query.page),
      where: visible(organizationId, ...conditionsOf(db, organizationId, query)),
    });
  },

  /** The next notes of a list that is read to its end. */
  findNext(db: Db, organizationId: string, query: CreditNoteSelection, step: Step): Promise<CreditNote[]> {
    return db
      .select()
      .from(creditNotes)
      .where(
        visible(
          organizationId,
          ...conditionsOf(db, organizationId, query),
          ifGiven(step.afterId, (id) => gt(creditNotes.id, id)),
        ),
      )
      .orderBy(creditNotes.id)
      .limit(step.limit);
  },

  /** A page of the notes of each owner, by the owner's id. */
  listByOwner(
    db: Db,
    organizationId: string,
    { type, ids }: CreditNoteOwners,
    query: CreditNoteQuery,
  ): Promise<Map<string, Page<CreditNote>>> {
    return pagesByParent(db, creditNotes, {
      page: query.page,
      parentIds: ids,
      belongsTo: (ownerId) => eq(OWNER_COLUMNS[type], ownerId),
      ordering: orderingOf(creditNoteOrders, query.page),
      where: visible(organizationId, ...conditionsOf(db, organizationId, query)),
    });
  },

  /** All notes of invoices, including drafts, in the order of their numbers. */
  findByInvoices(db: Db, organizationId: string, invoiceIds: readonly string[]): Promise<CreditNote[]> {
    return db
      .select()
      .from(creditNotes)
      .where(ofOrganization(organizationId, isOneOf(creditNotes.invoiceId, invoiceIds)))
      .orderBy(creditNotes.sequentialId);
  },

  /** Notes of customers with a balance, oldest first, with the numbers of their invoices. */
  findAvailable: compiledQuery((db, organizationId: string, customerIds: readonly string[]) =>
    db
      .select({
        id: creditNotes.id,
        customerId: creditNotes.customerId,
        currency: creditNotes.currency,
        number: creditNotes.number,
        balanceAmountCents: creditNotes.balanceAmountCents,
        invoiceNumber: invoices.number,
      })
      .from(creditNotes)
      .innerJoin(invoices, refersTo(creditNotes.invoiceId, invoices))
      .where(
        visible(
          organizationId,
          isOneOf(creditNotes.customerId, customerIds),
          eq(creditNotes.creditStatus, 'available'),
          gt(creditNotes.balanceAmountCents, 0n),
        ),
      )
      .orderBy(creditNotes.createdAt, creditNotes.id),
  ),

  /** Subtracts one amount from each balance; a note without a balance becomes consumed. The table refuses negative balances. */
  async take(tx: Tx, organizationId: string, taken: readonly TakenCredit[]): Promise<void> {
    const rows = taken.map(({ id, amountCents, at }) => ({ id, amount_cents: String(amountCents), at }));
    await tx
      .update(creditNotes)
      .set({
        balanceAmountCents: sql`${creditNotes.balanceAmountCents} - taken.amount_cents`,
        creditStatus: sql`case when ${creditNotes.balanceAmountCents} = taken.amount_cents then 'consumed' else ${creditNotes.creditStatus} end`,
        updatedAt: sql`taken.at`,
      })
      .from(
        sql`json_to_recordset(${JSON.stringify(rows)}::text::json)
          as taken (id uuid, amount_cents bigint, at timestamptz)`,
      )
      .where(ofOrganization(organizationId, sql`${creditNotes.id} = taken.id`));
  },

  /** Returns an amount to the balance it was taken from; a voided note is not changed. */
  async giveBack(
    tx: Tx,
    organizationId: string,
    id: string,
    { amountCents, at }: { amountCents: bigint; at: Date },
  ): Promise<void> {
    await tx
      .update(creditNotes)
      .set({
        balanceAmountCents: sql`${creditNotes.balanceAmountCents} + ${amountCents}`,
        creditStatus: 'available',
        updatedAt: at,
      })
      .where(ofOrganization(organizationId, eq(creditNotes.id, id), ne(creditNotes.creditStatus, 'voided')));
  },

  async insert(
    tx: Tx,
    note: CreditNote,
    items: readonly CreditNoteItem[],
    taxes: readonly CreditNoteTax[],
  ): Promise<void> {
    await tx.insert(creditNotes).values(note);
    await creditNoteRepository.insertLines(tx, items, taxes);
  },

  async insertLines(
    tx: Tx,
    items: readonly CreditNoteItem[],
    taxes: readonly CreditNoteTax[],
  ): Promise<void> {
    if (items.length > 0) await tx.insert(creditNoteItems).values([...items]);
    if (taxes.length > 0) await tx.insert(creditNoteTaxes).values([...taxes]);
  },

  /** Deletes the rows of the items and taxes of notes. */
  async deleteLines(tx: Tx, organizationId: string, noteIds: readonly string[]): Promise<void> {
    for (const table of [creditNoteItems, creditNoteTaxes]) {
      await tx
        .delete(table)
        .where(and(eq(table.organizationId, organizationId), isOneOf(table.creditNoteId, noteIds)));
    }
  },

  /** Deletes a draft after its lines were deleted. */
  async deleteDraft(tx: Tx, { organizationId, id }: CreditNote): Promise<void> {
    await tx
      .delete(creditNotes)
      .where(ofOrganization(organizationId, eq(creditNotes.id, id), eq(creditNotes.status, 'draft')));
  },

  async update(tx: Tx, { organizationId, id, ...changes }: CreditNote): Promise<void> {
    await tx
      .update(creditNotes)
      .set(changes)
      .where(ofOrganization(organizationId, eq(creditNotes.id, id)));
  },

  /** The items of notes, in the order of each note. */
  findItems(db: Db, organizationId: string, noteIds: readonly string[]): Promise<CreditNoteItem[]> {
    return db
      .select()
      .from(creditNoteItems)
      .where(
        and(
          eq(creditNoteItems.organizationId, organizationId),
          isOneOf(creditNoteItems.creditNoteId, noteIds),
        ),
      )
      .orderBy(asc(creditNoteItems.id));
  },

  /** The next items of notes, in the order of the ids of the notes: at most `limit` after one of them. */
  findNextItems(
    db: Db,
    organizationId: string,
    noteIds: readonly string[],
    { after, limit }: { readonly after: CreditNoteItem | null; readonly limit: number },
  ): Promise<CreditNoteItem[]> {
    const { creditNoteId, id } = creditNoteItems;
    return db
      .select()
      .from(creditNoteItems)
      .where(
        and(
          eq(creditNoteItems.organizationId, organizationId),
          isOneOf(creditNoteId, noteIds),
          ifGiven(
            after,
            (item) => sql`(${creditNoteId}, ${id}) > (${item.creditNoteId}::uuid, ${item.id}::uuid)`,
          ),
        ),
      )
      .orderBy(creditNoteId, id)
      .limit(limit);
  },

  /** The taxes of notes, in the order of each note. */
  findTaxes(db: Db, organizationId: string, noteIds: readonly string[]): Promise<CreditNoteTax[]> {
    return db
      .select()
      .from(creditNoteTaxes)
      .where(
        and(
          eq(creditNoteTaxes.organizationId, organizationId),
          isOneOf(creditNoteTaxes.creditNoteId, noteIds),
        ),
      )
      .orderBy(asc(creditNoteTaxes.id));
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const ofCustomers = ofOrganization(organizationId, isOneOf(creditNotes.customerId, customerIds));
    const noteIds = tx.select({ id: creditNotes.id }).from(creditNotes).where(ofCustomers);
    for (const table of [creditNoteItems, creditNoteTaxes]) {
      await tx
        .delete(table)
        .where(and(eq(table.organizationId, organizationId), isOneOf(table.creditNoteId, noteIds)));
    }
    await tx.delete(creditNotes).where(ofCustomers);
  },
};

/** The amount that must be positive when notes are filtered by part. */
const PART_AMOUNTS = {
  credit: creditNotes.creditAmountCents,
  refund: creditNotes.refundAmountCents,
  offset: creditNotes.offsetAmountCents,
} as const;

/** Source: credit-notes.md §6, rest-conventions.md §6, §7. */
function conditionsOf(
  db: Db,
  organizationId: string,
  { filter, billingEntityIds, search }: CreditNoteSelection,
): (SQL | undefined)[] {
  const ofInvoicesWith = (condition: SQL) =>
    isOneOf(
      creditNotes.invoiceId,
      db
        .select({ id: invoices.id })
        .from(invoices)
        .where(and(eq(invoices.organizationId, organizationId), condition)),
    );
  return [
    ...comparisons(creditNoteOrders, filter),
    ...documentConditions(db, organizationId, creditNotes, { filter, search }),
    ifGiven(filter.reason, (reason) => eq(creditNotes.reason, reason)),
    ifGiven(filter.creditStatus, (status) => eq(creditNotes.creditStatus, status)),
    ifGiven(filter.refundStatus, (status) => eq(creditNotes.refundStatus, status)),
    ifGiven(filter.types, (types) => or(...types.map((type) => gt(PART_AMOUNTS[type], 0n))) ?? sql`false`),
    ifGiven(filter.invoiceNumber, (number) => ofInvoicesWith(eq(invoices.number, number))),
    ifGiven(filter.selfBilled, (selfBilled) => ofInvoicesWith(eq(invoices.selfBilled, selfBilled))),
    ifGiven(filter.purchaseOrderNumber, (number) => ofInvoicesWith(eq(invoices.purchaseOrderNumber, number))),
    ifGiven(billingEntityIds, (ids) => ofInvoicesWith(isOneOf(invoices.billingEntityId, ids))),
  ];
}
