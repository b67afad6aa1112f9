import { ArgsType, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../../platform/api/cost.js';
import { CountryCode, enumOf } from '../../../platform/api/members/enums.js';
import {
  Cents,
  Currency,
  Day,
  DecimalText,
  Flag,
  Id,
  Of,
  Text,
} from '../../../platform/api/members/fields.js';
import { CustomerKind } from '../../customers/api/customer.schema.js';
import { TestArgs } from '../../customers/api/test-filter.schema.js';
import {
  USAGE_GRANULARITIES,
  type UsageGranularity,
  type UsageReportParameters,
} from '../usage/usage-report.input.js';

const UsageGranularityType = enumOf(
  USAGE_GRANULARITIES,
  'UsageGranularity',
  'The periods by which usage is added up.',
  {
    daily: 'One row for each day.',
    monthly: 'One row for each calendar month.',
    weekly: 'Weeks, from Monday to Sunday.',
  },
);

@ArgsType()
export class UsageReportArgs extends TestArgs implements UsageReportParameters {
  @Of.orNull(() => UsageGranularityType, 'Length of the spans of the report. Days if omitted.')
  timeGranularity?: UsageGranularity | null;
  @Day.orNull('Only from this day on. The 30th day before the last one if omitted.') fromDate?: string | null;
  @Day.orNull('Only up to this day. Today if omitted.') toDate?: string | null;
  @Currency.orNull('Only rows in this currency.') currency?: string | null;
  @Of.orNull(() => CustomerKind, 'Only companies, or only persons.')
  customerType?: 'company' | 'individual' | null;
  @Of.orNull(() => CountryCode, 'Only customers in this country.') customerCountry?: string | null;
  @Text.orNull('Only usage of this customer. A deleted one has no rows.') externalCustomerId?: string | null;
  @Text.orNull('Only usage of subscriptions with this external id.') externalSubscriptionId?: string | null;
  @Text.orNull('Only usage of subscriptions on the plan with this code, including its overrides.')
  planCode?: string | null;
  @Text.orNull('Only metrics with this code.') billableMetricCode?: string | null;
  @Flag.orNull('Only metrics that carry units to the next period, or only the others.')
  isBillableMetricRecurring?: boolean | null;
}

@ObjectType('MetricUsage', {
  description:
    'Usage of a billable metric in a day, week or month, in units and money. Usage counts on the day on which its events arrived, once that day is over in the time zone of the customer.',
})
@TypicalItems(200)
export class MetricUsageType {
  @Id() organizationId!: string;
  @Day('The first day of the day, week or month.') startOfPeriod!: string;
  @Day('The last day of the day, week or month.') endOfPeriod!: string;
  @Currency() currency!: string;
  @Cents(
    'Change of the amount of all usage, before coupons and without taxes and minimums; negative if it has fallen.',
  )
  amountCents!: bigint;
  @Text('Code of the billable metric, which may be deleted.') billableMetricCode!: string;
  @DecimalText('Change of the units; negative if they have fallen.') units!: string;
  @Flag('Whether no metric has the code any more.') isBillableMetricDeleted!: boolean;
}
