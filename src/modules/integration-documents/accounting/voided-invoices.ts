import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import type { CreditNote } from '../../credit-notes/records/credit-note.table.js';
import type { IntegrationResource } from '../../integration-resources/integration-resource.table.js';
import type { SentRecord } from '../../integration-resources/syncing/record-handler.js';
import type { AccountingVoid } from '../../integrations/adapters/accounting/accounting-provider.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { CustomerPlaces, SyncFlag } from '../customers/customer-places.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import { placeOf } from './accounting-reader.js';
import { isBooked, prepaidCredits } from './accounting-rules.js';

interface Needs extends Pick<IntegrationDocumentsNeeds, 'creditNotes' | 'invoices' | 'wallets'> {
  readonly customerPlaces: CustomerPlaces;
}

/** The credits that the void of an invoice gives back. */
type ReturnedCredits = Pick<
  AccountingVoid,
  'returnedNotes' | 'creditNotesAmountCents' | 'purchasedCreditAmountCents' | 'grantedCreditAmountCents'
>;

/** A voided invoice with what the books have, or will have, of its credit notes, payments and used credits. */
export interface VoidedInvoice {
  /** Its credit notes, in the order of their numbers. */
  readonly notes: readonly CreditNote[];
  /** What the customer has paid of it, in money and in credits that were not given back. */
  readonly paidAmountCents: bigint;
  readonly returned: ReturnedCredits;
  /** A record of used credits that is being sent; null if there is none. Those that wait for the invoice are not sent any more. */
  readonly underWay: IntegrationResource | null;
}

/** What the books have of credits, or of a credit note. */
interface Booking {
  readonly isSent: boolean;
  /** True if the books have it, or will have it. */
  readonly isInBooks: boolean;
}

/** Reads what the void of an invoice takes back, and what is paid of its credit notes. Source: integrations.md §13 (docs/adr/0201). */
export class VoidedInvoices {
  constructor(private readonly needs: Needs) {}

  async read(db: Db, actor: Actor, sent: SentRecord, invoice: Invoice): Promise<VoidedInvoice> {
    const prepaid = await this.prepaidOf(db, actor, sent, invoice);
    const used = await this.usedNotesOf(db, actor, sent, invoice);
    const records = [prepaid, ...used].map(({ record }) => record);
    return {
      notes: await this.notesOn(db, actor, sent, invoice),
      paidAmountCents:
        invoice.totalPaidAmountCents +
        [prepaid, ...used].reduce((total, { keptCents }) => total + keptCents, 0n),
      returned: {
        returnedNotes: used.flatMap(({ place }) => place ?? []),
        creditNotesAmountCents: used.reduce((total, { backCents }) => total + backCents, 0n),
        purchasedCreditAmountCents: prepaid.purchasedCents,
        grantedCreditAmountCents: prepaid.grantedCents,
      },
      underWay:
        records.find((each) => each?.status === 'pending' && each.waitsFor !== sent.record.id) ?? null,
    };
  }

  /** Wallets get back granted credits, whatever they had paid with. Source: wallets.md §4. */
  private async prepaidOf(db: Db, actor: Actor, sent: SentRecord, invoice: Invoice) {
    const { customerPlaces, wallets } = this.needs;
    const record = await customerPlaces.recordOf(db, actor, sent, 'payment', invoice.id);
    const booking = bookingOf(sent, record, 'syncPayments');
    const { prepaidCreditAmountCents: usedCents } = invoice;
    const { purchasedAmountCents, grantedAmountCents } = prepaidCredits(invoice);
    const returnedCents = usedCents === 0n ? 0n : await wallets.returnedCents(db, actor, invoice.id);
    return {
      record,
      purchasedCents: backCents(booking, purchasedAmountCents, 0n),
      grantedCents: backCents(booking, grantedAmountCents, returnedCents),
      keptCents: booking.isInBooks ? usedCents - returnedCents : 0n,
    };
  }

  /** A note that was voided before the invoice does not get back what the invoice had used of it. Source: credit-notes.md §4. */
  private async usedNotesOf(db: Db, actor: Actor, sent: SentRecord, { id, voidedAt }: Invoice) {
    const { creditNotes, customerPlaces, invoices } = this.needs;
    const used = ((await invoices.credits(db, actor, [id])).get(id) ?? []).filter(
      ({ itemType }) => itemType === 'credit_note',
    );
    const noteIds = used.map(({ itemId }) => itemId);
    const creditIds = used.map((credit) => credit.id);
    const notes = await creditNotes.getVisible(db, actor, noteIds);
    const places = await customerPlaces.recordsOf(db, actor, sent, 'credit_note', noteIds);
    const records = await customerPlaces.recordsOf(db, actor, sent, 'allocation', creditIds);
    return used.map(({ id: creditId, itemId, amountCents }) => {
      const note = notes.get(itemId);
      const record = records.get(creditId) ?? null;
      const booking = bookingOf(sent, record, 'syncCreditNotes');
      const isKept = note?.voidedAt != null && voidedAt !== null && note.voidedAt < voidedAt;
      return {
        record,
        place:
          note === undefined || isKept || !booking.isSent
            ? null
            : placeOf(note, places.get(itemId)?.externalId ?? null),
        backCents: backCents(booking, amountCents, isKept ? 0n : amountCents),
        keptCents: booking.isInBooks && isKept ? amountCents : 0n,
      };
    });
  }

  private async notesOn(db: Db, actor: Actor, sent: SentRecord, { id }: Invoice): Promise<CreditNote[]> {
    const { creditNotes, customerPlaces } = this.needs;
    const notes = (await creditNotes.ofInvoice(db, actor, id)).filter(isBooked);
    const noteIds = notes.map((note) => note.id);
    const records = await customerPlaces.recordsOf(db, actor, sent, 'credit_note', noteIds);
    return notes.filter((note) => bookingOf(sent, records.get(note.id) ?? null, 'syncCreditNotes').isInBooks);
  }
}

function bookingOf(
  { integration: { settings } }: SentRecord,
  record: IntegrationResource | null,
  flag: SyncFlag,
): Booking {
  const isSent = record !== null && record.syncedAt !== null;
  return { isSent, isInBooks: isSent || settings[flag] === true };
}

/** What a void gives back of credits. It books the use of those that were not sent, too: they are not sent any more. */
function backCents({ isSent, isInBooks }: Booking, usedCents: bigint, returnedCents: bigint): bigint {
  if (!isInBooks) return 0n;
  return isSent ? returnedCents : returnedCents - usedCents;
}

/** What credit notes give back beyond what their customer has paid of the invoice. */
export function unpaidCents(notes: readonly CreditNote[], paidCents: bigint): bigint {
  const givenCents = notes.reduce(
    (total, { creditAmountCents, refundAmountCents }) => total + creditAmountCents + refundAmountCents,
    0n,
  );
  return givenCents > paidCents ? givenCents - paidCents : 0n;
}
