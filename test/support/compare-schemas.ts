import type { JsonSchema } from '../../src/rest/openapi/json-schema.js';

/** A document whose schemas refer to each other by `$ref`. */
export type Referable = Readonly<Record<string, unknown>>;

interface Side {
  readonly document: Referable;
  readonly schema: JsonSchema;
}

/**
 * Names each member that `wanted` has and `given` has not, at any depth. A member is told by the named schema of the
 * wanted document that it stands in, so that one absence is told once however often the schema is used.
 * @param place what a member is told by where it stands in no named schema.
 */
export function missingMembers(wanted: Side, given: Side, place: string): Set<string> {
  const missing = new Set<string>();
  const seen = new Set<string>();
  const compare = (want: JsonSchema[], give: JsonSchema[], at: string): void => {
    const key = `${at} ${JSON.stringify(want)} ${JSON.stringify(give)}`;
    if (seen.has(key)) return;
    seen.add(key);
    const wantedShape = shapeOf(wanted.document, want, at);
    const givenShape = shapeOf(given.document, give, at);
    if (wantedShape.items.length > 0 && givenShape.items.length > 0) {
      compare(wantedShape.items, givenShape.items, wantedShape.name);
    }
    // A free map has every member.
    if (givenShape.members.size === 0 && givenShape.isMap) return;
    for (const [name, schemas] of wantedShape.members) {
      const own = givenShape.members.get(name);
      if (own === undefined) missing.add(`${wantedShape.name}.${name}`);
      else compare(schemas, own, `${wantedShape.name}.${name}`);
    }
  };
  compare([wanted.schema], [given.schema], place);
  return missing;
}

interface Shape {
  readonly name: string;
  readonly members: Map<string, JsonSchema[]>;
  readonly items: JsonSchema[];
  readonly isMap: boolean;
}

/** What a value of these schemas may hold, over all their alternatives. */
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
