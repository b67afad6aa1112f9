import { ArgsType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { Cents, Currency, Id, Instant, ListOf, Of, Text } from '../../platform/api/members/fields.js';
import { PageArgs } from '../../platform/api/lists/page-args.js';
import { pickType } from '../../platform/api/members/pick-type.js';
import { PrivilegeValue, SubscriptionEntitlementType } from '../features/api/entitlement.schema.js';
import type { PrivilegeValue as Value } from '../features/records/entitlement.table.js';
import { SubscriptionStatus } from '../subscriptions/api/subscription.schema.js';
import type { Subscription } from '../subscriptions/records/subscription.table.js';
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
  @Id() id!: string;
  @Text.orNull() name!: string | null;
  @Of(() => SubscriptionStatus, 'State of the subscription.') status!: Subscription['status'];
  @Instant('Start date of the subscription.') subscriptionAt!: Date;
  @Instant.orNull('When the subscription started; null before.') startedAt!: Date | null;
  @Instant.orNull('When the subscription ends by itself; null for never.') endingAt!: Date | null;
  @Instant.orNull('When the subscription ended; null before.') terminatedAt!: Date | null;
}

@ObjectType('PortalPrivilege', { description: 'A setting of a feature, with the value that is in force.' })
@TypicalItems(5)
export class PortalPrivilegeType {
  @Text() code!: string;
  @Text.orNull() name!: string | null;
  @Of(() => PrivilegeValue, 'The value that is in force.') value!: Value;
}

@ObjectType('PortalEntitlement', { description: 'A feature that a subscription entitles to.' })
@TypicalItems(5)
export class PortalEntitlementType extends pickType(SubscriptionEntitlementType, [
  'code',
  'name',
  'description',
]) {
  @ListOf(() => PortalPrivilegeType, 'The privileges of the feature that have a value.')
  privileges!: PortalPrivilegeType[];
}

@ObjectType('PortalChargeUsage', { description: 'Current usage of one charge.' })
@TypicalItems(10)
export class PortalChargeUsageType extends UsageFigures {
  @Currency() amountCurrency!: string;
  @ListOf(() => ChargeFilterUsageType, FILTERS) @TypicalItems(2) filters!: readonly object[];
  @ListOf(() => GroupedUsageType, GROUPS) @TypicalItems(2) groupedUsage!: readonly object[];
}

@ObjectType('PortalProjectedChargeUsage', { description: 'Current and projected usage of one charge.' })
@TypicalItems(10)
export class PortalProjectedChargeUsageType extends ProjectedFigures {
  @Currency() amountCurrency!: string;
  @ListOf(() => ProjectedChargeFilterUsageType, FILTERS) @TypicalItems(2) filters!: readonly object[];
  @ListOf(() => ProjectedGroupedUsageType, GROUPS) @TypicalItems(2) groupedUsage!: readonly object[];
}

const UsageSummary = pickType(UsageSummaryFields, ['from', 'to', 'currency', 'amountCents']);

@ObjectType('PortalUsage', { description: 'Usage of a subscription in the current billing period.' })
export class PortalUsageType extends UsageSummary {
  @ListOf(() => PortalChargeUsageType, 'Usage of each charge, sorted by the name of its metric.')
  chargesUsage!: readonly PortalChargeUsageType[];
}

@ObjectType('PortalProjectedUsage', {
  description:
    'Usage of a subscription in the current billing period, and its projection to the end of the period.',
})
export class PortalProjectedUsageType extends UsageSummary {
  @Cents(
    'Amount that the whole period would cost if usage went on as it has, excluding taxes, in minor units of the currency.',
  )
  projectedAmountCents!: bigint;
  @ListOf(() => PortalProjectedChargeUsageType, 'Usage of each charge, sorted by the name of its metric.')
  chargesUsage!: readonly PortalProjectedChargeUsageType[];
}

export const PortalSubscriptionConnection = connectionOf(PortalSubscriptionType, 'PortalSubscription');

@ArgsType()
export class PortalSubscriptionPageArgs extends PageArgs {
  @ListOf.orNull(
    () => SubscriptionStatus,
    'Only subscriptions with one of these statuses. Default active and pending.',
  )
  status?: Subscription['status'][] | null;
}
