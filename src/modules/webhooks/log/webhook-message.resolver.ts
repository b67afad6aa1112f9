import { Arg, Ctx, FieldResolver, Resolver, Root, Subscription } from 'type-graphql';
import type { OutboxMessage } from '../../../platform/activity/activity.repository.js';
import { messageOfName } from '../../../platform/activity/message-name.js';
import { Large } from '../../../platform/api/cost.js';
import type { Context } from '../../../platform/api/context.js';
import { defineFinder } from '../../../platform/api/loader.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { JsonObject } from '../../../platform/api/members/scalars.js';
import type { SubscriptionOf } from '../../../platform/api/subscription-of.js';
import { webhookMessage } from './webhook-envelope.js';
import { WebhookMessageType } from './webhook.schema.js';
import type { WebhookService } from './webhook.service.js';

interface MessagesWatched {
  readonly webhookTypes?: readonly string[] | null;
  readonly externalCustomerId?: string | null;
}

@Resolver(() => WebhookMessageType)
export class WebhookMessageResolver {
  private readonly named = defineFinder('webhook_message', ({ db, actor }, ids) =>
    this.webhooks.messages(db, actor, ids),
  );

  constructor(private readonly webhooks: WebhookService) {}

  @Subscription(() => WebhookMessageType, {
    description: 'Each message of the organization, as it arises.',
    subscribe: ({ args, context }: SubscriptionOf<MessagesWatched>) => {
      const { webhookTypes: groups = null, externalCustomerId = null } = args;
      const isChosen = (name: string) => messageOfName(name).externalCustomerId === externalCustomerId;
      return context.updates.stream({
        topic: 'message',
        groups,
        ids: null,
        ...(externalCustomerId === null ? {} : { isChosen }),
      });
    },
  })
  @Permission('webhook_endpoint', 'read')
  organizationMessages(
    @Arg('webhookTypes', () => [String], {
      nullable: true,
      description: 'Only messages of one of these kinds, such as `invoice.created`.',
    })
    _webhookTypes: readonly string[] | null,
    @Arg('externalCustomerId', () => String, {
      nullable: true,
      description: 'Only messages that concern this customer.',
    })
    _externalCustomerId: string | null,
    @Root() name: string,
    @Ctx() context: Context,
  ): Promise<OutboxMessage> {
    return context.load(this.named, messageOfName(name).id);
  }

  @FieldResolver(() => JsonObject, { description: 'Body of the message, as the endpoint receives it.' })
  @Large()
  payload(@Root() message: OutboxMessage): Record<string, unknown> {
    return webhookMessage(message);
  }
}
