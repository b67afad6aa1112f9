import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import type {
  Prepared,
  RecordHandler,
  SentRecord,
  Synced,
} from '../../integration-resources/syncing/record-handler.js';
import type { AccountingPayment } from '../../integrations/adapters/accounting/accounting-provider.js';
import type { CustomerPlaces } from '../customers/customer-places.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import { type AccountingDestinations, callAbout } from './accounting-destinations.js';
import { type AccountingReader, bookingDate, placeOf } from './accounting-reader.js';
import { isSent } from './accounting-rules.js';

interface Needs extends Pick<IntegrationDocumentsNeeds, 'creditNotes' | 'invoices'> {
  readonly accountingDestinations: AccountingDestinations;
  readonly accountingReader: AccountingReader;
  readonly customerPlaces: CustomerPlaces;
}

/** Books the refunds of credit notes at accounting systems. Source: integrations.md §11. */
export class AccountingRefundHandler implements RecordHandler {
  readonly category = 'accounting';
  readonly resourceTypes = ['refund'] as const;

  constructor(private readonly needs: Needs) {}

  async prepare(db: Db, actor: Actor, sent: SentRecord): Promise<Prepared<Synced>> {
    const { accountingDestinations, accountingReader, creditNotes, customerPlaces, invoices } = this.needs;
    const { resourceId } = sent.record;
    const note = (await creditNotes.getVisible(db, actor, [resourceId])).get(resourceId);
    if (note?.refundStatus !== 'succeeded') return { step: 'drop' };
    const invoice = (await invoices.getMany(db, actor, [note.invoiceId])).get(note.invoiceId);
    if (invoice === undefined || !isSent(invoice)) return { step: 'drop' };
    const found = await accountingDestinations.find(db, actor, sent);
    if (found.step !== 'there') return found;
    const ofNote = await customerPlaces.findDocument(db, actor, sent, 'credit_note', note);
    if (ofNote.step !== 'there') return ofNote;
    const { provider, destination } = found;
    const refundedAt = note.refundedAt ?? note.updatedAt;
    const shown = { object: 'credit_note' as const, row: note };
    const refund: AccountingPayment = {
      ...(await accountingReader.settlement(db, actor, { invoice, shown }, destination)),
      kind: 'refund',
      id: note.id,
      date: bookingDate(refundedAt, invoice),
      reference: null,
      creditNote: placeOf(note, ofNote.externalId),
      amountCents: note.refundAmountCents,
    };
    return {
      step: 'call',
      call: async (connection, isRepeated) => ({
        status: 'synced',
        ...(await provider.putPayment(connection, refund, callAbout(sent, refundedAt, isRepeated))),
      }),
    };
  }
}
