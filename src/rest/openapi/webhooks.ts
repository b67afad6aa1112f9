import type { GraphQLSchema } from 'graphql';
import type { ActivityKind } from '../../platform/activity/activity-kinds.js';
import { expectPresent } from '../../platform/expect-present.js';
import { describeOperation } from '../operation.js';
import { representOperations, type RepresentedObject } from '../representations.js';
import type { Components, JsonSchema } from './json-schema.js';
import { representationSchema } from './response-schema.js';
import { CONTENTS, SENT_BESIDE, SENT_WHEN } from './webhook-contents.js';

/** What is recorded of each kind of change; those that are sent become webhook messages. */
export type RecordedKinds = Readonly<Record<string, ActivityKind<RepresentedObject>>>;

/** A message of one kind: the type of its object, and the schema of that object. */
interface Message {
  readonly objectType: string;
  readonly schema: JsonSchema;
}

/** The message with which an endpoint is tried, which no change causes. */
const TEST = 'webhook.test';

/** The parameters of every message. Source: webhooks.md §4. */
export const WEBHOOK_HEADERS = {
  WebhookSignature: header(
    'X-Svc-Signature',
    { type: 'string' },
    'Signature of the body, by the algorithm of the endpoint.',
  ),
  WebhookSignatureAlgorithm: header(
    'X-Svc-Signature-Algorithm',
    { type: 'string', enum: ['jwt', 'hmac'] },
    'The algorithm of `X-Svc-Signature`.',
  ),
  WebhookUniqueKey: header(
    'X-Svc-Unique-Key',
    { type: 'string', format: 'uuid' },
    'Names the delivery: it is the same for all attempts, so that receivers can ignore repeats.',
  ),
  WebhookId: header('webhook-id', { type: 'string' }, 'The same name, by Standard Webhooks.'),
  WebhookTimestamp: header('webhook-timestamp', { type: 'string' }, 'Unix seconds of the attempt.'),
  WebhookStandardSignature: header(
    'webhook-signature',
    { type: 'string' },
    'Signatures of id, timestamp and body by Standard Webhooks, separated by blanks.',
  ),
} as const;

/**
 * The webhooks of the OpenAPI document: an entry for each kind of message that some change causes, with the schema of its body, and
 * one for the test of an endpoint. Source: docs/adr/0163. @throws Error for a kind, or for an object of no resource, that `webhook-contents.ts` lacks.
 */
export function webhooksOf(
  schema: GraphQLSchema,
  components: Components,
  recorded: RecordedKinds,
): Record<string, object> {
  const documents = new Map(representOperations());
  const schemaOf = (object: RepresentedObject): JsonSchema => {
    const document = expectPresent(documents.get(object), `the operation that represents ${object}`);
    return representationSchema(schema, components, document, describeOperation(schema, document));
  };
  const messages = new Map<string, Message>();
  for (const [type, kind] of Object.entries(recorded)) {
    const sentAs = kind.sentAs ?? type;
    if (kind.isSent) messages.set(sentAs, messageOf(components, kind, sentAs, schemaOf));
  }
  if (messages.size > 0)
    messages.set(TEST, { objectType: 'webhook_endpoint', schema: components.named('WebhookEndpoint') });
  return Object.fromEntries(
    [...messages]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([type, message]) => [type, { post: operationOf(type, message) }]),
  );
}

function messageOf(
  components: Components,
  { object, contentType = '', sentWithin }: ActivityKind<RepresentedObject>,
  type: string,
  schemaOf: (object: RepresentedObject) => JsonSchema,
): Message {
  if (object === null) {
    const content = CONTENTS[contentType];
    if (content === undefined) throw new Error(`The object ${contentType} of ${type} has no schema.`);
    return { objectType: contentType, schema: components.refer(pascalCase(contentType), () => content) };
  }
  const shown = schemaOf(object);
  const beside = SENT_BESIDE[type];
  if (sentWithin !== undefined) {
    const { objectType } = sentWithin;
    const properties = { [object]: shown, ...beside?.properties };
    const required = [object, ...(beside?.required ?? [])];
    return {
      objectType,
      schema: components.refer(pascalCase(objectType), () => ({ type: 'object', required, properties })),
    };
  }
  if (beside === undefined) return { objectType: object, schema: shown };
  const extended = () => {
    const { required, properties, ...rest } = components.resolve(shown);
    return {
      ...rest,
      required: [...(required as readonly string[]), ...beside.required],
      properties: { ...(properties as object), ...beside.properties },
    };
  };
  return { objectType: object, schema: components.refer(pascalCase(type), extended) };
}

function operationOf(type: string, { objectType, schema }: Message): object {
  const summary = SENT_WHEN[type];
  if (summary === undefined) throw new Error(`The message ${type} has no description.`);
  return {
    operationId: `on${pascalCase(type)}`,
    tags: ['webhooks'],
    summary,
    security: [],
    parameters: Object.keys(WEBHOOK_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['webhook_type', 'object_type', 'organization_id', objectType],
            properties: {
              webhook_type: { type: 'string', const: type },
              object_type: { type: 'string', const: objectType },
              organization_id: { type: 'string', format: 'uuid' },
              [objectType]: schema,
            },
          },
        },
      },
    },
    responses: {
      '2XX': {
        description: 'Received. Any other answer is a failure, after which the message is sent again.',
      },
    },
  };
}

/** `invoice.payment_failure` → `InvoicePaymentFailure`. */
function pascalCase(words: string): string {
  return words.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function header(name: string, schema: JsonSchema, description: string): object {
  return { name, in: 'header', required: true, schema, description };
}
