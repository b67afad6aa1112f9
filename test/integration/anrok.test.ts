// The adapter of Anrok against a stand-in: integrations.md §5, §7, §9, §16; §18 examples 1, 2, 5, 6, 10.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { CalledConnection } from '../../src/modules/integrations/adapters/calls/called-connection.js';
import { JsonCalls } from '../../src/modules/integrations/adapters/calls/json-calls.js';
import { AnrokProvider } from '../../src/modules/integrations/adapters/tax/anrok-provider.js';
import { systemClock } from '../../src/platform/clock.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { AnrokStandIn } from '../support/anrok-stand-in.js';
import type { StandInFault } from '../support/json-stand-in.js';
import { AT_ONCE, calledConnection, NO_ADDRESS, taxRequest, taxTexts } from '../support/tax-requests.js';

const NOW = new Date('2027-05-01T10:00:00Z');
const clock = { ...systemClock, now: () => NOW };

let standIn: AnrokStandIn;
let provider: AnrokProvider;
let connection: CalledConnection;

const providerAt = (url: string, allowPrivateNetworks = true) =>
  new AnrokProvider(new JsonCalls(new OutgoingHttp({ allowPrivateNetworks }), clock, AT_ONCE), clock, url);

beforeEach(async () => {
  standIn = await AnrokStandIn.start(NOW);
  provider = providerAt(standIn.url);
  connection = calledConnection('anrok', { secrets: { apiKey: standIn.apiKey } });
});
afterEach(() => standIn.stop());

const INVOICE = '0190a1b2-0000-7000-8000-000000000001';
const US = { ...NO_ADDRESS, state: 'CA', country: 'US' };
const sale = (amounts: readonly bigint[] = [10_000n]) => taxRequest({ amounts, to: US });
const note = (amounts: readonly bigint[]) =>
  taxRequest({
    amounts,
    to: US,
    document: { type: 'credit_note', id: 'cn_1', originalId: INVOICE, date: '2027-05-20' },
  });

describe('taxes of a document', () => {
  test('an estimate asks as the API says, without blank members, and records nothing', async () => {
    const request = taxRequest({
      amounts: [45_600n],
      to: { ...US, addressLine1: '1 Main St', city: ' ' },
      customer: { taxIdentificationNumber: '', name: null },
      line: { units: '3.0' },
    });
    await provider.estimate(connection, request);
    expect(standIn.transactions.size).toBe(0);
    expect(standIn.calls[0]).toMatchObject({
      method: 'POST',
      path: '/v1/seller/transactions/createEphemeral',
    });
    expect(standIn.calls[0]?.body).toEqual({
      accountingDate: '2027-05-01',
      taxDate: '2027-05-01',
      currencyCode: 'USD',
      customerId: 'acme',
      customerAddress: { country: 'US', line1: '1 Main St', region: 'CA' },
      shipFromAddress: { country: 'CA', line1: '1 Rue A', city: 'Montréal', region: 'QC' },
      lineItems: [{ id: 'fee1', productExternalId: 'saas', amount: 45_600, quantity: 3 }],
    });
  });

  // Example 1
  test('taxes are those that Anrok collects, not those of the rates', async () => {
    const taxes = await provider.commit(connection, sale([983n, 1_967n, 2_950n]));
    expect(taxTexts(taxes)).toEqual([
      '486',
      ['81', 'california_tax_8_25 8.25: 81'],
      ['162', 'california_tax_8_25 8.25: 162'],
      ['243', 'california_tax_8_25 8.25: 243'],
    ]);
    expect(taxes.transactionId).toBe(INVOICE);
  });

  // Example 2
  test('taxes of several jurisdictions are cut, and the largest remainder takes the cent', async () => {
    standIn.taxableShare = '0.8';
    standIn.rates.set('CA', [
      { juris: 'Texas', taxName: 'Tax', taxRate: '0.0625' },
      { juris: 'Austin', taxName: 'City tax', taxRate: '0.015' },
      { juris: 'Austin', taxName: 'Transit tax', taxRate: '0.005' },
    ]);
    const taxes = await provider.commit(connection, sale([45_600n]));
    expect(taxTexts(taxes)).toEqual([
      '3010',
      [
        '3010',
        'texas_tax_6_25 6.25: 2280',
        'austin_city_tax_1_5 1.5: 547',
        'austin_transit_tax_0_5 0.5: 183',
      ],
    ]);
    const [state] = taxes.lines[0]?.taxes ?? [];
    expect([state?.name, state?.description, state?.taxableAmount?.toFixed()]).toEqual([
      'Texas Tax',
      'Texas',
      '36480',
    ]);
  });

  // Example 5
  test('taxes of a company in another country are reversed', async () => {
    standIn.rates.set('DE', [{ juris: 'Germany', taxName: 'VAT', taxRate: '0.19' }]);
    const request = taxRequest({
      amounts: [5_000n],
      to: { country: 'DE' },
      customer: { taxIdentificationNumber: 'DE123456789' },
      seller: { address: { ...NO_ADDRESS, country: 'FR' } },
      document: { currency: 'EUR' },
    });
    expect(taxTexts(await provider.commit(connection, request))).toEqual(['0', ['0', 'reverse_charge 0: 0']]);
    expect(standIn.calls[0]?.body.customerTaxIds).toEqual([
      { type: 'genericVatNumber', value: 'DE123456789' },
    ]);
  });

  // Example 6
  test('taxes in yen are whole yen', async () => {
    standIn.rates.set('CA', [{ juris: 'Japan', taxName: 'JCT', taxRate: '0.1' }]);
    const request = taxRequest({ amounts: [12_345n], to: US, document: { currency: 'JPY', minorDigits: 0 } });
    expect(taxTexts(await provider.commit(connection, request))).toEqual([
      '1235',
      ['1235', 'japan_jct_10 10: 1235'],
    ]);
    expect(standIn.calls[0]?.body.lineItems[0].amount).toBe(12_345);
  });

  test.each<[string, unknown]>([
    ['reverse_charge', { type: 'exempt', reason: { type: 'reverseCharge' } }],
    ['customer_exempt', { type: 'exempt', reason: { type: 'customerExempt' } }],
    ['transaction_exempt', { type: 'exempt', reason: { type: 'transactionExempt' } }],
    ['exempt', { type: 'exempt', reason: null }],
    ['not_collecting', { type: 'notCollecting' }],
    ['product_not_taxed', { type: 'productNotTaxed' }],
    ['juris_has_no_tax', { type: 'jurisHasNoTax' }],
    ['juris_not_taxed', { type: 'jurisNotTaxed' }],
    ['unknown_taxation', { type: 'exempt', reason: { type: 'lunarEclipse' } }],
    ['unknown_taxation', { type: 'constructor' }],
    ['unknown_taxation', {}],
  ])('taxes of 0 say why: %s for %j', async (code, reason) => {
    standIn.notTaxedReason = reason;
    expect(taxTexts(await provider.commit(connection, sale()))).toEqual(['0', ['0', `${code} 0: 0`]]);
  });

  test('taxes that are due and not collected are 0', async () => {
    standIn.collectsNothing = true;
    expect(taxTexts(await provider.commit(connection, sale()))).toEqual(['0', ['0', 'tax 0: 0']]);
  });

  test('taxes of a place without any jurisdiction are 0', async () => {
    standIn.rates.clear();
    expect(taxTexts(await provider.commit(connection, sale()))).toEqual([
      '0',
      ['0', 'unknown_taxation 0: 0'],
    ]);
  });

  test('a date far ahead is sent as the latest one that is accepted', async () => {
    const request = taxRequest({ to: US, document: { date: '2027-12-01', taxDate: '2027-05-20' } });
    await provider.commit(connection, request);
    expect(standIn.calls[0]?.body).toMatchObject({ accountingDate: '2027-05-31', taxDate: '2027-05-20' });
  });

  test('a line without a product is refused, and nothing is called', async () => {
    const request = taxRequest({ to: US, line: { itemCode: null } });
    await expect(provider.estimate(connection, request)).rejects.toMatchObject({
      refusalClass: 'refused',
      errorCode: 'item_not_mapped',
    });
    expect(standIn.calls).toEqual([]);
  });
});

describe('a recorded document', () => {
  test('a recorded document is replaced by a repetition, and given back by a credit note at the rates of its day', async () => {
    await provider.commit(connection, sale());
    await provider.commit(connection, sale());
    expect(standIn.transactions.get(INVOICE)?.version).toBe(2);
    const { taxAmount } = await provider.refund(connection, note([-1_000n]));
    expect(taxAmount?.toFixed()).toBe('-83');
    expect(standIn.calls.at(-1)?.body).toMatchObject({
      id: 'cn_1',
      accountingDate: '2027-05-20',
      taxDate: '2027-05-01',
      lineItems: [{ amount: -1_000 }],
    });
  });

  test('a recorded document is voided once, and one that is unknown counts as voided', async () => {
    await provider.void(connection, sale());
    await provider.commit(connection, sale());
    for (let times = 0; times < 2; times += 1) await provider.void(connection, sale());
    expect(standIn.netTax).toBe(0);
  });

  // Example 10
  test('a document in a filed return is negated once: nothing remains', async () => {
    standIn.rates.set('CA', [{ juris: 'Spain', taxName: 'IVA', taxRate: '0.21' }]);
    await provider.commit(connection, sale([4_000n]));
    await provider.refund(connection, note([-1_000n]));
    expect(standIn.netTax).toBe(840 - 210);
    for (const id of [INVOICE, 'cn_1']) standIn.frozen.add(id);
    for (let times = 0; times < 2; times += 1) {
      await provider.void(connection, sale([4_000n]));
      await provider.void(connection, note([-1_000n]));
    }
    expect(standIn.transactions.get(`${INVOICE}_voided`)?.tax).toBe(-840);
    expect(standIn.transactions.get('cn_1_voided')?.tax).toBe(210);
    expect(standIn.netTax).toBe(0);
  });

  test('a document that can neither be voided nor negated is a refusal', async () => {
    const frozen = { status: 409, body: { type: 'transactionFrozenForFiling' } };
    standIn.faults.push(frozen, frozen);
    await expect(provider.void(connection, sale())).rejects.toMatchObject({
      refusalClass: 'refused',
      errorCode: 'transactionFrozenForFiling',
    });
  });
});

describe('a check', () => {
  test('a check passes where only its sale is refused', async () => {
    expect(await provider.check(connection)).toEqual({});
    expect(standIn.calls[0]?.body.lineItems[0]).toMatchObject({ amount: 0 });
    expect(standIn.transactions.size).toBe(0);
  });

  test.each<[StandInFault, string]>([
    [{ status: 401, body: 'Invalid API key.' }, 'unauthorized'],
    [{ status: 403, body: 'No.' }, 'unauthorized'],
    [{ status: 404, body: 'Not found.' }, 'status_404'],
    [{ status: 503, body: '' }, 'unavailable'],
  ])('a check fails for %j', async (fault, errorCode) => {
    standIn.faults.push(fault);
    await expect(provider.check(connection)).rejects.toMatchObject({ errorCode });
  });
});

describe('calls that fail', () => {
  const conflict = (type: string, members = {}): StandInFault => ({
    status: 409,
    body: { type, ...members },
  });

  test.each<[StandInFault, string, string]>([
    ['close', 'retriable', 'network'],
    ['html', 'retriable', 'invalid_answer'],
    ['cut', 'retriable', 'invalid_answer'],
    ['wrong types', 'retriable', 'invalid_answer'],
    ['foreign ids', 'retriable', 'invalid_answer'],
    [{ status: 200, body: { lineItems: [{ id: 'fee1', jurises: 'none' }] } }, 'retriable', 'invalid_answer'],
    [{ status: 401, body: 'Invalid API key.' }, 'configuration', 'unauthorized'],
    [{ status: 403, body: 'No.' }, 'configuration', 'unauthorized'],
    [{ status: 400, body: 'lineItems: required' }, 'refused', 'invalid_request'],
    [conflict('customerAddressCouldNotResolve'), 'refused', 'customerAddressCouldNotResolve'],
    [
      conflict('productExternalIdUnknown', { productExternalId: 'saas' }),
      'refused',
      'productExternalIdUnknown',
    ],
    [conflict('externalServiceError'), 'retriable', 'externalServiceError'],
    [{ status: 429, body: 'Slow down.' }, 'rate_limited', 'rate_limited'],
    [{ status: 500, body: '' }, 'retriable', 'unavailable'],
    [{ status: 502, body: '<html>Bad Gateway</html>' }, 'retriable', 'unavailable'],
  ])('a commit that is answered %j is %s: %s', async (fault, refusalClass, errorCode) => {
    standIn.faults.push(fault);
    await expect(provider.commit(connection, sale())).rejects.toMatchObject({ refusalClass, errorCode });
  });

  test('a refusal has the words of Anrok', async () => {
    standIn.products.clear();
    await expect(provider.commit(connection, sale())).rejects.toMatchObject({
      message: 'Anrok answered productExternalIdUnknown for saas.',
    });
    standIn.faults.push({ status: 429, body: 'Slow down.', headers: { 'retry-after': '3' } });
    await expect(provider.commit(connection, sale())).rejects.toMatchObject({
      message: 'Slow down.',
      retryAfterMs: 3_000,
    });
  });

  test.each<StandInFault>(['hang', 'late'])('a preview waits for no answer that is %s', async (fault) => {
    standIn.faults.push(fault);
    await expect(provider.estimate(connection, sale(), 200)).rejects.toMatchObject({ errorCode: 'timeout' });
  });

  test.each<StandInFault>(['html', 'cut'])(
    'a lost answer, %s, and its repetition have one effect',
    async (fault) => {
      standIn.faults.push(fault);
      await expect(provider.commit(connection, sale())).rejects.toMatchObject({
        errorCode: 'invalid_answer',
      });
      await provider.commit(connection, sale());
      expect([...standIn.transactions.keys()]).toEqual([INVOICE]);
      expect(standIn.netTax).toBe(825);
    },
  );

  test('the key is in no error, and an address in a private network is not called', async () => {
    standIn.faults.push({ status: 400, body: 'Whatever' });
    const refusal: unknown = await provider.commit(connection, sale()).catch((error: unknown) => error);
    expect(JSON.stringify(refusal) + String(refusal)).not.toContain(standIn.apiKey);
    await expect(providerAt(standIn.url, false).commit(connection, sale())).rejects.toMatchObject({
      errorCode: 'network',
    });
    expect(standIn.calls).toHaveLength(1);
  });
});
