import { InputType, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../../platform/api/cost.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import { Id, Instant, Of, Text } from '../../../platform/api/members/fields.js';
import { deletedPayloadOf, idInput, payloadOf } from '../../../platform/api/members/shapes.js';
import type {
  IntegrationMappingFilter,
  SetIntegrationMapping,
} from '../records/integration-mapping.input.js';
import { integrationMappingOrders } from '../records/integration-mapping.list.js';
import { MAPPING_TARGETS, type MappingTarget } from '../types/mapping-targets.js';

export const IntegrationMappingTarget = enumOf(
  MAPPING_TARGETS,
  'IntegrationMappingTarget',
  'Kinds of objects that mappings name. Those after `fallback_item`, `prepaid_credit` and `credit_note` exist in accounting only.',
  {
    add_on: 'Fees of an add-on, fixed charges too.',
    billable_metric: 'Fees of the usage of a metric.',
    plan: 'Subscription fees of a plan.',
    subscription_fee: 'Subscription fees of plans that have no mapping.',
    minimum_commitment: 'Fees that fill a period up to the minimum commitment.',
    coupon: 'Deductions of coupons.',
    prepaid_credit: 'Credits of wallets that were bought.',
    credit_note: 'Lines of credit notes.',
    fallback_item: 'Everything that has no mapping of its own.',
    granted_credit: 'Credits of wallets that were granted.',
    tax: 'The type of tax, or the account of taxes.',
    account: 'The account on which payments arrive.',
  },
);

const TARGET_ID = 'Id of the add-on, metric or plan; null for other targets.';
const BILLING_ENTITY =
  'Id of the billing entity whose documents use the mapping; null for those of all that have none of their own.';
const EXTERNAL_ID = 'The item at the outside system.';
const ACCOUNT_CODE = 'The account, or the code of tax, at the outside system.';
const EXTERNAL_NAME = 'The name of the item at the outside system; for people.';

@ObjectType('IntegrationMapping', {
  description: 'What an object of the organization is called at a connection to an outside system.',
})
@TypicalItems(5)
export class IntegrationMappingType {
  @Id() id!: string;
  @Id('Id of the connection.') integrationId!: string;
  @Of(() => IntegrationMappingTarget, 'Kind of object that the mapping names.') target!: MappingTarget;
  @Id.orNull(TARGET_ID) targetId!: string | null;
  @Id.orNull(BILLING_ENTITY) billingEntityId!: string | null;
  @Text.orNull(EXTERNAL_ID) externalId!: string | null;
  @Text.orNull(ACCOUNT_CODE) externalAccountCode!: string | null;
  @Text.orNull(EXTERNAL_NAME) externalName!: string | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType({
  description: 'What an object is called at a connection. It replaces the mapping of the same target.',
})
export class SetIntegrationMappingInput implements SetIntegrationMapping {
  @Id('Id of the connection.') integrationId!: string;
  @Of(() => IntegrationMappingTarget, 'Kind of object that the mapping names.') target!: MappingTarget;
  @Id.orNull('Id of the add-on, metric or plan. Required for these targets, not allowed for others.')
  targetId?: string | null;
  @Id.orNull(BILLING_ENTITY) billingEntityId?: string | null;
  @Text.orNull(`${EXTERNAL_ID} Required, but for the targets account and tax.`) externalId?: string | null;
  @Text.orNull(ACCOUNT_CODE) externalAccountCode?: string | null;
  @Text.orNull(EXTERNAL_NAME) externalName?: string | null;
}

export const DeleteIntegrationMappingInput = idInput('DeleteIntegrationMappingInput');
export const IntegrationMappingPayload = payloadOf(
  'IntegrationMappingPayload',
  'integrationMapping',
  () => IntegrationMappingType,
);
export const DeleteIntegrationMappingPayload = deletedPayloadOf(
  'DeleteIntegrationMappingPayload',
  'integrationMapping',
  () => IntegrationMappingType,
  'The deleted mapping.',
);

@InputType('IntegrationMappingFilter', { description: 'All given conditions must hold.' })
export class IntegrationMappingFilterInput implements IntegrationMappingFilter {
  @Id.orNull('Only mappings of the connection with this id.') integrationId?: string | null;
  @Of.orNull(() => IntegrationMappingTarget, 'Only mappings for this target.') target?: MappingTarget | null;
}

export const IntegrationMappingConnection = connectionOf(IntegrationMappingType, 'IntegrationMapping');

export const IntegrationMappingPageArgs = pageArgsOf('IntegrationMapping', integrationMappingOrders, {
  filter: IntegrationMappingFilterInput,
  search: 'Matches part of the id, the account or the name at the outside system.',
});
