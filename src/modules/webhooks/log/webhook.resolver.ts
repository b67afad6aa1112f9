import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { Large } from '../../../platform/api/cost.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { defineFinder, defineLoader } from '../../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import type { SubscriptionOf } from '../../../platform/api/subscription-of.js';
import { DateTime, JsonObject } from '../../../platform/api/members/scalars.js';
import { type IdInput } from '../../../platform/api/members/shapes.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { WebhookEndpointType } from '../endpoints/webhook-endpoint.schema.js';
import type { WebhookEndpointService } from '../endpoints/webhook-endpoint.service.js';
import type { WebhookEndpoint } from '../endpoints/webhook-endpoint.table.js';
import {
  RetryWebhookInput,
  RetryWebhooksInput,
  RetryWebhooksPayload,
  SendTestWebhookInput,
  WebhookAttemptType,
  WebhookConnection,
  type WebhookFilterInput,
  WebhookPageArgs,
  WebhookPayloadType,
  WebhookType,
} from './webhook.schema.js';
import { attemptName, attemptOf, type WebhookService } from './webhook.service.js';
import type { Webhook, WebhookAttempt } from './webhook.table.js';

/** Reads what was answered to attempts, by their names. */
type Responses = ReturnType<typeof responsesOf>;

export function responsesOf(webhooks: WebhookService) {
  return defineLoader<string, string | null>(
    ({ db, actor }, names) => webhooks.responses(db, actor, names.map(attemptOf)),
    () => null,
  );
}

@Resolver(() => WebhookType)
export class WebhookResolver {
  private readonly named = defineFinder('webhook', ({ db, actor }, ids) =>
    this.webhooks.getMany(db, actor, ids),
  );

  private readonly payloads = defineLoader<string, Record<string, unknown>>(
    ({ db, actor }, ids) => this.webhooks.payloads(db, actor, ids),
    () => notFound('webhook'),
  );

  private readonly attemptsOf = defineLoader<string, WebhookAttempt[]>(
    ({ db, actor }, ids) => this.webhooks.attempts(db, actor, ids),
    () => [],
  );

  private readonly endpoints = defineLoader<string, WebhookEndpoint | null>(
    ({ db, actor }, ids) => this.webhookEndpoints.getMany(db, actor, ids),
    () => null,
  );

  constructor(
    private readonly webhooks: WebhookService,
    private readonly webhookEndpoints: WebhookEndpointService,
    private readonly responses: Responses,
  ) {}

  @Query(() => WebhookType, { description: 'The delivery of a webhook message with this id.' })
  @Permission('webhook_endpoint', 'read')
  webhook(@Ctx() context: Context, @Arg('id', () => ID) id: string): Promise<Webhook> {
    return context.load(this.named, id);
  }

  @Query(() => WebhookConnection, {
    name: 'webhooks',
    description: 'The delivery log of a webhook endpoint, most recently changed first.',
  })
  @Permission('webhook_endpoint', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Arg('endpointId', () => ID, { description: 'Id of the webhook endpoint.' }) endpointId: string,
    @Args(() => WebhookPageArgs) args: ListArgs<WebhookFilterInput>,
  ): Promise<Connection<Webhook>> {
    const query = listQuery(args, pageLimits);
    return new WebhookConnection(await this.webhooks.list(db, actor, endpointId, query));
  }

  @Subscription(() => WebhookType, {
    description: 'Each delivery to a webhook endpoint, after every attempt and when it is queued again.',
    subscribe: ({ args, context }: SubscriptionOf<{ endpointId: string }>) =>
      context.updates.stream({ topic: 'webhook', groups: [args.endpointId.toLowerCase()], ids: null }),
  })
  @Permission('webhook_endpoint', 'read')
  webhookDeliveries(
    @Arg('endpointId', () => ID, { description: 'Id of the webhook endpoint.' }) _endpointId: string,
    @Root() id: string,
    @Ctx() context: Context,
  ): Promise<Webhook> {
    return context.load(this.named, id);
  }

  @Mutation(() => WebhookPayloadType, {
    description:
      'Sends an undelivered webhook message again, with as many attempts as a new one. It still waits for earlier messages about the same object.',
  })
  @Permission('webhook_endpoint', 'write')
  @FailsWith({ notFound: ['webhook'], notAllowed: ['is_succeeded'] })
  async retryWebhook(
    @Ctx() context: Context,
    @Arg('input', () => RetryWebhookInput) { id }: IdInput,
  ): Promise<{ webhook: Webhook }> {
    return { webhook: await this.webhooks.retry(context.beginWrite(), context.actor, id) };
  }

  @Mutation(() => WebhookPayloadType, {
    description:
      'Sends a message of the kind `webhook.test` to a webhook endpoint, whatever kinds the endpoint receives. The message contains the endpoint; it is signed, logged and retried as others.',
  })
  @Permission('webhook_endpoint', 'write')
  @FailsWith({ notFound: ['webhook endpoint'] })
  async sendTestWebhook(
    @Ctx() context: Context,
    @Arg('input', () => SendTestWebhookInput, { description: 'The endpoint to send a message to.' })
    { endpointId }: SendTestWebhookInput,
  ): Promise<{ webhook: Webhook }> {
    return { webhook: await this.webhooks.sendTest(context.beginWrite(), context.actor, endpointId) };
  }

  @Mutation(() => RetryWebhooksPayload, {
    description:
      'Sends failed webhook messages of an endpoint again, oldest first: at most 10,000 in one call. Call it again ' +
      'until the count is lower.',
  })
  @Permission('webhook_endpoint', 'write')
  @FailsWith({ notFound: ['webhook endpoint'] })
  async retryWebhooks(
    @Ctx() context: Context,
    @Arg('input', () => RetryWebhooksInput, {
      description: 'The endpoint, and the failed messages to send again.',
    })
    input: RetryWebhooksInput,
  ): Promise<{ retriedCount: number }> {
    return { retriedCount: await this.webhooks.retryFailed(context.beginWrite(), context.actor, input) };
  }

  @FieldResolver(() => WebhookEndpointType, {
    nullable: true,
    description: 'The endpoint that the message is sent to. Null while its messages are being deleted.',
  })
  endpoint(@Root() { endpointId }: Webhook, @Ctx() context: Context): Promise<WebhookEndpoint | null> {
    return context.load(this.endpoints, endpointId);
  }

  @FieldResolver(() => Int, { description: 'Number of attempts after the first one.' })
  retries(@Root() { attempts }: Webhook): number {
    return Math.max(0, attempts - 1);
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: 'When the last retry began; null if there was none.',
  })
  lastRetriedAt(@Root() { attempts, lastAttemptAt }: Webhook): Date | null {
    return attempts > 1 ? lastAttemptAt : null;
  }

  @FieldResolver(() => JsonObject, { description: 'Body of the message, as the endpoint receives it.' })
  @Large()
  payload(@Root() { id }: Webhook, @Ctx() context: Context): Promise<Record<string, unknown>> {
    return context.load(this.payloads, id);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'URL of the endpoint at the last attempt. Null before the first one.',
  })
  async webhookUrl(@Root() { id }: Webhook, @Ctx() context: Context): Promise<string | null> {
    return (await context.load(this.attemptsOf, id))[0]?.url ?? null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The answer to the last attempt, as `response` of `WebhookAttempt`. Null before the first one.',
  })
  @Large()
  response(@Root() { id, attempts }: Webhook, @Ctx() context: Context): Promise<string | null> | null {
    if (attempts === 0) return null;
    return context.load(this.responses, attemptName({ webhookId: id, number: attempts }));
  }

  @FieldResolver(() => [WebhookAttemptType], { description: 'The last 20 attempts, latest first.' })
  attempts(@Root() { id }: Webhook, @Ctx() context: Context): Promise<WebhookAttempt[]> {
    return context.load(this.attemptsOf, id);
  }
}

@Resolver(() => WebhookAttemptType)
export class WebhookAttemptResolver {
  constructor(private readonly responses: Responses) {}

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The body of the answer, at most 64 kB of it. Without an answer, the reason.',
  })
  @Large()
  response(@Root() attempt: WebhookAttempt, @Ctx() context: Context): Promise<string | null> {
    return context.load(this.responses, attemptName(attempt));
  }
}
