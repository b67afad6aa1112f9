// The layers between the query builder and Postgres (docs/adr/0165).
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { customers } from '../../src/modules/customers/records/customer.table.js';
import { taxes } from '../../src/modules/taxes/tax.table.js';
import type { Db } from '../../src/platform/db/database.js';
import { savingLayers, TenantConnections } from '../../src/platform/db/layers/tenant-connections.js';
import { createCustomer, createTax } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { statementsOf } from '../support/statements.js';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
  await createTax(client, { code: 'vat', name: 'VAT' });
  await createCustomer(client, { external_id: 'ann', name: 'Ann' });
});
afterAll(() => server.stop());

/** What a process with these layers answers to three requests, and how many statements it sends for the last one. */
async function askThrice(which: readonly boolean[]): Promise<{ answers: unknown[]; statements: number }> {
  const saving = savingLayers().filter((_layer, index) => which[index]);
  const { gate } = server.connections.tenants;
  const tenants = new TenantConnections(server.pool.channel, {
    gate,
    mostReads: 1_000,
    hasWall: true,
    saving,
  });
  const answers: unknown[] = [];
  const ask = async () => answers.push(await request(tenants.forOrganization(client.organizationId)));
  await ask();
  await ask();
  const statements = await statementsOf([server.pool.sql], ask);
  return {
    answers,
    statements: statements.filter((text) => !/^(begin|commit|savepoint|rollback)/.test(text)).length,
  };
}

/** Reads alone, at once, again in a transaction, after a change, and after a change that is rolled back. */
async function request(db: Db): Promise<unknown> {
  const ofTax = and(eq(taxes.organizationId, client.organizationId), eq(taxes.code, 'vat'));
  const ofCustomer = and(
    eq(customers.organizationId, client.organizationId),
    eq(customers.externalId, 'ann'),
  );
  const taxOf = (on: Db) =>
    on.select({ name: taxes.name, percent: taxes.ratePercent }).from(taxes).where(ofTax);
  const both = (on: Db) =>
    Promise.all([
      taxOf(on),
      on.select({ name: customers.name, at: customers.createdAt }).from(customers).where(ofCustomer),
    ]);
  const alone = [await both(db), await taxOf(db)];
  const inside = await db.transaction(async (tx) => {
    const before = [await both(tx), await both(tx)];
    await tx.update(customers).set({ name: 'Bea' }).where(ofCustomer);
    const changed = await both(tx);
    const undone: unknown = await tx
      .transaction(async (part) => {
        await part.update(taxes).set({ name: 'GST' }).where(ofTax);
        throw new Error(JSON.stringify(await both(part)));
      })
      .catch((error: unknown) => (error as Error).message);
    const after = await both(tx);
    await tx.update(customers).set({ name: 'Ann' }).where(ofCustomer);
    return [before, changed, undone, after];
  });
  return [alone, inside, await both(db)];
}

describe('each layer that saves statements', () => {
  const CHOICES = [0, 1, 2, 3, 4, 5, 6].map((number) => [0, 1, 2].map((bit) => (number & (1 << bit)) > 0));

  test('each layer that saves statements can be removed, alone and with others: the answers stay, and take more statements', async () => {
    const all = await askThrice([true, true, true]);
    expect(all.answers[0]).toMatchObject([[[[{ name: 'VAT' }], [{ name: 'Ann' }]], {}], {}, {}]);
    expect(JSON.stringify(all.answers[0])).toContain('GST');
    for (const which of CHOICES) {
      const { answers, statements } = await askThrice(which);
      expect([which, answers]).toEqual([which, all.answers]);
      expect([which, statements > all.statements]).toEqual([which, true]);
    }
  });
});
