import type { GraphQLEnumType, GraphQLScalarType } from 'graphql';

/** A schema of JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON schema of each scalar; see `src/platform/api/members/scalars.ts`. */
const SCALARS: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string', format: 'uuid' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  SafeInt: { type: 'integer', format: 'int64' },
  Decimal: { type: 'string', pattern: String.raw`^-?\d+(\.\d+)?$` },
  DateTime: { type: 'string', format: 'date-time' },
  DateTimeMillis: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
  DateOrDateTime: {
    anyOf: [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
    ],
  },
  EventTimestamp: { anyOf: [{ type: 'number' }, { type: 'string' }] },
  PrivilegeValue: { anyOf: [{ type: 'integer' }, { type: 'boolean' }, { type: 'string' }] },
  JSONObject: { type: 'object', additionalProperties: true },
  JSON: { type: ['object', 'array', 'string', 'null'] },
};

/** The JSON schema of a scalar. @throws Error for a scalar that is not in the table. */
export function scalarSchema({ name }: GraphQLScalarType): JsonSchema {
  const schema = SCALARS[name];
  if (schema === undefined) throw new Error(`Scalar ${name} has no JSON schema.`);
  return schema;
}

export function enumSchema(type: GraphQLEnumType): JsonSchema {
  return { type: 'string', enum: type.getValues().map(({ name }) => name), ...described(type) };
}

/** A schema that accepts null as well as the given one. */
export function nullable(schema: JsonSchema): JsonSchema {
  return typeof schema['type'] === 'string'
    ? { ...schema, type: [schema['type'], 'null'] }
    : { anyOf: [schema, { type: 'null' }] };
}

interface Documented {
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}

/** The description and deprecation of a type or field, as members of a JSON schema. */
export function described({ description, deprecationReason }: Documented): JsonSchema {
  const text = [description, deprecationReason].filter(Boolean).join(' ');
  return {
    ...(text === '' ? {} : { description: text }),
    ...(deprecationReason ? { deprecated: true } : {}),
  };
}

/** The JSON schemas that others reference by name. */
export class Components {
  private readonly schemas = new Map<string, JsonSchema | null>();

  /** Returns a reference to the schema of this name. `build` creates it at the first use; it may reference itself. */
  refer(name: string, build: () => JsonSchema): JsonSchema {
    if (!this.schemas.has(name)) {
      this.schemas.set(name, null);
      this.schemas.set(name, build());
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Returns a reference to a schema that is there. @throws Error if none has this name. */
  named(name: string): JsonSchema {
    return this.refer(name, () => {
      throw new Error(`No schema is called ${name}.`);
    });
  }

  /** The schema that a reference of `refer` points to. @throws Error for anything else. */
  resolve({ $ref }: JsonSchema): JsonSchema {
    const name = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : '';
    const schema = this.schemas.get(name) ?? null;
    if (schema === null) throw new Error(`No schema is called ${name}.`);
    return schema;
  }

  /** All schemas, ordered by name. */
  all(): Record<string, JsonSchema | null> {
    return Object.fromEntries([...this.schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}
