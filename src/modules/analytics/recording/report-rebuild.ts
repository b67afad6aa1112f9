import { sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/database.js';
import { lockExclusively } from '../../../platform/db/statements/locks.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import { recomputedReports } from './report-recomputation.js';
import { reportEntries, reportTotals, weeklyFeeTotals } from '../records/report.table.js';

/**
 * Makes the reports of an organization what its documents add up to, while documents are written and entries are folded. It appends
 * the difference as entries of its own: what other transactions append meanwhile counts in addition, and is not overwritten.
 *
 * The weekly fees come first, since transactions derive their entries from these rows: one that has changed such a row is waited for, and
 * seen by the second statement; one that comes later waits, and reads the repaired row. Source: docs/adr/0078.
 * @returns how many rows differed.
 */
export async function rebuildReports(tx: Tx, organizationId: string): Promise<number> {
  await lockExclusively(tx, 'report-rebuild', organizationId);
  return (await repairWeeklyFees(tx, organizationId)) + (await appendDifferences(tx, organizationId));
}

async function repairWeeklyFees(tx: Tx, organizationId: string): Promise<number> {
  const rows = await queryRows(
    tx,
    sql`
      with ${recomputedReports(organizationId)},
      stored as (
        select organization_id, test_clock_id, report, scope_id, external_subscription_id, month, currency, amount, fees_count
        from ${weeklyFeeTotals} where organization_id = ${organizationId}
      )
      insert into ${weeklyFeeTotals} as total
        (organization_id, test_clock_id, report, scope_id, external_subscription_id, month, currency, amount, fees_count)
      select organization_id, test_clock_id, report, scope_id, external_subscription_id, month, currency,
        coalesce(recomputed.amount, 0) - coalesce(stored.amount, 0),
        coalesce(recomputed.fees_count, 0) - coalesce(stored.fees_count, 0)
      from stored full join weekly_totals as recomputed
        using (organization_id, test_clock_id, report, scope_id, external_subscription_id, month, currency)
      where (coalesce(stored.amount, 0), coalesce(stored.fees_count, 0))
        <> (coalesce(recomputed.amount, 0), coalesce(recomputed.fees_count, 0))
      -- In the order in which other transactions lock them.
      order by external_subscription_id collate "C", month, currency collate "C", report collate "C", scope_id, test_clock_id
      on conflict on constraint weekly_fee_totals_row do update set
        amount = total.amount + excluded.amount, fees_count = total.fees_count + excluded.fees_count
      returning 1`,
  );
  return rows.length;
}

async function appendDifferences(tx: Tx, organizationId: string): Promise<number> {
  const rows = await queryRows(
    tx,
    sql`
      with ${recomputedReports(organizationId)},
      stored as (
        select organization_id, test_clock_id, report, key, scope_id, month, currency, divisor, sum(amount) as amount,
          sum(invoices_count)::bigint as invoices_count, sum(items_count)::bigint as items_count
        from (
          select organization_id, test_clock_id, report, key, scope_id, month, currency, divisor, amount, invoices_count, items_count
          from ${reportTotals} where organization_id = ${organizationId}
          union all
          select organization_id, test_clock_id, report, key, scope_id, month, currency, divisor, amount, invoices_count, items_count
          from ${reportEntries} where organization_id = ${organizationId}
        ) as figure
        group by organization_id, test_clock_id, report, key, scope_id, month, currency, divisor
      ),
      differences as (
        select organization_id, test_clock_id, report, key, scope_id, month, currency, divisor,
          coalesce(recomputed.amount, 0) - coalesce(stored.amount, 0) as amount,
          coalesce(recomputed.invoices_count, 0) - coalesce(stored.invoices_count, 0) as invoices_count,
          coalesce(recomputed.items_count, 0) - coalesce(stored.items_count, 0) as items_count
        from stored full join figures as recomputed
          using (organization_id, test_clock_id, report, key, scope_id, month, currency, divisor)
      )
      insert into ${reportEntries}
        (organization_id, test_clock_id, report, key, scope_id, month, currency, divisor, amount, invoices_count, items_count)
      select organization_id, test_clock_id, report, key, scope_id, month, currency, divisor, amount, invoices_count, items_count
      from differences where amount <> 0 or invoices_count <> 0 or items_count <> 0
      returning 1`,
  );
  return rows.length;
}
