import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import { recomputedReports } from './report-recomputation.js';
import { NO_CLOCK, reportEntries, reportTotals, weeklyFeeTotals } from '../records/report.table.js';

/** A row of a report, or of its weekly fees, that differs from its documents. Amounts are decimal text. */
export interface ReportDifference extends Readonly<Record<string, unknown>> {
  readonly organizationId: string;
  readonly report: string;
  /** What identifies the row beside its report. */
  readonly row: Readonly<Record<string, string | number>>;
  /** Null: there is no such row. */
  readonly stored: Readonly<Record<string, string | number>> | null;
  readonly recomputed: Readonly<Record<string, string | number>> | null;
}

/** The most rows in one answer: even one means that reports are wrong. */
const MAX_DIFFERENCES = 1_000;

/** Computes reports from the documents. @returns the first rows that differ. @param organizationId null: of all. */
export async function differingReports(
  db: Db,
  organizationId: string | null = null,
): Promise<ReportDifference[]> {
  const isOwn = organizationId === null ? sql`true` : sql`organization_id = ${organizationId}`;
  const ofFigures = await queryRows<ReportDifference>(
    db,
    sql`
      with ${recomputedReports(organizationId)},
      recomputed as (
        select organization_id, report, json_build_object('test_clock_id', nullif(test_clock_id, ${NO_CLOCK}), 'key', key, 'scope_id', scope_id, 'month', month,
            'currency', currency, 'divisor', divisor)::text as place,
          trim_scale(amount)::text as amount, invoices_count, items_count
        from figures where amount <> 0 or invoices_count <> 0 or items_count <> 0
      ),
      stored as (
        select organization_id, report, json_build_object('test_clock_id', nullif(test_clock_id, ${NO_CLOCK}), 'key', key, 'scope_id', scope_id, 'month', month,
            'currency', currency, 'divisor', divisor)::text as place,
          trim_scale(sum(amount))::text as amount, sum(invoices_count)::bigint as invoices_count,
          sum(items_count)::bigint as items_count
        from (
          select organization_id, test_clock_id, report, key, scope_id, month, currency, divisor, amount, invoices_count, items_count
          from ${reportTotals} where ${isOwn}
          union all
          select organization_id, test_clock_id, report, key, scope_id, month, currency, divisor, amount, invoices_count, items_count
          from ${reportEntries} where ${isOwn}
        ) as figure
        group by organization_id, test_clock_id, report, key, scope_id, month, currency, divisor
        having sum(amount) <> 0 or sum(invoices_count) <> 0 or sum(items_count) <> 0
      )
      select organization_id as "organizationId", report, place::json as "row",
        case when stored.amount is not null then json_build_object('amount', stored.amount,
          'invoices_count', stored.invoices_count, 'items_count', stored.items_count) end as "stored",
        case when recomputed.amount is not null then json_build_object('amount', recomputed.amount,
          'invoices_count', recomputed.invoices_count, 'items_count', recomputed.items_count) end as "recomputed"
      from stored full join recomputed using (organization_id, report, place)
      where (stored.amount, stored.invoices_count, stored.items_count)
        is distinct from (recomputed.amount, recomputed.invoices_count, recomputed.items_count)
      order by organization_id, report, place limit ${MAX_DIFFERENCES}`,
  );
  const ofWeeks = await queryRows<ReportDifference>(
    db,
    sql`
      with ${recomputedReports(organizationId)}
      select organization_id as "organizationId", report,
        json_build_object('test_clock_id', nullif(test_clock_id, ${NO_CLOCK}), 'external_subscription_id', external_subscription_id, 'scope_id', scope_id,
          'month', month, 'currency', currency) as "row",
        case when stored.fees_count is not null
          then json_build_object('amount', stored.amount::text, 'fees_count', stored.fees_count) end as "stored",
        case when recomputed.fees_count is not null
          then json_build_object('amount', recomputed.amount::text, 'fees_count', recomputed.fees_count) end as "recomputed"
      from (select * from ${weeklyFeeTotals} where fees_count > 0 and ${isOwn}) as stored
      full join weekly_totals as recomputed
        using (organization_id, test_clock_id, report, scope_id, external_subscription_id, month, currency)
      where (stored.amount, stored.fees_count) is distinct from (recomputed.amount, recomputed.fees_count)
      order by organization_id, report, external_subscription_id, month limit ${MAX_DIFFERENCES}`,
  );
  return [...ofFigures, ...ofWeeks];
}
