import { and, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { columnNames, jsonRows } from '../../../platform/db/statements/json-rows.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import { billingPeriods, invoices } from '../../invoices/records/invoice.table.js';
import { fees } from '../../invoices/records/fees/fee.table.js';
import { charges } from '../../plans/charges/charge.table.js';
import { subscriptions } from '../../subscriptions/records/subscription.table.js';
import { type DailyUsage, dailyUsages } from './daily-usage.table.js';

const COLUMNS = sql.join(columnNames(dailyUsages), sql`, `);
const WINDOW = sql.raw('organization_id, subscription_id, charge_id, window_from');

/**
 * Writes what days add to the usage of their windows: the difference between the usage of the window, which `source` holds, and
 * the other days of the window. Days that neither add anything nor have a row are omitted.
 */
const writeDays = (source: SQL, { isInvoiced }: { readonly isInvoiced: boolean }): SQL => sql`
  insert into ${dailyUsages} as stored (${COLUMNS})
  select ${WINDOW}, day, billable_metric_id, currency, total.units - others.units, total.amount_cents - others.amount_cents,
    ${isInvoiced}
  from ${source} as total
  cross join lateral (
    select coalesce(sum(other.units) filter (where other.day <> total.day), 0) as units,
      coalesce(sum(other.amount_cents) filter (where other.day <> total.day), 0) as amount_cents,
      coalesce(bool_or(other.day = total.day), false) as is_stored,
      coalesce(bool_or(other.is_invoiced), false) as is_invoiced
    from ${dailyUsages} as other
    where (other.organization_id, other.subscription_id, other.charge_id, other.window_from)
      = (total.organization_id, total.subscription_id, total.charge_id, total.window_from)
  ) as others
  where (${isInvoiced} or not others.is_invoiced)
    and (others.is_stored or total.units <> others.units or total.amount_cents <> others.amount_cents or ${isInvoiced})
  order by ${WINDOW}, day
  on conflict on constraint daily_usages_row do update set
    units = excluded.units, amount_cents = excluded.amount_cents, is_invoiced = excluded.is_invoiced`;

/** A charge in a window whose invoice has been finalized. */
export type InvoicedCharge = Pick<DailyUsage, 'subscriptionId' | 'chargeId' | 'windowFrom'>;

export const dailyUsageRepository = {
  /**
   * Records the usage of windows at the ends of days; each row holds the usage of its whole window.
   * @returns the subscriptions for which a day has usage.
   */
  async record(tx: Tx, totals: readonly DailyUsage[]): Promise<Set<string>> {
    if (totals.length === 0) return new Set();
    const rows = await queryRows<{ subscriptionId: string }>(
      tx,
      sql`
        with written as (
          ${writeDays(jsonRows(dailyUsages, totals), { isInvoiced: false })}
          returning stored.*
        )
        select distinct subscription_id as "subscriptionId" from written where units <> 0 or amount_cents <> 0`,
    );
    return new Set(rows.map(({ subscriptionId }) => subscriptionId));
  },

  /**
   * Corrects the last days of the windows that invoices bill in arrears, so that the days of a window add up to its fees. A
   * charge that had usage but has no fee adds up to 0.
   */
  async correct(tx: Tx, organizationId: string, invoiceIds: readonly string[]): Promise<void> {
    const source = sql`(
      with billed as (
        select period.organization_id, period.subscription_id, period.charges_from as window_from, period.charges_to as window_to,
          invoice.id as invoice_id,
          ((period.charges_to - interval '1 millisecond') at time zone invoice.timezone)::date as day
        from ${billingPeriods} as period
        join ${invoices} as invoice on (invoice.organization_id, invoice.id) = (period.organization_id, period.invoice_id)
        where period.organization_id = ${organizationId} and period.invoice_id = any(${sql.param([...invoiceIds])}::uuid[])
          and period.invoicing_reason in ('subscription_periodic', 'subscription_terminating')
          and period.charges_from < period.charges_to
      ),
      invoiced as (
        select billed.organization_id, billed.subscription_id, fee.charge_id, billed.window_from, billed.day,
          fee.billable_metric_id, fee.currency, sum(fee.units) as units, sum(fee.amount_cents)::bigint as amount_cents
        from billed
        join ${fees} as fee on (fee.organization_id, fee.invoice_id, fee.subscription_id)
          = (billed.organization_id, billed.invoice_id, billed.subscription_id)
          and fee.from_at >= billed.window_from and fee.from_at < billed.window_to
        where fee.fee_type = 'charge' and not fee.pay_in_advance and fee.true_up_parent_fee_id is null
        group by 1, 2, 3, 4, 5, 6, 7
      )
      select * from invoiced
      union all
      select distinct billed.organization_id, billed.subscription_id, used.charge_id, billed.window_from, billed.day,
        used.billable_metric_id, used.currency, 0, 0
      from billed
      join ${dailyUsages} as used on (used.organization_id, used.subscription_id, used.window_from)
        = (billed.organization_id, billed.subscription_id, billed.window_from)
      join ${charges} as charge on (charge.organization_id, charge.id) = (used.organization_id, used.charge_id)
      where not charge.pay_in_advance and charge.invoiceable and not exists (
        select from invoiced where (invoiced.subscription_id, invoiced.charge_id, invoiced.window_from)
          = (billed.subscription_id, used.charge_id, billed.window_from)
      )
    )`;
    await tx.execute(writeDays(source, { isInvoiced: true }));
  },

  /** The charges of subscriptions whose windows, from an instant on, have been invoiced. */
  invoicedCharges(
    db: Db,
    organizationId: string,
    { subscriptionIds, from }: { readonly subscriptionIds: readonly string[]; readonly from: Date },
  ): Promise<InvoicedCharge[]> {
    return db
      .select({
        subscriptionId: dailyUsages.subscriptionId,
        chargeId: dailyUsages.chargeId,
        windowFrom: dailyUsages.windowFrom,
      })
      .from(dailyUsages)
      .where(
        and(
          eq(dailyUsages.organizationId, organizationId),
          isOneOf(dailyUsages.subscriptionId, subscriptionIds),
          gte(dailyUsages.windowFrom, from),
          eq(dailyUsages.isInvoiced, true),
        ),
      );
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const own = tx
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(
        and(eq(subscriptions.organizationId, organizationId), isOneOf(subscriptions.customerId, customerIds)),
      );
    await tx
      .delete(dailyUsages)
      .where(and(eq(dailyUsages.organizationId, organizationId), isOneOf(dailyUsages.subscriptionId, own)));
  },
};
