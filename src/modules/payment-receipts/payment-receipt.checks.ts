import { sql } from 'drizzle-orm';
import { batchCheck } from '../../platform/verification/batch-check.js';
import type { Check } from '../../platform/verification/check.js';
import { paymentReceipts } from './payment-receipt.table.js';

/** What `verify` compares of receipts. Source: payments.md §10. */
export const PAYMENT_RECEIPT_CHECKS: readonly Check[] = [
  batchCheck({
    name: 'payment_receipts',
    claim: 'Receipts are of payments that succeeded, and numbered one after another.',
    records: paymentReceipts,
    // A restore of a backup skips numbers (docs/adr/0126).
    differences: sql`
      select batch.organization_id, batch.id,
        json_build_object('number', batch.number, 'sequential_id', batch.sequential_id) as stored,
        json_build_object('payment_status', payment.payment_status, 'ends_with', expected.ending) as expected
      from batch
      join payments as payment on payment.organization_id = batch.organization_id and payment.id = batch.payment_id
      cross join lateral (
        select '-RCPT-' || lpad(batch.sequential_id::text, greatest(6, length(batch.sequential_id::text)), '0') as ending
      ) as expected
      where payment.payment_status <> 'succeeded' or right(batch.number, length(expected.ending)) <> expected.ending
        or (batch.sequential_id > 1 and not exists (
          select from payment_receipts as other where other.organization_id = batch.organization_id
            and other.customer_id = batch.customer_id and other.sequential_id = batch.sequential_id - 1)
          and not exists (
            select from customers as customer where customer.organization_id = batch.organization_id
              and customer.id = batch.customer_id and batch.sequential_id - 1 = any(customer.documents_numbered_after)))`,
  }),
];
