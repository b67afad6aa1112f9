import { InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { TypicalItems } from '../../../platform/api/cost.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import { Id, Instant, ListOf, Of, Text, Texts, Whole } from '../../../platform/api/members/fields.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { DateOrDateTime, type TimeSpan } from '../../../platform/api/members/scalars.js';
import { idInput } from '../../../platform/api/members/shapes.js';
import type { RetryWebhooks, WebhookFilter } from './webhook.input.js';
import { webhookOrders } from './webhook.list.js';
import { type Webhook, webhooks } from './webhook.table.js';

const WebhookStatus = enumOf(
  webhooks.status.enumValues,
  'WebhookStatus',
  'State of the delivery of a webhook message.',
  {
    pending: 'No attempt has ended yet.',
    retrying: 'An attempt has failed, or somebody sends the message again; another attempt follows.',
    succeeded: 'The endpoint answered with a status from 200 to 299.',
    failed: 'All attempts have failed. `retryWebhook` sends it again.',
  },
);

const EVENT_TYPES = 'Kinds of messages, such as `invoice.created`.';

@ObjectType('WebhookAttempt', { description: 'One attempt to deliver a webhook message.' })
@TypicalItems(2)
export class WebhookAttemptType {
  @Whole('Number of the attempt, starting at 1.') number!: number;
  @Text('URL of the endpoint at that time.') url!: string;
  @Whole.orNull('Status of the answer. Null without an answer.') httpStatus!: number | null;
  @Instant('When the attempt began.') startedAt!: Date;
  @Whole('Milliseconds until the answer was read or the attempt failed.') durationMs!: number;
}

@ObjectType('Webhook', {
  description:
    'The delivery of one webhook message to one endpoint. Entries are kept for 90 days after their last change.',
})
export class WebhookType {
  @Id('Id of the delivery, which each attempt sends in `X-Svc-Unique-Key` and `webhook-id`.') id!: string;
  @Id('The webhook endpoint that the message is sent to.') endpointId!: string;
  @Text('Kind of the message, such as `invoice.created`.') webhookType!: string;
  @Text('The member of the message that contains the object, such as `invoice`.') objectType!: string;
  @Id('Id of the object that the message is about.') objectId!: string;
  @Of(
    () => WebhookStatus,
    'Pending before the first attempt, retrying between attempts, then succeeded or failed.',
  )
  status!: Webhook['status'];
  @Whole.orNull('Status of the answer to the last attempt. Null without an answer.')
  httpStatus!: number | null;
  @Instant.orNull(
    'When the next attempt is due. Null for a message that waits for an earlier one about the same object, and after ' +
      'the last attempt.',
  )
  nextAttemptAt!: Date | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@ObjectType('WebhookMessage', {
  description:
    'A message about a change in the organization, as webhook endpoints that ask for its kind receive it. It also arises when none does.',
})
export class WebhookMessageType {
  @Id() id!: string;
  @Text('Kind of the message, such as `invoice.created`.') webhookType!: string;
  @Text('The member of the message that contains the object, such as `invoice`.') objectType!: string;
  @Id('Id of the object that the message is about.') objectId!: string;
  @Instant() createdAt!: Date;
}

@InputType('WebhookFilter', {
  description: 'Filters webhook messages. All conditions must hold. Of a list, one value must match.',
})
export class WebhookFilterInput implements WebhookFilter {
  @ListOf.orNull(() => WebhookStatus) statuses?: Webhook['status'][] | null;
  @Texts.orNull(EVENT_TYPES) eventTypes?: string[] | null;
  @Texts.orNull(
    'Status of the last answer: one (`404`), a class (`5xx`), a range (`200-204`), or `timeout` for no answer.',
  )
  httpStatuses?: string[] | null;
  @Of.orNull(() => DateOrDateTime, 'Start of the time in which the messages were created, inclusive.')
  fromDate?: TimeSpan | null;
  @Of.orNull(() => DateOrDateTime, 'End of the time in which the messages were created, inclusive.')
  toDate?: TimeSpan | null;
}

export const RetryWebhookInput = idInput('RetryWebhookInput');

@InputType()
export class SendTestWebhookInput {
  @Id('Id of the webhook endpoint.') endpointId!: string;
}

@InputType({ description: 'Selects failed webhook messages of an endpoint. All conditions must hold.' })
export class RetryWebhooksInput implements RetryWebhooks {
  @Id('Id of the webhook endpoint.') endpointId!: string;
  @Texts.orNull(EVENT_TYPES) eventTypes?: string[] | null;
  @Of.orNull(() => DateOrDateTime, 'Start of the time in which the messages were created, inclusive.')
  fromDate?: TimeSpan | null;
  @Of.orNull(() => DateOrDateTime, 'End of the time in which the messages were created, inclusive.')
  toDate?: TimeSpan | null;
}

@ObjectType()
export class WebhookPayloadType {
  @Of(() => WebhookType) webhook!: WebhookType;
}

@ObjectType()
export class RetryWebhooksPayload {
  @Whole('Number of messages that are sent again.') retriedCount!: number;
}

export const WebhookConnection = connectionOf(WebhookType, 'Webhook');

export const WebhookPageArgs = pageArgsOf('Webhook', webhookOrders, {
  filter: WebhookFilterInput,
  search: 'Matches the id of a message or of the object that it is about.',
});
