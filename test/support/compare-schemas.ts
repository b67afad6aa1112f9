import type { JsonSchema } from '../../src/rest/openapi/json-schema.js';

/** A document whose schemas refer to each other by `$ref`. */
export type Referable = Readonly<Record<string, unknown>>;

interface Side {
  readonly document: Referable;
  readonly schema: JsonSchema;
}

/**
 * Names each member that `expected` has and `given` lacks, at any depth. The name of a member starts with the named
 * schema of the expected document that contains it, so that a missing member is reported once however often its schema
 * is used.
 * @param place the start of the name of a member outside of named schemas.
 */
export function missingMembers(expected: Side, given: Side, place: string): Set<string> {
  const missing = new Set<string>();
  const seen = new Set<string>();
  const compare = (expect: JsonSchema[], give: JsonSchema[], at: string): void => {
    const key = `${at} ${JSON.stringify(expect)} ${JSON.stringify(give)}`;
    if (seen.has(key)) return;
    seen.add(key);
    const expectedShape = shapeOf(expected.document, expect, at);
    const givenShape = shapeOf(given.document, give, at);
    if (expectedShape.items.length > 0 && givenShape.items.length > 0) {
      compare(expectedShape.items, givenShape.items, expectedShape.name);
    }
    // A schema that allows any member has every member.
    if (givenShape.members.size === 0 && givenShape.isMap) return;
    for (const [name, schemas] of expectedShape.members) {
      const own = givenShape.members.get(name);
      if (own === undefined) missing.add(`${expectedShape.name}.${name}`);
      else compare(schemas, own, `${expectedShape.name}.${name}`);
    }
  };
  compare([expected.schema], [given.schema], place);
  return missing;
}

interface Shape {
  readonly name: string;
  readonly members: Map<string, JsonSchema[]>;
  readonly items: JsonSchema[];
  readonly isMap: boolean;
}

/** The members that a value of these schemas may have, over all their alternatives. */
function shapeOf(document: Referable, schemas: readonly JsonSchema[], place: string): Shape {
  const members = new Map<string, JsonSchema[]>();
  const items: JsonSchema[] = [];
  let name = place;
  let isMap = false;
  const visit = (schema: JsonSchema): void => {
    const { $ref, properties, items: elements, additionalProperties } = schema;
    if (typeof $ref === 'string') {
      name = $ref.split('/').at(-1) ?? place;
      visit(resolve(document, $ref));
    }
    for (const [member, own] of Object.entries((properties ?? {}) as Record<string, JsonSchema>)) {
      members.set(member, [...(members.get(member) ?? []), own]);
    }
    if (elements !== undefined) items.push(elements as JsonSchema);
    if (additionalProperties !== undefined && additionalProperties !== false) isMap = true;
    for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
      for (const alternative of (schema[keyword] ?? []) as JsonSchema[]) visit(alternative);
    }
  };
  schemas.forEach(visit);
  return { name, members, items, isMap };
}

function resolve(document: Referable, reference: string): JsonSchema {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Referable)[key], document) as JsonSchema;
}

/** The names of the schemas that a part of a document refers to, directly or through others. */
export function referredSchemas(document: Referable, part: unknown): Set<string> {
  const names = new Set<string>();
  const follow = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { $ref } = node as { $ref?: unknown };
    const name = typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
    if (name !== undefined && !names.has(name)) {
      names.add(name);
      follow(resolve(document, $ref as string));
    }
    Object.values(node).forEach(follow);
  };
  follow(part);
  return names;
}
