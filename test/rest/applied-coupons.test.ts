// Coupons of customers: coupons.md §2, §3, §6, §9.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  applyCoupon,
  createCoupon,
  createCustomer,
  createMetric,
  createPlan,
  perCall,
  type Resource,
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

const apply = (customer: Resource, coupon: Resource, over: object = {}) =>
  client.post('/applied_coupons', {
    applied_coupon: { external_customer_id: customer.external_id, coupon_code: coupon.code, ...over },
  });
const listed = async (query: string, caller = client): Promise<Resource[]> =>
  (await caller.get(`/applied_coupons${query}`)).body.applied_coupons;
const ofCustomer = ({ external_id }: Resource, query = '') =>
  client.get(`/customers/${external_id}/applied_coupons?${query}`);
const ids = (applied: readonly Resource[]) => applied.map(({ svc_id }) => svc_id);

describe('coupons of customers over REST', () => {
  test('a coupon is applied with its values, or with those sent', async () => {
    const customer = await createCustomer(client, { currency: null });
    const coupon = await createCoupon(client, { description: 'Hello' });
    const { body } = await apply(customer, coupon);
    const plain = {
      svc_id: expect.any(String),
      svc_coupon_id: coupon.svc_id,
      coupon_code: coupon.code,
      coupon_name: 'Welcome',
      coupon_description: 'Hello',
      coupon_status: 'active',
      coupon_deleted_at: null,
      svc_customer_id: customer.svc_id,
      external_customer_id: customer.external_id,
      status: 'active',
      amount_cents: 1_000,
      amount_cents_remaining: 1_000,
      amount_currency: 'EUR',
      percentage_rate: null,
      frequency: 'once',
      frequency_duration: null,
      frequency_duration_remaining: null,
      expiration_at: null,
      created_at: expect.any(String),
      terminated_at: null,
    };
    expect(body.applied_coupon).toEqual(plain);
    expect((await client.get(`/customers/${customer.external_id}`)).body.customer.currency).toBe('EUR');

    const over = { amount_cents: 0, amount_currency: 'USD', frequency: 'recurring', frequency_duration: 4 };
    const overridden = await applyCoupon(client, customer, coupon, over);
    expect(overridden).toEqual({
      ...plain,
      ...over,
      amount_cents_remaining: null,
      frequency_duration_remaining: 4,
    });
    expect(await listed(`?external_customer_id=${customer.external_id}`)).toEqual([
      { ...overridden, credits: [] },
      { ...body.applied_coupon, credits: [] },
    ]);
  });

  test('an application of a coupon refuses an unknown customer, then a coupon that is unknown, deleted or over for the customer', async () => {
    const customer = await createCustomer(client);
    const coupon = await createCoupon(client);
    const refusal = async (who: Resource, what: Resource) => (await apply(who, what)).body.code;
    expect(await refusal({ external_id: 'nobody' }, { code: 'none' })).toBe('customer_not_found');
    expect(await refusal(customer, { code: 'none' })).toBe('coupon_not_found');
    await client.delete(`/coupons/${coupon.code}`);
    expect(await refusal(customer, coupon)).toBe('coupon_not_found');

    const expiring = await createCoupon(client, {
      expiration: 'time_limit',
      expiration_at: '2100-01-01T00:00:00Z',
    });
    const clock = (await client.post('/test_clocks', { test_clock: { frozen_time: '2100-01-02T00:00:00Z' } }))
      .body;
    const late = await createCustomer(client, { test_clock_id: clock.test_clock.svc_id });
    expect(await refusal(late, expiring)).toBe('coupon_not_found');
    expect((await apply(customer, expiring)).status).toBe(200);
  });

  test('an application of a coupon refuses a limited coupon that overlaps with an active one of the customer', async () => {
    const [metric, other] = [await createMetric(client), await createMetric(client)];
    const plan = await createPlan(client, { charges: [perCall(metric)] });
    const coupons = {
      plan: await createCoupon(client, { applies_to: { plan_codes: [plan.code] } }),
      metric: await createCoupon(client, { applies_to: { billable_metric_codes: [metric.code] } }),
      other: await createCoupon(client, { applies_to: { billable_metric_codes: [other.code] } }),
      all: await createCoupon(client),
    };
    const second = async (first: keyof typeof coupons, then: keyof typeof coupons) => {
      const customer = await createCustomer(client);
      const applied = await applyCoupon(client, customer, coupons[first]);
      const { status, body } = await apply(customer, coupons[then]);
      await client.delete(`/customers/${customer.external_id}/applied_coupons/${applied.svc_id}`);
      // One that has ended overlaps with nothing.
      if (status !== 200) expect((await apply(customer, coupons[then])).status).toBe(200);
      return status === 200 ? 200 : [status, body.code];
    };
    const overlapping = [405, 'plan_overlapping'];
    expect(await second('plan', 'plan')).toEqual(overlapping);
    expect(await second('metric', 'metric')).toEqual(overlapping);
    expect(await second('plan', 'metric')).toEqual(overlapping);
    expect(await second('metric', 'plan')).toEqual(overlapping);
    expect(await second('other', 'plan')).toBe(200);
    expect(await second('all', 'metric')).toBe(200);
    expect(await second('metric', 'all')).toBe(200);
    expect(await second('all', 'all')).toBe(200);
  });

  test('a coupon that is not reusable is applied once to a customer, however many ask at the same time', async () => {
    const coupon = await createCoupon(client, { reusable: false });
    const customer = await createCustomer(client);
    const answers = await Promise.all(Array.from({ length: 20 }, () => apply(customer, coupon)));
    const [refused] = answers.filter(({ status }) => status !== 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refused).toMatchObject({
      status: 422,
      body: { error_details: { coupon: ['coupon_is_not_reusable'] } },
    });
    const [applied] = (await ofCustomer(customer)).body.applied_coupons;
    await client.delete(`/customers/${customer.external_id}/applied_coupons/${applied.svc_id}`);
    expect((await apply(customer, coupon)).status).toBe(422);
    expect((await apply(await createCustomer(client), coupon)).status).toBe(200);
  });

  test.each<[object, Record<string, string[]>]>([
    [{ amount_cents: -1 }, { amount_cents: ['value_is_out_of_range'] }],
    [{ amount_currency: 'EURO' }, { amount_currency: ['value_is_invalid'] }],
    [{ percentage_rate: '-1' }, { percentage_rate: ['value_is_out_of_range'] }],
    [{ frequency: 'weekly' }, { frequency: ['value_is_invalid'] }],
    [
      { frequency: 'recurring' },
      { frequency_duration: ['value_is_mandatory'], frequency_duration_remaining: ['value_is_mandatory'] },
    ],
    [
      { frequency: 'recurring', frequency_duration: 0 },
      { frequency_duration: ['value_is_mandatory'], frequency_duration_remaining: ['value_is_mandatory'] },
    ],
  ])('an application of a coupon refuses %j: %j', async (over, details) => {
    const customer = await createCustomer(client);
    const { status, body } = await apply(customer, await createCoupon(client), over);
    expect([status, body.error_details]).toEqual([422, details]);
    expect((await ofCustomer(customer)).body.applied_coupons).toEqual([]);
  });

  test('a coupon is taken from the customer who has it; a second time changes nothing', async () => {
    const [customer, stranger] = [await createCustomer(client), await createCustomer(client)];
    const applied = await applyCoupon(client, customer, await createCoupon(client));
    const take = ({ external_id }: Resource, id = applied.svc_id) =>
      client.delete(`/customers/${external_id}/applied_coupons/${id}`);
    expect((await take({ external_id: 'nobody' })).body.code).toBe('customer_not_found');
    expect((await take(stranger)).body.code).toBe('applied_coupon_not_found');
    expect((await take(customer, 'none')).body.code).toBe('applied_coupon_not_found');
    const { body } = await take(customer);
    expect(body.applied_coupon).toEqual({
      ...applied,
      status: 'terminated',
      terminated_at: expect.any(String),
    });
    expect((await take(customer)).body).toEqual(body);
    const entries = await client.get(`/activity_logs?resource_ids[]=${applied.svc_coupon_id}`);
    expect(
      entries.body.activity_logs.map((entry: Resource) => [entry.activity_type, entry.resource_type]),
    ).toEqual([
      ['applied_coupon.deleted', 'Coupon'],
      ['applied_coupon.created', 'Coupon'],
      ['coupon.created', 'Coupon'],
    ]);
  });

  test('the coupon that is deleted ends for all customers', async () => {
    const coupon = await createCoupon(client);
    const customers = [await createCustomer(client), await createCustomer(client)];
    for (const customer of customers) await applyCoupon(client, customer, coupon);
    await client.delete(`/coupons/${coupon.code}`);
    const applied = await listed(`?coupon_code[]=${coupon.code}`);
    expect(applied.map((each) => [each.status, each.coupon_deleted_at])).toEqual(
      customers.map(() => ['terminated', expect.any(String)]),
    );
    const types = (await client.get(`/activity_logs?resource_ids[]=${coupon.svc_id}`)).body.activity_logs;
    expect(
      types.map((entry: Resource) => [entry.activity_type, entry.external_customer_id]).toSorted(),
    ).toEqual(
      [
        ...customers.flatMap(({ external_id }) => [
          ['applied_coupon.created', external_id],
          ['applied_coupon.deleted', external_id],
        ]),
        ['coupon.created', null],
        ['coupon.deleted', null],
      ].toSorted(),
    );
  });

  test('coupons of customers over REST are listed by customer, status and coupon; those of deleted customers are hidden', async () => {
    const [one, other] = [await createCoupon(client), await createCoupon(client)];
    const [customer, leaving] = [await createCustomer(client), await createCustomer(client)];
    const first = await applyCoupon(client, customer, one);
    const second = await applyCoupon(client, customer, other);
    await applyCoupon(client, leaving, one);
    await client.delete(`/customers/${leaving.external_id}`);
    await client.delete(`/customers/${customer.external_id}/applied_coupons/${first.svc_id}`);

    const found = async (query: string) => ids((await ofCustomer(customer, query)).body.applied_coupons);
    expect(await found('')).toEqual([second.svc_id, first.svc_id]);
    expect(await found('status=active')).toEqual([second.svc_id]);
    expect(await found(`coupon_code[]=${one.code}`)).toEqual([first.svc_id]);
    expect((await ofCustomer(customer, 'status=lost')).body.error_details).toEqual({
      status: ['value_is_invalid'],
    });
    expect((await ofCustomer({ external_id: unique('nobody') })).body.code).toBe('customer_not_found');
    const ofOne = `?coupon_code[]=${one.code}&coupon_code[]=${other.code}`;
    expect(ids(await listed(`${ofOne}&status=terminated`))).toEqual([first.svc_id]);
    expect(ids(await listed(ofOne))).toEqual([second.svc_id, first.svc_id]);
    expect(await listed(`?external_customer_id=${leaving.external_id}`)).toEqual([]);
    expect(await listed('', await server.organization())).toEqual([]);
  });
});
