import { Extensions, Field, ID, InputType, ObjectType } from 'type-graphql';
import { CurrencyCode } from '../../platform/api/enums.js';
import { CalendarDate, DateTime, Decimal, JsonObject, SafeInt } from '../../platform/api/scalars.js';

@InputType({
  description: 'Which part of the usage is wanted. Of several ways to choose charges the first one counts.',
})
export class UsageFilter {
  @Field(() => ID, { nullable: true })
  @Extensions({ restAlias: 'filter_by_charge_id' })
  chargeId?: string | null;

  @Field(() => String, { nullable: true })
  @Extensions({ restAlias: 'filter_by_charge_code' })
  chargeCode?: string | null;

  @Field(() => String, { nullable: true })
  @Extensions({ restAlias: 'filter_by_metric_code' })
  billableMetricCode?: string | null;

  @Field(() => JsonObject, { nullable: true, description: 'Not built yet: no usage is grouped.' })
  @Extensions({ restAlias: 'filter_by_group' })
  group?: Record<string, unknown> | null;

  @Field(() => [String], { nullable: true, description: 'Not built yet: no usage is broken down.' })
  @Extensions({ restAlias: 'filter_by_presentation' })
  presentation?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Without effect: no usage is grouped.' })
  skipGrouping?: boolean | null;
}

@ObjectType('ChargeUsage', { description: 'What one charge comes to so far.' })
export class ChargeUsageType {
  @Field(() => Decimal)
  units!: string;

  @Field(() => Decimal)
  totalAggregatedUnits!: string;

  @Field(() => SafeInt)
  eventsCount!: bigint;

  @Field(() => SafeInt)
  amountCents!: bigint;

  @Field(() => CurrencyCode)
  amountCurrency!: string;

  @Field(() => JsonObject, { nullable: true, description: 'Not built yet: always null.' })
  pricingUnitDetails?: null;
}

@ObjectType('CustomerUsage', { description: 'What a subscription has used in the period in progress.' })
export class CustomerUsageType {
  @Field(() => DateTime, { description: 'Start of the window whose events are counted.' })
  fromDatetime!: Date;

  @Field(() => DateTime, { description: 'Its end, which lies ahead.' })
  toDatetime!: Date;

  @Field(() => CalendarDate, { description: 'Last local day of the plan period.' })
  issuingDate!: string;

  @Field(() => ID, { nullable: true, description: 'Always null: nothing is invoiced yet.' })
  invoiceId?: null;

  @Field(() => CurrencyCode)
  currency!: string;

  @Field(() => SafeInt, { description: 'Without taxes.' })
  amountCents!: bigint;

  @Field(() => SafeInt)
  taxesAmountCents!: bigint;

  @Field(() => SafeInt)
  totalAmountCents!: bigint;

  @Field(() => [ChargeUsageType], { description: 'One per charge, by name of the metric.' })
  chargesUsage!: ChargeUsageType[];
}
