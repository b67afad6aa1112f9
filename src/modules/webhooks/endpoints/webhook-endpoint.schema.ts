import { Extensions, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { TypicalItems } from '../../../platform/api/cost.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import { Flag, Id, Instant, Of, Text, Texts } from '../../../platform/api/members/fields.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { deletedPayloadOf, idInput, payloadOf } from '../../../platform/api/members/shapes.js';
import type { CreateWebhookEndpoint, UpdateWebhookEndpoint } from './webhook-endpoint.input.js';
import { webhookEndpointOrders } from './webhook-endpoint.list.js';
import { type WebhookEndpoint, webhookEndpoints } from './webhook-endpoint.table.js';

const WebhookSignatureAlgorithm = enumOf(
  webhookEndpoints.signatureAlgo.enumValues,
  'WebhookSignatureAlgorithm',
  'How the header `X-Svc-Signature` of webhook messages is computed.',
  {
    jwt: 'A JWT that contains the message, signed with the RSA key of the server (RS256).',
    hmac: "HMAC-SHA256 of the message with the organization's HMAC key, in base64.",
  },
);

const WEBHOOK_URL =
  'An absolute http or https URL without user info, on port 80, 443 or above 1023. Its host must not have a private ' +
  'address. Unique in the organization.';
const EVENT_TYPES =
  'Kinds of messages that the endpoint receives. Null or `["*"]` means all kinds, an empty list none. The query ' +
  '`webhookEventTypes` lists them.';
const TEST =
  'Whether the endpoint receives only messages about customers on test clocks (true), or only the others (false). Null means both; applies to later messages.';
const NAME = 'Display name; at most 255 characters.';
const SIGNATURE = 'How messages are signed. Null means `jwt`.';

@ObjectType('WebhookEndpoint', { description: 'A URL to which the server sends webhook messages.' })
@TypicalItems(10)
export class WebhookEndpointType {
  @Id() id!: string;
  @Id() organizationId!: string;
  @Text('The URL that messages are sent to.') webhookUrl!: string;
  @Of(() => WebhookSignatureAlgorithm, 'How `X-Svc-Signature` is computed.')
  signatureAlgo!: WebhookEndpoint['signatureAlgo'];
  @Text.orNull() name!: string | null;
  @Texts.orNull('Kinds of messages that the endpoint receives. Null means all kinds, an empty list none.')
  eventTypes!: string[] | null;
  @Flag.orNull(TEST) test!: boolean | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType({ description: 'A new webhook endpoint.' })
export class CreateWebhookEndpointInput implements CreateWebhookEndpoint {
  @Text(WEBHOOK_URL) webhookUrl!: string;
  @Of.orNull(() => WebhookSignatureAlgorithm, SIGNATURE)
  signatureAlgo?: WebhookEndpoint['signatureAlgo'] | null;
  @Text.orNull(NAME) name?: string | null;
  @Texts.orNull(EVENT_TYPES) @Extensions({ invalidCode: 'must_be_array' }) eventTypes?: string[] | null;
  @Flag.orNull(TEST) test?: boolean | null;
}

@InputType({ description: 'Changes of a webhook endpoint. Omitted fields keep their value.' })
export class UpdateWebhookEndpointInput implements UpdateWebhookEndpoint {
  @Id() id!: string;
  @Text.orNull(`${WEBHOOK_URL} Messages that wait are sent to the new URL, too.`) webhookUrl?: string | null;
  @Of.orNull(() => WebhookSignatureAlgorithm, SIGNATURE)
  signatureAlgo?: WebhookEndpoint['signatureAlgo'] | null;
  @Text.orNull(NAME) name?: string | null;
  @Texts.orNull(`${EVENT_TYPES} Applies to later messages only.`)
  @Extensions({ invalidCode: 'must_be_array' })
  eventTypes?: string[] | null;
  @Flag.orNull(TEST) test?: boolean | null;
}

export const DeleteWebhookEndpointInput = idInput('DeleteWebhookEndpointInput');
export const WebhookEndpointPayload = payloadOf(
  'WebhookEndpointPayload',
  'webhookEndpoint',
  () => WebhookEndpointType,
);
export const DeleteWebhookEndpointPayload = deletedPayloadOf(
  'DeleteWebhookEndpointPayload',
  'webhookEndpoint',
  () => WebhookEndpointType,
);

export const WebhookEndpointConnection = connectionOf(WebhookEndpointType, 'WebhookEndpoint');

export const WebhookEndpointPageArgs = pageArgsOf('WebhookEndpoint', webhookEndpointOrders, {
  search: 'Matches part of the URL or name.',
});
