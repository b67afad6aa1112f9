import type { Clock } from '../../../../../platform/clock.js';
import { fromCents } from '../../../../../core/money/money.js';
import { type Fields, isObject, textIn } from '../../../../../platform/outgoing/received-fields.js';
import { decimalOf, listOf } from '../../calls/answer-fields.js';
import type { CalledConnection, ExternalIds } from '../../calls/called-connection.js';
import { IntegrationRefusal, invalidAnswer } from '../../calls/integration-refusal.js';
import type { JsonCalls } from '../../calls/json-calls.js';
import type {
  AccountingAllocation,
  AccountingCall,
  AccountingContact,
  AccountingCreditNote,
  AccountingInvoice,
  AccountingItem,
  AccountingPayment,
  AccountingPlace,
  AccountingProvider,
  AccountingRecord,
  AccountingVoid,
} from '../accounting-provider.js';
import { KeptByConnection } from './kept-by-connection.js';
import { type XeroAddresses, XeroCalls } from './xero-calls.js';
import {
  allocationBody,
  contactBody,
  creditNoteBody,
  distinctName,
  invoiceBody,
  paymentBodies,
} from './xero-documents.js';
import { itemsOf } from './xero-items.js';

/** How long lists of items are kept, in milliseconds. Source: integrations.md §12. */
const KEPT_LISTS_MS = 600_000;

/** Longest id that is kept of what Xero calls a document, in characters. */
const EXTERNAL_ID_LENGTH = 255;

/** Kinds of documents with a number and a total, by their list at Xero. */
const DOCUMENTS = {
  Invoices: { member: 'Invoice', id: 'InvoiceID', number: 'InvoiceNumber' },
  CreditNotes: { member: 'CreditNote', id: 'CreditNoteID', number: 'CreditNoteNumber' },
} as const;

type DocumentList = keyof typeof DOCUMENTS;

interface NumberedDocument {
  readonly number: string;
  readonly totalAmountCents: bigint;
  readonly currency: string;
}

/** Xero's Accounting API. A try that is not the first one looks up what it is about to create. Source: integrations.md §12. */
export class XeroProvider implements AccountingProvider {
  private readonly xero: XeroCalls;
  private readonly lists = new KeptByConnection<readonly AccountingItem[]>();

  constructor(
    calls: JsonCalls,
    private readonly clock: Clock,
    addresses: XeroAddresses,
  ) {
    this.xero = new XeroCalls(calls, clock, addresses);
  }

  async check(connection: CalledConnection): Promise<ExternalIds> {
    const answer = await this.xero.ask(connection, { method: 'GET', path: '/Organisation' });
    const company = textIn(onlyOne(answer, 'Organisations'), 'OrganisationID');
    return company === null || company.length > EXTERNAL_ID_LENGTH ? {} : { company };
  }

  async items(connection: CalledConnection): Promise<readonly AccountingItem[]> {
    const now = this.clock.now();
    const kept = this.lists.find(connection, now);
    if (kept !== null) return kept;
    const ask = (path: string) => this.xero.ask(connection, { method: 'GET', path });
    const items = itemsOf({
      items: await ask('/Items'),
      accounts: await ask('/Accounts'),
      taxRates: await ask('/TaxRates'),
    });
    this.lists.keep(connection, items, new Date(now.getTime() + KEPT_LISTS_MS));
    return items;
  }

  async findContact(connection: CalledConnection, customerId: string): Promise<AccountingRecord | null> {
    const answer = await this.xero.find(connection, `/Contacts/${encodeURIComponent(customerId)}`);
    if (answer === null) return null;
    const contact = onlyOne(answer, 'Contacts');
    requireSame(contact, 'ContactNumber', customerId);
    return recordOf(contact, 'ContactID');
  }

  /** Names are unique at Xero: a customer whose name another contact has is named with our external id too. */
  async putContact(
    connection: CalledConnection,
    contact: AccountingContact,
    call: AccountingCall,
  ): Promise<AccountingRecord> {
    const known =
      contact.providerId === null && call.isRepeated ? await this.findContact(connection, contact.id) : null;
    // The customer may have changed since the try that created it.
    const providerId = known?.externalId ?? contact.providerId;
    const key = known === null ? keyOf(call) : `${keyOf(call)}_found`;
    const body = contactBody(contact);
    try {
      return await this.sendContact(connection, { providerId, body, idempotencyKey: key });
    } catch (error) {
      if (!isRefusedFor(error, /already assigned to another contact/i)) throw error;
      const named = { ...body, Name: distinctName(contact) };
      return this.sendContact(connection, { providerId, body: named, idempotencyKey: `${key}_named` });
    }
  }

  findInvoice(connection: CalledConnection, number: string): Promise<AccountingRecord | null> {
    return this.find(connection, 'Invoices', number).then((found) => found && recordOf(found, 'InvoiceID'));
  }

  putInvoice(
    connection: CalledConnection,
    invoice: AccountingInvoice,
    call: AccountingCall,
  ): Promise<AccountingRecord> {
    return this.create(connection, 'Invoices', { document: invoice, body: invoiceBody(invoice), call });
  }

  /** Xero refuses to void an invoice that has payments or allocations: those of credit notes that get theirs back are removed first. */
  async voidInvoice(
    connection: CalledConnection,
    { invoice, externalId, returnedNotes }: AccountingVoid,
    call: AccountingCall,
  ): Promise<AccountingRecord> {
    const place = { ...invoice, externalId };
    const path = pathOf('Invoices', place);
    const isLookedUp = call.isRepeated || returnedNotes.length > 0;
    const known = isLookedUp ? await this.documentAt(connection, 'Invoices', place) : null;
    if (known?.['Status'] === 'VOIDED') return { externalId, externalUrl: null };
    // An invoice that Xero keeps for its payments keeps its allocations, too.
    if (known !== null && partsOf(known, 'Payments').length === 0)
      for (const note of returnedNotes) await this.removeAllocation(connection, note, place);
    await this.xero.ask(connection, {
      method: 'POST',
      path,
      body: { Status: 'VOIDED' },
      idempotencyKey: keyOf(call),
    });
    return { externalId, externalUrl: null };
  }

  putCreditNote(
    connection: CalledConnection,
    note: AccountingCreditNote,
    call: AccountingCall,
  ): Promise<AccountingRecord> {
    return this.create(connection, 'CreditNotes', { document: note, body: creditNoteBody(note), call });
  }

  async allocate(
    connection: CalledConnection,
    allocation: AccountingAllocation,
    call: AccountingCall,
  ): Promise<AccountingRecord> {
    const { creditNote, invoice } = allocation;
    const path = `${pathOf('CreditNotes', creditNote)}/Allocations`;
    requireKnown(invoice);
    const found = call.isRepeated ? await this.findAllocation(connection, creditNote, invoice) : null;
    if (found !== null) return allocated(found);
    const body = allocationBody(allocation);
    const idempotencyKey = keyOf(call);
    const answer = await this.xero.ask(connection, { method: 'PUT', path, body, idempotencyKey });
    const made = onlyOne(answer, 'Allocations');
    requireTarget(made, 'Invoices', invoice);
    return allocated(made);
  }

  async putPayment(
    connection: CalledConnection,
    payment: AccountingPayment,
    call: AccountingCall,
  ): Promise<AccountingRecord> {
    const [list, place] =
      payment.kind === 'refund'
        ? (['CreditNotes', payment.creditNote] as const)
        : (['Invoices', payment.invoice] as const);
    requireKnown(place);
    const payments = paymentBodies(payment);
    const booked = call.isRepeated ? await this.partsAt(connection, list, place, 'Payments') : [];
    const isPart = (part: Fields, key: string) => textIn(part, 'Reference')?.includes(key) === true;
    const known = booked.filter((part) => payments.some(({ key }) => isPart(part, key)));
    const missing = payments.filter(({ key }) => !known.some((part) => isPart(part, key)));
    if (missing.length === 0) return recordOf(known[0] ?? {}, 'PaymentID');
    const answer = await this.xero.ask(connection, {
      method: 'PUT',
      path: '/Payments',
      body: { Payments: missing.map(({ body }) => body) },
      // A key stands for one body.
      idempotencyKey: known.length === 0 ? keyOf(call) : `${keyOf(call)}_rest`,
    });
    const made = listOf(answer['Payments'], 'Payments');
    if (made.length !== missing.length) throw invalidAnswer('The answer has another number of payments.');
    for (const each of made) requireTarget(each, list, place);
    return recordOf(known[0] ?? made[0] ?? {}, 'PaymentID');
  }

  private async sendContact(
    connection: CalledConnection,
    {
      providerId,
      body,
      idempotencyKey,
    }: { readonly providerId: string | null; readonly body: Fields; readonly idempotencyKey: string },
  ): Promise<AccountingRecord> {
    const call =
      providerId === null
        ? ({ method: 'PUT', path: '/Contacts' } as const)
        : ({ method: 'POST', path: `/Contacts/${encodeURIComponent(providerId)}` } as const);
    const answer = await this.xero.ask(connection, { ...call, body: { Contacts: [body] }, idempotencyKey });
    const contact = onlyOne(answer, 'Contacts');
    requireSame(contact, 'ContactNumber', body['ContactNumber']);
    return recordOf(contact, 'ContactID');
  }

  /** Creates a document, or adopts the one with its number and total that Xero has. */
  private async create(
    connection: CalledConnection,
    list: DocumentList,
    {
      document,
      body,
      call,
    }: { readonly document: NumberedDocument; readonly body: Fields; readonly call: AccountingCall },
  ): Promise<AccountingRecord> {
    const { number } = document;
    const known = call.isRepeated ? await this.find(connection, list, number) : null;
    if (known !== null) return created(known, list, document);
    try {
      const answer = await this.xero.ask(connection, {
        method: 'PUT',
        path: `/${list}`,
        body: { [list]: [body] },
        idempotencyKey: keyOf(call),
      });
      return created(onlyOne(answer, list), list, document);
    } catch (error) {
      if (!isRefusedFor(error, /must be unique/i)) throw error;
      const other = await this.find(connection, list, number);
      if (other === null || !hasTotal(other, document)) throw error;
      return created(other, list, document);
    }
  }

  private async find(
    connection: CalledConnection,
    list: DocumentList,
    number: string,
  ): Promise<Fields | null> {
    const escaped = encodeURIComponent(number);
    const path = list === 'Invoices' ? `/Invoices?InvoiceNumbers=${escaped}` : `/${list}/${escaped}`;
    const answer = await this.xero.find(connection, path);
    const found = answer === null ? [] : listOf(answer[list], list);
    return (
      found.find((each) => each[DOCUMENTS[list].number] === number && each['Status'] !== 'DELETED') ?? null
    );
  }

  private async findAllocation(
    connection: CalledConnection,
    note: AccountingPlace,
    { externalId }: AccountingPlace,
  ): Promise<Fields | null> {
    const known = await this.partsAt(connection, 'CreditNotes', note, 'Allocations');
    return known.find(({ Invoice }) => isObject(Invoice) && Invoice['InvoiceID'] === externalId) ?? null;
  }

  /** Removes what an invoice has of a credit note. An allocation without an id stays. */
  private async removeAllocation(
    connection: CalledConnection,
    note: AccountingPlace,
    invoice: AccountingPlace,
  ): Promise<void> {
    const id = textIn(await this.findAllocation(connection, note, invoice), 'AllocationID');
    if (id === null) return;
    const path = `${pathOf('CreditNotes', note)}/Allocations/${encodeURIComponent(id)}`;
    await this.xero.ask(connection, { method: 'DELETE', path });
  }

  private async partsAt(
    connection: CalledConnection,
    list: DocumentList,
    place: AccountingPlace,
    member: BookedMember,
  ): Promise<Fields[]> {
    return partsOf(await this.documentAt(connection, list, place), member);
  }

  private async documentAt(
    connection: CalledConnection,
    list: DocumentList,
    place: AccountingPlace,
  ): Promise<Fields> {
    const answer = await this.xero.ask(connection, { method: 'GET', path: pathOf(list, place) });
    const document = onlyOne(answer, list);
    requireSame(document, DOCUMENTS[list].id, place.externalId);
    return document;
  }
}

type BookedMember = 'Payments' | 'Allocations';

/** What has been booked on a document, and was not deleted since. */
function partsOf(document: Fields, member: BookedMember): Fields[] {
  return listOf(document[member] ?? [], member).filter(({ Status }) => Status !== 'DELETED');
}

/**
 * The idempotency key of a call. For some minutes Xero answers a key that it has refused with the same refusal, whatever the call is by
 * then: the next call has another one. While it is not known whether a call was done, its key stays the same.
 */
function keyOf({ requestId, refusals }: AccountingCall): string {
  return refusals === 0 ? requestId : `${requestId}_${refusals}`;
}

/** @throws IntegrationRefusal `invoice_missing` for a document that Xero does not have. */
function pathOf(list: DocumentList, place: AccountingPlace): string {
  return `/${list}/${encodeURIComponent(requireKnown(place))}`;
}

function requireKnown({ number, externalId }: AccountingPlace): string {
  if (externalId === null)
    throw new IntegrationRefusal('refused', 'invoice_missing', `Xero does not have ${number}.`);
  return externalId;
}

function isRefusedFor(error: unknown, reason: RegExp): boolean {
  return error instanceof IntegrationRefusal && error.status === 400 && reason.test(error.message);
}

/** @throws IntegrationRefusal `invalid_answer` for none or several. */
function onlyOne(answer: Fields, list: string): Fields {
  const found = listOf(answer[list], list);
  const [first] = found;
  if (first === undefined || found.length > 1) throw invalidAnswer(`${list} of the answer is no single one.`);
  return first;
}

/** An allocation has an id at some accounts only. */
function allocated(fields: Fields): AccountingRecord {
  const hasId = textIn(fields, 'AllocationID') !== null;
  return hasId ? recordOf(fields, 'AllocationID') : { externalId: null, externalUrl: null };
}

function requireSame(fields: Fields, member: string, expected: unknown): void {
  if (fields[member] !== expected) throw invalidAnswer(`The answer is about another ${member}.`);
}

/** @throws IntegrationRefusal `invalid_answer` for a payment or allocation that says that it is booked on another document. */
function requireTarget(booked: Fields, list: DocumentList, place: AccountingPlace): void {
  const { member, id } = DOCUMENTS[list];
  const target = booked[member];
  if (isObject(target) && target[id] !== undefined) requireSame(target, id, place.externalId);
}

/** @throws IntegrationRefusal `invalid_answer` without an id. */
function recordOf(fields: Fields, idMember: string): AccountingRecord {
  const externalId = textIn(fields, idMember);
  if (externalId === null || externalId.length > EXTERNAL_ID_LENGTH)
    throw invalidAnswer(`The answer has no ${idMember}.`);
  return { externalId, externalUrl: null };
}

function hasTotal(fields: Fields, { totalAmountCents, currency }: NumberedDocument): boolean {
  return decimalOf(fields['Total'], 'Total').eq(fromCents(totalAmountCents, currency));
}

/** @throws IntegrationRefusal `total_mismatch`, with the id at Xero; `invalid_answer` for another document. */
function created(fields: Fields, list: DocumentList, document: NumberedDocument): AccountingRecord {
  const { id, number } = DOCUMENTS[list];
  requireSame(fields, number, document.number);
  const record = recordOf(fields, id);
  if (hasTotal(fields, document)) return record;
  const ours = fromCents(document.totalAmountCents, document.currency).toFixed();
  throw new IntegrationRefusal(
    'refused',
    'total_mismatch',
    `The total at Xero is ${String(fields['Total'])} in place of ${ours}.`,
    record.externalId === null ? {} : { externalId: record.externalId },
  );
}
