// The adapter of tax services that speak our protocol, against a stand-in: integrations.md §5, §10, §16.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { HttpTaxProvider } from '../../src/modules/integrations/adapters/tax/http-tax-provider.js';
import type { CalledConnection } from '../../src/modules/integrations/adapters/calls/called-connection.js';
import { JsonCalls } from '../../src/modules/integrations/adapters/calls/json-calls.js';
import type { TaxRequest } from '../../src/modules/integrations/adapters/tax/tax-provider.js';
import { newSigningSecret } from '../../src/modules/integrations/connections/signing-secrets.js';
import { systemClock } from '../../src/platform/clock.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { HttpTaxStandIn, type Scripted } from '../support/http-tax-stand-in.js';
import { AT_ONCE, calledConnection, TAX_REQUEST } from '../support/tax-requests.js';

const provider = new HttpTaxProvider(
  new JsonCalls(new OutgoingHttp({ allowPrivateNetworks: true }), systemClock, AT_ONCE),
  systemClock,
);
const secret = newSigningSecret();
const VOIDED: TaxRequest = { ...TAX_REQUEST, requestId: 'void' };

let standIn: HttpTaxStandIn;
let connection: CalledConnection;

beforeEach(async () => {
  standIn = await HttpTaxStandIn.start(secret);
  connection = calledConnection('http_tax', {
    settings: { url: standIn.url, timeoutMs: 1_000 },
    signingSecrets: [secret],
  });
});
afterEach(async () => {
  await standIn.stop();
  expect(standIn.faults).toEqual([]);
});

const commit = (over: Partial<TaxRequest> = {}) => provider.commit(connection, { ...TAX_REQUEST, ...over });

describe('calls of a tax service', () => {
  test('an estimate asks as the protocol says, and records nothing', async () => {
    const { transactionId, taxAmount, lines } = await provider.estimate(connection, TAX_REQUEST);
    expect([transactionId, taxAmount.toFixed(), lines.length]).toEqual(['T-1', '1000', 1]);
    const [tax] = lines[0]?.taxes ?? [];
    expect([tax?.code, tax?.ratePercent.toFixed(), tax?.amount.toFixed()]).toEqual(['vat', '10', '1000']);
    expect(standIn.documents.size).toBe(0);
    const [call] = standIn.calls;
    expect(call?.body).toEqual({
      version: 1,
      action: 'estimate',
      request_id: TAX_REQUEST.requestId,
      document: {
        type: 'invoice',
        id: TAX_REQUEST.document.id,
        original_id: null,
        date: '2027-05-01',
        tax_date: '2027-05-01',
        currency: 'CAD',
        minor_digits: 2,
      },
      seller: {
        code: 'north',
        legal_name: 'North Ltd',
        tax_identification_number: null,
        address: {
          address_line1: '1 Rue A',
          address_line2: null,
          city: 'Montréal',
          state: 'QC',
          zipcode: null,
          country: 'CA',
        },
      },
      customer: {
        svc_id: TAX_REQUEST.customer.id,
        external_id: 'acme',
        provider_id: 'acme',
        name: 'Acme',
        email: null,
        customer_type: 'company',
        tax_identification_number: null,
        address: {
          address_line1: null,
          address_line2: null,
          city: null,
          state: null,
          zipcode: null,
          country: null,
        },
      },
      lines: [
        {
          id: 'fee',
          item_code: 'saas',
          item_type: 'subscription',
          description: 'Team',
          units: '1.0',
          amount_cents: 10_000,
        },
      ],
    });
  });

  test('a commit, a refund and a void have one effect each, however often they are repeated', async () => {
    await commit();
    await commit();
    expect([...standIn.documents.keys()]).toEqual([`invoice ${TAX_REQUEST.document.id}`]);
    const note = {
      ...TAX_REQUEST.document,
      type: 'credit_note',
      id: 'cn',
      originalId: TAX_REQUEST.document.id,
    } as const;
    const refund = { ...TAX_REQUEST, requestId: 'refund', document: note };
    expect(await provider.refund(connection, refund)).toEqual({ transactionId: 'T-3', taxAmount: null });
    expect(standIn.documents.size).toBe(2);
    for (let times = 0; times < 2; times += 1) await provider.void(connection, VOIDED);
    expect([...standIn.documents.keys()]).toEqual(['credit_note cn']);
    expect(standIn.calls.at(-1)?.body).toEqual({
      version: 1,
      action: 'void',
      request_id: 'void',
      document: { type: 'invoice', id: TAX_REQUEST.document.id },
    });
  });

  test('a check passes with any answer of success, and a report with an empty one', async () => {
    standIn.script.push('html', { status: 204 }, { status: 204 });
    await provider.check(connection, 'check');
    expect(await provider.void(connection, VOIDED)).toEqual({
      transactionId: null,
      taxAmount: null,
    });
    expect(await provider.refund(connection, { ...TAX_REQUEST, requestId: 'refund' })).toEqual({
      transactionId: null,
      taxAmount: null,
    });
  });

  test('the former secret signs beside the new one', async () => {
    const rotated = { ...connection, signingSecrets: [newSigningSecret(), secret] };
    await provider.check(rotated, 'check');
    expect(standIn.calls).toHaveLength(1);
  });
});

describe('calls that fail', () => {
  test.each<[Scripted, string, string]>([
    ['hang', 'retriable', 'timeout'],
    ['late', 'retriable', 'timeout'],
    ['close', 'retriable', 'network'],
    ['html', 'retriable', 'invalid_answer'],
    ['cut', 'retriable', 'invalid_answer'],
    [{ status: 200, body: [] }, 'retriable', 'invalid_answer'],
    [{ status: 200, body: { lines: [{ id: 'foreign' }] } }, 'retriable', 'invalid_answer'],
    [{ status: 401 }, 'configuration', 'unauthorized'],
    [{ status: 403, body: { error: { code: 'closed' } } }, 'configuration', 'closed'],
    [{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'refused', 'status_302'],
    [
      { status: 422, body: { error: { code: 'address_unknown', message: 'Where?' } } },
      'refused',
      'address_unknown',
    ],
    [{ status: 400, body: { error: 'text' } }, 'refused', 'status_400'],
    [{ status: 500 }, 'retriable', 'unavailable'],
    [{ status: 429 }, 'rate_limited', 'rate_limited'],
  ])('a call that is answered %j is %s: %s', async (scripted, refusalClass, errorCode) => {
    standIn.script.push(scripted);
    await expect(commit()).rejects.toMatchObject({ refusalClass, errorCode });
  });

  test('a service says when it may be called again', async () => {
    standIn.script.push({ status: 429, headers: { 'retry-after': '7' } });
    await expect(commit()).rejects.toMatchObject({ retryAfterMs: 7_000 });
  });

  test('a lost answer and its repetition have one effect', async () => {
    standIn.script.push('late');
    await expect(commit()).rejects.toMatchObject({ errorCode: 'timeout' });
    await commit();
    expect(standIn.calls).toHaveLength(2);
    expect(standIn.documents.size).toBe(1);
  });

  test('a preview waits less long than the connection allows', async () => {
    standIn.script.push('hang');
    const patient = { ...connection, settings: { ...connection.settings, timeoutMs: 15_000 } };
    const startedAt = performance.now();
    await expect(provider.estimate(patient, TAX_REQUEST, 300)).rejects.toMatchObject({
      errorCode: 'timeout',
    });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test('an address in a private network is not called', async () => {
    const careful = new HttpTaxProvider(new JsonCalls(new OutgoingHttp(), systemClock, AT_ONCE), systemClock);
    await expect(careful.commit(connection, TAX_REQUEST)).rejects.toMatchObject({
      refusalClass: 'retriable',
      errorCode: 'network',
    });
    expect(standIn.calls).toHaveLength(0);
  });
});
