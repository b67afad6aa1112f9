import { sql } from 'drizzle-orm';
import { realTimeOf } from '../../../platform/db/tables/ids.js';
import { batchCheck } from '../../../platform/verification/batch-check.js';
import type { Check } from '../../../platform/verification/check.js';
import { billingEntities } from '../../billing-entities/records/billing-entity.table.js';
import { fees } from '../records/fees/fee.table.js';
import { invoices } from '../records/invoice.table.js';
import { APPLIED_COUPON_CHECKS } from './applied-coupon.checks.js';
import { TAX_LIST_CHECKS } from './tax-list.checks.js';

/** Statuses of invoices that have a number, which they keep. */
const ISSUED = sql`('finalized', 'voided')`;

/** The fees of an invoice, where `batch` are invoices. */
const FEES = sql`fees as fee where fee.organization_id = batch.organization_id and fee.invoice_id = batch.id`;

const FEES_ADD_UP = batchCheck({
  name: 'invoice_fees',
  claim: 'Every invoice is what its fees add up to.',
  records: invoices,
  // An invoice of fees that were paid before keeps no deductions. Fees of deleted drafts are kept as they were.
  differences: sql`
    select batch.organization_id, batch.id,
      json_build_object('fees_amount_cents', batch.fees_amount_cents::text,
        'deducted_from_fees', (batch.progressive_billing_credit_amount_cents + batch.coupons_amount_cents)::text) as stored,
      json_build_object('fees_amount_cents', added.amount::text, 'deducted_from_fees', trim_scale(added.deducted)::text) as expected
    from batch cross join lateral (
      select coalesce(sum(fee.amount_cents), 0) as amount, coalesce(sum(fee.precise_coupons_amount_cents), 0) as deducted,
        count(*) as fees
      from ${FEES}
    ) as added
    cross join lateral (
      select count(*) as credits, coalesce(sum(progressive.coupons_amount_cents), 0) as coupons
      from invoice_credits as credit left join invoices as progressive
        on progressive.organization_id = credit.organization_id and progressive.id = credit.item_id
        and credit.item_type = 'invoice'
      where credit.organization_id = batch.organization_id and credit.invoice_id = batch.id
    ) as credited
    where batch.status <> 'deleted' and (
      batch.fees_amount_cents <> added.amount
      -- Shares add up to the deductions, but for invoices from before docs/adr/0127 and 0128: then fees kept five decimals of their
      -- shares and invoices whole cents of each coupon, and a progressive credit was less the coupons of its invoice.
      or added.deducted - batch.progressive_billing_credit_amount_cents - batch.coupons_amount_cents not between
        -0.00001 * (added.fees + 1) - credited.credits
        and 0.00001 * (added.fees + 1) + credited.credits + credited.coupons)`,
});

const DEDUCTIONS_ADD_UP = batchCheck({
  name: 'invoice_deductions',
  claim:
    'Every deduction of an invoice is what coupons, credit notes, progressive invoices and wallets gave.',
  records: invoices,
  differences: sql`
    select batch.organization_id, batch.id,
      json_build_object('coupons', batch.coupons_amount_cents::text, 'credit_notes', batch.credit_notes_amount_cents::text,
        'progressive_billing', batch.progressive_billing_credit_amount_cents::text,
        'prepaid', batch.prepaid_credit_amount_cents::text) as stored,
      json_build_object('coupons', taken.coupons::text, 'credit_notes', taken.credit_notes::text,
        'progressive_billing', taken.progressive::text, 'prepaid', paid.amount::text) as expected
    from batch
    cross join lateral (
      select coalesce(sum(amount_cents) filter (where item_type = 'coupon'), 0) as coupons,
        coalesce(sum(amount_cents) filter (where item_type = 'credit_note'), 0) as credit_notes,
        coalesce(sum(amount_cents) filter (where item_type = 'invoice'), 0) as progressive
      from invoice_credits as credit
      where credit.organization_id = batch.organization_id and credit.invoice_id = batch.id
    ) as taken
    cross join lateral (
      select coalesce(sum(amount_cents), 0) as amount from wallet_transactions as used
      where used.organization_id = batch.organization_id and used.invoice_id = batch.id
        and used.transaction_status = 'invoiced'
    ) as paid
    where batch.status not in ('closed', 'deleted') and (
      (batch.coupons_amount_cents, batch.credit_notes_amount_cents, batch.progressive_billing_credit_amount_cents)
        is distinct from (taken.coupons, taken.credit_notes, taken.progressive)
      or batch.prepaid_credit_amount_cents <> paid.amount)`,
});

const FEES_ARE_TAXED = batchCheck({
  name: 'fee_taxes',
  claim: 'The taxes of every fee follow from its amount and its applied taxes.',
  records: fees,
  // Sources: taxes.md §3; integrations.md §7. The amounts of a provider's taxes are what it has answered.
  differences: sql`
    select batch.organization_id, batch.id,
      json_build_object('taxes_amount_cents', batch.taxes_amount_cents::text,
        'taxes_rate', trim_scale(batch.taxes_rate_percent)::text, 'wrong_applied_taxes', '0') as stored,
      json_build_object('taxes_amount_cents', rated.amount::text,
        'taxes_rate', trim_scale(rated.rate)::text, 'wrong_applied_taxes', rated.wrong::text) as expected
    from batch cross join lateral (
      select coalesce(sum(tax_rate_percent), 0) as rate,
        case when batch.tax_list = 'provider' then coalesce(sum(amount_cents), 0)
          else round(coalesce(sum(tax_rate_percent), 0) * base / 100) end as amount,
        count(applied.id) filter (where amount_cents <> case when batch.tax_list = 'provider' then precise_amount_cents
          else round(base * tax_rate_percent / 100) end
          or (tax_id is null) <> (batch.tax_list is not distinct from 'provider')) as wrong
      from (select batch.amount_cents - batch.precise_coupons_amount_cents as base) as taxed
      left join applied_taxes as applied on applied.organization_id = batch.organization_id and applied.fee_id = batch.id
      group by base
    ) as rated
    where batch.taxes_amount_cents <> rated.amount or batch.taxes_rate_percent <> rated.rate or rated.wrong > 0`,
});

const INVOICES_ARE_TAXED = batchCheck({
  name: 'invoice_taxes',
  claim: 'The taxes of every invoice follow from its fees and their applied taxes.',
  records: invoices,
  // Source: taxes.md §4; invoices.md §3.4; integrations.md §7. An invoice that waits for its taxes has none.
  differences: sql`
    , taxed as (
      select batch.organization_id, batch.id, coalesce(applied.tax_id::text, applied.tax_code) as tax,
        sum(case when batch.invoice_type = 'advance_charges' or applied.tax_id is null then applied.amount_cents
          else (fee.amount_cents - fee.precise_coupons_amount_cents) * applied.tax_rate_percent / 100 end) as amount
      from batch
      join fees as fee on fee.organization_id = batch.organization_id and fee.invoice_id = batch.id
      join applied_taxes as applied on applied.organization_id = fee.organization_id and applied.fee_id = fee.id
      where batch.tax_status is null or batch.tax_status = 'succeeded'
      group by batch.organization_id, batch.id, coalesce(applied.tax_id::text, applied.tax_code)
    ), expected as (
      select organization_id, id, round(sum(amount)) as amount,
        json_object_agg(tax, round(amount)::text order by tax)::text as applied
      from taxed group by organization_id, id
    ), stored as (
      select batch.organization_id, batch.id,
        json_object_agg(coalesce(applied.tax_id::text, applied.tax_code), applied.amount_cents::text
          order by coalesce(applied.tax_id::text, applied.tax_code))::text as applied
      from batch join applied_taxes as applied
        on applied.organization_id = batch.organization_id and applied.invoice_id = batch.id
      group by batch.organization_id, batch.id
    )
    select batch.organization_id, batch.id,
      json_build_object('taxes_amount_cents', batch.taxes_amount_cents::text,
        'applied_taxes', coalesce(stored.applied, '{}')::json) as stored,
      json_build_object('taxes_amount_cents', coalesce(paid.amount, expected.amount, 0)::text,
        'applied_taxes', coalesce(expected.applied, '{}')::json) as expected
    from batch
    left join expected on expected.organization_id = batch.organization_id and expected.id = batch.id
    left join stored on stored.organization_id = batch.organization_id and stored.id = batch.id
    left join lateral (
      -- Fees that were paid before keep their taxes, each rounded.
      select sum(fee.taxes_amount_cents) as amount from ${FEES} and batch.invoice_type = 'advance_charges'
    ) as paid on true
    where batch.status <> 'deleted' and (batch.taxes_amount_cents <> coalesce(paid.amount, expected.amount, 0)
      or coalesce(stored.applied, '{}') <> coalesce(expected.applied, '{}'))`,
});

const PAYMENT_STATUSES_FOLLOW = batchCheck({
  name: 'invoice_payment_status',
  claim: 'The status and the payment status of every invoice follow from its amounts and dates.',
  records: invoices,
  // Sources: invoices.md §2; payments.md §2. A payment status that somebody has set by hand (invoices.md §8) is in the log.
  differences: sql`
    select organization_id, id,
      json_build_object('status', status, 'payment_status', payment_status, 'finalized_at', finalized_at,
        'voided_at', voided_at, 'sequential_id', sequential_id) as stored,
      json_build_object('is_issued', status in ${ISSUED}, 'is_settled', due = 0) as expected
    from (
      select batch.*, total_amount_cents - total_paid_amount_cents - total_offset_amount_cents as due, customer.external_id
      from batch join customers as customer
        on customer.organization_id = batch.organization_id and customer.id = batch.customer_id
    ) as invoice
    where (status in ${ISSUED}) <> (sequential_id is not null)
      or (status in ${ISSUED}) <> (finalized_at is not null)
      or (status = 'voided') <> (voided_at is not null)
      or (status = 'finalized' and (payment_status = 'succeeded') <> (due = 0) and not exists (
        select from activity_log_entries as entry where entry.organization_id = invoice.organization_id
          and entry.external_customer_id = invoice.external_id and entry.resource_id = invoice.id
          and entry.activity_object ->> 'payment_status' = invoice.payment_status)
        -- The log may be kept for some time only (ACTIVITY_LOG_DAYS).
        and (select min(logged_at) from activity_log_entries as entry
          where entry.organization_id = invoice.organization_id) < ${realTimeOf(sql`invoice.id`)})
      or (status <> 'voided' and payment_overdue and due = 0)`,
});

const NUMBERS_FOLLOW = batchCheck({
  name: 'invoice_numbers',
  claim: 'Invoices are numbered one after another, without gaps.',
  records: invoices,
  // Source: invoices.md §5.3. A prefix or a slug may have been changed since, but not what follows it. A billing entity
  // may have retired numbers, and restores of backups skip some of each customer (docs/adr/0126). Customers on test clocks are
  // numbered apart (docs/adr/0131); their invoices are deleted with the clock, so that the sequence of an entity for them has gaps.
  differences: sql`
    select batch.organization_id, batch.id,
      json_build_object('number', batch.number, 'sequential_id', batch.sequential_id,
        'entity_sequential_id', batch.entity_sequential_id) as stored,
      json_build_object('prefix', expected.beginning, 'ends_with', expected.ending,
        'after', case when not numbered.follows then numbered.previous end) as expected
    from batch
    join customers as customer
      on customer.organization_id = batch.organization_id and customer.id = batch.customer_id
    join billing_entities as entity
      on entity.organization_id = batch.organization_id and entity.id = batch.billing_entity_id
    cross join lateral (
      select coalesce(batch.entity_sequential_id, batch.test_entity_sequential_id) as number
    ) as place
    cross join lateral (
      select case when customer.is_numbered_apart then 'TEST-' else '' end || entity.document_number_prefix || '-' as beginning,
        case
        when batch.sequential_id is null then '-DRAFT'
        when place.number is null then '-' || lpad(customer.sequential_id::text,
          greatest(3, length(customer.sequential_id::text)), '0') || '-' || lpad(batch.sequential_id::text,
          greatest(3, length(batch.sequential_id::text)), '0')
        else '-' || lpad(place.number::text, greatest(3, length(place.number::text)), '0')
      end as ending
    ) as expected
    cross join lateral (
      select batch.sequential_id - 1 as previous,
        batch.sequential_id is null
        or ((batch.sequential_id = 1 or batch.sequential_id - 1 = any(customer.documents_numbered_after) or exists (
            select from invoices as other where other.organization_id = batch.organization_id
              and other.billing_entity_id = batch.billing_entity_id and other.customer_id = batch.customer_id
              and other.sequential_id = batch.sequential_id - 1))
          and (batch.entity_sequential_id is null or batch.entity_sequential_id = 1 or exists (
            select from invoices as other where other.organization_id = batch.organization_id
              and other.billing_entity_id = batch.billing_entity_id
              and other.entity_sequential_id = batch.entity_sequential_id - 1)
            or exists (
              select from retired_invoice_numbers as retired where retired.organization_id = batch.organization_id
                and retired.billing_entity_id = batch.billing_entity_id
                and batch.entity_sequential_id - 1 between retired.first_number and retired.last_number))) as follows
    ) as numbered
    where not numbered.follows
      or right(batch.number, length(expected.ending)) <> expected.ending
      or batch.test_entity_sequential_id > entity.last_test_invoice_number
      or (customer.test_clock_id is null and batch.test_entity_sequential_id is not null)
      or (customer.is_numbered_apart and batch.entity_sequential_id is not null)
      or (batch.finalized_at > entity.updated_at and not starts_with(batch.number, expected.beginning)
        -- A customer that was put on a test clock before has numbers of both kinds.
        and not (customer.test_clock_id is not null and starts_with(batch.number, 'TEST-' || expected.beginning)))`,
});

const PERIODS_ARE_THERE = batchCheck({
  name: 'billed_periods',
  claim: 'Every invoice of a subscription names the periods that it billed.',
  records: invoices,
  // Without its billing period, a window would be billed a second time (periods.md §10).
  differences: sql`
    select batch.organization_id, batch.id, json_build_object('invoice_type', batch.invoice_type) as stored,
      json_build_object('periods_of_subscriptions', missing.subscriptions) as expected
    from batch cross join lateral (
      select array_agg(distinct fee.subscription_id) as subscriptions, count(*) as fees from ${FEES}
        and fee.subscription_id is not null and batch.invoice_type <> 'advance_charges' and not exists (
          select from billing_periods as period where period.organization_id = batch.organization_id
            and period.invoice_id = batch.id and period.subscription_id = fee.subscription_id)
    ) as missing
    where missing.fees > 0 or (batch.invoice_type in ('subscription', 'progressive_billing', 'advance_charges') and not exists (
      select from billing_periods as period
      where period.organization_id = batch.organization_id and period.invoice_id = batch.id))`,
});

const DEADLINES_ARE_SCHEDULED = batchCheck({
  name: 'invoice_due_work',
  claim: 'Every draft is scheduled to be finalized, and every unpaid invoice to become overdue.',
  records: invoices,
  // Sources: invoices.md §2; payments.md §9.
  differences: sql`
    select batch.organization_id, batch.id, json_build_object('status', batch.status) as stored,
      json_build_object('due_work', needed.kind) as expected
    from batch cross join lateral (
      select case when batch.status = 'draft' then 'invoice_finalization'
        when batch.status = 'finalized' and batch.payment_status <> 'succeeded' and not batch.payment_overdue
          and batch.payment_dispute_lost_at is null then 'payment_overdue' end as kind
    ) as needed
    where needed.kind is not null and not exists (
      select from due_work as work where work.organization_id = batch.organization_id
        and work.kind = needed.kind and work.subject_id = batch.id)`,
});

const ENTITY_COUNTERS_FOLLOW = batchCheck({
  name: 'billing_entity_counters',
  claim: 'Every invoice number that a billing entity has taken is that of an invoice, or was retired.',
  records: billingEntities,
  differences: sql`
    select batch.organization_id, batch.id,
      json_build_object('last_invoice_number', batch.last_invoice_number) as stored,
      json_build_object('last_invoice_number', taken.last, 'invoices_and_retired_numbers', taken.numbers) as expected
    from batch cross join lateral (
      select greatest(coalesce(max(issued.last), 0), coalesce(max(retired.last), 0)) as last,
        coalesce(sum(issued.numbers), 0) + coalesce(sum(retired.numbers), 0) as numbers
      from (
        select max(entity_sequential_id) as last, count(entity_sequential_id) as numbers from invoices as invoice
        where invoice.organization_id = batch.organization_id and invoice.billing_entity_id = batch.id
      ) as issued, (
        select max(last_number) as last, sum(last_number - first_number + 1) as numbers
        from retired_invoice_numbers as retired
        where retired.organization_id = batch.organization_id and retired.billing_entity_id = batch.id
      ) as retired
    ) as taken
    where batch.last_invoice_number <> taken.last or batch.last_invoice_number <> taken.numbers`,
});

/** What `verify` compares of invoices and fees. */
export const INVOICE_CHECKS: readonly Check[] = [
  FEES_ADD_UP,
  DEDUCTIONS_ADD_UP,
  FEES_ARE_TAXED,
  INVOICES_ARE_TAXED,
  PAYMENT_STATUSES_FOLLOW,
  NUMBERS_FOLLOW,
  PERIODS_ARE_THERE,
  DEADLINES_ARE_SCHEDULED,
  ENTITY_COUNTERS_FOLLOW,
  ...APPLIED_COUPON_CHECKS,
  ...TAX_LIST_CHECKS,
];
