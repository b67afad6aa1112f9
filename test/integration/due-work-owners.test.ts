// Due work never outlives its customer and test clock, and whoever plans it waits for nobody but their deletion.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { systemActor } from '../../src/platform/actor.js';
import { createPlan, createTax, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { someoneWaits } from '../support/database.js';
import { WorkBook } from '../support/due-work.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';
import { until } from '../support/until.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const actor = () => systemActor(client.organizationId, null);
const dueKinds = async (customerId: string) => {
  const rows = await server.pool.sql<{ kind: string }[]>`
    select kind from due_work where customer_id = ${customerId} order by kind`;
  return rows.map(({ kind }) => kind);
};

/** A customer with a draft invoice, and the tax that it applies. */
async function drafted(): Promise<{ story: Story; tax: Resource }> {
  const tax = await createTax(client, { rate: 10 });
  const plan = await createPlan(client, { amount_cents: 3_100, pay_in_advance: true, tax_codes: [tax.code] });
  const story = await Story.begin(client, '2027-01-01T00:00:00Z', {
    billing_configuration: { invoice_grace_period: 10 },
  });
  await story.subscribe(plan);
  await story.advance('2027-01-01T00:01:00Z');
  return { story, tax };
}

const changeRate = ({ code }: Resource) => client.put(`/taxes/${code}`, { tax: { rate: 20 } });

test('the database refuses due work of a customer or test clock that does not exist', async () => {
  const live = await WorkBook.open(server, client, null);
  const insert = (customerId: string, clockId: string | null) => server.pool.sql`
    insert into due_work (id, organization_id, due_at, kind, subject_id, customer_id, test_clock_id)
    values (${randomUUID()}, ${client.organizationId}, now(), 'trial_end', ${randomUUID()}, ${customerId}, ${clockId})`;
  await expect(insert(randomUUID(), null)).rejects.toMatchObject({ constraint_name: 'due_work_customer_fk' });
  const elsewhere = insert(live.customerId, randomUUID());
  await expect(elsewhere).rejects.toMatchObject({ constraint_name: 'due_work_clock_fk' });
});

test('the refresh of a draft is planned while its customer and test clock are locked', async () => {
  const { story, tax } = await drafted();
  const { customerLocks, testClocks } = server.app.services;
  await server.pool.db.transaction(async (tx) => {
    await customerLocks.lock(tx, actor(), story.customer.svc_id);
    await testClocks.lock(tx, actor(), story.clock.svc_id);
    expect((await changeRate(tax)).status).toBe(200);
  });
  expect(await dueKinds(story.customer.svc_id)).toContain('draft_refresh');
});

test('a change that affects a draft of a customer who is just being deleted leaves no work behind', async () => {
  const { story, tax } = await drafted();
  let change: ReturnType<typeof changeRate> | undefined;
  await server.pool.db.transaction(async (tx) => {
    await server.app.services.clockRemoval.remove(tx, actor(), story.clock.svc_id);
    change = changeRate(tax);
    await until(() => someoneWaits(server.pool));
  });
  expect((await change)?.status).toBe(200);
  expect(await dueKinds(story.customer.svc_id)).toEqual([]);
});

test('work that is planned while a test clock is being deleted is deleted too', async () => {
  const { story, tax } = await drafted();
  let removal: Promise<{ status: number }> | undefined;
  await server.pool.db.transaction(async (tx) => {
    await server.app.services.drafts.scheduleRefreshes(tx, actor(), { taxId: tax.svc_id });
    removal = client.delete(`/test_clocks/${story.clock.svc_id}`);
    await until(() => someoneWaits(server.pool));
  });
  expect((await removal)?.status).toBe(200);
  expect(await dueKinds(story.customer.svc_id)).toEqual([]);
});
