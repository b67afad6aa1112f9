// The adapter of Xero, against a stand-in: integrations.md §5, §12, §16, §18 example 12.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type {
  AccountingAccounts,
  AccountingPayment,
} from '../../src/modules/integrations/adapters/accounting/accounting-provider.js';
import { XeroProvider } from '../../src/modules/integrations/adapters/accounting/xero/xero-provider.js';
import type { CalledConnection } from '../../src/modules/integrations/adapters/calls/called-connection.js';
import { JsonCalls, type Pace } from '../../src/modules/integrations/adapters/calls/json-calls.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import {
  accountingContact,
  allocation,
  creditNote,
  firstTry,
  invoiceA,
  NO_ACCOUNTS,
  payment,
  placeOfInvoice,
  placeOfNote,
  prepaidCredits,
  refund,
} from '../support/accounting-documents.js';
import { HandClock } from '../support/hand-clock.js';
import type { ScriptedCall } from '../support/scripted-answers.js';
import { XeroStandIn } from '../support/xero-stand-in.js';

/** Every call has its turn at once. */
const AT_ONCE: Pace = { inTurn: (_connection, _timeoutMs, send) => send() };

const CODE = { externalId: 'SAAS', accountCode: '200' };
const ACCOUNTS: AccountingAccounts = {
  ...NO_ACCOUNTS,
  account: { externalId: null, accountCode: '090' },
  prepaidCredit: { externalId: 'SAAS', accountCode: '830' },
};
const CONTACT = accountingContact();

let standIn: XeroStandIn;
let clock: HandClock;
let provider: XeroProvider;
let connection: CalledConnection;

beforeEach(async () => {
  clock = new HandClock('2027-05-01T06:00:00Z');
  standIn = await XeroStandIn.start(() => clock.now());
  const calls = new JsonCalls(new OutgoingHttp({ allowPrivateNetworks: true }), clock, AT_ONCE);
  provider = new XeroProvider(calls, clock, standIn.addresses);
  connection = {
    organizationId: 'organization',
    id: 'connection',
    type: 'xero',
    externalIds: {},
    ...standIn.access,
    signingSecrets: [],
  };
});
afterEach(async () => {
  await standIn.stop();
  expect(standIn.faults).toEqual([]);
});

const again = (requestId: string) => firstTry(requestId, { isRepeated: true });

async function contactId(): Promise<string | null> {
  return (await provider.putContact(connection, CONTACT, firstTry('contact'))).externalId;
}

/** A document of a customer that Xero knows, with mapped items. */
async function mapped<Sent extends { readonly lines: readonly object[]; readonly customer: object }>(
  document: Sent,
): Promise<Sent> {
  const customer = { ...document.customer, providerId: await contactId() };
  const lines = document.lines.map((line) => ({ ...line, code: CODE }));
  return { ...document, customer, lines, couponCode: CODE, accounts: ACCOUNTS };
}

async function putInvoice() {
  return provider.putInvoice(connection, await mapped(invoiceA()), firstTry('invoice'));
}

async function putNote(over: Parameters<typeof creditNote>[0] = {}) {
  return provider.putCreditNote(connection, await mapped(creditNote(over)), firstTry('note'));
}

describe('tokens of Xero', () => {
  test('a token is used until a minute before its end', async () => {
    expect(await provider.check(connection)).toEqual({ company: 'books' });
    clock.set('2027-05-01T06:28:59Z');
    await provider.check(connection);
    expect(standIn.log).toEqual(['token', 'GET /Organisation', 'GET /Organisation']);
    clock.set('2027-05-01T06:29:00Z');
    await provider.check(connection);
    expect(standIn.log.slice(3)).toEqual(['token', 'GET /Organisation']);
  });

  test('a token that Xero refuses is renewed once', async () => {
    await provider.check(connection);
    standIn.revokeTokens();
    await provider.check(connection);
    expect(standIn.log).toEqual(['token', 'GET /Organisation', 'token', 'GET /Organisation']);
    const token = { access_token: 'unknown', expires_in: 1_800 };
    standIn.revokeTokens();
    standIn.script.push({ status: 401 }, { status: 200, body: token });
    await expect(provider.check(connection)).rejects.toMatchObject({
      refusalClass: 'configuration',
      errorCode: 'unauthorized',
    });
  });

  test('a custom connection from before 29 April 2026 is asked for its former scopes', async () => {
    standIn.useFormerScopes();
    await putInvoice();
    expect(standIn.log).toEqual(['token', 'PUT /Contacts', 'PUT /Invoices']);
  });

  test('a new secret of the connection gets a new token', async () => {
    await provider.check(connection);
    const other = { ...connection, secrets: { clientSecret: 'other' } };
    await expect(provider.check(other)).rejects.toMatchObject({ errorCode: 'invalid_client' });
  });

  test.each<[unknown]>([
    [{}],
    [{ access_token: 'a\nb', expires_in: 1_800 }],
    [{ access_token: 7, expires_in: 1 }],
  ])('an answer that has no token is refused: %j', async (body) => {
    standIn.script.push({ status: 200, body });
    await expect(provider.check(connection)).rejects.toMatchObject({ errorCode: 'invalid_answer' });
  });
});

describe('lists of Xero', () => {
  test('items, accounts and tax rates in use are kept for ten minutes', async () => {
    const items = await provider.items(connection);
    expect(items).toEqual([
      { kind: 'item', externalId: 'SAAS', externalAccountCode: '200', name: 'Team' },
      { kind: 'account', externalId: '090', externalAccountCode: '090', name: 'Bank' },
      { kind: 'tax_rate', externalId: 'OUTPUT2', externalAccountCode: null, name: '20 %' },
    ]);
    standIn.items.push({ Code: 'NEW', Name: 'New' });
    clock.set('2027-05-01T06:09:59Z');
    expect(await provider.items(connection)).toHaveLength(3);
    clock.set('2027-05-01T06:10:00Z');
    expect(await provider.items(connection)).toHaveLength(4);
  });
});

describe('contacts of Xero', () => {
  test('a contact is created, found by our id, and changed', async () => {
    expect(await provider.findContact(connection, 'customer')).toBeNull();
    const providerId = await contactId();
    expect(await provider.findContact(connection, 'customer')).toEqual({
      externalId: providerId,
      externalUrl: null,
    });
    await provider.putContact(connection, { ...CONTACT, providerId, name: 'Acme SA' }, firstTry('change'));
    expect([...standIn.contacts.values()]).toMatchObject([{ Name: 'Acme SA', ContactNumber: 'customer' }]);
  });

  test('a contact whose name another one has is created with our external id in its name', async () => {
    await contactId();
    await provider.putContact(
      connection,
      { ...CONTACT, id: 'other', externalId: 'acme-2' },
      firstTry('other'),
    );
    expect([...standIn.contacts.values()].map(({ Name }) => Name)).toEqual(['Acme Ltd', 'Acme Ltd (acme-2)']);
  });

  test('a contact that was created without an answer is found by the next try', async () => {
    await provider.check(connection);
    standIn.script.push('cut');
    await expect(contactId()).rejects.toMatchObject({ errorCode: 'invalid_answer' });
    standIn.dropKeys();
    const { externalId } = await provider.putContact(connection, CONTACT, again('contact'));
    expect([...standIn.contacts.keys()]).toEqual([externalId]);
  });
});

describe('documents of Xero', () => {
  test('example 12 ends with nothing due', async () => {
    const { externalId } = await putInvoice();
    const invoice = placeOfInvoice(externalId);
    expect(standIn.invoice('NOR-014-003')).toMatchObject({
      SubTotal: 138.15,
      TotalTax: 27.63,
      Total: 165.78,
      AmountDue: 165.78,
    });
    const note = placeOfNote((await putNote()).externalId);
    await provider.allocate(connection, allocation({ creditNote: note, invoice }), firstTry('allocation'));
    const send = (sent: AccountingPayment) => provider.putPayment(connection, sent, firstTry(sent.kind));
    await send(prepaidCredits({ invoice, accounts: ACCOUNTS }));
    await send(payment({ invoice, accounts: ACCOUNTS }));
    const { AmountDue, Payments, Allocations } = standIn.invoice('NOR-014-003');
    expect(AmountDue).toBe(0);
    expect(Allocations).toMatchObject([{ Amount: 10, Date: '2027-05-01' }]);
    expect(Payments).toMatchObject([
      { Amount: 30, Account: { Code: '830' }, Reference: 'Prepaid credits' },
      { Amount: 125.78, Account: { Code: '090' }, Reference: 'TR-7 (payment)' },
    ]);
  });

  test('each document has one effect, although each answer is lost and Xero has dropped the keys', async () => {
    const invoice = await mapped(invoiceA());
    const note = await mapped(creditNote());
    const lost = async <Record>(call: (isRepeated: boolean) => Promise<Record>): Promise<Record> => {
      standIn.script.push('cut');
      await expect(call(false)).rejects.toMatchObject({ errorCode: 'invalid_answer' });
      standIn.dropKeys();
      return call(true);
    };
    const of = (id: string, isRepeated: boolean) => firstTry(id, { isRepeated });
    const put = await lost((repeated) => provider.putInvoice(connection, invoice, of('i', repeated)));
    const noted = await lost((repeated) => provider.putCreditNote(connection, note, of('n', repeated)));
    const places = { invoice: placeOfInvoice(put.externalId), creditNote: placeOfNote(noted.externalId) };
    const credits = {
      ...places,
      purchasedAmountCents: 2_000n,
      grantedAmountCents: 1_000n,
      accounts: ACCOUNTS,
    };
    await lost((repeated) => provider.allocate(connection, allocation(places), of('a', repeated)));
    await lost((repeated) => provider.putPayment(connection, prepaidCredits(credits), of('c', repeated)));
    const paid = payment({ ...places, accounts: ACCOUNTS });
    await lost((repeated) => provider.putPayment(connection, paid, of('p', repeated)));
    expect(standIn.invoice('NOR-014-003')).toMatchObject({ AmountDue: 0, Payments: { length: 3 } });
    expect([standIn.invoices.size, standIn.creditNotes.size]).toEqual([1, 1]);
  });

  test('a repeated call with the same key has one effect while Xero keeps it', async () => {
    const sent = await mapped(invoiceA());
    const first = await provider.putInvoice(connection, sent, firstTry('invoice'));
    expect(await provider.putInvoice(connection, sent, firstTry('invoice'))).toEqual(first);
    expect(standIn.invoices.size).toBe(1);
  });

  test('a refused call is repeated with another key, and has one effect while Xero keeps that', async () => {
    const sent = await mapped(invoiceA());
    const wrong = {
      ...sent,
      lines: sent.lines.map((line) => ({ ...line, code: { ...CODE, externalId: 'X' } })),
    };
    const put = (invoice: typeof sent, refusals: number) =>
      provider.putInvoice(connection, invoice, firstTry('invoice', { refusals }));
    await expect(put(wrong, 0)).rejects.toMatchObject({ refusalClass: 'refused' });
    await expect(put(sent, 0)).rejects.toMatchObject({
      message: expect.stringContaining("'X' is not valid"),
    });
    const { externalId } = await put(sent, 1);
    expect(await put(sent, 1)).toMatchObject({ externalId });
    expect(standIn.invoices.size).toBe(1);
  });

  test('a refund is paid out of its credit note, once', async () => {
    const note = placeOfNote(
      (await putNote({ creditAmountCents: 0n, refundAmountCents: 1_000n })).externalId,
    );
    const sent = refund({ creditNote: note, accounts: ACCOUNTS });
    const { externalId } = await provider.putPayment(connection, sent, firstTry('refund'));
    standIn.dropKeys();
    expect(await provider.putPayment(connection, sent, again('refund'))).toMatchObject({ externalId });
    expect([...standIn.creditNotes.values()]).toMatchObject([{ due: 0, payments: { length: 1 } }]);
  });

  test('an invoice is voided, once; one with payments is refused', async () => {
    const { externalId } = await putInvoice();
    const credits = {
      returnedNotes: [],
      unpaidAmountCents: 0n,
      creditNotesAmountCents: 0n,
      purchasedCreditAmountCents: 0n,
      grantedCreditAmountCents: 0n,
    };
    const voided = { invoice: invoiceA(), externalId, ...credits };
    await provider.voidInvoice(connection, voided, firstTry('void'));
    standIn.dropKeys();
    await provider.voidInvoice(connection, voided, again('void'));
    expect(standIn.invoice('NOR-014-003')).toMatchObject({ Status: 'VOIDED' });
    const sent = await mapped(invoiceA({ number: 'NOR-2' }));
    const other = await provider.putInvoice(connection, sent, firstTry('other'));
    const invoice = placeOfInvoice(other.externalId);
    await provider.putPayment(connection, payment({ invoice, accounts: ACCOUNTS }), firstTry('payment'));
    await expect(
      provider.voidInvoice(connection, { ...voided, ...other }, firstTry('void-2')),
    ).rejects.toMatchObject({ refusalClass: 'refused', errorCode: 'ValidationException' });
  });

  test('an invoice with an allocation is voided once, although the answers to its removal and to the void are lost', async () => {
    const { externalId } = await putInvoice();
    const places = {
      invoice: placeOfInvoice(externalId),
      creditNote: placeOfNote((await putNote()).externalId),
    };
    await provider.allocate(connection, allocation(places), firstTry('allocation'));
    const voided = {
      invoice: invoiceA(),
      externalId,
      returnedNotes: [places.creditNote],
      unpaidAmountCents: 0n,
      creditNotesAmountCents: 1_000n,
      purchasedCreditAmountCents: 0n,
      grantedCreditAmountCents: 0n,
    };
    // Answered: the invoice and its note. Lost: the removal; then, with the invoice and its note once more, the void.
    standIn.script.push('as asked', 'as asked', 'cut', 'as asked', 'as asked', 'cut');
    for (const isRepeated of [false, true])
      await expect(
        provider.voidInvoice(connection, voided, firstTry('void', { isRepeated })),
      ).rejects.toMatchObject({ errorCode: 'invalid_answer' });
    standIn.dropKeys();
    await provider.voidInvoice(connection, voided, again('void'));
    expect(standIn.invoice('NOR-014-003')).toMatchObject({ Status: 'VOIDED', Allocations: [] });
    expect([...standIn.creditNotes.values()]).toMatchObject([{ due: 1_000, allocations: [] }]);
    expect(standIn.log.filter((call) => /DELETE|POST/.test(call))).toEqual([
      'DELETE /CreditNotes/Allocations',
      'POST /Invoices',
    ]);
  });

  test('an invoice whose number Xero has is adopted if its total is the same, and refused otherwise', async () => {
    const known = standIn.addInvoice('NOR-014-003', 16_578);
    expect(await putInvoice()).toMatchObject({ externalId: known });
    standIn.addInvoice('NOR-2', 16_577);
    const other = await mapped(invoiceA({ number: 'NOR-2' }));
    await expect(provider.putInvoice(connection, other, firstTry('other'))).rejects.toMatchObject({
      refusalClass: 'refused',
      message: 'Invoice # must be unique.',
      externalId: null,
    });
  });

  test('an invoice with another total at Xero is refused, with its id there', async () => {
    standIn.surplus = 1;
    await expect(putInvoice()).rejects.toMatchObject({
      refusalClass: 'refused',
      errorCode: 'total_mismatch',
      message: 'The total at Xero is 165.79 in place of 165.78.',
      externalId: expect.any(String),
    });
  });

  test('a payment of an invoice that Xero does not have is refused without a call', async () => {
    await expect(
      provider.putPayment(connection, payment({ accounts: ACCOUNTS }), firstTry('payment')),
    ).rejects.toMatchObject({ errorCode: 'invoice_missing' });
    expect(standIn.log).toEqual([]);
  });
});

describe('calls of Xero that fail', () => {
  test.each<[ScriptedCall, string, string]>([
    ['close', 'retriable', 'network'],
    ['html', 'retriable', 'invalid_answer'],
    ['cut', 'retriable', 'invalid_answer'],
    [{ status: 200, body: { Invoices: {} } }, 'retriable', 'invalid_answer'],
    [{ status: 200, body: { Invoices: [] } }, 'retriable', 'invalid_answer'],
    [
      { status: 200, body: { Invoices: [{ InvoiceID: 'i', InvoiceNumber: 'foreign', Total: 165.78 }] } },
      'retriable',
      'invalid_answer',
    ],
    [
      { status: 200, body: { Invoices: [{ InvoiceID: 'i', InvoiceNumber: 'NOR-014-003', Total: {} }] } },
      'retriable',
      'invalid_answer',
    ],
    [
      { status: 200, body: { Invoices: [{ InvoiceNumber: 'NOR-014-003', Total: 165.78 }] } },
      'retriable',
      'invalid_answer',
    ],
    [{ status: 403 }, 'configuration', 'unauthorized'],
    [{ status: 429, headers: { 'retry-after': '7' } }, 'rate_limited', 'rate_limited'],
    [{ status: 429 }, 'rate_limited', 'rate_limited'],
    [{ status: 500 }, 'retriable', 'unavailable'],
    [
      { status: 400, body: { Type: 'ValidationException', Elements: 'none' } },
      'refused',
      'ValidationException',
    ],
  ])('an invoice that is answered %j is %s: %s', async (scripted, refusalClass, errorCode) => {
    const sent = await mapped(invoiceA());
    standIn.script.push(scripted);
    await expect(provider.putInvoice(connection, sent, firstTry('invoice'))).rejects.toMatchObject({
      refusalClass,
      errorCode,
    });
  });

  test('all reasons of a refusal are given', async () => {
    const unknown = { externalId: 'NONE', accountCode: null };
    const sent = await mapped(invoiceA());
    const lines = sent.lines.map((line) => ({ ...line, code: unknown }));
    await expect(
      provider.putInvoice(connection, { ...sent, lines }, firstTry('invoice')),
    ).rejects.toMatchObject({
      errorCode: 'ValidationException',
      message: "Item code 'NONE' is not valid; Item code 'NONE' is not valid",
    });
  });

  test('the secret of the connection is in no refusal', async () => {
    standIn.script.push({ status: 400, body: { error: 'invalid_client' } });
    const refusal: unknown = await provider.check(connection).catch((error: unknown) => error);
    expect(JSON.stringify(refusal)).not.toContain(connection.secrets['clientSecret']);
    expect(refusal).toMatchObject({ errorCode: 'invalid_client' });
  });
});
