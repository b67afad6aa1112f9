import type { Clock } from '../../../../platform/clock.js';
import { isWebAddress, URL_LENGTH } from '../../../../platform/errors/input-rules.js';
import type { Fields } from '../../../../platform/outgoing/received-fields.js';
import type { CalledConnection, ExternalIds } from '../calls/called-connection.js';
import { invalidAnswer } from '../calls/integration-refusal.js';
import type { JsonCalls } from '../calls/json-calls.js';
import { errorOfProtocol, signedHeaders } from '../calls/own-protocol.js';
import {
  type AccountingEntry,
  allocationEntries,
  creditNoteEntries,
  invoiceEntries,
  paymentEntries,
  voidedInvoiceEntries,
  voidedNoteEntries,
} from './accounting-entries.js';
import type {
  AccountingAllocation,
  AccountingCall,
  AccountingContact,
  AccountingCreditNote,
  AccountingCustomer,
  AccountingInvoice,
  AccountingNoteVoid,
  AccountingPayment,
  AccountingProvider,
  AccountingRecord,
  AccountingVoid,
} from './accounting-provider.js';

/** The version of our feed. */
const VERSION = 1;

/** Longest id that is kept of what a system calls a document, in characters. */
const EXTERNAL_ID_LENGTH = 255;

type MessageType =
  | 'check'
  | 'customer.upserted'
  | 'invoice.finalized'
  | 'invoice.voided'
  | 'credit.applied'
  | 'payment.succeeded'
  | 'credit_note.finalized'
  | 'credit_note.voided'
  | 'refund.succeeded';

interface Message {
  readonly type: MessageType;
  readonly date: string | null;
  readonly currency: string | null;
  readonly customer: AccountingCustomer | null;
  readonly representation: Fields | null;
  readonly entries: readonly AccountingEntry[];
}

const PAYMENT_TYPES = {
  payment: 'payment.succeeded',
  prepaid_credit: 'credit.applied',
  refund: 'refund.succeeded',
} as const satisfies Record<AccountingPayment['kind'], MessageType>;

/**
 * Accounting services of organizations, which receive our feed of balanced entries. They answer no questions: a receiver drops
 * messages whose id it has had. Source: integrations.md §13.
 */
export class HttpAccountingProvider implements AccountingProvider {
  constructor(
    private readonly calls: JsonCalls,
    private readonly clock: Clock,
  ) {}

  async check(connection: CalledConnection, requestId: string): Promise<ExternalIds> {
    const occurredAt = this.clock.now();
    const nothing = { date: null, currency: null, customer: null, representation: null, entries: [] };
    await this.send(connection, { requestId, occurredAt, isResend: false }, { type: 'check', ...nothing });
    return {};
  }

  items(): Promise<[]> {
    return Promise.resolve([]);
  }

  findContact(): Promise<null> {
    return Promise.resolve(null);
  }

  /** A receiver that answers without an id knows the customer by our external id. */
  async putContact(
    connection: CalledConnection,
    contact: AccountingContact,
    call: AccountingCall,
  ): Promise<AccountingRecord> {
    const { id, externalId, providerId, name, currency, representation } = contact;
    const record = await this.send(connection, call, {
      type: 'customer.upserted',
      date: null,
      currency,
      customer: { id, externalId, providerId, name },
      representation,
      entries: [],
    });
    return { ...record, externalId: record.externalId ?? providerId ?? externalId };
  }

  findInvoice(): Promise<null> {
    return Promise.resolve(null);
  }

  putInvoice(
    connection: CalledConnection,
    invoice: AccountingInvoice,
    call: AccountingCall,
  ): Promise<AccountingRecord> {
    const entries = invoiceEntries(invoice);
    return this.send(connection, call, { ...invoice, type: 'invoice.finalized', entries });
  }

  voidInvoice(
    connection: CalledConnection,
    voided: AccountingVoid,
    call: AccountingCall,
  ): Promise<AccountingRecord> {
    const entries = voidedInvoiceEntries(voided);
    return this.send(connection, call, { ...voided.invoice, type: 'invoice.voided', entries });
  }

  putCreditNote(
    connection: CalledConnection,
    creditNote: AccountingCreditNote,
    call: AccountingCall,
  ): Promise<AccountingRecord> {
    const entries = creditNoteEntries(creditNote);
    return this.send(connection, call, { ...creditNote, type: 'credit_note.finalized', entries });
  }

  voidCreditNote(
    connection: CalledConnection,
    voided: AccountingNoteVoid,
    call: AccountingCall,
  ): Promise<AccountingRecord> {
    const entries = voidedNoteEntries(voided);
    return this.send(connection, call, { ...voided.creditNote, type: 'credit_note.voided', entries });
  }

  /** An offset is not sent: the entries of its note contain it. */
  async allocate(
    connection: CalledConnection,
    allocation: AccountingAllocation,
    call: AccountingCall,
  ): Promise<AccountingRecord> {
    if (allocation.kind === 'offset') return { externalId: null, externalUrl: null };
    const entries = allocationEntries(allocation);
    return this.send(connection, call, { ...allocation, type: 'credit.applied', entries });
  }

  putPayment(
    connection: CalledConnection,
    payment: AccountingPayment,
    call: AccountingCall,
  ): Promise<AccountingRecord> {
    const entries = paymentEntries(payment);
    return this.send(connection, call, { ...payment, type: PAYMENT_TYPES[payment.kind], entries });
  }

  private async send(
    connection: CalledConnection,
    call: Pick<AccountingCall, 'requestId' | 'occurredAt' | 'isResend'>,
    message: Message,
  ): Promise<AccountingRecord> {
    const { requestId } = call;
    const body = Buffer.from(JSON.stringify(bodyOf(message, call)));
    const headers = signedHeaders(connection, { requestId, body, sentAt: this.clock.now() });
    const url = String(connection.settings['url']);
    const answer = await this.calls.send({ connection, url, headers, body }, errorOfProtocol);
    return answer.isEmpty ? { externalId: null, externalUrl: null } : recordIn(answer.object);
  }
}

function bodyOf(
  { type, date, currency, customer, representation, entries }: Message,
  { requestId, occurredAt, isResend }: Pick<AccountingCall, 'requestId' | 'occurredAt' | 'isResend'>,
): Fields {
  return {
    version: VERSION,
    id: requestId,
    type,
    occurred_at: occurredAt.toISOString(),
    date,
    currency,
    is_resend: isResend,
    customer: customer && {
      svc_id: customer.id,
      external_id: customer.externalId,
      provider_id: customer.providerId,
      name: customer.name,
    },
    document: representation,
    entries: entries.map(({ account, debitCents, creditCents, memo, id }) => ({
      account,
      debit_cents: Number(debitCents),
      credit_cents: Number(creditCents),
      memo,
      svc_id: id,
    })),
  };
}

/** @throws IntegrationRefusal `invalid_answer` for a body that is no object, and for an id or address that cannot be kept. */
function recordIn(object: Fields | null): AccountingRecord {
  if (object === null) throw invalidAnswer('The answer is no JSON object.');
  return {
    externalId: optionalText(object, 'external_id', (text) => text.length <= EXTERNAL_ID_LENGTH),
    externalUrl: optionalText(
      object,
      'external_url',
      (text) => text.length <= URL_LENGTH && isWebAddress(text),
    ),
  };
}

function optionalText(object: Fields, member: string, isKept: (text: string) => boolean): string | null {
  const value = object[member] ?? '';
  if (value === '') return null;
  if (typeof value !== 'string' || !isKept(value))
    throw invalidAnswer(`The ${member} of the answer cannot be kept.`);
  return value;
}
