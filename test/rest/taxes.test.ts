import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

describe('taxes over REST', () => {
  test('a tax is created, read, changed, listed and deleted', async () => {
    const created = await client.post('/taxes', {
      tax: { name: 'VAT', code: 'vat', rate: '20.5', description: 'x' },
    });
    expect(created.status).toBe(200);
    expect(created.body.tax).toMatchObject({
      name: 'VAT',
      code: 'vat',
      rate: 20.5,
      description: 'x',
      applied_to_organization: false,
      applied_to_billing_entities_codes: [],
    });
    const read = await client.get('/taxes/vat');
    expect(read.body).toEqual(created.body);

    const updated = await client.put('/taxes/vat', { tax: { rate: 7, applied_to_organization: true } });
    expect(updated.body.tax).toMatchObject({
      code: 'vat',
      rate: 7,
      applied_to_organization: true,
      description: 'x',
    });
    expect(updated.body.tax.applied_to_billing_entities_codes).toEqual(['default']);

    const listed = await client.get('/taxes');
    expect(listed.body.taxes).toEqual([updated.body.tax]);
    expect(listed.body.meta).toEqual({
      current_page: 1,
      next_page: null,
      prev_page: null,
      total_pages: 1,
      total_count: 1,
    });

    const deleted = await client.delete('/taxes/vat');
    expect(deleted.body.tax.svc_id).toBe(created.body.tax.svc_id);
    const gone = await client.get('/taxes/vat');
    expect([gone.status, gone.body]).toEqual([
      404,
      { status: 404, error: 'Not Found', code: 'tax_not_found' },
    ]);
  });

  test('a tax has a category that fits its rate', async () => {
    const create = (tax: object) => client.post('/taxes', { tax: { name: 'n', ...tax } });
    const shown = async (answer: ReturnType<typeof create>) => {
      const { category, exemption_reason: reason } = (await answer).body.tax;
      return [category, reason];
    };
    expect(await shown(create({ code: 'standard', rate: 19 }))).toEqual(['S', null]);
    expect(await shown(create({ code: 'zero', rate: 0 }))).toEqual(['Z', null]);
    expect(await shown(create({ code: 'reverse', rate: 0, category: 'AE' }))).toEqual(['AE', null]);
    const exempt = { code: 'exempt', rate: 0, category: 'E', exemption_reason: 'Art. 135' };
    expect(await shown(create(exempt))).toEqual(['E', 'Art. 135']);
    for (const [sent, details] of [
      [{ rate: 5, category: 'AE' }, { category: ['value_is_invalid'] }],
      [{ rate: 0, category: 'S' }, { category: ['value_is_invalid'] }],
      [{ rate: 0, category: 'X' }, { category: ['value_is_invalid'] }],
      [{ rate: 0, category: 'E' }, { exemption_reason: ['value_is_mandatory'] }],
      [{ rate: 5, exemption_reason: 'r' }, { exemption_reason: ['value_must_be_blank'] }],
    ] as const) {
      expect((await create({ code: 'refused', ...sent })).body.error_details).toEqual(details);
    }
    const change = (tax: object) => client.put('/taxes/exempt', { tax });
    expect((await change({ rate: 7 })).body.error_details).toEqual({ category: ['value_is_invalid'] });
    expect((await change({ exemption_reason: null })).body.error_details).toEqual({
      exemption_reason: ['value_is_mandatory'],
    });
    expect(await shown(change({ category: 'O' }))).toEqual(['O', 'Art. 135']);
    expect(await shown(change({ category: null }))).toEqual(['Z', null]);
    expect(await shown(change({ rate: 7 }))).toEqual(['S', null]);
    for (const code of ['standard', 'zero', 'reverse', 'exempt']) await client.delete(`/taxes/${code}`);
  });

  test.each([
    [{}, 400, 'BadRequest: param is missing or the value is empty or invalid: tax'],
    [{ tax: {} }, 400, 'BadRequest: param is missing or the value is empty or invalid: tax'],
    [{ rate: 1 }, 400, 'BadRequest: param is missing or the value is empty or invalid: tax'],
  ])('the wrapper is needed: %j', async (body, status, error) => {
    const answer = await client.post('/taxes', body);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });

  test.each<[object, object, string]>([
    [
      { description: 'd' },
      { name: ['value_is_mandatory'], code: ['value_is_mandatory'], rate: ['value_is_mandatory'] },
      'every missing member is reported',
    ],
    [{ name: 'n', code: 'c', rate: 'many' }, { rate: ['value_is_invalid'] }, 'text that is no number'],
    [{ name: 'n', code: ['c'], rate: 1 }, { code: ['invalid_format'] }, 'a list in place of a scalar'],
    [{ name: 5, code: 'c', rate: 1 }, { name: ['value_is_invalid'] }, 'a number in place of text'],
    [{ name: 'n', code: 'c', rate: -1 }, { rate: ['value_is_out_of_range'] }, 'a negative rate'],
    [
      { name: ' ', code: 'c'.repeat(256), rate: 1 },
      { name: ['value_is_mandatory'], code: ['value_is_too_long'] },
      'blank and too long',
    ],
  ])('%j is refused: %j (%s)', async (tax, details) => {
    const answer = await client.post('/taxes', { tax });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      status: 422,
      error: 'Unprocessable Entity',
      code: 'validation_errors',
      error_details: details,
    });
  });
});
