import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type {
  Prepared,
  RecordHandler,
  SentRecord,
  Synced,
} from '../../integration-resources/syncing/record-handler.js';
import type { AccountingCreditNote } from '../../integrations/adapters/accounting/accounting-provider.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import { type AccountingDestinations, callAbout, type FoundDestination } from './accounting-destinations.js';
import { type AccountingReader, bookingDate } from './accounting-reader.js';
import { isBooked, isOnVoided, isSent, issuedAt, isVoidedUnsent, keepsPurchase } from './accounting-rules.js';
import { restOf } from './invoice-rest.js';
import { unpaidCents, type VoidedInvoices } from './voided-invoices.js';

interface Needs extends Pick<IntegrationDocumentsNeeds, 'creditNotes' | 'invoices'> {
  readonly accountingDestinations: AccountingDestinations;
  readonly accountingReader: AccountingReader;
  readonly voidedInvoices: VoidedInvoices;
}

/** Creates invoices at accounting systems, and voids those that were voided here. Source: integrations.md §11 (docs/adr/0191). */
export class AccountingInvoiceHandler implements RecordHandler {
  readonly category = 'accounting';
  readonly resourceTypes = ['invoice'] as const;

  constructor(private readonly needs: Needs) {}

  async prepare(db: Db, actor: Actor, sent: SentRecord): Promise<Prepared<Synced>> {
    const { accountingDestinations, accountingReader, invoices } = this.needs;
    const { resourceId } = sent.record;
    const invoice = (await invoices.getMany(db, actor, [resourceId])).get(resourceId);
    if (invoice === undefined || !isSent(invoice)) return { step: 'drop' };
    // A voided invoice that the system was never asked about is not there.
    if (isVoidedUnsent(invoice, sent) && !(await this.isUsed(db, actor, invoice))) return { step: 'drop' };
    const found = await accountingDestinations.find(db, actor, sent);
    if (found.step !== 'there') return found;
    if (invoice.status === 'voided') return this.prepareVoid(db, actor, sent, invoice, found);
    const { provider, destination } = found;
    const document = await accountingReader.invoice(db, actor, invoice, destination);
    const call = callAbout(sent, issuedAt(invoice), false);
    return {
      step: 'call',
      call: async (connection, isRepeated) => ({
        status: 'synced',
        ...(await provider.putInvoice(connection, document, { ...call, isRepeated })),
      }),
    };
  }

  /** True for an invoice without which the books would lack what was paid or credited on it. */
  private async isUsed(db: Db, actor: Actor, invoice: Invoice): Promise<boolean> {
    const { totalPaidAmountCents, creditNotesAmountCents, prepaidCreditAmountCents } = invoice;
    const settledCents = totalPaidAmountCents + creditNotesAmountCents + prepaidCreditAmountCents;
    if (settledCents > 0n || keepsPurchase(invoice)) return true;
    return (await this.needs.creditNotes.ofInvoice(db, actor, invoice.id)).some(isBooked);
  }

  /**
   * Voids an invoice after all that settles it has been sent or dropped: what was sent is taken back with it. An invoice whose creation was
   * not answered may be missing there: it is created first.
   */
  private async prepareVoid(
    db: Db,
    actor: Actor,
    sent: SentRecord,
    invoice: Invoice,
    { provider, destination }: FoundDestination,
  ): Promise<Prepared<Synced>> {
    const { accountingReader, voidedInvoices } = this.needs;
    const { notes, paidAmountCents, returned, underWay } = await voidedInvoices.read(
      db,
      actor,
      sent,
      invoice,
    );
    if (underWay !== null) return { step: 'wait', recordId: underWay.id };
    const document = await accountingReader.invoice(db, actor, invoice, destination);
    const earlier = notes.filter((note) => !isOnVoided(note, invoice));
    const takenBack: AccountingCreditNote[] = [];
    for (const note of earlier)
      takenBack.push(await accountingReader.creditNote(db, actor, { note, invoice }, destination));
    const voidedAt = expectPresent(invoice.voidedAt ?? undefined, `the time of the void of ${invoice.id}`);
    const rest = keepsPurchase(invoice)
      ? { ...document, lines: [], totalAmountCents: 0n }
      : restOf(document, takenBack);
    const voided = {
      ...returned,
      invoice: { ...rest, date: bookingDate(voidedAt, invoice) },
      unpaidAmountCents: keepsPurchase(invoice) ? 0n : unpaidCents(earlier, paidAmountCents),
    };
    const { externalId, syncedAt } = sent.record;
    return {
      step: 'call',
      call: async (connection, isRepeated) => {
        const created =
          syncedAt === null
            ? await provider.putInvoice(connection, document, callAbout(sent, issuedAt(invoice), true))
            : { externalId };
        const answered = await provider.voidInvoice(
          connection,
          { ...voided, externalId: created.externalId },
          callAbout(sent, voidedAt, isRepeated, 'void'),
        );
        // The invoice keeps the id that it has.
        return { status: 'voided', ...answered, externalId: created.externalId ?? answered.externalId };
      },
    };
  }
}
