import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import type {
  Prepared,
  RecordHandler,
  SentRecord,
  Synced,
} from '../../integration-resources/syncing/record-handler.js';
import type { CreditNote } from '../../credit-notes/records/credit-note.table.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import { type AccountingDestinations, callAbout } from './accounting-destinations.js';
import { type AccountingReader, bookingDate } from './accounting-reader.js';
import { isBooked, isOnVoided, isSent } from './accounting-rules.js';
import { unpaidCents, type VoidedInvoices } from './voided-invoices.js';

interface Needs extends Pick<IntegrationDocumentsNeeds, 'creditNotes' | 'invoices'> {
  readonly accountingDestinations: AccountingDestinations;
  readonly accountingReader: AccountingReader;
  readonly voidedInvoices: VoidedInvoices;
}

/** Creates credit notes at accounting systems, and voids there what is left of those that were voided here. Source: integrations.md §11. */
export class AccountingNoteHandler implements RecordHandler {
  readonly category = 'accounting';
  readonly resourceTypes = ['credit_note'] as const;

  constructor(private readonly needs: Needs) {}

  async prepare(db: Db, actor: Actor, sent: SentRecord): Promise<Prepared<Synced>> {
    const { accountingDestinations, accountingReader, creditNotes, invoices } = this.needs;
    const { resourceId, externalId, syncedAt } = sent.record;
    const note = (await creditNotes.getVisible(db, actor, [resourceId])).get(resourceId);
    const invoiceId = note?.invoiceId ?? '';
    const invoice = note && (await invoices.getMany(db, actor, [invoiceId])).get(invoiceId);
    if (note === undefined || invoice === undefined || !isSent(invoice) || !isBooked(note))
      return { step: 'drop' };
    const found = await accountingDestinations.find(db, actor, sent);
    if (found.step !== 'there') return found;
    const { provider, destination } = found;
    const unpaidAmountCents = isOnVoided(note, invoice)
      ? await this.unpaidPart(db, actor, sent, { note, invoice })
      : null;
    const credited = { note, invoice, unpaidAmountCents };
    const creditNote = await accountingReader.creditNote(db, actor, credited, destination);
    const { voidedAt } = note;
    const used = (await invoices.usedOfCreditNotes(db, actor, [note.id], voidedAt)).get(note.id) ?? 0n;
    const balanceAmountCents = note.creditAmountCents - used;
    return {
      step: 'call',
      call: async (connection, isRepeated) => {
        // A note that is about to be voided is there already, unless its creation was not answered.
        const known =
          voidedAt !== null && syncedAt !== null
            ? { externalId, externalUrl: null }
            : await provider.putCreditNote(
                connection,
                creditNote,
                callAbout(sent, note.createdAt, isRepeated),
              );
        if (voidedAt === null || provider.voidCreditNote === undefined) return { status: 'synced', ...known };
        const date = bookingDate(voidedAt, invoice);
        const voided = { creditNote: { ...creditNote, date }, balanceAmountCents };
        await provider.voidCreditNote(connection, voided, callAbout(sent, voidedAt, isRepeated, 'void'));
        return { status: 'voided', ...known };
      },
    };
  }

  /** What a note adds to what the notes of its voided invoice give back beyond what was paid. */
  private async unpaidPart(
    db: Db,
    actor: Actor,
    sent: SentRecord,
    { note, invoice }: { readonly note: CreditNote; readonly invoice: Invoice },
  ): Promise<bigint> {
    const { notes, paidAmountCents } = await this.needs.voidedInvoices.read(db, actor, sent, invoice);
    const earlier = notes.filter(({ sequentialId }) => sequentialId < note.sequentialId);
    return unpaidCents([...earlier, note], paidAmountCents) - unpaidCents(earlier, paidAmountCents);
  }
}
