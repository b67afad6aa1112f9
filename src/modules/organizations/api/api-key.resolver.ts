import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { JsonObject } from '../../../platform/api/members/scalars.js';
import { AnswersSecret } from '../../../platform/api/access/secret-answers.js';
import { type IdInput } from '../../../platform/api/members/shapes.js';
import { maskApiKey } from '../api-keys/api-key-value.js';
import { permissionMap, type PermissionMap } from '../api-keys/api-key.permissions.js';
import {
  ApiKeyConnection,
  ApiKeyPageArgs,
  ApiKeyPayload,
  ApiKeyType,
  CreateApiKeyInput,
  DeleteApiKeyInput,
  DeleteApiKeyPayload,
  PERMISSIONS,
  RotateApiKeyInput,
  UpdateApiKeyInput,
} from './api-key.schema.js';
import type { ApiKeyService, IssuedKey } from '../api-keys/api-key.service.js';
import type { ApiKey } from '../api-keys/api-key.table.js';

/** Manages the keys of the caller's organization; requires an unlimited key. */
@Resolver(() => ApiKeyType)
export class ApiKeyResolver {
  constructor(private readonly apiKeys: ApiKeyService) {}

  @Query(() => ApiKeyType, {
    name: 'apiKey',
    description: 'The API key with this id, unless it has expired.',
  })
  @Permission('api_key', 'read')
  async get(@Ctx() { db, actor }: Context, @Arg('id', () => ID) id: string): Promise<ApiKey> {
    return this.apiKeys.get(db, actor, id);
  }

  @Query(() => ApiKeyConnection, {
    name: 'apiKeys',
    description: 'API keys that have not expired, newest first.',
  })
  @Permission('api_key', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => ApiKeyPageArgs) args: ListArgs,
  ): Promise<Connection<ApiKey>> {
    return new ApiKeyConnection(await this.apiKeys.list(db, actor, listQuery(args, pageLimits)));
  }

  @Mutation(() => ApiKeyPayload, {
    description:
      'Creates an API key. Only this answer shows its value. Nobody gives a key permissions without holding them; only admins make ' +
      'unlimited keys. Whoever may read `activity_log` or `api_log`, or read or write `webhook_endpoint`, sees every object of the ' +
      'organization, whatever else the key may read: the logs hold what was changed and sent, and messages hold what they are about.',
  })
  @Permission('api_key', 'write')
  @AnswersSecret()
  @FailsWith({
    forbidden: ['cannot_grant_permissions'],
    fields: ['forbidden_keys', 'forbidden_values', 'exceeded_limit'],
  })
  async createApiKey(
    @Ctx() context: Context,
    @Arg('input', () => CreateApiKeyInput) input: CreateApiKeyInput,
  ): Promise<{ apiKey: IssuedKey }> {
    return { apiKey: await this.apiKeys.create(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => ApiKeyPayload, { description: 'Updates the name or the permissions of an API key.' })
  @Permission('api_key', 'write')
  @FailsWith({
    notFound: ['API key'],
    forbidden: ['cannot_grant_permissions'],
    fields: ['forbidden_keys', 'forbidden_values'],
  })
  async updateApiKey(
    @Ctx() context: Context,
    @Arg('input', () => UpdateApiKeyInput) input: UpdateApiKeyInput,
  ): Promise<{ apiKey: ApiKey }> {
    return { apiKey: await this.apiKeys.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => ApiKeyPayload, {
    description:
      'Replaces an API key: creates one with the same permissions and makes the old one expire. Only this ' +
      'answer shows the value of the new key.',
  })
  @Permission('api_key', 'write')
  @AnswersSecret()
  @FailsWith({
    notFound: ['API key'],
    forbidden: ['cannot_grant_permissions'],
    fields: ['exceeded_limit'],
  })
  async rotateApiKey(
    @Ctx() context: Context,
    @Arg('input', () => RotateApiKeyInput, {
      description: 'The API key to replace, and the end of its validity.',
    })
    input: RotateApiKeyInput,
  ): Promise<{ apiKey: IssuedKey }> {
    return { apiKey: await this.apiKeys.rotate(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => DeleteApiKeyPayload, { description: 'Revokes an API key immediately.' })
  @Permission('api_key', 'write')
  @FailsWith({ notFound: ['API key'], fields: ['last_non_expiring_api_key'] })
  async deleteApiKey(
    @Ctx() context: Context,
    @Arg('input', () => DeleteApiKeyInput) { id }: IdInput,
  ): Promise<{ deletedId: string; apiKey: ApiKey }> {
    return { deletedId: id, apiKey: await this.apiKeys.delete(context.beginWrite(), context.actor, id) };
  }

  @FieldResolver(() => String, {
    description:
      'The full key in the answer that creates or rotates it; otherwise eight bullets and its last four ' +
      'characters.',
  })
  value(@Root() key: ApiKey | IssuedKey): string {
    return 'value' in key ? key.value : maskApiKey(key);
  }

  @FieldResolver(() => JsonObject, { description: PERMISSIONS })
  permissions(@Root() key: ApiKey): PermissionMap {
    return permissionMap(key.permissions);
  }
}
