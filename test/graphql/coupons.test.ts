// Coupons over GraphQL: what REST does not have, and the end of their time (coupons.md §1).
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { applyCoupon, createCoupon, createCustomer, createPlan, type Resource } from '../support/builders.js';
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

async function ask(document: string, variables: Record<string, unknown> = {}): Promise<Resource> {
  const { data, errors } = await client.graphql(document, variables);
  expect(errors).toBeUndefined();
  return data;
}

describe('coupons over GraphQL', () => {
  test('coupons over GraphQL lead to plans, customers and what was applied', async () => {
    const plan = await createPlan(client);
    const coupon = await createCoupon(client, {
      coupon_type: 'percentage',
      percentage_rate: '12.5',
      applies_to: { plan_codes: [plan.code] },
    });
    const customer = await createCustomer(client);
    const applied = await applyCoupon(client, customer, coupon);
    const data = await ask(
      `query ($code: String!, $customer: String!, $id: ID!) {
        coupon(code: $code) {
          status percentageRate plans { code } billableMetrics { code }
          appliedCoupons(first: 5, filter: { status: active }) { totalCount nodes { customer { externalId } } }
        }
        customer(externalId: $customer) { appliedCoupons(first: 5, search: "welc") { nodes { coupon { code } } } }
        appliedCoupon(id: $id) { status percentageRate amount { amountCents } credits { amountCents } }
        elsewhere: appliedCoupon(id: $id, externalCustomerId: $customer) { id }
      }`,
      { code: coupon.code, customer: customer.external_id, id: applied.svc_id },
    );
    expect(data).toEqual({
      coupon: {
        status: 'active',
        percentageRate: '12.5',
        plans: [{ code: plan.code }],
        billableMetrics: [],
        appliedCoupons: { totalCount: 1, nodes: [{ customer: { externalId: customer.external_id } }] },
      },
      customer: { appliedCoupons: { nodes: [{ coupon: { code: coupon.code } }] } },
      appliedCoupon: { status: 'active', percentageRate: '12.5', amount: expect.anything(), credits: [] },
      elsewhere: { id: applied.svc_id },
    });
  });

  test('coupons over GraphQL are terminated by hand; what was applied stays', async () => {
    const coupon = await createCoupon(client);
    const customer = await createCustomer(client);
    const applied = await applyCoupon(client, customer, coupon);
    const terminate = `mutation ($id: ID!) { terminateCoupon(input: {id: $id}) { coupon { status terminatedAt } } }`;
    const first = await ask(terminate, { id: coupon.svc_id });
    expect(first.terminateCoupon.coupon).toEqual({ status: 'terminated', terminatedAt: expect.any(String) });
    expect(await ask(terminate, { id: coupon.svc_id })).toEqual(first);
    const refused = await client.post('/applied_coupons', {
      applied_coupon: { external_customer_id: customer.external_id, coupon_code: coupon.code },
    });
    expect([refused.status, refused.body.code]).toEqual([404, 'coupon_not_found']);
    const { body } = await client.get(`/customers/${customer.external_id}/applied_coupons`);
    expect(body.applied_coupons).toEqual([{ ...applied, coupon_status: 'terminated', credits: [] }]);
    const edited = await client.put(`/coupons/${coupon.code}`, {
      coupon: { expiration: 'no_expiration', name: 'Over' },
    });
    expect(edited.body.coupon).toMatchObject({ name: 'Over', terminated_at: expect.any(String) });
  });

  test('coupons over GraphQL end when their time is over, in every organization; those without a limit do not', async () => {
    const other = await server.organization();
    const limited = { expiration: 'time_limit', expiration_at: '2100-01-01T00:00:00Z' };
    const [ours, theirs] = [await createCoupon(client, limited), await createCoupon(other, limited)];
    const endless = await createCoupon(client, { expiration_at: '2100-01-01T00:00:00Z' });
    await server.pool
      .sql`update coupons set expiration_at = '2020-01-01' where id in (${ours.svc_id}, ${theirs.svc_id}, ${endless.svc_id})`;
    await server.app.services.coupons.terminateExpired();
    expect((await client.get(`/coupons/${ours.code}`)).body.coupon.terminated_at).not.toBeNull();
    expect((await other.get(`/coupons/${theirs.code}`)).body.coupon.terminated_at).not.toBeNull();
    expect((await client.get(`/coupons/${endless.code}`)).body.coupon.terminated_at).toBeNull();
  });
});
