import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import type {
  Prepared,
  RecordHandler,
  SentRecord,
  Synced,
} from '../../integration-resources/syncing/record-handler.js';
import type { AccountingAllocation } from '../../integrations/adapters/accounting/accounting-provider.js';
import type { CreditNote } from '../../credit-notes/records/credit-note.table.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { CustomerPlaces } from '../customers/customer-places.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import { type AccountingDestinations, callAbout } from './accounting-destinations.js';
import { type AccountingReader, placeOf } from './accounting-reader.js';
import { isSent, isVoidedUnsent } from './accounting-rules.js';

interface Needs extends Pick<IntegrationDocumentsNeeds, 'creditNotes' | 'invoices'> {
  readonly accountingDestinations: AccountingDestinations;
  readonly accountingReader: AccountingReader;
  readonly customerPlaces: CustomerPlaces;
}

/** A part of a credit note that is deducted from an invoice. */
interface Deducted {
  readonly kind: AccountingAllocation['kind'];
  readonly note: CreditNote;
  readonly invoice: Invoice;
  readonly amountCents: bigint;
  readonly date: string;
  readonly at: Date;
}

/**
 * Allocates credit notes to invoices: the record of a credit that an invoice uses has the id of that credit, the record of an offset has
 * that of its note. Source: integrations.md §11.
 */
export class AccountingAllocationHandler implements RecordHandler {
  readonly category = 'accounting';
  readonly resourceTypes = ['allocation'] as const;

  constructor(private readonly needs: Needs) {}

  async prepare(db: Db, actor: Actor, sent: SentRecord): Promise<Prepared<Synced>> {
    const { accountingDestinations, accountingReader, customerPlaces } = this.needs;
    const deducted = await this.read(db, actor, sent);
    if (deducted === null || !isSent(deducted.invoice)) return { step: 'drop' };
    const { kind, note, invoice, amountCents, date, at } = deducted;
    // A voided invoice takes back what was allocated to it. What was not is not, any more.
    if (isVoidedUnsent(invoice, sent)) return { step: 'drop' };
    const found = await accountingDestinations.find(db, actor, sent);
    if (found.step !== 'there') return found;
    const ofNote = await customerPlaces.findDocument(db, actor, sent, 'credit_note', note);
    if (ofNote.step !== 'there') return ofNote;
    const ofInvoice = await customerPlaces.findDocument(db, actor, sent, 'invoice', invoice);
    if (ofInvoice.step !== 'there') return ofInvoice;
    const { provider, destination } = found;
    const shown = { object: 'invoice' as const, row: invoice };
    const allocation: AccountingAllocation = {
      ...(await accountingReader.settlement(db, actor, { invoice, shown }, destination)),
      id: sent.record.resourceId,
      date,
      kind,
      creditNote: placeOf(note, ofNote.externalId),
      invoice: placeOf(invoice, ofInvoice.externalId),
      amountCents,
    };
    return {
      step: 'call',
      call: async (connection, isRepeated) => ({
        status: 'synced',
        ...(await provider.allocate(connection, allocation, callAbout(sent, at, isRepeated))),
      }),
    };
  }

  private async read(db: Db, actor: Actor, { record: { resourceId } }: SentRecord): Promise<Deducted | null> {
    const { creditNotes, invoices } = this.needs;
    const [credit] = await invoices.creditsWithIds(db, actor, [resourceId]);
    const noteId = credit?.itemId ?? resourceId;
    const note = (await creditNotes.getVisible(db, actor, [noteId])).get(noteId);
    if (note === undefined) return null;
    const invoiceId = credit?.invoiceId ?? note.invoiceId;
    const invoice = (await invoices.getMany(db, actor, [invoiceId])).get(invoiceId);
    if (invoice === undefined) return null;
    if (credit === undefined) {
      const { offsetAmountCents: amountCents, issuingDate: date, createdAt: at } = note;
      return { kind: 'offset', note, invoice, amountCents, date, at };
    }
    const at = invoice.finalizedAt ?? credit.createdAt;
    return { kind: 'credit', note, invoice, amountCents: credit.amountCents, date: invoice.issuingDate, at };
  }
}
