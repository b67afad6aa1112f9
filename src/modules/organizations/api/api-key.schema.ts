import { InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { Id, Instant, JsonMap, Text } from '../../../platform/api/members/fields.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { deletedPayloadOf, idInput, payloadOf } from '../../../platform/api/members/shapes.js';
import type { CreateApiKey, RotateApiKey, UpdateApiKey } from '../api-keys/api-key.input.js';
import { apiKeyOrders } from '../api-keys/api-key.list.js';

export const PERMISSIONS =
  'Granted actions by resource, such as "customer" or "invoice": "read", "write" or both.';
const NAME = 'Display name; at most 255 characters.';

@ObjectType('ApiKey', { description: 'A key that gives a program access to the API of one organization.' })
export class ApiKeyType {
  @Id() id!: string;
  @Text.orNull() name!: string | null;
  @Instant.orNull('When the key expires. Null means never.') expiresAt!: Date | null;
  @Instant.orNull('When the key was last used, to the minute. Sending single events is not recorded.')
  lastUsedAt!: Date | null;
  @Instant() createdAt!: Date;
}

@InputType({ description: 'A new API key.' })
export class CreateApiKeyInput implements CreateApiKey {
  @Text.orNull(NAME) name?: string | null;
  @JsonMap.orNull(
    `${PERMISSIONS} Omitted resources are not accessible. Without this field the key has every permission.`,
  )
  permissions?: Record<string, unknown> | null;
}

@InputType({ description: 'Changes of an API key. Omitted fields keep their value.' })
export class UpdateApiKeyInput implements UpdateApiKey {
  @Id() id!: string;
  @Text.orNull(NAME) name?: string | null;
  @JsonMap.orNull(`${PERMISSIONS} Replaces the whole map.`) permissions?: Record<string, unknown> | null;
}

@InputType({ description: 'Replaces an API key with a new one that has the same permissions.' })
export class RotateApiKeyInput implements RotateApiKey {
  @Id() id!: string;
  @Text.orNull('Name of the new key. Defaults to that of the old one.') name?: string | null;
  @Instant.orNull('When the old key expires; in the future. If omitted, it expires immediately.')
  expiresAt?: Date | null;
}

export const DeleteApiKeyInput = idInput('DeleteApiKeyInput');
export const ApiKeyPayload = payloadOf('ApiKeyPayload', 'apiKey', () => ApiKeyType);
export const DeleteApiKeyPayload = deletedPayloadOf('DeleteApiKeyPayload', 'apiKey', () => ApiKeyType);

export const ApiKeyConnection = connectionOf(ApiKeyType, 'ApiKey');

export const ApiKeyPageArgs = pageArgsOf('ApiKey', apiKeyOrders, {
  search: 'Matches part of the name.',
});
