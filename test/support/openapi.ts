import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonSchema } from '../../src/rest/openapi/json-schema.js';

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { name: string; in: string; schema: JsonSchema; example?: string }[];
  readonly requestBody?: { content: { 'application/json': { schema: JsonSchema; example?: unknown } } };
  readonly responses: Record<string, { $ref?: string; content?: Record<string, { schema: JsonSchema }> }>;
}

export interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Record<string, Record<string, OpenApiOperation>>;
  readonly webhooks: Record<string, { readonly post: OpenApiOperation }>;
  readonly components: {
    readonly schemas: Record<string, JsonSchema>;
    readonly responses: Record<string, { content: Record<string, { schema: JsonSchema }> }>;
  };
}

const FILE = path.resolve(import.meta.dirname, '../../schema/openapi.json');

/** The OpenAPI file of our REST surface, as the build writes it. */
export const openapi = JSON.parse(readFileSync(FILE, 'utf8')) as OpenApi;

/**
 * Stricter than the promise to clients: a member that our file does not name is a mistake. Most validators run a few times, for
 * which their code is not worth improving.
 */
const ajv = new Ajv2020({ allErrors: true, strict: false, code: { optimize: false }, inlineRefs: false });
(addFormats as unknown as (instance: Ajv2020) => void)(ajv);
ajv.addSchema({ $id: 'openapi', components: closed(openapi.components) as object });

/** The schema of any value. */
const ANY: JsonSchema = {};

/** By the schema: most operations share those of their refusals. */
const validators = new Map<JsonSchema, ValidateFunction>();

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/** The differences between a response and our OpenAPI file; empty when there are none. */
export function differencesFromOpenApi({ method, path: called, status, body }: Exchange): string[] {
  const template = templateOf(called);
  const operation = template === null ? undefined : openapi.paths[template]?.[method.toLowerCase()];
  if (template === null || operation === undefined) {
    return status === 404 ? [] : [`no such operation, yet it answered ${status}`];
  }
  const response = operation.responses[status];
  if (response === undefined) return [`status ${status} is not described`];
  const name = response.$ref?.split('/').at(-1);
  const described = name === undefined ? response : openapi.components.responses[name];
  const [content] = Object.values(described?.content ?? {});
  return differencesOf(content?.schema ?? ANY, body);
}

/** The differences between a webhook message and our OpenAPI file; empty when there are none. */
export function differencesOfMessage(message: Readonly<Record<string, unknown>>): string[] {
  const kind = String(message['webhook_type']);
  const webhook = openapi.webhooks[kind];
  if (webhook === undefined) return [`no webhook is called ${kind}`];
  const schema = webhook.post.requestBody?.content['application/json'].schema ?? ANY;
  return differencesOf(schema, message).map((difference) => `${kind}: ${difference}`);
}

function differencesOf(schema: JsonSchema, body: unknown): string[] {
  let validate = validators.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(closed(schema) as object);
    validators.set(schema, validate);
  }
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `body${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
  );
}

/** Those with few parameters first: literal segments win over parameters. */
const TEMPLATES = Object.keys(openapi.paths)
  .map((template) => ({ template, expected: template.split('/') }))
  .toSorted((a, b) => parametersIn(a.expected) - parametersIn(b.expected));

function parametersIn(segments: readonly string[]): number {
  return segments.filter((segment) => segment.startsWith('{')).length;
}

/** The path template that a called path matches. */
function templateOf(called: string): string | null {
  const segments = (called.split('?')[0] ?? '').split('/');
  const fitting = TEMPLATES.find(
    ({ expected }) =>
      expected.length === segments.length &&
      expected.every((segment, index) => segment.startsWith('{') || segment === segments[index]),
  );
  return fitting?.template ?? null;
}

/** A copy in which objects allow only named members and references point into the copy. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? `openapi${value}` : closed(value),
    ]),
  );
  return 'properties' in copy && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
}
