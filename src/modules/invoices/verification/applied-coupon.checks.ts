import { sql } from 'drizzle-orm';
import { batchCheck } from '../../../platform/verification/batch-check.js';
import type { Check } from '../../../platform/verification/check.js';
import { appliedCoupons } from '../../coupons/coupon.table.js';

/** What `verify` compares of coupons that customers were given and invoices use. Source: coupons.md §5, §6. */
export const APPLIED_COUPON_CHECKS: readonly Check[] = [
  batchCheck({
    name: 'applied_coupons',
    claim: 'What is left of every applied coupon is what invoices have not used.',
    records: appliedCoupons,
    differences: sql`
      select batch.organization_id, batch.id,
        json_build_object('status', batch.status, 'amount_cents_remaining', batch.amount_cents_remaining::text,
          'frequency_duration_remaining', batch.frequency_duration_remaining) as stored,
        json_build_object('amount_cents_remaining', expected.amount::text, 'frequency_duration_remaining', expected.times,
          'is_used_up', expected.is_used_up) as expected
      from batch cross join lateral (
        select coalesce(sum(credit.amount_cents), 0) as amount, count(*) as times,
          count(distinct to_char(invoice.issuing_date, 'YYYY-MM')) filter (where credit.amount_cents > 0) as months
        from invoice_credits as credit
        join invoices as invoice
          on invoice.organization_id = credit.organization_id and invoice.id = credit.invoice_id
        where credit.organization_id = batch.organization_id and credit.item_id = batch.id
          and credit.item_type = 'coupon' and invoice.status <> 'voided'
      ) as used
      cross join lateral (
        select case when batch.amount_cents_remaining is not null then batch.amount_cents - used.amount end as amount,
          -- Earlier versions counted invoices, also those that it gave nothing.
          case when batch.frequency <> 'recurring' then null
            when batch.frequency_duration_remaining between greatest(batch.frequency_duration - used.times, 0)
              and greatest(batch.frequency_duration - used.months, 0) then batch.frequency_duration_remaining
            else greatest(batch.frequency_duration - used.months, 0) end as times,
          case when batch.frequency = 'recurring' then used.months >= batch.frequency_duration
            when batch.frequency = 'forever' then false
            when batch.amount_cents_remaining is null then used.times > 0
            -- A coupon over nothing is active until an invoice uses it.
            else used.times > 0 and used.amount >= batch.amount_cents end as is_used_up
      ) as expected
      where batch.amount_cents_remaining is distinct from expected.amount
        or batch.frequency_duration_remaining is distinct from expected.times
        or (batch.status = 'active') = (batch.terminated_at is not null)
        or (batch.status = 'active' and expected.is_used_up)`,
  }),
];
