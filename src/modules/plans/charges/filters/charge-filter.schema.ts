import { Extensions, InputType, ObjectType } from 'type-graphql';
import type { FilterValues } from '../../../../core/metering/filters.js';
import { connectionOf } from '../../../../platform/api/lists/page-connection.js';
import { Flag, Id, Instant, JsonMap, Of, Text } from '../../../../platform/api/members/fields.js';
import { pageArgsOf } from '../../../../platform/api/lists/page-args.js';
import { deletedPayloadOf, payloadOf } from '../../../../platform/api/members/shapes.js';
import { ChargePropertiesInput } from '../properties/charge-properties.schema.js';
import type {
  CreateChargeFilter,
  DeleteChargeFilter,
  SentChargeFilter,
  UpdateChargeFilter,
} from './charge-filter.input.js';
import { chargeFilterOrders } from './charge-filter.list.js';

const VALUES =
  'Matched values by key of a billable metric filter. The single value `__ALL_FILTER_VALUES__` matches ' +
  'every value.';

export const CASCADE_UPDATES =
  'Whether plan overrides follow the change where they still have the former value. Default false.';

@ObjectType('ChargeFilter', {
  description: "A price for the part of a charge's events whose properties have the given values.",
})
export class ChargeFilterType {
  @Id() id!: string;
  @Text.orNull("Name shown on invoices. Defaults to the filter's values.") invoiceDisplayName!: string | null;
  @JsonMap(VALUES) values!: FilterValues;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType({ description: 'A filter of a charge.' })
export class ChargeFilterInput implements SentChargeFilter {
  @Text.orNull() invoiceDisplayName?: string | null;
  @Of.orNull(() => ChargePropertiesInput, "Properties of the charge's model.")
  @Extensions({ chosenBy: 'chargeModel' })
  properties?: ChargePropertiesInput | null;
  @JsonMap.orNull(VALUES) values?: Record<string, unknown> | null;
}

@InputType({ description: 'A new filter of a charge.' })
export class CreateChargeFilterInput extends ChargeFilterInput implements CreateChargeFilter {
  @Id() chargeId!: string;
  @Flag.orNull(CASCADE_UPDATES) cascadeUpdates?: boolean | null;
}

@InputType({ description: 'Changes of a filter. Omitted fields keep their value.' })
export class UpdateChargeFilterInput extends ChargeFilterInput implements UpdateChargeFilter {
  @Id() id!: string;
  @Flag.orNull(CASCADE_UPDATES) cascadeUpdates?: boolean | null;
}

@InputType()
export class DeleteChargeFilterInput implements DeleteChargeFilter {
  @Id() id!: string;
  @Flag.orNull(CASCADE_UPDATES) cascadeUpdates?: boolean | null;
}

export const ChargeFilterPayload = payloadOf('ChargeFilterPayload', 'chargeFilter', () => ChargeFilterType);
export const DeleteChargeFilterPayload = deletedPayloadOf(
  'DeleteChargeFilterPayload',
  'chargeFilter',
  () => ChargeFilterType,
);

export const ChargeFilterConnection = connectionOf(ChargeFilterType, 'ChargeFilter');

export const ChargeFilterPageArgs = pageArgsOf('ChargeFilter', chargeFilterOrders);
