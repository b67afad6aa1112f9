// The adapter of accounting services that receive our feed, against a stand-in: integrations.md §5, §13, §16.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { HttpAccountingProvider } from '../../src/modules/integrations/adapters/accounting/http-accounting-provider.js';
import type { CalledConnection } from '../../src/modules/integrations/adapters/calls/called-connection.js';
import { JsonCalls, type Pace } from '../../src/modules/integrations/adapters/calls/json-calls.js';
import { newSigningSecret } from '../../src/modules/integrations/connections/signing-secrets.js';
import { systemClock } from '../../src/platform/clock.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import {
  accountingContact,
  allocation,
  creditNote,
  firstTry,
  invoiceA,
  payment,
  prepaidCredits,
  refund,
} from '../support/accounting-documents.js';
import { HttpAccountingStandIn } from '../support/http-accounting-stand-in.js';
import type { ScriptedCall } from '../support/scripted-answers.js';

/** Every call has its turn at once. */
const AT_ONCE: Pace = { inTurn: (_connection, _timeoutMs, send) => send() };

const calls = new JsonCalls(new OutgoingHttp({ allowPrivateNetworks: true }), systemClock, AT_ONCE);
const provider = new HttpAccountingProvider(calls, systemClock);
const secret = newSigningSecret();

const CONTACT = accountingContact();

let standIn: HttpAccountingStandIn;
let connection: CalledConnection;

beforeEach(async () => {
  standIn = await HttpAccountingStandIn.start(secret);
  connection = {
    organizationId: 'organization',
    id: 'connection',
    type: 'http_accounting',
    externalIds: {},
    settings: { url: standIn.url },
    secrets: {},
    signingSecrets: [secret],
  };
});
afterEach(async () => {
  await standIn.stop();
  expect(standIn.faults).toEqual([]);
});

const putInvoice = () => provider.putInvoice(connection, invoiceA(), firstTry('record'));

describe('messages of the feed', () => {
  test('an invoice is sent as the protocol says', async () => {
    const representation = { svc_id: 'invoice', number: 'NOR-014-003' };
    const sent = await provider.putInvoice(connection, invoiceA({ representation }), firstTry('record'));
    expect(sent).toEqual({ externalId: 'B-record', externalUrl: null });
    const row = (account: string, debit_cents: number, credit_cents: number) => ({
      account,
      debit_cents,
      credit_cents,
    });
    expect(standIn.messages).toMatchObject([
      {
        version: 1,
        id: 'record',
        type: 'invoice.finalized',
        occurred_at: '2027-05-01T06:00:00.000Z',
        date: '2027-05-01',
        currency: 'EUR',
        is_resend: false,
        customer: { svc_id: 'customer', external_id: 'acme', provider_id: 'contact', name: 'Acme Ltd' },
        document: representation,
        entries: [
          { ...row('receivable', 16_578, 0), memo: 'Invoice NOR-014-003', svc_id: 'invoice' },
          row('discount', 1_535, 0),
          row('progressive_credit', 2_000, 0),
          { ...row('revenue', 0, 10_000), memo: 'Team', svc_id: 'fee-1' },
          row('revenue', 0, 7_350),
          { ...row('tax', 0, 2_763), memo: 'VAT', svc_id: null },
        ],
      },
    ]);
  });

  test('the books of example 11 end with nothing receivable', async () => {
    await putInvoice();
    await provider.allocate(connection, allocation(), firstTry('allocation'));
    await provider.putPayment(connection, prepaidCredits(), firstTry('prepaid'));
    await provider.putPayment(connection, payment(), firstTry('payment'));
    expect(standIn.messages.map(({ type }) => type)).toEqual([
      'invoice.finalized',
      'credit.applied',
      'credit.applied',
      'payment.succeeded',
    ]);
    expect(standIn.balances()).toEqual({
      discount: 1_535,
      progressive_credit: 2_000,
      revenue: -17_350,
      tax: -2_763,
      credit_notes: 1_000,
      prepaid_credit: 3_000,
      cash: 12_578,
    });
  });

  test('every document has its type, and an offset is part of its credit note', async () => {
    const note = creditNote({ creditAmountCents: 500n, refundAmountCents: 300n, offsetAmountCents: 200n });
    await provider.putCreditNote(connection, note, firstTry('note'));
    await provider.allocate(connection, allocation({ kind: 'offset' }), firstTry('offset'));
    await provider.putPayment(connection, refund({ amountCents: 300n }), firstTry('refund'));
    await provider.voidCreditNote(
      connection,
      { creditNote: note, balanceAmountCents: 500n },
      firstTry('note_voided'),
    );
    const credits = {
      returnedNotes: [],
      unpaidAmountCents: 0n,
      creditNotesAmountCents: 0n,
      purchasedCreditAmountCents: 0n,
      grantedCreditAmountCents: 0n,
    };
    const voided = { invoice: invoiceA(), externalId: null, ...credits };
    await provider.voidInvoice(connection, voided, firstTry('record_voided', { isResend: true }));
    expect(standIn.messages.map(({ type, is_resend }) => [type, is_resend])).toEqual([
      ['credit_note.finalized', false],
      ['refund.succeeded', false],
      ['credit_note.voided', false],
      ['invoice.voided', true],
    ]);
  });

  test('a customer is known by the id that the service answers, else by ours', async () => {
    expect(await provider.putContact(connection, CONTACT, firstTry('contact'))).toMatchObject({
      externalId: 'B-contact',
    });
    expect(standIn.messages).toMatchObject([
      {
        type: 'customer.upserted',
        date: null,
        currency: 'EUR',
        document: { external_id: 'acme' },
        entries: [],
      },
    ]);
    standIn.script.push({ status: 204 }, { status: 204 });
    expect(await provider.putContact(connection, CONTACT, firstTry('second'))).toMatchObject({
      externalId: 'acme',
    });
    const known = { ...CONTACT, providerId: 'known' };
    expect(await provider.putContact(connection, known, firstTry('third'))).toMatchObject({
      externalId: 'known',
    });
  });

  test('a check is a message without entries, and there are no lists to ask for', async () => {
    await provider.check(connection, 'check');
    expect(standIn.messages).toMatchObject([{ type: 'check', customer: null, document: null, entries: [] }]);
    expect(await provider.items()).toEqual([]);
    expect([await provider.findContact(), await provider.findInvoice()]).toEqual([null, null]);
  });

  test('the address of a page is kept if a browser opens it', async () => {
    const external_url = 'https://books.example.com/7';
    standIn.script.push({ status: 200, body: { external_id: '7', external_url } });
    expect(await putInvoice()).toEqual({ externalId: '7', externalUrl: external_url });
  });
});

describe('messages that fail', () => {
  test.each<[ScriptedCall, string, string]>([
    ['close', 'retriable', 'network'],
    ['html', 'retriable', 'invalid_answer'],
    ['cut', 'retriable', 'invalid_answer'],
    [{ status: 200, body: [] }, 'retriable', 'invalid_answer'],
    [{ status: 200, body: { external_id: 7 } }, 'retriable', 'invalid_answer'],
    [{ status: 200, body: { external_id: 'x'.repeat(256) } }, 'retriable', 'invalid_answer'],
    [{ status: 200, body: { external_url: 'javascript:alert(1)' } }, 'retriable', 'invalid_answer'],
    [{ status: 401 }, 'configuration', 'unauthorized'],
    [{ status: 403 }, 'configuration', 'unauthorized'],
    [{ status: 429 }, 'rate_limited', 'rate_limited'],
    [{ status: 500 }, 'retriable', 'unavailable'],
    [
      { status: 422, body: { error: { code: 'closed', message: 'The month is closed.' } } },
      'refused',
      'closed',
    ],
  ])('a message that is answered %j is %s: %s', async (scripted, refusalClass, errorCode) => {
    standIn.script.push(scripted);
    await expect(putInvoice()).rejects.toMatchObject({ refusalClass, errorCode });
  });

  test('a message whose answer was lost is sent with the same id, and the receiver drops it', async () => {
    standIn.script.push('cut');
    await expect(putInvoice()).rejects.toMatchObject({ errorCode: 'invalid_answer' });
    await putInvoice();
    expect(standIn.arrivals).toEqual(['record', 'record']);
    expect(standIn.messages).toHaveLength(1);
  });

  test('an address in a private network is not called', async () => {
    const careful = new HttpAccountingProvider(
      new JsonCalls(new OutgoingHttp(), systemClock, AT_ONCE),
      systemClock,
    );
    await expect(careful.putInvoice(connection, invoiceA(), firstTry('record'))).rejects.toMatchObject({
      errorCode: 'network',
    });
    expect(standIn.arrivals).toEqual([]);
  });
});
