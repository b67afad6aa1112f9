import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { organizationId } from '../../../platform/db/tables/columns.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';

/**
 * The reports that are added up while documents are written (docs/adr/0078). What distinguishes the rows of a month:
 *
 * | report               | key            | scope          |
 * | -------------------- | -------------- | -------------- |
 * | `gross_revenue`      | none           | billing entity |
 * | `customer_revenue`   | customer       | billing entity |
 * | `invoice_collection` | payment status | billing entity |
 * | `invoiced_usage`     | metric code    | billing entity |
 * | `revenue_stream`     | stream         | billing entity |
 * | `mrr`                | none           | organization   |
 * | `entity_mrr`         | none           | billing entity |
 * | `plan_mrr`           | none           | sold plan      |
 */
export const REPORTS = [
  'gross_revenue',
  'customer_revenue',
  'invoice_collection',
  'invoiced_usage',
  'revenue_stream',
  'mrr',
  'entity_mrr',
  'plan_mrr',
] as const;

/** The reports of monthly recurring revenue, which differ in their scope. */
export const MRR_REPORTS = ['mrr', 'entity_mrr', 'plan_mrr'] as const satisfies readonly Report[];

export type Report = (typeof REPORTS)[number];

/** Amounts are exact: the shares that are added up have five decimals. */
const amount = () => numeric('amount').notNull();

/** In place of the test clock in rows of the books: a key has no nulls. */
export const NO_CLOCK = '00000000-0000-0000-0000-000000000000';

/** The test clock of the customers whose documents a row adds up, so that the rows of the books are found without those. */
const testClockId = () => uuid('test_clock_id').notNull().default(NO_CLOCK);

/** What identifies a row of a report, and what the row adds up. */
const figureColumns = () => ({
  organizationId: organizationId(),
  testClockId: testClockId(),
  report: text('report', { enum: REPORTS }).notNull(),
  key: text('key').notNull(),
  scopeId: uuid('scope_id').notNull(),
  /** The first day of the month. */
  month: date('month', { mode: 'string' }).notNull(),
  currency: text('currency').notNull(),
  /** The amount counts divided by this number, so that shares of a year are added up without rounding. */
  divisor: integer('divisor').notNull(),
  /** Minor units of the currency, not rounded. */
  amount: amount(),
  invoicesCount: bigint('invoices_count', { mode: 'number' }).notNull(),
  /** Number of documents or fees that the row is made of. A row of none is not shown. */
  itemsCount: bigint('items_count', { mode: 'number' }).notNull(),
});

/**
 * What transactions have added to reports and subtracted from them. Rows are only appended, so that transactions do not wait
 * for each other; `ReportFolding` moves them to the totals, and until then reports add them to the totals.
 */
export const reportEntries = pgTable(
  'report_entries',
  { sequence: bigserial('sequence', { mode: 'bigint' }).primaryKey(), ...figureColumns() },
  (table) => [
    ...enumChecks(table),
    index('report_entries_figures')
      .on(table.organizationId, table.testClockId, table.report, table.key)
      .concurrently(),
  ],
);

/** The sums of the entries that were folded. */
export const reportTotals = pgTable('report_totals', figureColumns(), (table) => [
  ...enumChecks(table),
  primaryKey({
    name: 'report_totals_row',
    columns: [
      table.organizationId,
      table.testClockId,
      table.report,
      table.key,
      table.month,
      table.currency,
      table.scopeId,
      table.divisor,
    ],
  }),
  check('report_totals_divisor', sql`${table.divisor} > 0`),
]);

/**
 * The weekly fees of each subscription and month, whose mean is the recurring revenue of the month (analytics.md §3). Only
 * transactions that have locked the customer of the subscription write its rows.
 */
export const weeklyFeeTotals = pgTable(
  'weekly_fee_totals',
  {
    organizationId: organizationId(),
    testClockId: testClockId(),
    report: text('report', { enum: MRR_REPORTS }).notNull(),
    scopeId: uuid('scope_id').notNull(),
    externalSubscriptionId: text('external_subscription_id').notNull(),
    month: date('month', { mode: 'string' }).notNull(),
    currency: text('currency').notNull(),
    amount: amount(),
    feesCount: integer('fees_count').notNull(),
  },
  (table) => [
    ...enumChecks(table),
    primaryKey({
      name: 'weekly_fee_totals_row',
      columns: [
        table.organizationId,
        table.externalSubscriptionId,
        table.month,
        table.currency,
        table.report,
        table.scopeId,
        table.testClockId,
      ],
    }),
  ],
);

/** What a transaction adds to a row of a report. */
export type ReportEntry = Omit<typeof reportEntries.$inferSelect, 'sequence'>;
export type WeeklyFeeTotal = typeof weeklyFeeTotals.$inferSelect;
