-- not in a transaction
drop index concurrently if exists "report_entries_figures";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "report_entries_figures" ON "report_entries" USING btree ("organization_id","test_clock_id","report","key");--> statement-breakpoint
drop index concurrently if exists "report_entries_report";--> statement-breakpoint
drop index concurrently if exists "customers_number";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "customers_number" ON "customers" USING btree ("organization_id","sequential_id") WHERE not "customers"."is_numbered_apart";--> statement-breakpoint
drop index concurrently if exists "customers_test_number";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "customers_test_number" ON "customers" USING btree ("organization_id","sequential_id") WHERE "customers"."is_numbered_apart";--> statement-breakpoint
drop index concurrently if exists "customers_sequential_id";--> statement-breakpoint
-- Moves the documents of customers on test clocks from the figures of the books to those of their clocks, unless a run of this
-- statement has moved them. Documents that a program of the version before issues after it: `npm run admin -- reports rebuild`.
WITH
owners as (
  select organization_id, id as customer_id, test_clock_id from customers where test_clock_id is not null
),
reported as (
  select organization_id, owner.test_clock_id, invoice.id, customer_id, billing_entity_id, currency, timezone, payment_status,
    total_amount_cents, coupons_amount_cents, credit_notes_amount_cents, prepaid_credit_amount_cents,
    date_trunc('month', issuing_date)::date as month
  from invoices invoice
  join owners owner using (organization_id, customer_id)
  where status = 'finalized' and not self_billed and payment_dispute_lost_at is null
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
    and deleted_at is null and payment_status <> 'refunded'
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
),
to_move as (
  select organization_id, test_clock_id from owners
  except select organization_id, test_clock_id from report_totals
  except select organization_id, test_clock_id from report_entries
),
moved as (select figures.* from figures join to_move using (organization_id, test_clock_id)),
moved_weeks as (select weekly_totals.* from weekly_totals join to_move using (organization_id, test_clock_id)),
added as (
  insert into report_entries
    (organization_id, test_clock_id, report, key, scope_id, month, currency, divisor, amount, invoices_count, items_count)
  select organization_id, test_clock_id, report, key, scope_id, month, currency, divisor, amount, invoices_count, items_count
  from moved
  union all
  select organization_id, '00000000-0000-0000-0000-000000000000', report, key, scope_id, month, currency, divisor, -amount,
    -invoices_count, -items_count
  from moved
),
added_weeks as (
  insert into weekly_fee_totals
    (organization_id, test_clock_id, report, scope_id, external_subscription_id, month, currency, amount, fees_count)
  select organization_id, test_clock_id, report, scope_id, external_subscription_id, month, currency, amount, fees_count
  from moved_weeks
)
update weekly_fee_totals as total
set amount = total.amount - moved.amount, fees_count = total.fees_count - moved.fees_count
from moved_weeks as moved
where (total.organization_id, total.report, total.scope_id, total.external_subscription_id, total.month, total.currency)
    = (moved.organization_id, moved.report, moved.scope_id, moved.external_subscription_id, moved.month, moved.currency)
  and total.test_clock_id = '00000000-0000-0000-0000-000000000000';
