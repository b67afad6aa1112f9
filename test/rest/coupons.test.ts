// Coupons: coupons.md §1, §9.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  applyCoupon,
  createCoupon,
  createCustomer,
  createMetric,
  createPlan,
  unique,
} from '../support/builders.js';
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

const FIXED = {
  name: 'Welcome',
  coupon_type: 'fixed_amount',
  amount_cents: 500,
  amount_currency: 'EUR',
  frequency: 'once',
  expiration: 'no_expiration',
};
const PERCENTAGE = {
  ...FIXED,
  coupon_type: 'percentage',
  amount_cents: null,
  amount_currency: null,
  percentage_rate: '10',
};

const create = (coupon: object, caller = client) => caller.post('/coupons', { coupon });
const put = (code: string, coupon: object) => client.put(`/coupons/${code}`, { coupon });
/** A day far ahead, so that the wall clock does not matter. */
const onDay = (day: number) => `2100-01-0${String(day)}T00:00:00Z`;

describe('coupons over REST', () => {
  test('a coupon is created, read, changed and deleted; its code is free again', async () => {
    const created = await create({ ...FIXED, code: 'welcome', description: 'For new customers' });
    expect(created.body.coupon).toEqual({
      ...FIXED,
      code: 'welcome',
      svc_id: expect.any(String),
      description: 'For new customers',
      reusable: true,
      limited_plans: false,
      plan_codes: [],
      limited_billable_metrics: false,
      billable_metric_codes: [],
      percentage_rate: null,
      frequency_duration: null,
      expiration_at: null,
      created_at: expect.any(String),
      terminated_at: null,
    });
    expect((await client.get('/coupons/welcome')).body).toEqual(created.body);

    const members = {
      code: 'hello',
      coupon_type: 'percentage',
      percentage_rate: '12.345678',
      frequency: 'recurring',
    };
    const changed = await put('welcome', { ...members, frequency_duration: 3, reusable: false });
    expect(changed.body.coupon).toEqual({
      ...created.body.coupon,
      ...members,
      percentage_rate: '12.34568',
      frequency_duration: 3,
      reusable: false,
    });
    expect((await client.delete('/coupons/hello')).body).toEqual(changed.body);
    expect(await client.get('/coupons/hello')).toMatchObject({
      status: 404,
      body: { code: 'coupon_not_found' },
    });
    for (const call of [put('hello', { name: 'Hi' }), client.delete('/coupons/hello')])
      expect((await call).body.code).toBe('coupon_not_found');
    expect((await create({ ...FIXED, code: 'hello' })).status).toBe(200);
  });

  test.each<[object, Record<string, string[]>]>([
    [{}, { code: ['value_is_mandatory'] }],
    [{ code: 'x', name: null }, { name: ['value_is_mandatory'] }],
    [{ code: 'x', coupon_type: 'gift' }, { coupon_type: ['value_is_invalid'] }],
    [
      { code: 'x', coupon_type: 'gift', amount_cents: null, frequency: 'often' },
      { coupon_type: ['value_is_invalid'], frequency: ['value_is_invalid'] },
    ],
    [{ code: 'x', coupon_type: undefined }, { coupon_type: ['value_is_invalid'] }],
    [{ code: 'x', frequency: undefined }, { frequency: ['value_is_invalid'] }],
    [{ code: 'x', expiration: undefined }, { expiration: ['value_is_invalid'] }],
    [{ code: 'x', amount_cents: null }, { amount_cents: ['value_is_mandatory'] }],
    [{ code: 'x', amount_cents: 0 }, { amount_cents: ['value_is_out_of_range'] }],
    [{ code: 'x', amount_currency: null }, { amount_currency: ['value_is_mandatory'] }],
    [{ code: 'x', amount_currency: 'EURO' }, { amount_currency: ['value_is_invalid'] }],
    [{ code: 'x', coupon_type: 'percentage' }, { percentage_rate: ['value_is_mandatory'] }],
    [{ code: 'x', percentage_rate: 'ten' }, { percentage_rate: ['value_is_invalid'] }],
    [{ code: 'x', percentage_rate: '-1' }, { percentage_rate: ['value_is_out_of_range'] }],
    [{ code: 'x', percentage_rate: '0.000001' }, { percentage_rate: ['value_is_out_of_range'] }],
    [{ code: 'x', frequency: 'recurring' }, { frequency_duration: ['value_is_mandatory'] }],
    [
      { code: 'x', frequency: 'recurring', frequency_duration: 0 },
      { frequency_duration: ['value_is_out_of_range'] },
    ],
    [{ code: 'x', expiration_at: 'soon' }, { expiration_at: ['invalid_date'] }],
    [{ code: 'x', expiration_at: '2020-01-01T00:00:00Z' }, { expiration_at: ['invalid_date'] }],
    [{ code: 'x', reusable: null }, { reusable: ['value_is_reserved'] }],
  ])('a coupon over REST is refused with %j: %j', async (over, details) => {
    const { status, body } = await create({ ...FIXED, ...over });
    expect([status, body.error_details]).toEqual([422, details]);
    expect((await client.get('/coupons/x')).status).toBe(404);
  });

  test('a code is unique, and what a change sends is checked as for a new coupon', async () => {
    const [one, other] = [await createCoupon(client), await createCoupon(client)];
    const taken = { code: ['value_already_exist'] };
    expect((await create({ ...FIXED, code: one.code })).body.error_details).toEqual(taken);
    expect((await put(other.code, { code: one.code })).body.error_details).toEqual(taken);
    const refused = await put(one.code, { coupon_type: 'percentage', frequency: 'recurring' });
    expect(refused.body.error_details).toEqual({
      percentage_rate: ['value_is_mandatory'],
      frequency_duration: ['value_is_mandatory'],
    });
    expect((await client.get(`/coupons/${one.code}`)).body.coupon).toEqual(one);
  });

  test('a coupon is limited to plans or to metrics; an empty list removes the limit of its kind', async () => {
    const [plan, metric] = [await createPlan(client), await createMetric(client)];
    const planned = { plan_codes: [plan.code, null, plan.code], billable_metric_codes: [] };
    const { code, ...created } = await createCoupon(client, { applies_to: planned });
    expect(created).toMatchObject({
      limited_plans: true,
      plan_codes: [plan.code],
      limited_billable_metrics: false,
    });

    const limited = async (applies_to: object) => (await put(code, { applies_to })).body.coupon;
    expect(await limited({ billable_metric_codes: [] })).toMatchObject({ plan_codes: [plan.code] });
    expect(await limited({ billable_metric_codes: [metric.code] })).toMatchObject({
      limited_plans: false,
      plan_codes: [],
      limited_billable_metrics: true,
      billable_metric_codes: [metric.code],
    });
    expect(await limited({ billable_metric_codes: [] })).toMatchObject({
      limited_billable_metrics: false,
      billable_metric_codes: [],
    });
  });

  test('a coupon over REST is refused for unknown plans, then unknown metrics, then both kinds', async () => {
    const [plan, metric] = [await createPlan(client), await createMetric(client)];
    const refusal = async (plan_codes: string[], billable_metric_codes: string[]) => {
      const applies_to = { plan_codes, billable_metric_codes };
      const { status, body } = await create({ ...FIXED, code: unique('limited'), applies_to });
      return [status, body.code];
    };
    expect(await refusal(['none'], ['none'])).toEqual([404, 'plans_not_found']);
    expect(await refusal([plan.code], ['none'])).toEqual([404, 'billable_metrics_not_found']);
    expect(await refusal([plan.code], [metric.code])).toEqual([
      405,
      'only_one_limitation_type_per_coupon_allowed',
    ]);
  });

  test('a coupon that is applied changes only its name, description and expiration', async () => {
    const coupon = await createCoupon(client);
    await applyCoupon(client, await createCustomer(client), coupon);
    const expiration_at = onDay(7);
    const editable = { name: 'Hi', description: 'New', expiration: 'time_limit', expiration_at };
    const ignored = { code: 'other', amount_cents: -5, frequency: 'forever', reusable: false };
    const { body } = await put(coupon.code, {
      ...editable,
      ...ignored,
      applies_to: { plan_codes: ['none'] },
    });
    expect(body.coupon).toEqual({ ...coupon, ...editable });
    expect((await put(coupon.code, { expiration_at: '2020-01-01' })).status).toBe(422);
  });

  test('coupons over REST are listed active ones first, then without expiration, then by expiration, then newest first', async () => {
    const caller = await server.organization();
    const limit = (days: number) => ({ expiration: 'time_limit', expiration_at: onDay(days) });
    const later = await createCoupon(caller, limit(9));
    const sooner = await createCoupon(caller, limit(3));
    const older = await createCoupon(caller);
    const newer = await createCoupon(caller, PERCENTAGE);
    const gone = await createCoupon(caller);
    await caller.delete(`/coupons/${gone.code}`);
    const codes = async (query: string) =>
      (await caller.get(`/coupons?${query}`)).body.coupons.map(({ code }: { code: string }) => code);
    const expected = [newer.code, older.code, sooner.code, later.code];
    expect(await codes('')).toEqual(expected);
    expect([...(await codes('per_page=2')), ...(await codes('per_page=2&page=2'))]).toEqual(expected);
  });
});
