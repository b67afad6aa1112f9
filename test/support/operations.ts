import type { JsonSchema } from '../../src/rest/openapi/json-schema.js';
import type { World } from './hostile-world.js';
import { openapi, type OpenApiOperation } from './openapi.js';
import { sampleOf } from './sample-bodies.js';

/** A REST operation of schema/openapi.json. */
export interface Operation extends OpenApiOperation {
  readonly method: string;
  readonly template: string;
}

/** Every operation. Deletions come last, because some requests that tests generate are accepted. */
export const OPERATIONS: readonly Operation[] = Object.entries(openapi.paths)
  .flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      template,
      method: method.toUpperCase(),
      ...operation,
    })),
  )
  .toSorted((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'));

export function bodySchemaOf({ requestBody }: Operation): JsonSchema | undefined {
  return requestBody?.content['application/json'].schema;
}

export function pathParametersOf({ template }: Operation): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

export function queryParametersOf({ parameters = [] }: Operation) {
  return parameters.filter((parameter) => parameter.in === 'query');
}

/** The path of an operation, filled in with records of the world. @param over parameter values, percent-encoded. */
export function pathOf(
  { template }: Operation,
  { parameters }: World,
  over: Readonly<Record<string, string>> = {},
): string {
  const resource = template.split('/')[1] ?? '';
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[`${resource}.${name}`] ?? parameters[name] ?? 'absent';
    return over[name] ?? encodeURIComponent(value);
  });
}

/** A valid body; undefined for an operation without one. */
export function bodyOf(operation: Operation, { known }: World): string | undefined {
  const schema = bodySchemaOf(operation);
  return schema === undefined ? undefined : JSON.stringify(sampleOf(schema, known));
}
