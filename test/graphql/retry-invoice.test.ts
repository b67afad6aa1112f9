// `retryInvoice` and the tax state of invoices: invoices.md §7, taxes.md §6.4.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAddOn, createCustomer } from '../support/builders.js';
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

const RETRY = `mutation ($id: ID!) {
  retryInvoice(input: { id: $id }) { invoice { status taxStatus taxError { code message } errorDetails { id errorCode details } } }
}`;

async function issue(): Promise<string> {
  const { external_id } = await createCustomer(client, { currency: 'EUR' });
  const { code } = await createAddOn(client);
  const invoice = { external_customer_id: external_id, currency: 'EUR', fees: [{ add_on_code: code }] };
  return (await client.post('/invoices', { invoice })).body.invoice.svc_id;
}

test('an invoice whose taxes failed waits for them again', async () => {
  const id = await issue();
  await server.pool.sql`
    update invoices set status = 'failed', tax_status = 'failed', finalized_at = null,
      error_details = jsonb_build_array(
        jsonb_build_object('id', id, 'errorCode', 'tax_error', 'code', 'value_is_out_of_range', 'message', 'Too much.'))
    where id = ${id}`;
  const { data } = await client.graphql(RETRY, { id });
  expect(data.retryInvoice.invoice).toEqual({
    status: 'pending',
    taxStatus: 'pending',
    taxError: { code: 'value_is_out_of_range', message: 'Too much.' },
    errorDetails: [
      {
        id: expect.any(String),
        errorCode: 'tax_error',
        details: { tax_error: 'value_is_out_of_range', tax_error_message: 'Too much.' },
      },
    ],
  });
});

test('only an invoice that has failed can be retried, by its own organization', async () => {
  const id = await issue();
  const refused = await client.graphql(RETRY, { id });
  expect(refused.errors).toMatchObject([{ extensions: { code: 'invalid_status' } }]);
  const other = await (await server.organization()).graphql(RETRY, { id });
  expect(other.errors).toMatchObject([{ extensions: { code: 'not_found' } }]);
});
