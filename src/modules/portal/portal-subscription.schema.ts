import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { CurrencyCode } from '../../platform/api/enums.js';
import { PageArgs } from '../../platform/api/page-args.js';
import { pickType } from '../../platform/api/pick-type.js';
import { DateTime, SafeInt } from '../../platform/api/scalars.js';
import { PrivilegeValue, SubscriptionEntitlementType } from '../features/entitlement.schema.js';
import type { PrivilegeValue as Value } from '../features/entitlement.table.js';
import { SubscriptionStatus } from '../subscriptions/subscription.schema.js';
import type { Subscription } from '../subscriptions/subscription.table.js';
import {
  ChargeFilterUsageType,
  FILTERS,
  GroupedUsageType,
  GROUPS,
  UsageFigures,
  UsageSummaryFields,
} from '../usage/current-usage/customer-usage.schema.js';
import {
  ProjectedChargeFilterUsageType,
  ProjectedFigures,
  ProjectedGroupedUsageType,
} from '../usage/current-usage/projected-usage.schema.js';

@ObjectType('PortalSubscription', { description: 'A subscription of the customer.' })
export class PortalSubscriptionType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => SubscriptionStatus, { description: 'State of the subscription.' })
  status!: Subscription['status'];

  @Field(() => DateTime, { description: 'Start date of the subscription.' })
  subscriptionAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When the subscription started; null before.' })
  startedAt!: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the subscription ends by itself; null for never.',
  })
  endingAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When the subscription ended; null before.' })
  terminatedAt!: Date | null;
}

@ObjectType('PortalPrivilege', { description: 'A setting of a feature, with the value that is in force.' })
@TypicalItems(5)
export class PortalPrivilegeType {
  @Field(() => String)
  code!: string;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => PrivilegeValue, { description: 'The value that is in force.' })
  value!: Value;
}

@ObjectType('PortalEntitlement', { description: 'A feature that a subscription entitles to.' })
@TypicalItems(5)
export class PortalEntitlementType extends pickType(SubscriptionEntitlementType, [
  'code',
  'name',
  'description',
]) {
  @Field(() => [PortalPrivilegeType], { description: 'The privileges of the feature that have a value.' })
  privileges!: PortalPrivilegeType[];
}

@ObjectType('PortalChargeUsage', { description: 'Current usage of one charge.' })
@TypicalItems(10)
export class PortalChargeUsageType extends UsageFigures {
  @Field(() => CurrencyCode)
  amountCurrency!: string;

  @Field(() => [ChargeFilterUsageType], FILTERS)
  @TypicalItems(2)
  filters!: readonly object[];

  @Field(() => [GroupedUsageType], GROUPS)
  @TypicalItems(2)
  groupedUsage!: readonly object[];
}

@ObjectType('PortalProjectedChargeUsage', { description: 'Current and projected usage of one charge.' })
@TypicalItems(10)
export class PortalProjectedChargeUsageType extends ProjectedFigures {
  @Field(() => CurrencyCode)
  amountCurrency!: string;

  @Field(() => [ProjectedChargeFilterUsageType], FILTERS)
  @TypicalItems(2)
  filters!: readonly object[];

  @Field(() => [ProjectedGroupedUsageType], GROUPS)
  @TypicalItems(2)
  groupedUsage!: readonly object[];
}

const UsageSummary = pickType(UsageSummaryFields, ['from', 'to', 'currency', 'amountCents']);

@ObjectType('PortalUsage', { description: 'Usage of a subscription in the current billing period.' })
export class PortalUsageType extends UsageSummary {
  @Field(() => [PortalChargeUsageType], { description: 'One entry per charge, sorted by metric name.' })
  chargesUsage!: readonly PortalChargeUsageType[];
}

@ObjectType('PortalProjectedUsage', {
  description:
    'Usage of a subscription in the current billing period, and its projection to the end of the period.',
})
export class PortalProjectedUsageType extends UsageSummary {
  @Field(() => SafeInt, { description: 'Excluding taxes.' })
  projectedAmountCents!: bigint;

  @Field(() => [PortalProjectedChargeUsageType], {
    description: 'One entry per charge, sorted by metric name.',
  })
  chargesUsage!: readonly PortalProjectedChargeUsageType[];
}

export const PortalSubscriptionConnection = connectionOf(PortalSubscriptionType, 'PortalSubscription');

@ArgsType()
export class PortalSubscriptionPageArgs extends PageArgs {
  @Field(() => [SubscriptionStatus], {
    nullable: true,
    description: 'Only subscriptions with one of these statuses. Default active and pending.',
  })
  status?: Subscription['status'][] | null;
}
