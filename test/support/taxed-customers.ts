import type { Resource } from './builders.js';
import { createAddOn, createCustomer } from './builders.js';
import type { Client } from './client.js';
import { runJobs } from './provider-jobs.js';
import type { SharedServer } from './server.js';

/** The jobs that ask tax providers about invoices, and what follows from their answers. */
const TAX_JOBS = [
  'tax_pending_invoices',
  'leave_tax_connection',
  'report_taxes',
  'estimate_taxes',
  'tax_standalone_fees',
];

export function runTaxJobs(server: SharedServer, client: Client): Promise<void> {
  return runJobs(server, client, TAX_JOBS);
}

/** The member of a request that links a customer to a tax connection. */
export function taxLink({ code, type }: Resource): Resource {
  return { integration_type: type, integration_code: code };
}

/** A customer whose taxes a connection computes. */
export function taxedCustomer(client: Client, connection: Resource, over: object = {}): Promise<Resource> {
  return createCustomer(client, {
    name: 'Acme',
    currency: 'EUR',
    integration_customers: [taxLink(connection)],
    ...over,
  });
}

/** Issues a one-off invoice with a fee for each amount in cents. */
export async function oneOffOf(
  client: Client,
  { external_id }: Resource,
  amounts: readonly number[],
  over: object = {},
): Promise<Resource> {
  const { code } = await createAddOn(client);
  const fees = amounts.map((unit_amount_cents) => ({ add_on_code: code, units: '1', unit_amount_cents }));
  const invoice = { external_customer_id: external_id, currency: 'EUR', fees, ...over };
  const { status, body } = await client.post('/invoices', { invoice });
  if (status !== 200) throw new Error(`The invoice is refused: ${JSON.stringify(body)}`);
  return body.invoice;
}

/** An invoice as REST shows it now. */
export async function shownInvoice(client: Client, { svc_id }: Resource): Promise<Resource> {
  return (await client.get(`/invoices/${svc_id}`)).body.invoice;
}
