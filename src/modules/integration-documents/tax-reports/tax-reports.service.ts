import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { willBeRolledBack } from '../../../platform/db/statements/rolled-back-transaction.js';
import { notAllowed } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { CreditNote } from '../../credit-notes/records/credit-note.table.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { RequestedResource } from '../../integration-resources/integration-resource.service.js';
import type { IntegrationResource } from '../../integration-resources/integration-resource.table.js';
import type { OwnedInvoice } from '../../invoices/invoice.changes.js';
import { type DocumentErrorCode, type ErrorDetail, errorOf } from '../../invoices/records/error-details.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import type { RetryTaxReport } from './tax-report.input.js';

type Needs = Pick<
  IntegrationDocumentsNeeds,
  'creditNotes' | 'integrationResources' | 'invoices' | 'invoiceSettlement'
>;

/** A credit note that is final, with its invoice. */
interface FinalNote {
  readonly note: CreditNote;
  readonly invoice: Invoice;
  readonly customer: Customer;
}

/**
 * Asks for reports to tax providers: of credit notes, and of invoices that are voided. They go to the connections that have recorded the
 * invoices, whatever the customers are linked to now. Source: integrations.md §6 (docs/adr/0196).
 */
export class TaxReports {
  constructor(private readonly needs: Needs) {}

  /** Asks for a note to be reported where its invoice is. Notes on a voided invoice are not: the invoice is taken back as a whole. */
  async requestRefund(tx: Tx, actor: Actor, { note, invoice, customer }: FinalNote): Promise<void> {
    if (!mayBeReported({ invoice, customer }) || invoice.status === 'voided') return;
    const [reported] = (await this.recordsOf(tx, actor, [invoice.id])).toSorted(likeliestFirst);
    if (reported === undefined || reported.status === 'voided') return;
    await this.request(tx, actor, [{ ...reported, resourceId: note.id }]);
  }

  /** Asks for a voided invoice and its notes to be taken back, wherever they are or may be. */
  async requestVoid(tx: Tx, actor: Actor, owned: OwnedInvoice): Promise<void> {
    if (!mayBeReported(owned)) return;
    const records = await this.recordsWithNotes(tx, actor, owned.invoice);
    await this.request(tx, actor, records.filter(isThere));
  }

  /**
   * Repeats the reports of an invoice or a credit note that have failed.
   * @returns the records, which are pending.
   * @throws AppError `invoice_not_found`, `credit_note_not_found`; `validation_errors` unless one of them is named; kind `notAllowed`:
   *   `invalid_status` if none has failed, `test_clock_advancing`. Source: integrations.md §17.
   */
  async retry(
    tx: Tx,
    actor: Actor,
    { invoiceId, creditNoteId }: RetryTaxReport,
  ): Promise<IntegrationResource[]> {
    const errors = new FieldErrors();
    if (invoiceId == null && creditNoteId == null) errors.add('invoiceId', 'value_is_mandatory');
    if (invoiceId != null && creditNoteId != null) errors.add('creditNoteId', 'value_must_be_blank');
    errors.throwIfAny();
    const found =
      creditNoteId == null
        ? await this.failedOfInvoice(tx, actor, invoiceId ?? '')
        : await this.failedOfNote(tx, actor, creditNoteId);
    const failed = found.filter(({ status }) => status === 'failed');
    if (failed.length === 0) throw notAllowed('invalid_status');
    await this.request(tx, actor, failed);
    const ids = new Set(failed.map(({ id }) => id));
    const resourceIds = failed.map(({ resourceId }) => resourceId);
    return (await this.recordsOf(tx, actor, resourceIds)).filter(({ id }) => ids.has(id));
  }

  /** The records of a voided invoice and of its notes. @throws AppError `invalid_status` if none of them has failed. */
  private async failedOfInvoice(tx: Tx, actor: Actor, id: string): Promise<IntegrationResource[]> {
    const { invoices, invoiceSettlement } = this.needs;
    const { id: invoiceId } = await invoices.get(tx, actor, id);
    const { invoice } = await invoiceSettlement.lock(tx, actor, invoiceId);
    requireError(invoice.errorDetails, 'tax_voiding_error');
    return this.recordsWithNotes(tx, actor, invoice);
  }

  private async failedOfNote(tx: Tx, actor: Actor, id: string): Promise<IntegrationResource[]> {
    const { creditNotes, invoiceSettlement } = this.needs;
    const { id: noteId, invoiceId } = await creditNotes.get(tx, actor, id);
    await invoiceSettlement.lock(tx, actor, invoiceId);
    const { errorDetails } = await creditNotes.get(tx, actor, noteId);
    requireError(errorDetails, 'tax_error');
    return this.recordsOf(tx, actor, [noteId]);
  }

  private async recordsWithNotes(db: Db, actor: Actor, { id }: Invoice): Promise<IntegrationResource[]> {
    const notes = await this.needs.creditNotes.ofInvoice(db, actor, id);
    return this.recordsOf(db, actor, [id, ...notes.map((note) => note.id)]);
  }

  /** The reports of documents to tax providers. */
  private async recordsOf(
    db: Db,
    actor: Actor,
    resourceIds: readonly string[],
  ): Promise<IntegrationResource[]> {
    const records = await this.needs.integrationResources.ofResources(db, actor, resourceIds);
    return [...records.values()].flat().filter(({ resourceType }) => resourceType === 'tax');
  }

  private async request(tx: Tx, actor: Actor, records: readonly RequestedResource[]): Promise<void> {
    if (records.length > 0) await this.needs.integrationResources.request(tx, actor, 'tax', records);
  }
}

/** False for most invoices without a further read. An invoice that waited for its taxes may have got them of a provider. */
function mayBeReported({ invoice: { taxStatus, invoiceType }, customer }: OwnedInvoice): boolean {
  const isTaxedLater = taxStatus === 'succeeded' && invoiceType !== 'credit';
  return isTaxedLater && customer.testClockId === null && !willBeRolledBack();
}

const LIKELIEST: readonly IntegrationResource['status'][] = ['synced', 'pending', 'failed', 'voided'];

/** The record of the connection that has an invoice comes first. */
function likeliestFirst(one: IntegrationResource, other: IntegrationResource): number {
  return LIKELIEST.indexOf(one.status) - LIKELIEST.indexOf(other.status);
}

/** A call that has failed may have reached the provider nevertheless. */
function isThere({ status, tries, syncedAt }: IntegrationResource): boolean {
  return status !== 'voided' && (status === 'pending' || tries > 0 || syncedAt !== null);
}

function requireError(details: readonly ErrorDetail[], errorCode: DocumentErrorCode): void {
  if (errorOf(details, errorCode) === null) throw notAllowed('invalid_status');
}
