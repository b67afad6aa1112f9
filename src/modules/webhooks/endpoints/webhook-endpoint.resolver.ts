import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { defineFinder, defineLoader } from '../../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { type IdInput } from '../../../platform/api/members/shapes.js';
import {
  CreateWebhookEndpointInput,
  DeleteWebhookEndpointInput,
  DeleteWebhookEndpointPayload,
  UpdateWebhookEndpointInput,
  WebhookEndpointConnection,
  WebhookEndpointPageArgs,
  WebhookEndpointPayload,
  WebhookEndpointType,
} from './webhook-endpoint.schema.js';
import type { WebhookEndpointService } from './webhook-endpoint.service.js';
import type { WebhookEndpoint } from './webhook-endpoint.table.js';
import { WEBHOOK_KINDS } from './webhook-kinds.js';

const FIELD_ERRORS = ['must_be_array', 'url_is_invalid', 'value_already_exist', 'value_is_invalid'] as const;

@Resolver(() => WebhookEndpointType)
export class WebhookEndpointResolver {
  private readonly named = defineFinder('webhook_endpoint', ({ db, actor }, ids) =>
    this.endpoints.getMany(db, actor, ids),
  );

  private readonly flags = defineLoader<string, boolean>(
    async ({ db, actor }, ids) => {
      const flagged = await this.endpoints.flagged(db, actor, ids);
      return new Map(ids.map((id) => [id, flagged.has(id)]));
    },
    () => false,
  );

  constructor(private readonly endpoints: WebhookEndpointService) {}

  @Query(() => WebhookEndpointType, { description: 'The webhook endpoint with this id.' })
  @Permission('webhook_endpoint', 'read')
  webhookEndpoint(@Ctx() context: Context, @Arg('id', () => ID) id: string): Promise<WebhookEndpoint> {
    return context.load(this.named, id);
  }

  @Query(() => WebhookEndpointConnection, {
    name: 'webhookEndpoints',
    description: 'Webhook endpoints, newest first.',
  })
  @Permission('webhook_endpoint', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => WebhookEndpointPageArgs) args: ListArgs,
  ): Promise<Connection<WebhookEndpoint>> {
    return new WebhookEndpointConnection(await this.endpoints.list(db, actor, listQuery(args, pageLimits)));
  }

  @Query(() => [String], { description: 'Every kind of webhook message, sorted.' })
  @Permission('webhook_endpoint', 'read')
  webhookEventTypes(): string[] {
    return [...WEBHOOK_KINDS];
  }

  @Mutation(() => WebhookEndpointPayload, {
    description:
      'Creates a webhook endpoint, which receives the messages of later changes. An organization has at most ten.',
  })
  @Permission('webhook_endpoint', 'write')
  @FailsWith({ fields: ['exceeded_limit', ...FIELD_ERRORS] })
  async createWebhookEndpoint(
    @Ctx() context: Context,
    @Arg('input', () => CreateWebhookEndpointInput) input: CreateWebhookEndpointInput,
  ): Promise<{ webhookEndpoint: WebhookEndpoint }> {
    return { webhookEndpoint: await this.endpoints.create(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => WebhookEndpointPayload, { description: 'Updates a webhook endpoint.' })
  @Permission('webhook_endpoint', 'write')
  @FailsWith({ notFound: ['webhook endpoint'], fields: FIELD_ERRORS })
  async updateWebhookEndpoint(
    @Ctx() context: Context,
    @Arg('input', () => UpdateWebhookEndpointInput) input: UpdateWebhookEndpointInput,
  ): Promise<{ webhookEndpoint: WebhookEndpoint }> {
    return { webhookEndpoint: await this.endpoints.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => DeleteWebhookEndpointPayload, {
    description: 'Deletes a webhook endpoint with its delivery log. Messages that wait for it are not sent.',
  })
  @Permission('webhook_endpoint', 'write')
  @FailsWith({ notFound: ['webhook endpoint'] })
  async deleteWebhookEndpoint(
    @Ctx() context: Context,
    @Arg('input', () => DeleteWebhookEndpointInput) { id }: IdInput,
  ): Promise<{ deletedId: string; webhookEndpoint: WebhookEndpoint }> {
    const webhookEndpoint = await this.endpoints.delete(context.beginWrite(), context.actor, id);
    return { deletedId: id, webhookEndpoint };
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether every attempt to send a message has failed for five days or more. Then each message is tried once only, ' +
      'until one succeeds.',
  })
  isFailing(@Root() { id }: WebhookEndpoint, @Ctx() context: Context): Promise<boolean> {
    return context.load(this.flags, id);
  }
}
