import { ArgsType, ObjectType } from 'type-graphql';
import { Large, TypicalItems } from '../../../platform/api/cost.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import {
  Cents,
  Currency,
  Day,
  Flag,
  Id,
  Ids,
  Of,
  Text,
  Whole,
} from '../../../platform/api/members/fields.js';
import { DateTimeMillis } from '../../../platform/api/members/scalars.js';
import { DeprecatedInGraphql } from '../../../platform/api/members/surfaces.js';
import { IncludeTest, OfTestClock } from '../../customers/api/test-filter.schema.js';
import { FeeKind } from '../../invoices/api/fee.schema.js';
import { InvoicePaymentStatus } from '../../invoices/api/invoice.schema.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type {
  CustomerReportParameters,
  MonthParameters,
  ReportParameters,
} from '../reading/analytics.input.js';

export const RevenueStreamKind = enumOf(
  [...Object.values(FeeKind), 'coupons', 'credit_notes', 'prepaid_credits'],
  'RevenueStreamKind',
  'The source of the amounts of a revenue stream.',
  {
    add_on: 'Fees of add-ons.',
    charge: 'Fees of usage.',
    commitment: 'Fees that fill up minimum commitments.',
    coupons: 'Coupons that invoices have used. The fees exclude them.',
    credit: 'Fees of bought credits.',
    credit_notes: 'Credit notes that invoices have used.',
    fixed_charge: 'Fees of fixed charges.',
    prepaid_credits: 'Prepaid credits that invoices have used.',
    subscription: 'Fees for the amounts of plans.',
  },
);

/** The months and currency of a report. */
@ArgsType()
export class MonthArgs implements MonthParameters {
  @Currency.orNull('Only rows in this currency.') currency?: string | null;
  @Whole.orNull(
    'Only this many calendar months, ending with that of `asOf`, or else with the current one. All months if omitted.',
  )
  months?: number | null;
  @Day.orNull('The date in whose month `months` ends. Default today, in UTC.') asOf?: string | null;
  @Flag.orNull(
    'Whether to add a row of zeros for each month in which a series has nothing, such as for a chart. A series is what a ' +
      'report has for one currency and one of its other keys. Months without bounds end with the last row. Default false.',
  )
  fill?: boolean | null;
  @Day.orNull('Only from the month of this date on.') from?: string | null;
  @Day.orNull('Only up to the month of this date.') to?: string | null;
}

/** The arguments of reports by plan. */
@ArgsType()
export class PlanReportArgs extends MonthArgs implements ReportParameters {
  @IncludeTest()
  includeTest?: boolean | null;

  @OfTestClock()
  testClockId?: string | null;
}

@ArgsType()
export class ReportArgs extends PlanReportArgs {
  @Id.orNull('Only documents of this billing entity.') billingEntityId?: string | null;
  @Text.orNull('Only documents of the billing entity with this code.') billingEntityCode?: string | null;
}

@ArgsType()
export class CustomerReportArgs extends ReportArgs implements CustomerReportParameters {
  @Text.orNull('Only documents of this customer. A deleted one has no rows.')
  externalCustomerId?: string | null;
}

/** Why `month` of a report is deprecated. */
export const MONTH_REPLACED =
  'Since 2026-11-28, for removal from 2027-06-01 on: use `startsOn`, which is a date.';

@ObjectType()
abstract class ReportRowType {
  @Of(() => DateTimeMillis, 'Start of the month.') @DeprecatedInGraphql(MONTH_REPLACED) month!: Date;
  @Day('The first day of the month.') startsOn!: string;
  @Currency() currency!: string;
}

@ObjectType('GrossRevenue', {
  description:
    'Invoiced revenue of a month and a billing entity, including taxes: totals of finalized invoices and standalone ' +
    'fees, less refunds and offsets.',
})
@TypicalItems(12)
export class GrossRevenueType extends ReportRowType {
  @Cents() amountCents!: bigint;
  @Whole('Number of invoices that the row counts.') invoicesCount!: number;
  @Id('The billing entity that issued the documents.') billingEntityId!: string;
}

@ObjectType('Mrr', {
  description:
    'Monthly recurring revenue: subscription fees after discounts and with taxes. Fees of longer intervals are spread over ' +
    'their months, which may lie ahead; weekly ones count as their mean times 52 / 12.',
})
@TypicalItems(12)
export class MrrType extends ReportRowType {
  @Cents() amountCents!: bigint;
}

@ObjectType('PlanMrr', { description: 'Monthly recurring revenue of a plan, including its overrides.' })
@TypicalItems(48)
export class PlanMrrType extends ReportRowType {
  @Cents() amountCents!: bigint;
  @Id() planId!: string;
}

@ObjectType('InvoicedUsage', {
  description: 'Invoiced fees of charges of a month and a metric, after coupons and without taxes.',
})
@TypicalItems(48)
export class InvoicedUsageType extends ReportRowType {
  @Text('Code of the billable metric, which may be deleted.') code!: string;
  @Cents() amountCents!: bigint;
}

@ObjectType('InvoiceCollection', {
  description: 'Finalized invoices of a month and a payment status. A partly paid one counts as a whole.',
})
@TypicalItems(36)
export class InvoiceCollectionType extends ReportRowType {
  @Of(() => InvoicePaymentStatus, 'The current payment status of the invoices.')
  paymentStatus!: Invoice['paymentStatus'];
  @Whole('Number of invoices that the row counts.') invoicesCount!: number;
  @Cents('Sum of the totals of the invoices, in minor units of the currency.') amountCents!: bigint;
}

@ObjectType('OverdueBalance', {
  description: 'Amount due on overdue invoices whose due dates lie in one month, by billing entity.',
})
@TypicalItems(12)
export class OverdueBalanceType extends ReportRowType {
  @Cents() amountCents!: bigint;
  @Ids('The overdue invoices, the longest overdue first.') @Large() invoiceIds!: string[];
  @Id('The billing entity that issued the documents.') billingEntityId!: string;
}

@ObjectType('RevenueStream', {
  description:
    'Fees of one type on the finalized invoices of a month, without taxes; or the amounts that coupons and credits paid.',
})
@TypicalItems(48)
export class RevenueStreamType extends ReportRowType {
  @Of(() => RevenueStreamKind, 'The source of the amounts in the row.')
  stream!: keyof typeof RevenueStreamKind;
  @Cents() amountCents!: bigint;
}
