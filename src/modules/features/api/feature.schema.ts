import { Extensions, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { TypicalItems } from '../../../platform/api/cost.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import { Id, Instant, JsonMap, ListOf, Of, Text } from '../../../platform/api/members/fields.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { deletedPayloadOf, idInput, payloadOf } from '../../../platform/api/members/shapes.js';
import type {
  CreateFeature,
  DeletePrivilege,
  SentPrivilege,
  UpdateFeature,
} from '../records/feature.input.js';
import { featureOrders } from '../records/feature.list.js';
import { type Privilege, VALUE_TYPES } from '../records/feature.table.js';

export const PrivilegeValueType = enumOf(
  VALUE_TYPES,
  'PrivilegeValueType',
  'The type of the values of a privilege.',
  {
    boolean: 'A value that is true or false.',
    integer: 'An integer within 2^53.',
    select: 'A value out of the options of the privilege.',
    string: 'A text of 1 to 255 characters.',
  },
);

export const CONFIG =
  '`{}`, or `{select_options: [...]}` with the texts that a value of type `select` can be.';
const NEW_CONFIG =
  'Options of the type `select`, as `{select_options: [...]}` with one text or more. Omitted for other types.';

@ObjectType('Privilege', { description: 'A typed setting of a feature, such as a maximum.' })
@TypicalItems(3)
export class PrivilegeType {
  @Text({ note: 'Unique within its feature; it never changes.' }) code!: string;
  @Text.orNull() name!: string | null;
  @Of(() => PrivilegeValueType, 'Type of the values of the privilege.') valueType!: Privilege['valueType'];
  @JsonMap(CONFIG) config!: object;
}

@ObjectType('Feature', {
  description: 'A capability of the product, such as seats, that plans and subscriptions grant.',
})
@TypicalItems(5)
export class FeatureType {
  @Id() id!: string;
  @Text({ note: 'Unique among features that are not deleted; it never changes.' }) code!: string;
  @Text.orNull() name!: string | null;
  @Text.orNull() description!: string | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType({ description: 'A privilege of a feature, identified by its code.' })
export class PrivilegeInput implements SentPrivilege {
  @Text() code!: string;
  @Text.orNull() name?: string | null;
  @Of.orNull(
    () => PrivilegeValueType,
    'Type of the values of the privilege. Default `string`. Ignored for a privilege that exists: its type never changes.',
  )
  valueType?: Privilege['valueType'] | null;
  @JsonMap.orNull(`${NEW_CONFIG} Options of a privilege that exists are added to those that it has.`)
  @Extensions({ invalidCode: 'invalid_format' })
  config?: Record<string, unknown> | null;
}

@InputType({ description: 'A new feature.' })
export class CreateFeatureInput implements CreateFeature {
  @Text() code!: string;
  @Text.orNull() name?: string | null;
  @Text.orNull() description?: string | null;
  @ListOf.orNull(() => PrivilegeInput)
  @Extensions({ elementsReportedAt: 'privilege' })
  privileges?: PrivilegeInput[] | null;
}

@InputType({ description: 'Changes of a feature. Omitted fields keep their value.' })
export class UpdateFeatureInput implements UpdateFeature {
  @Id() id!: string;
  @Text.orNull() name?: string | null;
  @Text.orNull() description?: string | null;
  @ListOf.orNull(() => PrivilegeInput, 'Privileges to add or change, by code. Others stay.')
  @Extensions({ elementsReportedAt: 'privilege' })
  privileges?: PrivilegeInput[] | null;
}

export const DeleteFeatureInput = idInput('DeleteFeatureInput');

@InputType()
export class DeletePrivilegeInput implements DeletePrivilege {
  @Text('Code of the feature.') featureCode!: string;
  @Text('Code of the privilege.') code!: string;
}

export const FeaturePayload = payloadOf('FeaturePayload', 'feature', () => FeatureType);
export const DeleteFeaturePayload = deletedPayloadOf('DeleteFeaturePayload', 'feature', () => FeatureType);
export const DeletePrivilegePayload = payloadOf(
  'DeletePrivilegePayload',
  'feature',
  () => FeatureType,
  'The feature without the privilege.',
);

export const FeatureConnection = connectionOf(FeatureType, 'Feature');

export const FeaturePageArgs = pageArgsOf('Feature', featureOrders, {
  search: 'Matches part of the name, code or description.',
});
