import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { TypicalItems } from '../../platform/api/cost.js';
import { CountryCode, CurrencyCode, enumOf } from '../../platform/api/enums.js';
import { CalendarDate, Decimal, SafeInt } from '../../platform/api/scalars.js';
import { CustomerKind } from '../customers/customer.schema.js';
import { TestArgs } from '../customers/test-filter.schema.js';
import {
  USAGE_GRANULARITIES,
  type UsageGranularity,
  type UsageReportParameters,
} from './usage-report.input.js';

const UsageGranularityType = enumOf(USAGE_GRANULARITIES);
registerEnumType(UsageGranularityType, {
  name: 'UsageGranularity',
  description: 'The periods by which usage is added up.',
  valuesConfig: {
    daily: { description: 'Days.' },
    monthly: { description: 'Calendar months.' },
    weekly: { description: 'Weeks, from Monday to Sunday.' },
  },
});

@ArgsType()
export class UsageReportArgs extends TestArgs implements UsageReportParameters {
  @Field(() => UsageGranularityType, { nullable: true, description: 'Days if omitted.' })
  timeGranularity?: UsageGranularity | null;

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Only from this day on. The 30th day before the last one if omitted.',
  })
  fromDate?: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Only up to this day. Today if omitted.' })
  toDate?: string | null;

  @Field(() => CurrencyCode, { nullable: true, description: 'Only this currency.' })
  currency?: string | null;

  @Field(() => CustomerKind, { nullable: true, description: 'Only companies, or only persons.' })
  customerType?: 'company' | 'individual' | null;

  @Field(() => CountryCode, { nullable: true, description: 'Only customers in this country.' })
  customerCountry?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only usage of this customer. A deleted one has no rows.',
  })
  externalCustomerId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only usage of subscriptions with this external id.' })
  externalSubscriptionId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only usage of subscriptions on the plan with this code, including its overrides.',
  })
  planCode?: string | null;

  @Field(() => String, { nullable: true, description: 'Only metrics with this code.' })
  billableMetricCode?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only metrics that carry units to the next period, or only the others.',
  })
  isBillableMetricRecurring?: boolean | null;
}

@ObjectType('MetricUsage', {
  description:
    'Usage of a billable metric in a day, week or month, in units and money. Usage counts on the day on which its events arrived, once that day is over in the time zone of the customer.',
})
@TypicalItems(200)
export class MetricUsageType {
  @Field(() => ID)
  organizationId!: string;

  @Field(() => CalendarDate, { description: 'The first day of the day, week or month.' })
  startOfPeriod!: string;

  @Field(() => CalendarDate, { description: 'The last day of the day, week or month.' })
  endOfPeriod!: string;

  @Field(() => CurrencyCode)
  currency!: string;

  @Field(() => SafeInt, {
    description:
      'Change of the amount of all usage, before coupons and without taxes and minimums; negative if it has fallen.',
  })
  amountCents!: bigint;

  @Field(() => String, { description: 'Code of the billable metric, which may be deleted.' })
  billableMetricCode!: string;

  @Field(() => Decimal, { description: 'Change of the units; negative if they have fallen.' })
  units!: string;

  @Field(() => Boolean, { description: 'True if no metric has the code any more.' })
  isBillableMetricDeleted!: boolean;
}
