import { getNullableType, type GraphQLSchema, isInputObjectType } from 'graphql';
import { describeOperation, foundMembers, type Operation, type OperationVariable } from '../operation.js';
import { camelCase, snakeCase } from '../letter-case.js';
import { pathParameters, type Route } from '../route.js';
import { BODY_EXAMPLES } from './examples.js';
import { ERROR_SCHEMA, refusalComponents, refusalsOf } from './error-responses.js';
import { Components, type JsonSchema } from './json-schema.js';
import { type Parameter, parametersOf } from './parameters.js';
import { inputObjectSchema, inputSchema, type ObjectSchema } from './request-schema.js';
import { NAME_PREFIX, responseSchema } from './response-schema.js';
import { type RecordedKinds, WEBHOOK_HEADERS, webhooksOf } from './webhooks.js';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: object;
  readonly servers: readonly object[];
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Record<string, Record<string, object>>;
  /** By the kind of their messages. */
  readonly webhooks: Record<string, object>;
  readonly components: { schemas: Record<string, JsonSchema | null> } & Record<string, object>;
}

const DESCRIPTION = `The REST surface. Every rule of it, and every effect, has a counterpart on the GraphQL surface.

- Bodies are JSON under the name of their resource. On updates, omitted members are unchanged and \`null\` clears a member.
  Numbers may be sent as text, booleans as "true" and "false".
- Unknown members and query parameters are ignored, and listed in the response header \`X-Svc-Ignored\`. With the request
  header \`Prefer: handling=strict\` they are refused: 422 with the code \`unknown_member\`.
- Amounts ending in \`_cents\` are integers of the currency's smallest unit; decimals are text without exponent; instants are UTC.
- Lists are paged by \`page\` and \`per_page\`; \`meta\` describes the position in the list. A page has at most 1,000 elements;
  the response header \`X-Svc-Per-Page\` contains the size that was used.
- Webhooks are messages that the server sends to the endpoints of an organization; their objects are those of responses.
- Every response has the header \`X-Request-Id\`. A writing request with an \`Idempotency-Key\` takes effect once, no matter
  how often it is sent.`;

/**
 * Describes every row in OpenAPI: paths and parameters from the rows, JSON schemas from their documents and the schema.
 * @param recorded the kinds of changes that are recorded, of which those that are sent become the webhooks.
 */
export function openApiDocument(
  schema: GraphQLSchema,
  routes: readonly Route[],
  version: string,
  recorded: RecordedKinds,
): OpenApiDocument {
  const components = new Components();
  components.refer('Error', () => ERROR_SCHEMA);
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operationObject(schema, components, route);
  }
  const webhooks = webhooksOf(schema, components, recorded);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tollgate',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api/v1' }],
    security: [{ apiKey: [] }],
    tags: tagsOf(routes),
    paths,
    webhooks,
    components: {
      schemas: components.all(),
      responses: refusalComponents(),
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, ...WEBHOOK_HEADERS },
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key.' } },
    },
  };
}

/** The tags of each chapter of docs/features.md. */
const CHAPTERS: Readonly<Record<string, readonly string[]>> = {
  Catalogue: ['taxes', 'add ons', 'billable metrics', 'plans'],
  'Customers and subscriptions': ['customers', 'subscriptions'],
  Usage: ['events'],
  Billing: ['invoices', 'fees'],
  'Credit notes': ['credit notes'],
  Receipts: ['payment receipts'],
  Coupons: ['coupons', 'applied coupons'],
  Wallets: ['wallets', 'wallet transactions'],
  Features: ['features'],
  Payments: ['payments'],
  'Payment requests': ['payment requests'],
  'Billing entities': ['billing entities', 'organizations'],
  Reports: ['analytics'],
  'Test clocks': ['test clocks'],
  Logs: ['activity logs', 'api logs', 'security logs'],
  Webhooks: ['webhook endpoints', 'webhooks'],
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A repeated request with the same key, method, path and body has no effect and receives the response of the first.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const;

function operationObject(schema: GraphQLSchema, components: Components, route: Route): object {
  const operation = describeOperation(schema, route.document);
  const lookup = route.lookup === null ? null : describeOperation(schema, route.lookup);
  const writes = route.method !== 'GET';
  const parameters = parametersOf(route, variablesOf(operation, lookup), components);
  const id = operationId(operation, writes ? null : lookup);
  const one = requestBody(components, route, operation, lookup);
  const answer = responseSchema(schema, components, route.document, operation, route.flatMember);
  const { body, response } =
    route.many === null
      ? { body: one, response: answer }
      : orMany(schema, components, route, { body: one, response: answer });
  return {
    operationId: id,
    tags: [tagOf(route)],
    summary: operation.fields[0]?.description,
    ...(route.deprecation === null ? {} : { deprecated: true }),
    parameters: writes ? [...parameters, { $ref: '#/components/parameters/IdempotencyKey' }] : parameters,
    ...(body === null ? {} : { requestBody: withExample(body, id) }),
    responses: {
      200: { description: 'Done.', ...contentOf(route, response) },
      ...refusalsOf({
        takesBody: body !== null,
        namesRecords: parameters.some(namesRecord),
        dependsOnState: writes || route.needsState,
      }),
    },
  };
}

/** What a successful response contains: nothing, text, or JSON. */
function contentOf({ hasNoResponse, isText }: Route, response: JsonSchema): { readonly content?: object } {
  if (hasNoResponse) return {};
  return {
    content: isText
      ? { 'text/plain': { schema: { type: 'string' } } }
      : { 'application/json': { schema: response } },
  };
}

/**
 * True if a parameter must identify an existing record. Codes of billing entities must, and so must the test clock of a report, which
 * may include tests; other filters that match no record give an empty list.
 */
function namesRecord(parameter: Parameter): boolean {
  return (
    parameter.in === 'path' ||
    ['billing_entity_code', 'billing_entity_codes[]', 'include_test'].includes(parameter.name)
  );
}

/** The body and the response of a route that takes one record or a list of them. */
function orMany(
  schema: GraphQLSchema,
  components: Components,
  { many, lookup, ...route }: Route,
  one: { readonly body: Body | null; readonly response: JsonSchema },
): { body: Body | null; response: JsonSchema } {
  if (many === null || one.body === null) return one;
  const { document } = many;
  const operation = describeOperation(schema, document);
  const found = lookup === null ? null : describeOperation(schema, lookup);
  const ofMany: Route = { ...route, document, lookup, many: null, wrapper: null };
  const list = requestBody(components, ofMany, operation, found);
  const answers = responseSchema(schema, components, document, operation, route.flatMember);
  return {
    body: { required: true, schema: { anyOf: [one.body.schema, ...(list === null ? [] : [list.schema])] } },
    response: { anyOf: [one.response, answers] },
  };
}

/** The variables of the operation and of its lookup, which may read other query parameters. */
function variablesOf(operation: Operation, lookup: Operation | null): OperationVariable[] {
  const all = [...operation.variables, ...(lookup?.variables ?? [])];
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
}

interface Body {
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** @throws Error for a body without an example, since users could not try the operation. */
function withExample({ required, schema }: Body, id: string): object {
  const example = BODY_EXAMPLES[id];
  if (example === undefined) throw new Error(`The body of ${id} has no example.`);
  return { required, content: { 'application/json': { schema, example } } };
}

function requestBody(
  components: Components,
  { method, path, wrapper, siblings, required }: Route,
  operation: Operation,
  lookup: Operation | null,
): Body | null {
  const type = getNullableType(operation.variables.find(({ name }) => name === 'input')?.type);
  if (!isInputObjectType(type)) return null;
  const known = lookup === null ? pathParameters(path).map(camelCase) : foundMembers(lookup);
  const siblingNames = siblings.map(camelCase);
  const members = inputObjectSchema(type, components, (name) => ![...known, ...siblingNames].includes(name));
  const isEmpty = Object.keys(members.properties).length === 0;
  if (isEmpty || (method === 'DELETE' && wrapper === null)) return null;
  const schema =
    wrapper === null
      ? members
      : wrapped({ wrapper, isRequired: method !== 'DELETE' }, members, {
          ...inputObjectSchema(type, components, (name) => siblingNames.includes(name)).properties,
          ...lookupMembers(lookup, siblingNames, components),
        });
  return { required: required !== null || (wrapper !== null && method !== 'DELETE'), schema };
}

function wrapped(
  { wrapper, isRequired }: { readonly wrapper: string; readonly isRequired: boolean },
  members: ObjectSchema,
  siblings: ObjectSchema['properties'],
): JsonSchema {
  return {
    type: 'object',
    ...(isRequired ? { required: [wrapper] } : {}),
    properties: { [wrapper]: members, ...siblings },
  };
}

/** Members next to the wrapper that identify the record. */
function lookupMembers(
  lookup: Operation | null,
  siblingNames: readonly string[],
  components: Components,
): ObjectSchema['properties'] {
  const variables = (lookup?.variables ?? []).filter(({ name }) => siblingNames.includes(name));
  return Object.fromEntries(
    variables.map(({ name, type }) => [snakeCase(name), inputSchema(getNullableType(type), components)]),
  );
}

/** `RestCreateTax` → `createTax`; the name of a list below a record includes the record: `listCustomerInvoices`. */
function operationId({ name }: Operation, above: Operation | null): string {
  const record = above?.name.replace(NAME_PREFIX, '').replace('Find', '') ?? '';
  return name.replace(NAME_PREFIX, '').replace(/^[A-Z][a-z]+/, (verb) => verb.toLowerCase() + record);
}

/** The tags in the order in which docs/features.md names what they are about. @throws Error for a tag without a chapter. */
function tagsOf(routes: readonly Route[]): OpenApiDocument['tags'] {
  const tags = Object.entries(CHAPTERS).flatMap(([description, names]) =>
    names.map((name) => ({ name, description })),
  );
  const used = new Set(routes.map(tagOf));
  const unknown = [...used].filter((name) => tags.every((tag) => tag.name !== name));
  if (unknown.length > 0) throw new Error(`No chapter of docs/features.md has ${unknown.join(', ')}.`);
  return tags.filter(({ name }) => used.has(name));
}

/** The tag of an operation: the first word of its path. */
function tagOf({ path }: Route): string {
  return (path.split('/')[1] ?? '').replaceAll('_', ' ');
}
