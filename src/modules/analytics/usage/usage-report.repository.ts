import { and, eq, exists, isNotNull, not, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { billableMetrics } from '../../billable-metrics/billable-metric.table.js';
import { customers } from '../../customers/records/customer.table.js';
import {
  idsOfTestCustomers,
  type TestFilter,
  type TestParameters,
} from '../../customers/records/test-filter.js';
import { plans } from '../../plans/plan.table.js';
import { subscriptions } from '../../subscriptions/records/subscription.table.js';
import { dailyUsages } from './daily-usage.table.js';
import type { UsageGranularity, UsageReportParameters } from './usage-report.input.js';

/** The days to add up; both bounds are inclusive. */
export interface UsageReportQuery extends Omit<
  UsageReportParameters,
  'timeGranularity' | 'fromDate' | 'toDate' | keyof TestParameters
> {
  /** The customers whose usage counts. */
  readonly counted: TestFilter;
  readonly timeGranularity: UsageGranularity;
  readonly fromDate: string;
  readonly toDate: string;
}

/** What was used of the metrics with one code in a period. */
export interface UsageFigure {
  /** First and last day of the whole period. */
  readonly startOfPeriod: string;
  readonly endOfPeriod: string;
  readonly billableMetricCode: string;
  readonly currency: string;
  readonly units: string;
  /** Integer text. */
  readonly amountCents: string;
  readonly isBillableMetricDeleted: boolean;
}

/** The periods as Postgres names them. */
const UNITS: Readonly<Record<UsageGranularity, string>> = { daily: 'day', weekly: 'week', monthly: 'month' };

export const usageReportRepository = {
  /** Adds up days by period, code and currency, in this order. Sums of 0 are omitted. */
  figures(db: Db, organizationId: string, query: UsageReportQuery): Promise<UsageFigure[]> {
    const unit = UNITS[query.timeGranularity];
    const ofMetric = and(
      ifGiven(query.billableMetricCode ?? null, (code) => eq(billableMetrics.code, code)),
      ifGiven(query.isBillableMetricRecurring ?? null, (recurring) =>
        eq(billableMetrics.recurring, recurring),
      ),
    );
    return queryRows<UsageFigure>(
      db,
      sql`
        with used as (
          select date_trunc(${unit}, ${dailyUsages.day}::timestamp) as start, ${dailyUsages.billableMetricId} as metric_id,
            ${dailyUsages.currency} as currency, sum(${dailyUsages.units}) as units,
            sum(${dailyUsages.amountCents}) as amount_cents
          from ${dailyUsages}
          where ${and(
            eq(dailyUsages.organizationId, organizationId),
            sql`${dailyUsages.day} between ${query.fromDate}::date and ${query.toDate}::date`,
            ifGiven(query.currency ?? null, (currency) => eq(dailyUsages.currency, currency)),
            ...ofTests(db, organizationId, query.counted),
            ofSubscriptions(db, query),
          )}
          group by 1, 2, 3
        )
        select to_char(used.start, 'YYYY-MM-DD') as "startOfPeriod",
          to_char(used.start + ${`1 ${unit}`}::interval - interval '1 day', 'YYYY-MM-DD') as "endOfPeriod",
          ${billableMetrics.code} as "billableMetricCode", used.currency,
          trim_scale(sum(used.units))::text as units, sum(used.amount_cents)::text as "amountCents",
          not exists (
            select from ${billableMetrics} as live
            where live.organization_id = ${organizationId} and live.code = ${billableMetrics.code} and live.deleted_at is null
          ) as "isBillableMetricDeleted"
        from used
        join ${billableMetrics} on ${and(
          eq(billableMetrics.organizationId, organizationId),
          sql`${billableMetrics.id} = used.metric_id`,
          ofMetric,
        )}
        group by used.start, ${billableMetrics.code}, used.currency
        having sum(used.units) <> 0 or sum(used.amount_cents) <> 0
        order by used.start, ${billableMetrics.code} collate "C", used.currency`,
    );
  },
};

/** Chooses days by the test clock of their customer. */
function ofTests(db: Db, organizationId: string, { test, testClockId }: TestFilter): (SQL | undefined)[] {
  const on = (clock?: string) =>
    db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(
        and(
          eq(subscriptions.organizationId, organizationId),
          isOneOf(subscriptions.customerId, idsOfTestCustomers(db, organizationId, clock)),
        ),
      );
  return [
    test === false ? not(isOneOf(dailyUsages.subscriptionId, on())) : undefined,
    ifGiven(testClockId, (clock) => isOneOf(dailyUsages.subscriptionId, on(clock))),
  ];
}

/** Chooses days by their subscription; undefined for all. */
function ofSubscriptions(
  db: Db,
  { customerType, customerCountry, externalCustomerId, externalSubscriptionId, planCode }: UsageReportQuery,
): SQL | undefined {
  const ofCustomer = and(
    ifGiven(customerType ?? null, (type) => eq(customers.customerType, type)),
    ifGiven(customerCountry ?? null, (country) => eq(customers.country, country)),
    ifGiven(externalCustomerId ?? null, (id) =>
      and(eq(customers.externalId, id), sql`${customers.deletedAt} is null`),
    ),
  );
  const ofSubscription = ifGiven(externalSubscriptionId ?? null, (id) => eq(subscriptions.externalId, id));
  const ofPlan = ifGiven(planCode ?? null, (code) => isOnPlan(db, code));
  if (ofCustomer === undefined && ofSubscription === undefined && ofPlan === undefined) return undefined;
  return exists(
    db
      .select({ one: sql`1` })
      .from(subscriptions)
      .innerJoin(customers, refersTo(subscriptions.customerId, customers))
      .where(and(refersTo(dailyUsages.subscriptionId, subscriptions), ofCustomer, ofSubscription, ofPlan)),
  );
}

/** True if the plan of a subscription, or the plan that it overrides, has the code. */
function isOnPlan(db: Db, code: string): SQL {
  const isCoded = and(eq(plans.organizationId, subscriptions.organizationId), eq(plans.code, code));
  const sold = sql`(select coalesce(own.parent_id, own.id) from ${plans} as own
    where (own.organization_id, own.id) = (${subscriptions.organizationId}, ${subscriptions.planId}))`;
  return exists(
    db
      .select({ one: sql`1` })
      .from(plans)
      .where(and(isCoded, isNotNull(plans.code), sql`${plans.id} = ${sold}`)),
  );
}
