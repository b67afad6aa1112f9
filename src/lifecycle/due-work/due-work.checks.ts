import { sql } from 'drizzle-orm';
import { customers } from '../../modules/customers/records/customer.table.js';
import { payments } from '../../modules/payments/payment.table.js';
import { subscriptions } from '../../modules/subscriptions/records/subscription.table.js';
import { batchCheck } from '../../platform/verification/batch-check.js';
import type { Check } from '../../platform/verification/check.js';
import { dueWork } from './due-work.table.js';

/**
 * What `verify` compares of due work: without its row, nobody is billed, nothing starts and nothing ends. Work that a change
 * asks for at once, such as reviews of alerts, is not among it: nothing says which of it is still to be done. Source: docs/adr/0003.
 */
export const DUE_WORK_CHECKS: readonly Check[] = [
  batchCheck({
    name: 'subscription_due_work',
    claim: 'Every live subscription has its billing day, its start, its end and its alerts scheduled.',
    records: subscriptions,
    differences: sql`
      select batch.organization_id, batch.id, json_build_object('status', batch.status) as stored,
        json_build_object('due_work', needed.kind) as expected
      from batch
      join customers as customer
        on customer.organization_id = batch.organization_id and customer.id = batch.customer_id
      join plans as plan on plan.organization_id = batch.organization_id and plan.id = batch.plan_id
      left join test_clocks as clock
        on clock.organization_id = customer.organization_id and clock.id = customer.test_clock_id
      left join activation_rules as rule on rule.organization_id = batch.organization_id
        and rule.subscription_id = batch.id and rule.status = 'pending'
      cross join lateral (select coalesce(clock.target_time, clock.frozen_time, now()) as now) as time
      cross join lateral (values
        ('subscription_billing', batch.status = 'active'),
        ('subscription_start', batch.status = 'pending' and batch.previous_subscription_id is null),
        ('subscription_end', batch.status = 'active' and batch.ending_at is not null),
        -- Fifteen days before the end, and a while for the work itself.
        ('termination_alert', batch.status = 'active' and batch.ending_at > time.now + interval '16 days'),
        ('activation_timeout', batch.status = 'incomplete' and rule.expires_at is not null),
        ('trial_end', batch.status = 'active' and batch.previous_subscription_id is null
          and batch.trial_ended_at is null
          and batch.started_at + make_interval(days => floor(plan.trial_period_days)::int - 2) > time.now)
      ) as needed (kind, is_needed)
      where needed.is_needed and not exists (
        select from due_work as work where work.organization_id = batch.organization_id
          and work.kind = needed.kind and work.subject_id = batch.id)`,
  }),
  batchCheck({
    name: 'payment_due_work',
    claim: 'Every payment that the sandbox is processing has its end scheduled.',
    records: payments,
    differences: sql`
      select batch.organization_id, batch.id, json_build_object('payment_status', batch.payment_status) as stored,
        json_build_object('due_work', 'sandbox_payment') as expected
      from batch
      where batch.payment_status = 'processing' and batch.provider_method_id like '%processing%' and exists (
        select from payment_providers as provider where provider.organization_id = batch.organization_id
          and provider.id = batch.payment_provider_id and provider.provider_type = 'sandbox')
        and not exists (
          select from due_work as work where work.organization_id = batch.organization_id
            and work.kind = 'sandbox_payment' and work.subject_id = batch.id)`,
  }),
  batchCheck({
    name: 'due_work_clocks',
    claim: 'All due work is on the test clock of its customer.',
    records: customers,
    // Work on another clock would be done too early, or never.
    differences: sql`
      select batch.organization_id, work.id, json_build_object('kind', work.kind, 'test_clock_id', work.test_clock_id) as stored,
        json_build_object('test_clock_id', batch.test_clock_id) as expected
      from batch join due_work as work on work.organization_id = batch.organization_id and work.customer_id = batch.id
      where work.test_clock_id is distinct from batch.test_clock_id`,
  }),
  batchCheck({
    name: 'billing_days',
    claim: 'Every billing day follows the period that was billed last.',
    records: dueWork,
    // A window that is billed twice, or never, lies between the last period and the next billing day. On the day of its end, a subscription
    // is billed by its closing invoice (periods.md §11).
    differences: sql`
      select batch.organization_id, batch.subject_id as id,
        json_build_object('billed_until', billed.at, 'next_billing_day', batch.due_at) as stored,
        json_build_object('next_billing_day_by', billed.at + longest.period) as expected
      from batch
      join subscriptions as subscription
        on subscription.organization_id = batch.organization_id and subscription.id = batch.subject_id
      join plans as plan on plan.organization_id = batch.organization_id and plan.id = subscription.plan_id
      cross join lateral (
        select case when plan.interval = 'weekly' then interval '9 days'
          when plan.interval = 'monthly' or plan.bill_charges_monthly or plan.bill_fixed_charges_monthly then interval '33 days'
          when plan.interval = 'quarterly' then interval '94 days'
          when plan.interval = 'semiannual' then interval '186 days' else interval '368 days' end as period
      ) as longest
      cross join lateral (
        select greatest(subscription.started_at, subscription.created_at, (
          select max(period.billed_at) from billing_periods as period
          where period.organization_id = batch.organization_id and period.subscription_id = batch.subject_id
            and period.invoicing_reason in ('subscription_starting', 'subscription_periodic', 'subscription_terminating')
        )) as at
      ) as billed
      where batch.kind = 'subscription_billing' and subscription.status = 'active'
        and least(batch.due_at, subscription.ending_at) > billed.at + longest.period`,
  }),
  batchCheck({
    name: 'billed_windows',
    claim: 'The billed windows of every subscription adjoin each other.',
    records: subscriptions,
    // Periods that were regenerated from a voided invoice keep their windows on it. A closing invoice may name one window
    // of fixed charges twice (periods.md §11).
    differences: sql`
      , billed as (
        select distinct batch.organization_id, batch.id, period.invoice_id, part.name, part.from_at, part.to_at
        from batch
        join billing_periods as period on period.organization_id = batch.organization_id and period.subscription_id = batch.id
          and period.invoicing_reason in ('subscription_starting', 'subscription_periodic', 'subscription_terminating')
        cross join lateral (values
          ('charges', period.charges_from, period.charges_to),
          ('fixed_charges', period.fixed_charges_from, period.fixed_charges_to)
        ) as part (name, from_at, to_at)
        where part.from_at < part.to_at
      ),
      windows as (
        select *, lag(to_at) over (partition by organization_id, id, name order by from_at, to_at) as before from billed
      )
      select organization_id, id, json_build_object('part', name, 'billed_until', before, 'then_from', from_at) as stored,
        json_build_object('then_from', before) as expected
      from windows where before is not null and from_at <> before`,
  }),
];
