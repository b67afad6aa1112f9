import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import type { IntegrationResource } from '../../integration-resources/integration-resource.table.js';
import type {
  Prepared,
  RecordHandler,
  SentRecord,
  Synced,
} from '../../integration-resources/syncing/record-handler.js';
import { IntegrationRefusal } from '../../integrations/adapters/calls/integration-refusal.js';
import type {
  ReportedDocument as Report,
  TaxProvider,
  TaxRequest,
} from '../../integrations/adapters/tax/tax-provider.js';
import type { CreditNote } from '../../credit-notes/records/credit-note.table.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import { taxDifference } from '../taxes/tax-difference.js';
import type { ReportedDocument, TaxReportRequests } from './tax-report-requests.js';

interface Needs extends Pick<
  IntegrationDocumentsNeeds,
  | 'changes'
  | 'creditNoteEditor'
  | 'creditNotes'
  | 'customerLocks'
  | 'integrationResources'
  | 'invoices'
  | 'invoiceVoiding'
  | 'outsideSystems'
> {
  readonly taxReportRequests: TaxReportRequests;
}

/**
 * Reports credit notes to tax providers, and voids there the invoices that were voided here, with their notes. It reads the document when it
 * sends it: a note whose invoice was voided meanwhile is voided there, too. Source: integrations.md §6, §7 (docs/adr/0196).
 */
export class TaxReportHandler implements RecordHandler {
  readonly category = 'tax';
  readonly resourceTypes = ['tax'] as const;

  constructor(private readonly needs: Needs) {}

  /** Other records about taxes are those of invoices that are not voided. */
  async sends(db: Db, actor: Actor, sent: SentRecord): Promise<boolean> {
    const document = await this.find(db, actor, sent);
    return document !== null && (document.note !== null || isVoided(document));
  }

  async prepare(db: Db, actor: Actor, sent: SentRecord): Promise<Prepared<Synced>> {
    const { outsideSystems, taxReportRequests } = this.needs;
    const { integration, record } = sent;
    const provider = outsideSystems.taxProvider(integration.integrationType);
    const document = await this.find(db, actor, sent);
    if (provider === null || document === null) return { step: 'drop' };
    if (isVoided(document)) {
      // What the provider was never asked about is not there.
      if (record.tries === 0 && record.syncedAt === null) return { step: 'drop' };
      const content = await taxReportRequests.void(db, actor, document, integration.id);
      return callOf(async (connection) =>
        voided(await provider.void(connection, requestOf(content, record))),
      );
    }
    return this.prepareRefund(db, actor, sent, document, provider);
  }

  async lockOwner(tx: Tx, actor: Actor, { record }: SentRecord): Promise<void> {
    await this.needs.customerLocks.lockMany(tx, actor, [record.customerId]);
  }

  /** The error of a voided invoice is removed once the invoice and all of its notes are taken back. */
  async recordSuccess(tx: Tx, actor: Actor, sent: SentRecord, answer: Synced): Promise<void> {
    const { creditNoteEditor, invoiceVoiding } = this.needs;
    const document = await this.find(tx, actor, sent);
    if (document === null) return;
    const { invoice, note } = document;
    if (note !== null) await creditNoteEditor.recordTaxReport(tx, actor, note.id, null);
    if (answer.status === 'voided' && (await this.areTakenBack(tx, actor, document)))
      await invoiceVoiding.recordTaxVoiding(tx, actor, invoice.id, null);
  }

  async recordFailure(
    tx: Tx,
    actor: Actor,
    sent: SentRecord,
    { errorCode, message }: IntegrationRefusal,
  ): Promise<void> {
    const { changes, creditNoteEditor, customerLocks, invoiceVoiding } = this.needs;
    const { integration, record } = sent;
    const document = await this.find(tx, actor, sent);
    if (document === null) return;
    const failure = { code: errorCode, message };
    if (isVoided(document)) await invoiceVoiding.recordTaxVoiding(tx, actor, document.invoice.id, failure);
    else if (document.note !== null)
      await creditNoteEditor.recordTaxReport(tx, actor, document.note.id, failure);
    const customer = await customerLocks.lock(tx, actor, record.customerId);
    await changes.announce(tx, actor, {
      type: 'customer.tax_provider_error',
      customer,
      integration,
      error: { errorCode, message },
      about: { resourceType: record.resourceType, resourceId: record.resourceId },
    });
  }

  /** Null for a document that was deleted with its customer, and for one that is no invoice and no note. */
  private async find(
    db: Db,
    actor: Actor,
    { record: { resourceId } }: SentRecord,
  ): Promise<ReportedDocument | null> {
    const { creditNotes, invoices } = this.needs;
    const note = (await creditNotes.getVisible(db, actor, [resourceId])).get(resourceId) ?? null;
    const invoiceId = note?.invoiceId ?? resourceId;
    const invoice = (await invoices.getMany(db, actor, [invoiceId])).get(invoiceId);
    return invoice === undefined ? null : { invoice, note };
  }

  /** A note is reported after its invoice: without that, there is nothing that it gives back. */
  private async prepareRefund(
    db: Db,
    actor: Actor,
    { integration, record }: SentRecord,
    document: ReportedDocument,
    provider: TaxProvider,
  ): Promise<Prepared<Synced>> {
    const { integrationResources, taxReportRequests } = this.needs;
    const { invoice, note } = document;
    const ofInvoice = (await integrationResources.ofResources(db, actor, [invoice.id])).get(invoice.id) ?? [];
    const reported = ofInvoice.find(
      ({ integrationId, resourceType }) => integrationId === integration.id && resourceType === 'tax',
    );
    if (note === null || reported === undefined || reported.status === 'voided') return { step: 'drop' };
    if (reported.status === 'pending') return { step: 'wait', recordId: reported.id };
    if (reported.status === 'failed')
      return { step: 'refuse', refusal: invoiceMissing(), recordId: reported.id };
    const content = await taxReportRequests.refund(db, actor, document, integration.id);
    if (content.lines.length === 0) return { step: 'drop' };
    const request = requestOf(content, record);
    return callOf(async (connection) => refunded(note, request, await provider.refund(connection, request)));
  }

  private async areTakenBack(tx: Tx, actor: Actor, { invoice }: ReportedDocument): Promise<boolean> {
    const { creditNotes, integrationResources } = this.needs;
    const notes = await creditNotes.ofInvoice(tx, actor, invoice.id);
    const ids = [invoice.id, ...notes.map(({ id }) => id)];
    const records = [...(await integrationResources.ofResources(tx, actor, ids)).values()].flat();
    return !records.some(({ resourceType, status }) => resourceType === 'tax' && status === 'failed');
  }
}

function isVoided({ invoice }: ReportedDocument): boolean {
  return invoice.status === 'voided';
}

function callOf(call: Extract<Prepared<Synced>, { readonly step: 'call' }>['call']): Prepared<Synced> {
  return { step: 'call', call };
}

/** A request has an id of its own, which stays the same for its tries. */
function requestOf(
  content: Omit<TaxRequest, 'requestId'>,
  { id, requests }: IntegrationResource,
): TaxRequest {
  return { ...content, requestId: `${id}_${requests}` };
}

function voided({ transactionId }: Report): Synced {
  return { status: 'voided', externalId: transactionId, externalUrl: null };
}

function refunded(note: CreditNote, { lines }: TaxRequest, { transactionId, taxAmount }: Report): Synced {
  const what = 'The taxes of the credit note';
  const compared = { what, ours: -note.taxesAmountCents, lines: lines.length };
  const difference = taxAmount === null ? null : taxDifference({ ...compared, theirs: taxAmount });
  return {
    status: 'synced',
    externalId: transactionId,
    externalUrl: null,
    ...(difference === null ? {} : { difference }),
  };
}

function invoiceMissing(): IntegrationRefusal {
  return new IntegrationRefusal('refused', 'invoice_missing', 'The tax provider does not have the invoice.');
}
