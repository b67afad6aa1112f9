import { type SQL, sql } from 'drizzle-orm';
import { NO_CLOCK } from '../records/report.table.js';

/**
 * The common table expressions `figures` and `weekly_totals`: what the reports come to when they are computed from the documents
 * alone. It is written apart from `ReportRecorder`, and shares nothing with it. Source: analytics.md; docs/adr/0078.
 */
export const RECOMPUTED_REPORTS: SQL = recomputedReports(null);

/** The same, of one organization; null: of all. */
export function recomputedReports(organizationId: string | null): SQL {
  const counts = organizationId === null ? sql`true` : sql`organization_id = ${organizationId}`;
  return sql`
  owners as (
    select organization_id, id as customer_id, coalesce(test_clock_id, ${NO_CLOCK}::uuid) as test_clock_id
    from customers where ${counts}
  ),
  reported as (
    select organization_id, owner.test_clock_id, invoice.id, customer_id, billing_entity_id, currency, timezone, payment_status,
      total_amount_cents, coupons_amount_cents, credit_notes_amount_cents, prepaid_credit_amount_cents,
      date_trunc('month', issuing_date)::date as month
    from invoices invoice
    join owners owner using (organization_id, customer_id)
    where status = 'finalized' and not self_billed and payment_dispute_lost_at is null and ${counts}
  ),
  revenue as (
    select organization_id, test_clock_id, customer_id, billing_entity_id, month, currency, total_amount_cents as amount,
      1 as invoices_count, 1 as items_count
    from reported
    union all
    select invoice.organization_id, invoice.test_clock_id, invoice.customer_id, invoice.billing_entity_id, invoice.month, invoice.currency,
      -note.refund_amount_cents - note.offset_amount_cents, 0, 0
    from credit_notes note
    join reported invoice on invoice.organization_id = note.organization_id and invoice.id = note.invoice_id
    where note.status = 'finalized' and note.refund_amount_cents + note.offset_amount_cents > 0
    union all
    select organization_id, test_clock_id, customer_id, billing_entity_id, date_trunc('month', standalone_on)::date, currency,
      amount_cents + taxes_amount_cents, 0, 1
    from fees
    join owners using (organization_id, customer_id)
    where invoice_id is null and standalone_on is not null and billing_entity_id is not null
      and deleted_at is null and payment_status <> 'refunded' and ${counts}
  ),
  billed as (
    select fee.organization_id, invoice.test_clock_id, fee.subscription_id, fee.fee_type, fee.item_code, fee.currency, fee.pay_in_advance,
      fee.from_at, fee.to_at, fee.taxes_amount_cents,
      invoice.month, invoice.billing_entity_id as entity_id, invoice.timezone,
      fee.amount_cents - fee.precise_coupons_amount_cents as net_amount
    from fees fee
    join reported invoice on invoice.organization_id = fee.organization_id and invoice.id = fee.invoice_id
  ),
  plan_fees as (
    select fee.organization_id, fee.test_clock_id, fee.month, fee.currency, fee.pay_in_advance, plan.interval,
      subscription.external_id as external_subscription_id,
      fee.net_amount + fee.taxes_amount_cents as amount,
      fee.from_at at time zone fee.timezone as from_wall,
      (fee.to_at - interval '1 millisecond') at time zone fee.timezone as last_wall,
      case when subscription.billing_time = 'calendar' then date '2000-01-01'
        else (subscription.subscription_at at time zone fee.timezone)::date end as anchor_on,
      scope.report, scope.scope_id
    from billed fee
    join subscriptions subscription
      on subscription.organization_id = fee.organization_id and subscription.id = fee.subscription_id
    join plans plan on plan.organization_id = fee.organization_id and plan.id = subscription.plan_id
    cross join lateral (values
      ('mrr', fee.organization_id), ('entity_mrr', fee.entity_id), ('plan_mrr', coalesce(plan.parent_id, plan.id))
    ) as scope (report, scope_id)
    where fee.fee_type = 'subscription'
  ),
  spread as (
    select fee.*, length.months, spreading.divisor, share.month as share_month
    from plan_fees fee
    cross join lateral (
      select case interval when 'monthly' then 1 when 'quarterly' then 3 when 'semiannual' then 6 else 12 end as months
    ) as length
    cross join lateral (
      select (date_trunc('month', from_wall) - make_interval(months =>
        (extract(month from from_wall)::integer - extract(month from anchor_on)::integer + 12) % length.months
      ))::date as month
    ) as latest
    cross join lateral (
      select case when least(latest.month + extract(day from anchor_on)::integer - 1,
          (latest.month + interval '1 month')::date - 1) <= from_wall::date
        then latest.month else (latest.month - make_interval(months => length.months))::date end as month
    ) as start
    cross join lateral (
      select (start.month + make_interval(months => length.months))::date as month
    ) as finish
    cross join lateral (
      select least(finish.month + extract(day from anchor_on)::integer - 1, (finish.month + interval '1 month')::date - 1)
        - least(start.month + extract(day from anchor_on)::integer - 1, (start.month + interval '1 month')::date - 1)
        as period_days,
        greatest(0, ceil(extract(epoch from last_wall - from_wall
          + case when last_wall = date_trunc('day', last_wall) then interval '1 second' else interval '0' end
        ) / 86400)) as window_days
    ) as length_in_days
    cross join lateral (
      select least(length.months, greatest(1, ceil(length.months * window_days / period_days)))::integer as divisor
    ) as spreading
    cross join lateral (
      select case
          when length.months = 1 then fee.month
          when pay_in_advance then date_trunc('month', from_wall)::date
          else (date_trunc('month', last_wall) - make_interval(months => spreading.divisor - 1))::date
        end as month
    ) as first
    cross join lateral (
      select (first.month + make_interval(months => place))::date as month
      from generate_series(0, spreading.divisor - 1) as place
    ) as share
    where interval <> 'weekly'
  ),
  weekly_totals as (
    select organization_id, test_clock_id, report, scope_id, external_subscription_id, month, currency,
      sum(amount) as amount, count(*)::integer as fees_count
    from plan_fees where interval = 'weekly'
    group by organization_id, test_clock_id, report, scope_id, external_subscription_id, month, currency
  ),
  figures as (
    select organization_id, test_clock_id, report, key, scope_id, month, currency, divisor, sum(amount) as amount,
      sum(invoices_count)::bigint as invoices_count, sum(items_count)::bigint as items_count
    from (
      select organization_id, test_clock_id, 'gross_revenue' as report, '' as key, billing_entity_id as scope_id, month, currency,
        1 as divisor, amount, invoices_count, items_count
      from revenue
      union all
      select organization_id, test_clock_id, 'customer_revenue', customer_id::text, billing_entity_id, month, currency, 1, amount,
        invoices_count, items_count
      from revenue
      union all
      select organization_id, test_clock_id, 'invoice_collection', payment_status, billing_entity_id, month, currency, 1,
        total_amount_cents, 1, 1
      from reported
      union all
      select organization_id, test_clock_id, 'revenue_stream', stream.name, billing_entity_id, month, currency, 1, stream.amount, 0, 1
      from reported
      cross join lateral (values
        ('coupons', coupons_amount_cents), ('credit_notes', credit_notes_amount_cents),
        ('prepaid_credits', prepaid_credit_amount_cents)
      ) as stream (name, amount)
      where stream.amount <> 0
      union all
      select organization_id, test_clock_id, 'revenue_stream', fee_type, entity_id, month, currency, 1, net_amount, 0, 1 from billed
      union all
      select organization_id, test_clock_id, 'invoiced_usage', item_code, entity_id, month, currency, 1, net_amount, 0, 1
      from billed where fee_type = 'charge'
      union all
      select organization_id, test_clock_id, report, '', scope_id, share_month, currency, divisor, amount, 0, 1 from spread
      union all
      select organization_id, test_clock_id, report, '', scope_id, month, currency, 12 * fees_count, 52 * amount, 0, 1
      from weekly_totals
    ) as figure
    group by organization_id, test_clock_id, report, key, scope_id, month, currency, divisor
  )`;
}
