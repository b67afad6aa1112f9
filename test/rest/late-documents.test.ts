// Downloads of files that cannot be made in time: documents-and-emails.md §4.
import { describe, expect, test } from '@jest/globals';
import { createAddOn, createCustomer } from '../support/builders.js';
import { startTestServer } from '../support/server.js';

const thread = (name: string) => new URL(`../support/${name}-thread.mjs`, import.meta.url);

describe('a download whose file is not made', () => {
  test.each([
    ['silent', 9_000],
    ['failing', 0],
  ])(
    'a download whose file is not made by a %s thread answers without an address, and a job goes on',
    async (name, leastMs) => {
      const server = await startTestServer({ documentThread: thread(name) });
      try {
        const client = await server.organization();
        const { external_id: external_customer_id } = await createCustomer(client);
        const { code: add_on_code } = await createAddOn(client);
        const { body: made } = await client.post('/invoices', {
          invoice: { external_customer_id, currency: 'EUR', fees: [{ add_on_code }] },
        });
        await server.pool.sql`delete from graphile_worker._private_jobs`;
        const begun = performance.now();
        const { status, body } = await client.post(`/invoices/${made.invoice.svc_id}/download`);
        expect([status, body.invoice.file_url]).toEqual([200, null]);
        expect(performance.now() - begun).toBeGreaterThan(leastMs);
        const jobs = await server.pool.sql`select payload, max_attempts from graphile_worker._private_jobs`;
        expect(jobs).toEqual([
          {
            payload: {
              organizationId: client.organizationId,
              documentType: 'invoice',
              documentId: made.invoice.svc_id,
            },
            max_attempts: 6,
          },
        ]);
      } finally {
        await server.stop();
      }
    },
  );
});
