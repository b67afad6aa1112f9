import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createPlan, type Resource, subscribe, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const put = (externalId: string, subscription: object, query = '', beside: object = {}) =>
  client.put(`/subscriptions/${externalId}${query}`, { subscription, ...beside });

async function messages({ svc_id }: Resource): Promise<string[]> {
  const rows = await server.pool.sql<{ webhook_type: string }[]>`
    select webhook_type from outbox_messages where object_id = ${svc_id} order by created_at, id`;
  return rows.map((row) => row.webhook_type);
}

describe('changing a subscription', () => {
  test('changing a subscription changes what is sent, clears what is null, and keeps the rest', async () => {
    const story = await Story.begin(client, '2027-01-01T00:00:00Z');
    const subscription = await story.subscribe(await createPlan(client), { purchase_order_number: 'PO 1' });
    const changes = {
      name: ' Gold ',
      ending_at: '2027-03-01T00:00:00Z',
      on_termination_invoice: 'skip',
      on_termination_credit_note: 'refund',
      consolidate_invoice: false,
      payment_method: { payment_method_type: 'manual' },
      billing_time: 'anniversary',
      external_id: 'other',
      subscription_at: '2026-01-01T00:00:00Z',
      plan_overrides: {},
    };
    const shown = {
      ...subscription,
      name: 'Gold',
      ending_at: '2027-03-01T00:00:00Z',
      on_termination_invoice: 'skip',
      consolidate_invoice: false,
      payment_method: { payment_method_type: 'manual', payment_method_id: null },
    };
    delete shown.plan;
    delete shown.applicable_usage_thresholds;
    const changed = await put(subscription.external_id, changes);
    expect(changed.body).toEqual({ subscription: shown });
    const cleared = await put(subscription.external_id, {
      name: null,
      ending_at: null,
      payment_method: null,
    });
    expect(cleared.body.subscription).toEqual({
      ...shown,
      name: null,
      ending_at: null,
      payment_method: null,
    });
    expect(await messages(subscription)).toEqual([
      'subscription.started',
      'subscription.updated',
      'subscription.updated',
    ]);
    const [entry] = await server.pool.sql`
      select activity_object_changes from activity_log_entries
      where resource_id = ${subscription.svc_id} order by logged_at desc, id desc limit 1`;
    expect(entry?.['activity_object_changes']).toEqual({
      name: ['Gold', null],
      ending_at: ['2027-03-01T00:00:00Z', null],
      payment_method: [{ payment_method_type: 'manual', payment_method_id: null }, null],
    });
    await story.advance('2027-04-01T00:00:00Z');
    expect((await client.get(`/subscriptions/${subscription.external_id}`)).status).toBe(200);
  });

  test('changing a subscription moves its end', async () => {
    const story = await Story.begin(client, '2027-01-01T00:00:00Z');
    const plan = await createPlan(client, { amount_cents: 2_800 });
    const { external_id } = await story.subscribe(plan, { ending_at: '2027-01-20T00:00:00Z' });
    await put(external_id, { ending_at: '2027-02-14T23:59:59Z' });
    await story.advance('2027-05-01T00:00:00Z');
    const amounts = (await story.listedInvoices()).map((invoice) => invoice.total_amount_cents);
    expect(amounts).toEqual([2_800, 1_400]);
  });

  test('changing a subscription moves a start that is awaited: later, to today, or into the past', async () => {
    const plan = await createPlan(client, { amount_cents: 3_100, pay_in_advance: true });
    const story = await Story.begin(client, '2027-01-10T12:00:00Z');
    const planned = { subscription_at: '2027-01-20T00:00:00Z' };
    const [later, today, past] = [
      await story.subscribe(plan, planned),
      await story.subscribe(plan, planned),
      await story.subscribe(plan, planned),
    ];
    const moved = await put(later.external_id, { subscription_at: '2027-01-25T00:00:00Z' });
    expect(moved.body.subscription).toMatchObject({ status: 'pending', started_at: null });
    const begun = await put(today.external_id, { subscription_at: '2027-01-10T23:00:00Z' });
    expect(begun.body.subscription).toMatchObject({
      status: 'active',
      started_at: '2027-01-10T23:00:00.000Z',
      activated_at: '2027-01-10T12:00:00Z',
    });
    const backdated = await put(past.external_id, { subscription_at: '2026-12-24T00:00:00Z' });
    expect(backdated.body.subscription.started_at).toBe('2026-12-24T00:00:00.000Z');
    expect(await messages(today)).toEqual(['subscription.updated', 'subscription.started']);
    // 22 of 31 days, and nothing for the past
    expect((await story.listedInvoices()).map((invoice) => invoice.total_amount_cents)).toEqual([2_200]);
    await story.advance('2027-01-25T00:00:00Z');
    // 7 of 31 days
    expect((await story.listedInvoices()).map((invoice) => invoice.total_amount_cents)).toEqual([2_200, 700]);
  });

  test('changing a subscription on the day of its start leaves it waiting for the instant', async () => {
    const story = await Story.begin(client, '2027-01-05T10:00:00Z');
    const planned = await story.subscribe(await createPlan(client, { pay_in_advance: true }), {
      subscription_at: '2027-01-07T15:00:00Z',
    });
    await story.advance('2027-01-07T09:00:00Z');
    for (const change of [{ name: 'Gold' }, { subscription_at: '2027-01-07T15:00:00Z' }]) {
      const { body } = await put(planned.external_id, change);
      expect(body.subscription).toMatchObject({ status: 'pending', started_at: null });
    }
    expect(await story.invoices()).toEqual([]);
    await story.advance('2027-01-07T16:00:00Z');
    const { body } = await client.get(`/subscriptions/${planned.external_id}`);
    expect(body.subscription).toMatchObject({ status: 'active', started_at: '2027-01-07T15:00:00.000Z' });
    expect((await story.invoices()).length).toBe(1);
  });
});

describe('which subscription', () => {
  test('the one of the status; without one the active, else the pending one; never one that has ended', async () => {
    const story = await Story.begin(client, '2027-01-01T00:00:00Z');
    const plan = await createPlan(client);
    const first = await story.subscribe(plan);
    const { external_id } = first;
    const codeOf = async (query: string, siblings: object = {}) =>
      (await put(external_id, { name: 'none' }, query, siblings)).body.code;
    expect(await codeOf('?status=pending')).toBe('subscription_not_found');
    expect(await codeOf('', { status: 'pending' })).toBe('subscription_not_found');
    expect((await put(external_id, { name: 'a' }, '?status=active')).body.subscription.svc_id).toBe(
      first.svc_id,
    );
    await client.delete(`/subscriptions/${external_id}`);
    for (const query of ['', '?status=active', '?status=pending'])
      expect(await codeOf(query)).toBe('subscription_not_found');
    // By its own id neither, also once another one has its external id
    expect((await put(first.svc_id, { name: 'none' })).body.code).toBe('subscription_not_found');

    const second = await story.subscribe(plan, { external_id, subscription_at: '2027-02-01T00:00:00Z' });
    expect((await put(first.svc_id, { name: 'none' })).body.code).toBe('subscription_not_found');
    expect(await codeOf('?status=active')).toBe('subscription_not_found');
    for (const answer of [
      await put(external_id, { name: 'none' }),
      await put(external_id, { name: 'one' }, '?status=pending'),
      await put(external_id, { name: 'two' }, '', { status: 'pending' }),
      await put(external_id, { name: 'three' }, '?status=active', { status: 'pending' }),
    ]) {
      expect(answer.body.subscription.svc_id).toBe(second.svc_id);
    }
    const read = await client.get(`/subscriptions/${external_id}?status=terminated`);
    expect(read.body.subscription).toMatchObject({ svc_id: first.svc_id, name: 'a' });
  });

  test('the one of two subscriptions with the status is meant, and without a status the active one', async () => {
    const story = await Story.begin(client, '2027-01-01T00:00:00Z');
    const active = await story.subscribe(await createPlan(client, { amount_cents: 3_100 }));
    const { external_id } = active;
    await story.subscribe(await createPlan(client, { amount_cents: 100 }), { external_id });
    const { subscription: pending } = (await client.get(`/subscriptions/${external_id}?status=pending`)).body;
    expect(pending.svc_id).not.toBe(active.svc_id);
    const changed = async (query: string, siblings: object = {}) =>
      (await put(external_id, { name: 'x' }, query, siblings)).body.subscription.svc_id;
    expect([await changed('?status=pending'), await changed('', { status: 'pending' })]).toEqual([
      pending.svc_id,
      pending.svc_id,
    ]);
    expect([await changed('?status=active'), await changed('')]).toEqual([active.svc_id, active.svc_id]);
  });

  test.each(['asleep', 'terminated', 'canceled', 'incomplete'])(
    'the status %s finds no subscription, and is refused',
    async (status) => {
      const { external_id } = await subscribe(client, { external_id: unique('c') }, await createPlan(client));
      const refused = { status: ['value_is_invalid'] };
      expect((await put(external_id, { name: 'x' }, '', { status })).body.error_details).toEqual(refused);
      expect((await put(external_id, { name: 'x' }, `?status=${status}`)).body.error_details).toEqual(
        refused,
      );
    },
  );

  test('a subscription of another organization, or an unknown one, is not found, nor is one without permission', async () => {
    const { external_id } = await subscribe(client, { external_id: unique('c') }, await createPlan(client));
    const body = { subscription: { name: 'x' } };
    const stranger = await server.organization();
    expect((await stranger.put(`/subscriptions/${external_id}`, body)).body.code).toBe(
      'subscription_not_found',
    );
    expect((await put('unknown', { name: 'x' })).status).toBe(404);
    const reader = await server.organization({ subscription: ['read'] });
    expect((await reader.put(`/subscriptions/${external_id}`, body)).status).toBe(403);
    expect((await client.put(`/subscriptions/${external_id}`, { subscription: {} })).status).toBe(400);
  });
});

describe('refused', () => {
  test.each<[object, object]>([
    [{ ending_at: 'soon' }, { ending_at: ['invalid_date'] }],
    [{ ending_at: '2020-01-01' }, { ending_at: ['invalid_date'] }],
    [{ on_termination_invoice: 'maybe' }, { on_termination_invoice: ['invalid_value'] }],
    [{ on_termination_credit_note: 'gift' }, { on_termination_credit_note: ['invalid_value'] }],
    [
      { name: 'x'.repeat(256), consolidate_invoice: null, subscription_at: null },
      {
        name: ['value_is_too_long'],
        consolidate_invoice: ['value_is_mandatory'],
        subscription_at: ['value_is_mandatory'],
      },
    ],
    [
      {
        plan_overrides: { usage_thresholds: [{ amount_cents: 1 }] },
        usage_thresholds: [{ amount_cents: 1 }],
      },
      {
        'plan_overrides.usage_thresholds': ['incompatible_params'],
        usage_thresholds: ['incompatible_params'],
      },
    ],
    [
      { plan_overrides: { amount_cents: null, name: '', trial_period: -1, amount_currency: 'XXX' } },
      {
        'plan_overrides.amount_currency': ['value_is_invalid'],
        'plan_overrides.amount_cents': ['value_is_mandatory'],
        'plan_overrides.name': ['value_is_mandatory'],
        'plan_overrides.trial_period': ['value_is_out_of_range'],
      },
    ],
    [{ payment_method: { payment_method_id: unique('pm') } }, { payment_method: ['invalid_payment_method'] }],
  ])('the update %j: %j', async (changes, details) => {
    const { external_id } = await subscribe(client, { external_id: unique('c') }, await createPlan(client));
    const answer = await put(external_id, changes);
    expect([answer.status, answer.body.error_details]).toEqual([422, details]);
  });

  test('an unknown billing entity', async () => {
    const { external_id } = await subscribe(client, { external_id: unique('c') }, await createPlan(client));
    const answer = await put(external_id, { billing_entity_code: 'none' });
    expect([answer.status, answer.body.code]).toEqual([404, 'billing_entity_not_found']);
  });
});

test('the same through GraphQL', async () => {
  const subscription = await subscribe(client, { external_id: unique('c') }, await createPlan(client));
  const update = (input: object) =>
    client.graphql(
      `mutation ($input: UpdateSubscriptionInput!) {
        updateSubscription(input: $input) { subscription { id name onTerminationInvoice } }
      }`,
      { input: { id: subscription.svc_id, ...input } },
    );
  const { data } = await update({ name: 'Gold', onTerminationInvoice: 'skip' });
  expect(data.updateSubscription.subscription).toEqual({
    id: subscription.svc_id,
    name: 'Gold',
    onTerminationInvoice: 'skip',
  });
  const refused = await update({ planOverrides: { amountCents: -1 } });
  expect(refused.errors?.[0].extensions.details).toEqual({
    'planOverrides.amountCents': ['value_is_out_of_range'],
  });
});
