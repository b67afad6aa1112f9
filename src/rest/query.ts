import {
  getNamedType,
  getNullableType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { cleanText, parseCleanJson } from '../platform/text/clean-text.js';
import { snakeCase } from './letter-case.js';
import type { OperationVariable } from './operation.js';
import type { IneffectiveSink, ReadingSink } from './reading.js';
import { translationOf } from './translate.js';

/** The query string of one request, with plain values, repeated values (`name[]=`) and maps (`name[key]=`). */
export class QueryParameters {
  private readonly known = new Set<string>();

  private constructor(private readonly pairs: readonly (readonly [string, string])[]) {}

  static parse(search: string): QueryParameters {
    const pairs = [...new URLSearchParams(search)];
    return new QueryParameters(pairs.map(([name, value]) => [cleanText(name), cleanText(value)] as const));
  }

  /** The last value sent under a plain name. */
  single(name: string): string | undefined {
    this.known.add(name);
    return this.pairs.findLast(([given]) => given === name)?.[1];
  }

  /** The values sent under plain names; names that were not sent are absent. */
  singles(names: readonly string[]): Record<string, string> {
    const entries = names.map((name) => [name, this.single(name)] as const);
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
  }

  /** All values sent as `name[]`, or as plain `name`. */
  all(name: string): string[] | undefined {
    const names = [name, `${name}[]`];
    for (const known of names) this.known.add(known);
    const values = this.pairs.filter(([given]) => names.includes(given)).map(([, value]) => value);
    return values.length === 0 ? undefined : values;
  }

  /** A map sent as `name[key]=value`. */
  map(name: string): Record<string, string> | undefined {
    const entries = this.pairs.flatMap(([given, value]) =>
      given.startsWith(`${name}[`) && given.endsWith(']') && given.length > name.length + 2
        ? [[given.slice(name.length + 1, -1), value] as const]
        : [],
    );
    for (const [key] of entries) this.known.add(`${name}[${key}]`);
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  }

  /** The names of parameters that were sent but never read: the operation does not know them. */
  unread(): string[] {
    return this.pairs.map(([name]) => name).filter((name) => !this.known.has(name));
  }
}

/** The default and the largest page size of REST lists. Source: rest-conventions.md §5. */
export const REST_PAGE_LIMITS = { defaultSize: 100, maxSize: 1000 } as const;

/** Any later page is read as this one, which is past the end of every list. */
const LAST_PAGE = 999_999_999;

/** Reads a page number or size: one below 1, or that is no number, becomes the default, a too large size the largest. */
export function pageVariable(
  name: 'page' | 'perPage',
  query: QueryParameters,
  sink: IneffectiveSink,
): number {
  const fallback = name === 'page' ? 1 : REST_PAGE_LIMITS.defaultSize;
  const text = query.single(snakeCase(name));
  if (text !== undefined && !/^-?\d+$/.test(text)) sink.addIneffective(name, 'value_is_invalid');
  const sent = text !== undefined && /^\d+$/.test(text) ? Number(text) : 0;
  const number = sent >= 1 ? Math.min(sent, LAST_PAGE) : fallback;
  return name === 'perPage' ? Math.min(number, REST_PAGE_LIMITS.maxSize) : number;
}

/** The values in a request's URL: the parameters of its path, in camelCase, and its query string. */
export interface UrlValues {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: QueryParameters;
  /** Values of variables that were not sent. */
  readonly defaults?: Readonly<Record<string, unknown>>;
}

/**
 * Reads a variable, or each member of a `$filter`, from the path or, if it is not there, from the query string.
 * @param alias the parameter that is read if that of the variable was not sent.
 */
export function urlVariable(
  variable: OperationVariable,
  url: UrlValues,
  sink: ReadingSink,
  alias?: string,
): unknown {
  const type = getNullableType(variable.type);
  if (variable.name !== 'filter' || !isInputObjectType(type))
    return read(variable.name, type, url, sink, { fallback: alias });
  const filter: Record<string, unknown> = {};
  for (const member of filterMembers(type)) {
    const value = read(member.name, member.type, url, sink, { precedence: aliasOf(member) });
    if (value !== undefined) filter[member.name] = value;
  }
  return filter;
}

/** The members of a filter that a query string can carry: not the comparisons (docs/adr/0061) and others that only GraphQL has. */
export function filterMembers(filter: GraphQLInputObjectType): GraphQLInputField[] {
  return Object.values(filter.getFields()).filter(
    ({ type, extensions }) => extensions['graphqlOnly'] !== true && !isInputObjectType(getNamedType(type)),
  );
}

/** Another query parameter for a member of a filter, which takes precedence over the one with the member's name. */
export function aliasOf({ extensions }: GraphQLInputField): string | null {
  return (extensions as { restAlias?: string }).restAlias ?? null;
}

function read(
  name: string,
  type: GraphQLInputType,
  { parameters, query, defaults }: UrlValues,
  sink: ReadingSink,
  { precedence = null, fallback }: { precedence?: string | null; fallback?: string | undefined } = {},
): unknown {
  if (parameters[name] !== undefined) return parameters[name];
  const preferred = precedence === null ? undefined : raw(precedence, type, query);
  const own = preferred ?? raw(snakeCase(name), type, query);
  const given = fallback === undefined ? own : (own ?? raw(fallback, type, query));
  if (given === undefined) return defaults?.[name];
  // An invalid value is reported under the filter's name without its index, and an unknown value of any enum is reported
  // as invalid (rest-conventions.md §6).
  const wordCode = isEnumType(getNamedType(type)) ? 'value_is_invalid' : undefined;
  const ofFilter: ReadingSink = {
    add: (_, code) => {
      sink.add(name, code);
    },
    addOfElement: (_, code) => {
      sink.add(name, code);
    },
    ignore: (path, member) => {
      sink.ignore(path, member);
    },
    obscure: (path) => {
      sink.obscure(path);
    },
  };
  return translationOf(type, wordCode)(given, name, ofFilter);
}

function raw(name: string, declared: GraphQLInputType, query: QueryParameters): unknown {
  const typeName = String(getNamedType(declared));
  if (isListType(getNullableType(declared)))
    return query.all(name)?.map((text) => normalized(text, typeName));
  const text = query.single(name);
  if (typeName === 'JSONObject') return query.map(name) ?? (text === undefined ? undefined : jsonOf(text));
  return text === undefined ? undefined : normalized(text, typeName);
}

/** Parses a map that was sent as JSON text. Other text is returned unchanged and refused later. */
function jsonOf(text: string): unknown {
  try {
    return parseCleanJson(text);
  } catch {
    return text;
  }
}

/** Normalizes spellings that only query strings allow: booleans as digits (§6), currencies in any letter case (§14). */
function normalized(text: string, typeName: string): unknown {
  if (typeName === 'CurrencyCode') return text.toUpperCase();
  return typeName === 'Boolean' && (text === '1' || text === '0') ? text === '1' : text;
}
