import type { Resource } from './builders.js';
import type { Client, RestAnswer } from './client.js';

/** Pays the open invoice of a subscription whose activation is pending payment. @param over members of the payment. */
export function payFor(
  client: Client,
  { activation_rules: [rule] }: Resource,
  over: object = {},
): Promise<RestAnswer> {
  const payment = {
    invoice_id: rule.svc_invoice_id,
    amount_cents: rule.due_amount_cents,
    reference: 'wire',
    ...over,
  };
  return client.post('/payments', { payment });
}

/** Sets the payment status of the open invoice of a subscription whose activation is pending payment. */
export function settleFor(
  client: Client,
  { activation_rules: [rule] }: Resource,
  paymentStatus: string,
): Promise<RestAnswer> {
  return client.put(`/invoices/${rule.svc_invoice_id}`, { invoice: { payment_status: paymentStatus } });
}
