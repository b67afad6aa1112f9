import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { DateTime, JsonObject } from '../../platform/api/scalars.js';
import type { CreateApiKey, RotateApiKey, UpdateApiKey } from './api-key.input.js';

export const PERMISSIONS =
  'Each resource, such as "customer" or "invoice", with the actions granted for it: "read", "write" or both.';
const NAME = 'A name for people, at most 255 characters.';

@ObjectType('ApiKey', { description: 'A key with which a program calls the API for one organization.' })
export class ApiKeyType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the key stops working; null: never.' })
  expiresAt!: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the key was last used, to the minute; sending single events does not count.',
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
    description: `${PERMISSIONS} A resource left out is not accessible. Without this member the key may do everything.`,
  })
  permissions?: Record<string, unknown> | null;
}

@InputType({ description: 'Changes of an API key; members left out stay as they are.' })
export class UpdateApiKeyInput implements UpdateApiKey {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true, description: NAME })
  name?: string | null;

  @Field(() => JsonObject, {
    nullable: true,
    description: `${PERMISSIONS} This map replaces the old one as a whole.`,
  })
  permissions?: Record<string, unknown> | null;
}

@InputType({ description: 'Replaces an API key by a new one with the same permissions.' })
export class RotateApiKeyInput implements RotateApiKey {
  @Field(() => ID)
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the new key; left out, that of the old one.',
  })
  name?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the old key stops working, an instant in the future; left out, at once.',
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

  @Field(() => ApiKeyType, { description: 'The key as it was.' })
  apiKey!: ApiKeyType;
}

export const ApiKeyConnection = connectionOf(ApiKeyType, 'ApiKey');
