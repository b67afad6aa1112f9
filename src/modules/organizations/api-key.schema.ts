import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { DateTime, JsonObject } from '../../platform/api/scalars.js';
import type { CreateApiKey, RotateApiKey, UpdateApiKey } from './api-key.input.js';
import { apiKeyOrders } from './api-key.list.js';

export const PERMISSIONS =
  'Granted actions by resource, such as "customer" or "invoice": "read", "write" or both.';
const NAME = 'Display name; at most 255 characters.';

@ObjectType('ApiKey', { description: 'A key that gives a program access to the API of one organization.' })
export class ApiKeyType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the key expires. Null means never.' })
  expiresAt!: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the key was last used, to the minute. Sending single events is not recorded.',
  })
  lastUsedAt!: Date | null;

  @Field(() => DateTime)
  createdAt!: Date;
}

@InputType({ description: 'A new API key.' })
export class CreateApiKeyInput implements CreateApiKey {
  @Field(() => String, { nullable: true, description: NAME })
  name?: string | null;

  @Field(() => JsonObject, {
    nullable: true,
    description: `${PERMISSIONS} Omitted resources are not accessible. Without this field the key has every permission.`,
  })
  permissions?: Record<string, unknown> | null;
}

@InputType({ description: 'Changes of an API key. Omitted fields keep their value.' })
export class UpdateApiKeyInput implements UpdateApiKey {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true, description: NAME })
  name?: string | null;

  @Field(() => JsonObject, {
    nullable: true,
    description: `${PERMISSIONS} Replaces the whole map.`,
  })
  permissions?: Record<string, unknown> | null;
}

@InputType({ description: 'Replaces an API key with a new one that has the same permissions.' })
export class RotateApiKeyInput implements RotateApiKey {
  @Field(() => ID)
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the new key. Defaults to that of the old one.',
  })
  name?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the old key expires; in the future. If omitted, it expires immediately.',
  })
  expiresAt?: Date | null;
}

@InputType()
export class DeleteApiKeyInput {
  @Field(() => ID)
  id!: string;
}

@ObjectType()
export class ApiKeyPayload {
  @Field(() => ApiKeyType)
  apiKey!: ApiKeyType;
}

@ObjectType()
export class DeleteApiKeyPayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => ApiKeyType, { description: 'The deleted key.' })
  apiKey!: ApiKeyType;
}

export const ApiKeyConnection = connectionOf(ApiKeyType, 'ApiKey');

export const ApiKeyPageArgs = pageArgsOf('ApiKey', apiKeyOrders, {
  search: 'Matches part of the name.',
});
