import { Extensions, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { enumOf } from '../../platform/api/enums.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { DateTime } from '../../platform/api/scalars.js';
import type { CreateWebhookEndpoint, UpdateWebhookEndpoint } from './webhook-endpoint.input.js';
import { webhookEndpointOrders } from './webhook-endpoint.list.js';
import { type WebhookEndpoint, webhookEndpoints } from './webhook-endpoint.table.js';

const WebhookSignatureAlgorithm = enumOf(webhookEndpoints.signatureAlgo.enumValues);
registerEnumType(WebhookSignatureAlgorithm, {
  name: 'WebhookSignatureAlgorithm',
  description: 'How the header `X-Svc-Signature` of webhook messages is computed.',
  valuesConfig: {
    jwt: { description: 'A JWT that contains the message, signed with the RSA key of the server (RS256).' },
    hmac: { description: "HMAC-SHA256 of the message with the organization's HMAC key, in base64." },
  },
});

const WEBHOOK_URL =
  'An absolute http or https URL without user info, on port 80, 443 or above 1023. Its host must not have a private ' +
  'address. Unique in the organization.';
const EVENT_TYPES =
  'Kinds of messages that the endpoint receives. Null or `["*"]` means all kinds, an empty list none. The query ' +
  '`webhookEventTypes` lists them.';
const TEST =
  'False: no messages about customers on test clocks. True: only those. Null means both; applies to later messages.';
const NAME = 'Display name; at most 255 characters.';
const SIGNATURE = 'Null means `jwt`.';

@ObjectType('WebhookEndpoint', { description: 'A URL to which the server sends webhook messages.' })
@TypicalItems(10)
export class WebhookEndpointType {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  organizationId!: string;

  @Field(() => String, { description: 'The URL that messages are sent to.' })
  webhookUrl!: string;

  @Field(() => WebhookSignatureAlgorithm, { description: 'How `X-Svc-Signature` is computed.' })
  signatureAlgo!: WebhookEndpoint['signatureAlgo'];

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Kinds of messages that the endpoint receives. Null means all kinds, an empty list none.',
  })
  eventTypes!: string[] | null;

  @Field(() => Boolean, { nullable: true, description: TEST })
  test!: boolean | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType({ description: 'A new webhook endpoint.' })
export class CreateWebhookEndpointInput implements CreateWebhookEndpoint {
  @Field(() => String, { description: WEBHOOK_URL })
  webhookUrl!: string;

  @Field(() => WebhookSignatureAlgorithm, { nullable: true, description: SIGNATURE })
  signatureAlgo?: WebhookEndpoint['signatureAlgo'] | null;

  @Field(() => String, { nullable: true, description: NAME })
  name?: string | null;

  @Field(() => [String], { nullable: true, description: EVENT_TYPES })
  @Extensions({ invalidCode: 'must_be_array' })
  eventTypes?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: TEST })
  test?: boolean | null;
}

@InputType({ description: 'Changes of a webhook endpoint. Omitted fields keep their value.' })
export class UpdateWebhookEndpointInput implements UpdateWebhookEndpoint {
  @Field(() => ID)
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: `${WEBHOOK_URL} Messages that wait are sent to the new URL, too.`,
  })
  webhookUrl?: string | null;

  @Field(() => WebhookSignatureAlgorithm, { nullable: true, description: SIGNATURE })
  signatureAlgo?: WebhookEndpoint['signatureAlgo'] | null;

  @Field(() => String, { nullable: true, description: NAME })
  name?: string | null;

  @Field(() => [String], { nullable: true, description: `${EVENT_TYPES} Applies to later messages only.` })
  @Extensions({ invalidCode: 'must_be_array' })
  eventTypes?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: TEST })
  test?: boolean | null;
}

@InputType()
export class DeleteWebhookEndpointInput {
  @Field(() => ID)
  id!: string;
}

@ObjectType()
export class WebhookEndpointPayload {
  @Field(() => WebhookEndpointType)
  webhookEndpoint!: WebhookEndpointType;
}

@ObjectType()
export class DeleteWebhookEndpointPayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => WebhookEndpointType, { description: 'The deleted endpoint.' })
  webhookEndpoint!: WebhookEndpointType;
}

export const WebhookEndpointConnection = connectionOf(WebhookEndpointType, 'WebhookEndpoint');

export const WebhookEndpointPageArgs = pageArgsOf('WebhookEndpoint', webhookEndpointOrders, {
  search: 'Matches part of the URL or name.',
});
