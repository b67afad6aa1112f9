import {
  getNullableType,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { badRequest } from '../platform/errors/app-error.js';
import { overlongCodeOf } from '../platform/api/long-lists.js';
import { isOverlong } from '../platform/errors/rules.js';
import { parseAhead } from '../platform/api/scalars.js';
import { SCALAR_READERS } from './scalar-readers.js';
import { camelCase, snakeCase } from './names.js';

/** Where refusals go: the camelCase path of a member and a code. `FieldErrors` is one. */
export interface ErrorSink {
  add(path: string, code: string): void;
}

/**
 * Reads a REST value as the GraphQL input it stands for; `undefined` when it was refused. Absent members stay
 * absent, since a compiled document reads `undefined` as `null`, which clears.
 * Source: rest-conventions.md §3; docs/adr/0007.
 */
export type Translate = (value: unknown, path: string, errors: ErrorSink) => unknown;

/** What a schema member may declare with `@Extensions` about how REST reads it. */
interface MemberRules {
  /** The code for a missing value and one of the wrong kind, instead of the general ones. */
  readonly invalidCode?: string;
  /** The code for a missing value alone. */
  readonly missingCode?: string;
  /** On a `@oneOf` member: the sibling whose word names the member meant (`chargeModel` for `properties`). */
  readonly chosenBy?: string;
  /** On a list: the sibling that its elements' `chosenBy` members go by (a charge's model for its filters). */
  readonly lent?: string;
  /** What a request is told, with 400, whose value is missing or no list, or no object, at all. */
  readonly malformed?: string;
  /** The member that what is wrong with the value is told of, instead of this one. */
  readonly toldAt?: string;
  /** Whatever is wrong with the value, at any depth, is told as this code of the member itself. */
  readonly wholeCode?: string;
}

const translations = new WeakMap<GraphQLInputType, Map<string | undefined, Translate>>();

/** The translation of an input type, worked out once per type and code. */
export function translationOf(type: GraphQLInputType, invalidCode?: string): Translate {
  const nullable = getNullableType(type);
  const known = translations.get(nullable) ?? new Map<string | undefined, Translate>();
  translations.set(nullable, known);
  const translate = known.get(invalidCode) ?? compile(nullable, invalidCode);
  known.set(invalidCode, translate);
  return translate;
}

function compile(type: GraphQLInputType, invalidCode: string | undefined): Translate {
  if (isListType(type)) return listTranslation(type.ofType, invalidCode);
  if (isInputObjectType(type)) return objectTranslation(type, invalidCode);
  if (isEnumType(type)) return enumTranslation(type, invalidCode);
  return scalarTranslation(type, invalidCode);
}

function listTranslation(itemType: GraphQLInputType, invalidCode: string | undefined): Translate {
  const item = translationOf(itemType, invalidCode);
  const fits = kindOf(getNullableType(itemType));
  const wrongKind = invalidCode ?? 'invalid_format';
  return (value, path, errors) => {
    if (!Array.isArray(value) || !value.every(fits)) return refuse(errors, path, wrongKind);
    return value.map((element: unknown, index) => item(element, join(path, index), errors));
  };
}

/** Whether an element is of its list's kind at all: if not, the list is refused as a whole (rest-conventions.md §3). */
function kindOf(type: GraphQLInputType): (value: unknown) => boolean {
  if (isInputObjectType(type) || String(type) === 'JSONObject') return isObject;
  return String(type) === 'String' ? (value) => typeof value === 'string' : isScalar;
}

function objectTranslation(type: GraphQLInputObjectType, invalidCode: string | undefined): Translate {
  // Compiled at first use: an input type may contain itself.
  let members: readonly Member[] | null = null;
  return (value, path, errors) => {
    if (!isObject(value)) return refuse(errors, path, invalidCode ?? 'invalid_format');
    members ??= Object.values(type.getFields()).map(memberOf);
    const translated: Record<string, unknown> = {};
    for (const member of members) {
      const given = member.read(value, path, errors);
      if (given !== undefined) translated[member.name] = given;
    }
    return translated;
  };
}

interface Member {
  readonly name: string;
  /** The member's value out of the whole object; undefined when it is absent or refused. */
  read(object: Record<string, unknown>, path: string, errors: ErrorSink): unknown;
}

function memberOf(field: GraphQLInputField): Member {
  const {
    wholeCode,
    invalidCode = wholeCode,
    missingCode = invalidCode ?? 'value_is_mandatory',
    chosenBy,
    lent,
    malformed,
    toldAt,
  } = field.extensions as MemberRules;
  const restName = snakeCase(field.name);
  const nullable = !isNonNullType(field.type);
  const required = !nullable && field.defaultValue === undefined;
  const translate = translationOf(field.type, invalidCode);
  const chosen = chosenBy === undefined ? null : chosenTranslation(field, snakeCase(chosenBy));
  return {
    name: field.name,
    read(object, parent, errors) {
      const value = object[restName];
      const path = toldAt ?? join(parent, field.name);
      if (malformed !== undefined && isMalformed(field.type, value)) throw badRequest(malformed);
      if (value === undefined && !required) return undefined;
      if (value === undefined || (value === null && !nullable)) {
        return refuse(errors, path, missingCode);
      }
      if (value === null) return null;
      if (isOverlong(value) && isListType(getNullableType(field.type)))
        return refuse(errors, path, overlongCodeOf(field));
      if (lent !== undefined) return translate(lend(value, snakeCase(lent), object), path, errors);
      if (wholeCode !== undefined) return translate(value, path, collapsed(errors, path, wholeCode));
      return chosen === null ? translate(value, path, errors) : chosen(object, value, path, errors);
    },
  };
}

/** Whether a value is not of the outermost shape of its type; one that may be left out is not looked for. */
function isMalformed(type: GraphQLInputType, value: unknown): boolean {
  if (value === undefined || value === null) return isNonNullType(type);
  return isListType(getNullableType(type)) ? !Array.isArray(value) : !isObject(value);
}

/** The elements of a list with a member of the object that holds it, which takes precedence over their own. */
function lend(list: unknown, name: string, { [name]: value }: Record<string, unknown>): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((element: unknown) => (isObject(element) ? { ...element, [name]: value } : element));
}

/**
 * REST sends the bare properties of a charge; the schema wants them under the member of its model. Whatever is
 * wrong in them is reported at the properties as a whole (charges.md §2).
 */
function chosenTranslation(field: GraphQLInputField, chooser: string) {
  const members = (getNullableType(field.type) as GraphQLInputObjectType).getFields();
  return (object: Record<string, unknown>, value: unknown, path: string, errors: ErrorSink): unknown => {
    if (!isObject(value)) return refuse(errors, path, 'invalid_format');
    const member = meantMember(members, object[chooser], Object.keys(value));
    if (member === undefined) return undefined;
    const properties = translationOf(member.type)(value, path, collapsed(errors, path));
    return { [member.name]: isMisspelt(value, properties) ? clearedMembers(member.type) : properties };
  };
}

/** Whether something was sent but none of it is known: `{"amout": "1"}`. An empty object means the default price. */
function isMisspelt(sent: object, translated: unknown): boolean {
  return Object.keys(sent).length > 0 && isObject(translated) && Object.keys(translated).length === 0;
}

/** Every member as null, which no price can be read from: the rules of the charge model refuse it with their own code. */
function clearedMembers(type: GraphQLInputType): Record<string, null> {
  const names = Object.keys((getNullableType(type) as GraphQLInputObjectType).getFields());
  return Object.fromEntries(names.map((name) => [name, null]));
}

/** Reports everything at one path, under one code or under its own. */
function collapsed(errors: ErrorSink, path: string, oneCode?: string): ErrorSink {
  return {
    add: (_, code) => {
      errors.add(path, oneCode ?? code);
    },
  };
}

/**
 * The member that the word names. Without a word (an update that leaves it as it is), or where that member knows none of
 * the keys sent, the one that knows most of them: it is for the schema to say what is wrong with that.
 */
function meantMember(
  members: Record<string, GraphQLInputField>,
  word: unknown,
  keys: readonly string[],
): GraphQLInputField | undefined {
  const known = ({ type }: GraphQLInputField) => {
    const fields = (getNullableType(type) as GraphQLInputObjectType).getFields();
    return keys.filter((key) => camelCase(key) in fields).length;
  };
  const likeliest = Object.values(members).toSorted((one, other) => known(other) - known(one))[0];
  if (typeof word !== 'string') return likeliest;
  const named = members[camelCase(word)];
  const isForeign = likeliest !== undefined && named !== undefined && known(named) === 0;
  return isForeign && known(likeliest) > 0 ? likeliest : named;
}

function enumTranslation(type: GraphQLEnumType, invalidCode: string | undefined): Translate {
  const words = new Set(type.getValues().map((value) => value.name));
  const { invalidCode: ownCode = 'value_is_invalid', anyCase = false } = type.extensions as {
    invalidCode?: string;
    anyCase?: boolean;
  };
  return (value, path, errors) => {
    if (!isScalar(value)) return refuse(errors, path, invalidCode ?? 'invalid_format');
    const word = anyCase ? String(value).toUpperCase() : value;
    return typeof word === 'string' && words.has(word) ? word : refuse(errors, path, invalidCode ?? ownCode);
  };
}

function scalarTranslation(type: GraphQLScalarType, invalidCode: string | undefined): Translate {
  const read = SCALAR_READERS[type.name] ?? ((value: unknown) => value);
  const { invalidCode: ownCode = 'value_is_invalid' } = type.extensions as { invalidCode?: string };
  const fits = type.name === 'JSONObject' ? isObject : isScalar;
  return (value, path, errors) => {
    if (!fits(value)) return refuse(errors, path, invalidCode ?? 'invalid_format');
    const scalar = read(value);
    if (scalar === undefined) return refuse(errors, path, invalidCode ?? 'value_is_invalid');
    try {
      return parseAhead(type, scalar);
    } catch {
      return refuse(errors, path, invalidCode ?? ownCode);
    }
  };
}

function refuse(errors: ErrorSink, path: string, code: string): unknown {
  errors.add(path, code);
  return undefined;
}

function join(path: string, member: string | number): string {
  return path === '' ? String(member) : `${path}.${member}`;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}
