// The adapter of AvaTax against a stand-in: integrations.md §5, §7, §8, §16; §18 examples 4, 6, 10.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { CalledConnection } from '../../src/modules/integrations/adapters/calls/called-connection.js';
import { JsonCalls } from '../../src/modules/integrations/adapters/calls/json-calls.js';
import { AvalaraProvider } from '../../src/modules/integrations/adapters/tax/avalara-provider.js';
import { systemClock } from '../../src/platform/clock.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { AvalaraStandIn } from '../support/avalara-stand-in.js';
import type { StandInFault } from '../support/json-stand-in.js';
import { AT_ONCE, calledConnection, NO_ADDRESS, taxRequest, taxTexts } from '../support/tax-requests.js';

let standIn: AvalaraStandIn;
let provider: AvalaraProvider;
let connection: CalledConnection;

const providerAt = (url: string, allowPrivateNetworks = true) =>
  new AvalaraProvider(new JsonCalls(new OutgoingHttp({ allowPrivateNetworks }), systemClock, AT_ONCE), url);

beforeEach(async () => {
  standIn = await AvalaraStandIn.start();
  provider = providerAt(standIn.url);
  connection = calledConnection('avalara', {
    settings: { accountId: standIn.accountId, companyCode: 'NORTH', sandbox: true },
    secrets: { licenseKey: standIn.licenseKey },
  });
});
afterEach(() => standIn.stop());

const DENVER = { addressLine1: '1 Main St', city: 'Denver', state: 'CO', zipcode: '80202', country: 'US' };
const INVOICE = '0190a1b2-0000-7000-8000-000000000001';
const sale = (amounts: readonly bigint[] = [10_000n]) => taxRequest({ amounts, to: DENVER });
const note = (amounts: readonly bigint[]) =>
  taxRequest({
    amounts,
    to: DENVER,
    document: { type: 'credit_note', id: 'cn_1', originalId: INVOICE, date: '2027-06-01' },
  });
const statuses = () =>
  [...standIn.documents].map(([key, { status, version }]) => `${key}: ${status} ${version}`);

describe('a check', () => {
  test('a check finds the id of the company', async () => {
    expect(await provider.check(connection)).toEqual({ company: '7' });
  });

  test.each<[string, Partial<CalledConnection>, object]>([
    [
      'the key is wrong',
      { secrets: { licenseKey: 'other' } },
      { refusalClass: 'configuration', errorCode: 'unauthorized' },
    ],
    [
      'the company is unknown',
      { settings: { companyCode: "O'Neil & Sons" } },
      { refusalClass: 'refused', errorCode: 'company_not_found' },
    ],
  ])('a check fails where %s', async (_, over, error) => {
    const settings = { ...connection.settings, ...over.settings };
    await expect(provider.check({ ...connection, ...over, settings })).rejects.toMatchObject(error);
  });
});

describe('taxes of a document', () => {
  test('an estimate asks as the API says, and records nothing', async () => {
    const request = taxRequest({
      to: DENVER,
      amounts: [333n],
      line: { taxCode: 'SW054000', description: 'Team\0', units: '2.5' },
      customer: { taxIdentificationNumber: 'US1' },
      document: { purchaseOrderNumber: 'PO-1' },
    });
    const taxes = await provider.estimate(connection, request);
    expect([taxes.transactionId, ...taxTexts(taxes)]).toEqual([null, '0', ['0', 'reverse_charge 0: 0']]);
    expect(standIn.documents.size).toBe(0);
    expect(standIn.calls[0]).toMatchObject({
      method: 'POST',
      path: '/api/v2/transactions/create?$include=Lines,Details',
      body: {
        type: 'SalesOrder',
        companyCode: 'NORTH',
        code: INVOICE,
        commit: false,
        date: '2027-05-01',
        customerCode: 'acme',
        currencyCode: 'USD',
        businessIdentificationNo: 'US1',
        purchaseOrderNo: 'PO-1',
        addresses: {
          shipFrom: { line1: '1 Rue A', city: 'Montréal', region: 'QC', country: 'CA' },
          shipTo: { line1: '1 Main St', city: 'Denver', region: 'CO', country: 'US', postalCode: '80202' },
        },
        lines: [
          {
            number: 'fee1',
            quantity: 2.5,
            amount: 3.33,
            itemCode: 'saas',
            taxCode: 'SW054000',
            description: 'Team',
          },
        ],
      },
    });
    expect(standIn.calls[0]?.body).not.toHaveProperty('taxOverride');
  });

  // Example 4
  test.each<['line' | 'document', unknown]>([
    [
      'line',
      ['69', ['23', 'co_state_tax_7 7: 23'], ['23', 'co_state_tax_7 7: 23'], ['23', 'co_state_tax_7 7: 23']],
    ],
    [
      'document',
      ['70', ['23', 'co_state_tax_7 7: 23'], ['24', 'co_state_tax_7 7: 24'], ['23', 'co_state_tax_7 7: 23']],
    ],
  ])('taxes that AvaTax rounds by %s are taken as they come', async (rounding, expected) => {
    standIn.rounding = rounding;
    expect(taxTexts(await provider.commit(connection, sale([333n, 333n, 333n])))).toEqual(expected);
  });

  // Example 6
  test('taxes in yen are whole yen', async () => {
    standIn.rates.set('CO', [{ taxName: 'JCT', taxType: 'Vat', rate: '0.1' }]);
    standIn.decimals = 1;
    const request = taxRequest({
      amounts: [12_345n],
      to: DENVER,
      document: { currency: 'JPY', minorDigits: 0 },
    });
    expect(taxTexts(await provider.commit(connection, request))).toEqual([
      '1235',
      ['1235', 'jct_10 10: 1235'],
    ]);
    expect(standIn.calls[0]?.body.createTransactionModel.lines[0].amount).toBe(12_345);
  });

  test('taxes have one entry for the details of one name and rate, and none of a jurisdiction that taxes nothing', async () => {
    standIn.rates.set('CO', [
      { taxName: 'CO SPECIAL TAX', taxType: 'Sales', rate: '0.0110' },
      { taxName: 'CO SPECIAL TAX', taxType: 'Sales', rate: '0.011' },
      { taxName: 'CO COUNTY TAX', taxType: 'Use', rate: '0' },
    ]);
    const { lines } = await provider.commit(connection, sale());
    expect(lines[0]?.taxes).toHaveLength(1);
    const [tax] = lines[0]?.taxes ?? [];
    expect([tax?.code, tax?.name, tax?.description]).toEqual([
      'co_special_tax_1_1',
      'CO SPECIAL TAX',
      'Sales',
    ]);
    expect([tax?.amount.toFixed(), tax?.taxableAmount?.toFixed()]).toEqual(['220', '20000']);
  });

  test.each<[string, (standIn: AvalaraStandIn) => unknown]>([
    ['customer_exempt', ({ exempt }) => exempt.add('acme')],
    ['product_not_taxed', ({ untaxed }) => untaxed.add('SW054000')],
    ['not_collecting', ({ rates }) => [...rates.keys()].map((region) => rates.delete(region))],
    ['unknown_taxation', ({ rates }) => rates.set('CO', [{ taxName: 'TAX', taxType: 'Sales', rate: '0' }])],
    ['tax', ({ rates }) => rates.set('CO', [{ taxName: 'TAX', taxType: 'Sales', rate: '0.00001' }])],
  ])('taxes of 0 say why: %s', async (reason, prepare) => {
    prepare(standIn);
    const request = taxRequest({ to: DENVER, line: { taxCode: 'SW054000' } });
    expect(taxTexts(await provider.commit(connection, request))).toEqual(['0', ['0', `${reason} 0: 0`]]);
  });

  test('taxes of a seller without a country follow the place of the customer', async () => {
    const request = taxRequest({ to: DENVER, seller: { address: NO_ADDRESS } });
    await provider.commit(connection, request);
    expect(standIn.calls[0]?.body.createTransactionModel.addresses).toEqual({
      singleLocation: {
        line1: '1 Main St',
        city: 'Denver',
        region: 'CO',
        country: 'US',
        postalCode: '80202',
      },
    });
  });
});

describe('a recorded document', () => {
  test('a recorded document is replaced by a repetition', async () => {
    await provider.commit(connection, sale());
    const { transactionId } = await provider.commit(connection, sale());
    expect(transactionId).toBe('72');
    expect(statuses()).toEqual([`SalesInvoice ${INVOICE}: Committed 2`]);
  });

  test('a recorded document is given back by a credit note, at the rates of its day', async () => {
    await provider.commit(connection, sale());
    const { taxAmount } = await provider.refund(connection, note([-1_000n]));
    expect(taxAmount?.toFixed()).toBe('-70');
    expect(standIn.calls.at(-1)?.body).toMatchObject({
      adjustmentReason: 'Other',
      createTransactionModel: {
        type: 'ReturnInvoice',
        code: 'cn_1',
        referenceCode: INVOICE,
        date: '2027-06-01',
        taxOverride: { type: 'TaxDate', taxDate: '2027-05-01', reason: 'Credit note' },
        lines: [{ quantity: 1, amount: -10 }],
      },
    });
  });

  test('a recorded document is voided once, and one that is unknown counts as voided', async () => {
    const codes = { ...connection, settings: { ...connection.settings, companyCode: 'A/B+C?D%E#F' } };
    standIn.companies.set('A/B+C?D%E#F', 8);
    await provider.void(codes, sale());
    await provider.commit(codes, sale());
    await provider.refund(codes, note([-1_000n]));
    for (let times = 0; times < 2; times += 1) {
      await provider.void(codes, sale());
      await provider.void(codes, note([-1_000n]));
    }
    expect(statuses()).toEqual([`SalesInvoice ${INVOICE}: Cancelled 1`, 'ReturnInvoice cn_1: Cancelled 1']);
  });

  // Example 10
  test('a document in a filed return is opposed by another one: nothing remains', async () => {
    standIn.rates.set('CO', [{ taxName: 'VAT', taxType: 'Vat', rate: '0.21' }]);
    await provider.commit(connection, sale([4_000n]));
    await provider.refund(connection, note([-1_000n]));
    expect(standIn.netTax).toBe('6.3');
    for (const code of [INVOICE, 'cn_1']) standIn.locked.add(code);
    const today = { date: '2027-07-01' };
    const voided = sale([4_000n]);
    await provider.void(connection, { ...voided, document: { ...voided.document, ...today } });
    await provider.void(connection, note([-1_000n]));
    expect(standIn.netTax).toBe('0');
    expect(statuses()).toEqual([
      `SalesInvoice ${INVOICE}: Committed 1`,
      'ReturnInvoice cn_1: Committed 1',
      `ReturnInvoice ${INVOICE}_voided: Committed 1`,
      'SalesInvoice cn_1_voided: Committed 1',
    ]);
    expect(standIn.documents.get(`ReturnInvoice ${INVOICE}_voided`)?.model).toMatchObject({
      date: '2027-07-01',
      referenceCode: INVOICE,
      taxOverride: { type: 'TaxDate', taxDate: '2027-05-01', reason: 'Void' },
      lines: [{ amount: -40 }],
    });
  });
});

describe('calls that fail', () => {
  const json = (status: number, body: unknown = {}, headers = {}): StandInFault => ({
    status,
    body,
    headers,
  });

  test.each<[StandInFault, string, string]>([
    ['close', 'retriable', 'network'],
    ['html', 'retriable', 'invalid_answer'],
    ['cut', 'retriable', 'invalid_answer'],
    ['wrong types', 'retriable', 'invalid_answer'],
    ['foreign ids', 'retriable', 'invalid_answer'],
    [json(200, { lines: null }), 'retriable', 'invalid_answer'],
    [json(401), 'configuration', 'unauthorized'],
    [json(403, { error: { code: 'PermissionRequired' } }), 'configuration', 'PermissionRequired'],
    [
      json(400, { error: { code: 'BadRequest', details: [{ code: 'InvalidPostalCode' }] } }),
      'refused',
      'InvalidPostalCode',
    ],
    [
      json(404, { error: { code: 'EntityNotFoundError', details: 'none' } }),
      'refused',
      'EntityNotFoundError',
    ],
    [json(302, '', { location: 'http://127.0.0.1:1/' }), 'refused', 'status_302'],
    [json(429), 'rate_limited', 'rate_limited'],
    [json(500, { error: { code: 'ServerError' } }), 'retriable', 'ServerError'],
    [json(502, '<html>Bad Gateway</html>'), 'retriable', 'unavailable'],
  ])('a commit that is answered %j is %s: %s', async (fault, refusalClass, errorCode) => {
    standIn.faults.push(fault);
    await expect(provider.commit(connection, sale())).rejects.toMatchObject({ refusalClass, errorCode });
  });

  test('AvaTax says when it may be called again', async () => {
    standIn.faults.push(json(429, {}, { 'retry-after': '7' }));
    await expect(provider.commit(connection, sale())).rejects.toMatchObject({ retryAfterMs: 7_000 });
  });

  test('an address that is unknown is refused there', async () => {
    await expect(provider.commit(connection, taxRequest())).rejects.toMatchObject({
      refusalClass: 'refused',
    });
  });

  test.each<StandInFault>(['hang', 'late'])('a preview waits for no answer that is %s', async (fault) => {
    standIn.faults.push(fault);
    await expect(provider.estimate(connection, sale(), 200)).rejects.toMatchObject({
      refusalClass: 'retriable',
      errorCode: 'timeout',
    });
  });

  test.each<StandInFault>(['html', 'cut'])(
    'a lost answer, %s, and its repetition have one effect',
    async (fault) => {
      standIn.faults.push(fault);
      await expect(provider.commit(connection, sale())).rejects.toMatchObject({
        errorCode: 'invalid_answer',
      });
      await provider.commit(connection, sale());
      expect(statuses()).toEqual([`SalesInvoice ${INVOICE}: Committed 2`]);
      expect(standIn.netTax).toBe('7');
    },
  );

  test('a void whose answer is lost counts as done when it is repeated', async () => {
    await provider.commit(connection, sale());
    standIn.faults.push('cut');
    await expect(provider.void(connection, sale())).rejects.toMatchObject({ refusalClass: 'retriable' });
    expect(await provider.void(connection, sale())).toEqual({ transactionId: null, taxAmount: null });
    expect(standIn.netTax).toBe('0');
  });

  test('the license key is in no error, and an address in a private network is not called', async () => {
    standIn.faults.push(json(400, 'Whatever'));
    const refusal: unknown = await provider.commit(connection, sale()).catch((error: unknown) => error);
    expect(JSON.stringify(refusal) + String(refusal)).not.toContain(standIn.licenseKey);
    await expect(providerAt(standIn.url, false).commit(connection, sale())).rejects.toMatchObject({
      errorCode: 'network',
    });
    expect(standIn.calls).toHaveLength(1);
  });
});
