import { InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { TypicalItems } from '../../../platform/api/cost.js';
import { JsonMap, ListOf, Of, Text } from '../../../platform/api/members/fields.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { refuse, scalar } from '../../../platform/api/members/scalars.js';
import { payloadOf } from '../../../platform/api/members/shapes.js';
import { SubscriptionStatus } from '../../subscriptions/api/subscription.schema.js';
import type { Subscription } from '../../subscriptions/records/subscription.table.js';
import type {
  NamedPlanEntitlement,
  NamedSubscriptionEntitlement,
  SentPlanEntitlements,
  SentSubscriptionEntitlements,
} from '../records/entitlement.input.js';
import type { PrivilegeValue as Value } from '../records/entitlement.table.js';
import { PrivilegeType } from './feature.schema.js';
import { planEntitlementOrders } from '../plans/plan-entitlement.list.js';
import { subscriptionEntitlementOrders } from '../subscriptions/subscription-entitlement.list.js';

export const PrivilegeValue = scalar<Value, Value>({
  name: 'PrivilegeValue',
  description: 'A value of a privilege: an integer, a boolean or a text, as its `valueType` says.',
  parse: () => refuse('a text, a whole number, true or false'),
  serialize: (value) => value as Value,
});

const SEARCH = 'Matches part of the name, code or description of the feature.';
const ENTITLEMENTS =
  'Features by code, each with values of its privileges by code: `{"seats": {"max": 20}, "sso": {}}`. ' +
  'An empty object entitles to a feature without values.';
const STATUS = 'Status of the subscription with the external id. Default `active`.';

@ObjectType('PlanPrivilege', { description: 'A privilege with the value that a plan gives it.' })
export class PlanPrivilegeType extends PrivilegeType {
  @Of(() => PrivilegeValue, 'The value that the plan gives the privilege.') value!: Value;
}

@ObjectType('PlanEntitlement', { description: 'A feature that a plan grants.' })
@TypicalItems(5)
export class PlanEntitlementType {}

@ObjectType('SubscriptionPrivilege', {
  description: 'A privilege with the value that is in force for a subscription.',
})
export class SubscriptionPrivilegeType extends PrivilegeType {
  @Of(() => PrivilegeValue, 'The override value if there is one, else the plan value.') value!: Value;
  @Of.orNull(() => PrivilegeValue, 'The value of the plan; null if the plan gives it none.')
  planValue!: Value | null;
  @Of.orNull(() => PrivilegeValue, 'The value of the subscription itself; null if it has none.')
  overrideValue!: Value | null;
}

@ObjectType('SubscriptionEntitlement', { description: 'A feature that a subscription entitles to.' })
@TypicalItems(5)
export class SubscriptionEntitlementType {
  @Text('Code of the feature.') code!: string;
  @Text.orNull('Name of the feature.') name!: string | null;
  @Text.orNull('Description of the feature.') description!: string | null;
}

@InputType({ description: 'Entitlements of a plan.' })
export class PlanEntitlementsInput implements SentPlanEntitlements {
  @Text() planCode!: string;
  @JsonMap(ENTITLEMENTS) entitlements!: Record<string, unknown>;
}

@InputType({ description: 'A feature that a plan grants.' })
export class RemovePlanEntitlementInput implements NamedPlanEntitlement {
  @Text() planCode!: string;
  @Text('Code of the feature.') featureCode!: string;
}

@InputType({ description: 'A privilege to which a plan gives a value.' })
export class RemovePlanEntitlementPrivilegeInput extends RemovePlanEntitlementInput {
  @Text('Code of the privilege.') privilegeCode!: string;
}

@InputType({ description: 'Entitlements of one subscription, beside those of its plan.' })
export class SetSubscriptionEntitlementInput implements SentSubscriptionEntitlements {
  @Text('External id of the subscription.') externalId!: string;
  @Of.orNull(() => SubscriptionStatus, STATUS) status?: Subscription['status'] | null;
  @JsonMap(ENTITLEMENTS) entitlements!: Record<string, unknown>;
}

@InputType({ description: 'A feature of one subscription.' })
export class RemoveSubscriptionEntitlementInput implements NamedSubscriptionEntitlement {
  @Text('External id of the subscription.') externalId!: string;
  @Of.orNull(() => SubscriptionStatus, STATUS) status?: Subscription['status'] | null;
  @Text('Code of the feature.') featureCode!: string;
}

@InputType({ description: 'A privilege of one subscription.' })
export class RemoveSubscriptionEntitlementPrivilegeInput extends RemoveSubscriptionEntitlementInput {
  @Text('Code of the privilege.') privilegeCode!: string;
}

@ObjectType()
export class PlanEntitlementsPayload {
  @ListOf(() => PlanEntitlementType, 'All features that the plan grants now.')
  entitlements!: PlanEntitlementType[];
}

export const PlanEntitlementPayload = payloadOf(
  'PlanEntitlementPayload',
  'entitlement',
  () => PlanEntitlementType,
);

@ObjectType()
export class SubscriptionEntitlementsPayload {
  @ListOf(() => SubscriptionEntitlementType, 'All features that the subscription entitles to now.')
  entitlements!: SubscriptionEntitlementType[];
}

export const SubscriptionEntitlementPayload = payloadOf(
  'SubscriptionEntitlementPayload',
  'entitlement',
  () => SubscriptionEntitlementType,
);

export const PlanEntitlementConnection = connectionOf(PlanEntitlementType, 'PlanEntitlement');
export const PlanEntitlementPageArgs = pageArgsOf('PlanEntitlement', planEntitlementOrders, {
  search: SEARCH,
});

export const SubscriptionEntitlementConnection = connectionOf(
  SubscriptionEntitlementType,
  'SubscriptionEntitlement',
);
export const SubscriptionEntitlementPageArgs = pageArgsOf(
  'SubscriptionEntitlement',
  subscriptionEntitlementOrders,
  { search: SEARCH },
);
