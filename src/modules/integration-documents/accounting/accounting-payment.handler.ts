import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import type {
  Prepared,
  RecordHandler,
  SentRecord,
  Synced,
} from '../../integration-resources/syncing/record-handler.js';
import type { AccountingPayment } from '../../integrations/adapters/accounting/accounting-provider.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { Payment } from '../../payments/payment.table.js';
import type { CustomerPlaces, OtherStep } from '../customers/customer-places.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import { type AccountingDestinations, callAbout } from './accounting-destinations.js';
import { type AccountingReader, type Destination, bookingDate, placeOf } from './accounting-reader.js';
import { isSent, issuedAt, isVoidedUnsent, prepaidCredits } from './accounting-rules.js';

interface Needs extends Pick<IntegrationDocumentsNeeds, 'invoices' | 'paymentRequests' | 'payments'> {
  readonly accountingDestinations: AccountingDestinations;
  readonly accountingReader: AccountingReader;
  readonly customerPlaces: CustomerPlaces;
}

/** What an invoice gets of a payment, or of prepaid credits. */
interface PaidPart {
  readonly invoice: Invoice;
  /** Null for the prepaid credits that the invoice uses. */
  readonly payment: Payment | null;
  readonly amountCents: bigint;
}

/**
 * Books payments on invoices at accounting systems: the record of prepaid credits has the id of the invoice that uses them. A payment of a
 * payment request is one record, which is sent in parts: a call for each invoice that it pays. Source: integrations.md §11.
 */
export class AccountingPaymentHandler implements RecordHandler {
  readonly category = 'accounting';
  readonly resourceTypes = ['payment'] as const;

  constructor(private readonly needs: Needs) {}

  async prepare(db: Db, actor: Actor, sent: SentRecord): Promise<Prepared<Synced>> {
    const parts = (await this.read(db, actor, sent)).filter((part) => isBooked(part, sent));
    const next = parts.findIndex(({ invoice }) => sent.sentPart === null || invoice.id > sent.sentPart);
    const part = parts[next];
    if (part === undefined) return { step: 'drop' };
    const found = await this.needs.accountingDestinations.find(db, actor, sent);
    if (found.step !== 'there') return found;
    const { provider, destination } = found;
    const document = await this.document(db, actor, sent, part, destination);
    if ('step' in document) return document;
    const { invoice, payment } = part;
    const at = payment?.createdAt ?? issuedAt(invoice);
    // Each part was tried once at least.
    const isRepeated = sent.record.tries > next;
    const call = callAbout(sent, at, isRepeated, isOfRequest(part) ? invoice.id : undefined);
    return {
      step: 'call',
      call: async (connection) => {
        const booked = await provider.putPayment(connection, document, call);
        // The record has the id of the first part.
        const known = next === 0 ? booked : { externalId: null, externalUrl: null };
        const isLast = next === parts.length - 1;
        return { status: 'synced', ...known, ...(isLast ? {} : { sentPart: invoice.id }) };
      },
    };
  }

  /** The parts that a payment has, in the order of the ids of their invoices. */
  private async read(db: Db, actor: Actor, { record: { resourceId } }: SentRecord): Promise<PaidPart[]> {
    const { invoices, paymentRequests, payments } = this.needs;
    const payment = (await payments.getMany(db, actor, [resourceId])).get(resourceId) ?? null;
    if (payment === null) {
      const invoice = (await invoices.getMany(db, actor, [resourceId])).get(resourceId);
      return invoice === undefined
        ? []
        : [{ invoice, payment, amountCents: invoice.prepaidCreditAmountCents }];
    }
    if (payment.paymentStatus !== 'succeeded') return [];
    const { invoiceId, paymentRequestId, amountCents } = payment;
    const paid =
      invoiceId === null
        ? await paymentRequests.paidParts(db, actor, paymentRequestId ?? '')
        : new Map([[invoiceId, amountCents]]);
    const found = await invoices.getMany(db, actor, [...paid.keys()]);
    return [...found.values()]
      .map((invoice) => ({ invoice, payment, amountCents: paid.get(invoice.id) ?? 0n }))
      .toSorted((one, other) => (one.invoice.id < other.invoice.id ? -1 : 1));
  }

  private async document(
    db: Db,
    actor: Actor,
    sent: SentRecord,
    { invoice, payment, amountCents }: PaidPart,
    destination: Destination,
  ): Promise<AccountingPayment | OtherStep> {
    const { accountingReader, customerPlaces } = this.needs;
    const place = await customerPlaces.findDocument(db, actor, sent, 'invoice', invoice);
    if (place.step !== 'there') return place;
    const shown =
      payment === null
        ? { object: 'invoice' as const, row: invoice }
        : { object: 'payment' as const, row: payment };
    const shared = {
      ...(await accountingReader.settlement(db, actor, { invoice, shown }, destination)),
      id: sent.record.resourceId,
      invoice: placeOf(invoice, place.externalId),
    };
    if (payment === null)
      return {
        ...shared,
        ...prepaidCredits(invoice),
        kind: 'prepaid_credit',
        date: invoice.issuingDate,
        reference: null,
      };
    const date = bookingDate(payment.createdAt, invoice);
    return { ...shared, kind: 'payment', date, reference: payment.reference, amountCents };
  }
}

/** Prepaid credits of a voided invoice are given back with it: they are not booked unless they are already. */
function isBooked({ invoice, payment, amountCents }: PaidPart, sent: SentRecord): boolean {
  const isTakenBack = payment === null && isVoidedUnsent(invoice, sent);
  return isSent(invoice) && amountCents > 0n && !isTakenBack;
}

function isOfRequest({ payment }: PaidPart): boolean {
  return payment !== null && payment.invoiceId === null;
}
