import type { Actor } from '../../../platform/actor.js';
import { groupBy, indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { Page } from '../../../platform/paging/page.js';
import type { Step } from '../../../platform/paging/page-step.js';
import type { BillingEntityService } from '../../billing-entities/records/billing-entity.service.js';
import {
  type CreditNoteOwners,
  type CreditNoteQuery,
  creditNoteRepository,
} from '../records/credit-note.repository.js';
import type { CreditNoteFilter } from '../records/credit-note-filter.input.js';
import type { CreditNote, CreditNoteItem, CreditNoteTax } from '../records/credit-note.table.js';
import type {
  CreditNoteBalance,
  CreditNoteBalances,
  TakenCredit,
} from '../../invoices/composing/credit-note-balances.js';

/** The query of a list of credit notes, before codes are looked up. */
export type CreditNoteList = Omit<CreditNoteQuery, 'filter' | 'billingEntityIds'> & {
  readonly filter: CreditNoteFilter;
};

/** The filter of a list of credit notes, before codes are looked up. */
export type CreditNoteSelection = Omit<CreditNoteList, 'page'>;

/** Reads credit notes, and takes amounts off their balances for later invoices. Source: credit-notes.md. */
export class CreditNoteService implements CreditNoteBalances {
  constructor(private readonly billingEntities: BillingEntityService) {}

  /** @throws AppError `credit_note_not_found`, also for a draft. */
  async get(db: Db, actor: Actor, id: string): Promise<CreditNote> {
    const note = isUuid(id) ? await creditNoteRepository.find(db, actor.organizationId, id) : null;
    if (note === null) throw notFound('credit_note');
    return note;
  }

  /** The visible notes with these ids, by id. */
  async getVisible(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, CreditNote>> {
    const notes = await creditNoteRepository.findVisible(db, actor.organizationId, ids);
    return indexBy(notes, (note) => note.id);
  }

  /** The notes of an invoice, voided ones included, in the order of their numbers. */
  ofInvoice(db: Db, { organizationId }: Actor, invoiceId: string): Promise<CreditNote[]> {
    return creditNoteRepository.findByInvoices(db, organizationId, [invoiceId]);
  }

  /** @throws AppError `billing_entity_not_found` for an unknown code in the filter. */
  async list(db: Db, actor: Actor, { page, ...selection }: CreditNoteList): Promise<Page<CreditNote>> {
    const selected = await this.selected(db, actor, selection);
    return creditNoteRepository.list(db, actor.organizationId, { ...selected, page });
  }

  /** The next notes of a list that is read to its end. @throws AppError as `list`. */
  async listNext(db: Db, actor: Actor, selection: CreditNoteSelection, step: Step): Promise<CreditNote[]> {
    const selected = await this.selected(db, actor, selection);
    return creditNoteRepository.findNext(db, actor.organizationId, selected, step);
  }

  /** A page of the notes of each owner, by the owner's id. @throws AppError as `list`. */
  async listByOwner(
    db: Db,
    actor: Actor,
    owners: CreditNoteOwners,
    { page, ...selection }: CreditNoteList,
  ): Promise<Map<string, Page<CreditNote>>> {
    const selected = await this.selected(db, actor, selection);
    return creditNoteRepository.listByOwner(db, actor.organizationId, owners, { ...selected, page });
  }

  /** The next items of notes, in the order of the ids of the notes: at most `limit` after one of them. */
  nextItems(
    db: Db,
    { organizationId }: Actor,
    noteIds: readonly string[],
    span: { readonly after: CreditNoteItem | null; readonly limit: number },
  ): Promise<CreditNoteItem[]> {
    return creditNoteRepository.findNextItems(db, organizationId, noteIds, span);
  }

  /** The items of notes by note id, in the order in which they were sent. */
  async items(db: Db, actor: Actor, noteIds: readonly string[]): Promise<Map<string, CreditNoteItem[]>> {
    const items = await creditNoteRepository.findItems(db, actor.organizationId, noteIds);
    return groupBy(items, (item) => item.creditNoteId);
  }

  /** The taxes of notes, by note id. */
  async appliedTaxes(
    db: Db,
    actor: Actor,
    noteIds: readonly string[],
  ): Promise<Map<string, CreditNoteTax[]>> {
    const taxes = await creditNoteRepository.findTaxes(db, actor.organizationId, noteIds);
    return groupBy(taxes, (tax) => tax.creditNoteId);
  }

  available(db: Db, actor: Actor, customerIds: readonly string[]): Promise<CreditNoteBalance[]> {
    return creditNoteRepository.findAvailable(db, actor.organizationId, customerIds);
  }

  async take(tx: Tx, actor: Actor, taken: readonly TakenCredit[]): Promise<void> {
    // Several invoices of one call may use the same note, whose row can be updated only once in a statement.
    const byNote = new Map<string, TakenCredit>();
    for (const each of taken) {
      const earlierCents = byNote.get(each.id)?.amountCents ?? 0n;
      byNote.set(each.id, { ...each, amountCents: earlierCents + each.amountCents });
    }
    await creditNoteRepository.take(tx, actor.organizationId, [...byNote.values()]);
  }

  async giveBack(tx: Tx, actor: Actor, returned: readonly TakenCredit[]): Promise<void> {
    for (const { id, ...each } of returned) {
      await creditNoteRepository.giveBack(tx, actor.organizationId, id, each);
    }
  }

  /** Deletes the rows of customers, before those of their invoices and fees. */
  deleteForGood(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<void> {
    return creditNoteRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
  }

  /** Looks up the codes in the filter of a list. */
  private async selected(db: Db, actor: Actor, { filter, search }: CreditNoteSelection) {
    const billingEntityIds = await this.billingEntities.filteredIds(db, actor, filter);
    return { filter, search, billingEntityIds };
  }
}
