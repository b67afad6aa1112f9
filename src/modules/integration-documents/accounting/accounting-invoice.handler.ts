import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type {
  Prepared,
  RecordHandler,
  SentRecord,
  Synced,
} from '../../integration-resources/syncing/record-handler.js';
import type { IntegrationResource } from '../../integration-resources/integration-resource.table.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { CustomerPlaces } from '../customers/customer-places.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import { type AccountingDestinations, callAbout, type FoundDestination } from './accounting-destinations.js';
import { type AccountingReader, bookingDate } from './accounting-reader.js';
import { isSent, issuedAt, isVoidedUnsent, prepaidCredits } from './accounting-rules.js';

interface Needs extends Pick<IntegrationDocumentsNeeds, 'invoices'> {
  readonly accountingDestinations: AccountingDestinations;
  readonly accountingReader: AccountingReader;
  readonly customerPlaces: CustomerPlaces;
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
    if (isVoidedUnsent(invoice, sent)) return { step: 'drop' };
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
    const { customerPlaces, invoices } = this.needs;
    const credits = ((await invoices.credits(db, actor, [invoice.id])).get(invoice.id) ?? []).filter(
      ({ itemType }) => itemType === 'credit_note',
    );
    const ids = credits.map(({ id }) => id);
    const allocations = await customerPlaces.recordsOf(db, actor, sent, 'allocation', ids);
    const prepaid = await customerPlaces.recordOf(db, actor, sent, 'payment', invoice.id);
    const underWay = [...allocations.values(), prepaid].find((record) => record?.status === 'pending');
    if (underWay != null) return { step: 'wait', recordId: underWay.id };
    const wasSent = (record: IntegrationResource | null | undefined) => (record?.syncedAt ?? null) !== null;
    const creditNotesAmountCents = credits.reduce(
      (total, { id, amountCents }) => (wasSent(allocations.get(id)) ? total + amountCents : total),
      0n,
    );
    const used = prepaidCredits(wasSent(prepaid) ? invoice : null);
    const document = await this.needs.accountingReader.invoice(db, actor, invoice, destination);
    const voidedAt = expectPresent(invoice.voidedAt ?? undefined, `the time of the void of ${invoice.id}`);
    const date = bookingDate(voidedAt, invoice);
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
          {
            invoice: { ...document, date },
            externalId: created.externalId,
            creditNotesAmountCents,
            purchasedCreditAmountCents: used.purchasedAmountCents,
            grantedCreditAmountCents: used.grantedAmountCents,
          },
          callAbout(sent, voidedAt, isRepeated, 'void'),
        );
        // The invoice keeps the id that it has.
        return { status: 'voided', ...answered, externalId: created.externalId ?? answered.externalId };
      },
    };
  }
}
