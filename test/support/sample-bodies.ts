import type { JsonSchema } from '../../src/rest/openapi/json-schema.js';
import { openapi } from './openapi.js';

type Path = readonly (string | number)[];

/** One member of a request body. */
export interface BodyMember {
  readonly path: Path;
  readonly schema: JsonSchema;
  /** Equal for members that several bodies share. */
  readonly key: string;
}

/** Sample values by member name; a function returns a new value each time. */
export type Known = Readonly<Record<string, unknown>>;

/** Every member of a body at any depth; of lists only the first element. @param key the key of the body itself. */
export function membersOf(
  schema: JsonSchema,
  key: string,
  path: Path = [],
  seen: readonly string[] = [],
): BodyMember[] {
  const { $ref, anyOf, properties, items } = schema as {
    $ref?: string;
    anyOf?: readonly JsonSchema[];
    properties?: Readonly<Record<string, JsonSchema>>;
    items?: JsonSchema;
  };
  if ($ref !== undefined) {
    return seen.includes($ref) ? [] : membersOf(referred($ref), $ref, path, [...seen, $ref]);
  }
  const self = path.length === 0 ? [] : [{ path, schema, key }];
  const below = [
    ...(anyOf ?? []).flatMap((choice) => membersOf(choice, key, path, seen)),
    ...Object.entries(properties ?? {}).flatMap(([name, member]) =>
      membersOf(member, `${key}.${name}`, [...path, name], seen),
    ),
    ...(items === undefined ? [] : membersOf(items, `${key}.0`, [...path, 0], seen)),
  ];
  const places = new Map([...below, ...self].map((member) => [member.path.join('.'), member]));
  return [...places.values()];
}

function referred($ref: string): JsonSchema {
  return openapi.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {};
}

/** A valid value of a schema. Objects get their required members and those with a known value for their name. */
export function sampleOf(schema: JsonSchema, known: Known, name = ''): unknown {
  const value = known[name];
  if (value !== undefined) return typeof value === 'function' ? (value as () => unknown)() : value;
  const { $ref, anyOf, type, items, properties, required, format } = schema as {
    $ref?: string;
    anyOf?: readonly JsonSchema[];
    type?: string | readonly string[];
    items?: JsonSchema;
    properties?: Readonly<Record<string, JsonSchema>>;
    required?: readonly string[];
    format?: string;
  };
  if ($ref !== undefined) return sampleOf(referred($ref), known, name);
  if (anyOf !== undefined) return sampleOf(anyOf[0] ?? {}, known, name);
  if (properties !== undefined) {
    const members = Object.keys(properties);
    // Updates require no particular member but must not be empty: send a name.
    const sent = required ?? [members.find((member) => member.endsWith('name')) ?? members[0] ?? ''];
    return Object.fromEntries(
      sent.map((member) => [member, sampleOf(properties[member] ?? {}, known, member)]),
    );
  }
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const [kind = 'string'] = [type].flat();
  if (kind === 'array') return [sampleOf(items ?? {}, known, name.replace(/s$/, ''))];
  if (kind === 'string') return format === undefined ? 'x' : (WRITTEN[format] ?? 'x');
  return ORDINARY[kind];
}

const ORDINARY: Readonly<Record<string, unknown>> = { object: {}, boolean: false, integer: 1, number: 1 };
const WRITTEN: Readonly<Record<string, string>> = { 'date-time': '2027-01-01T00:00:00Z', date: '2027-01-01' };

/** Sets a member of a body to another value, creating missing objects and lists on the way. */
export function bodyWith(
  body: unknown,
  members: readonly BodyMember[],
  path: Path,
  value: unknown,
  known: Known,
): unknown {
  const copy = structuredClone(body);
  let at = copy as Record<string | number, unknown>;
  for (const [depth, step] of path.slice(0, -1).entries()) {
    const way = path.slice(0, depth + 1);
    const schema = members.find((member) => member.path.join('.') === way.join('.'))?.schema ?? {};
    if (typeof at[step] !== 'object' || at[step] === null)
      at[step] = structuredClone(sampleOf(schema, known, String(step)));
    at = at[step] as typeof at;
  }
  at[path.at(-1) ?? ''] = value;
  return copy;
}
