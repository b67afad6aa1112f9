import { sql } from 'drizzle-orm';
import { batchCheck } from '../../platform/verification/batch-check.js';
import type { Check } from '../../platform/verification/check.js';
import { invoices } from '../invoices/records/invoice.table.js';
import { paymentRequests } from '../payment-requests/payment-request.table.js';
import { payments } from './payment.table.js';

/** What `verify` compares of payments. Source: payments.md §3, §8, §11. */
export const PAYMENT_CHECKS: readonly Check[] = [
  batchCheck({
    name: 'invoice_payments',
    claim: 'What is paid of every invoice is what its payments add up to.',
    records: invoices,
    // Fees of `advance_charges` were paid before they were invoiced.
    differences: sql`
      select batch.organization_id, batch.id,
        json_build_object('total_paid_amount_cents', batch.total_paid_amount_cents::text) as stored,
        json_build_object('total_paid_amount_cents', paid.amount::text) as expected
      from batch cross join lateral (
        select case when batch.invoice_type = 'advance_charges' then batch.total_amount_cents else (
            select coalesce(sum(amount_cents), 0) from payments as payment
            where payment.organization_id = batch.organization_id and payment.invoice_id = batch.id
              and payment.payment_status = 'succeeded'
          ) + (
            select coalesce(sum(paid_amount_cents), 0) from requested_invoices as requested
            where requested.organization_id = batch.organization_id and requested.invoice_id = batch.id
          ) end as amount
      ) as paid
      where batch.total_paid_amount_cents <> paid.amount`,
  }),
  batchCheck({
    name: 'payment_request_payments',
    claim: 'What a payment request has paid of its invoices is what was paid for it.',
    records: paymentRequests,
    differences: sql`
      select batch.organization_id, batch.id, json_build_object('paid_of_invoices', parts.amount::text) as stored,
        json_build_object('payments', paid.amount::text) as expected
      from batch
      cross join lateral (
        select coalesce(sum(paid_amount_cents), 0) as amount from requested_invoices as requested
        where requested.organization_id = batch.organization_id and requested.payment_request_id = batch.id
      ) as parts
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as amount from payments as payment
        where payment.organization_id = batch.organization_id and payment.payment_request_id = batch.id
          and payment.payment_status = 'succeeded'
      ) as paid
      where parts.amount <> paid.amount`,
  }),
  batchCheck({
    name: 'payment_refunds',
    claim: 'No payment is refunded for credit notes by more than its amount.',
    records: payments,
    differences: sql`
      select batch.organization_id, batch.id, json_build_object('refunded', refunded.amount::text) as stored,
        json_build_object('amount_cents', batch.amount_cents::text) as expected
      from batch cross join lateral (
        select sum(amount_cents) as amount from payment_refunds as refund
        where refund.organization_id = batch.organization_id and refund.payment_id = batch.id
          and refund.credit_note_id is not null and refund.status <> 'failed'
      ) as refunded
      where refunded.amount > batch.amount_cents`,
  }),
];
