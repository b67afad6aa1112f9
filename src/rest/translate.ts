import { ExactNumber } from '../core/money/exact-number.js';
import type { FieldErrorCode } from '../platform/errors/error-codes.js';
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
import { overlongCodeOf } from '../platform/api/lists/long-lists.js';
import { isOverlong } from '../platform/errors/input-rules.js';
import { parseAhead } from '../platform/api/members/scalars.js';
import { SCALAR_READERS } from './scalar-readers.js';
import { camelCase, snakeCase } from './letter-case.js';
import type { ReadingSink } from './reading.js';

/**
 * Translates a REST value to a GraphQL input; `undefined` when the value was refused. Absent members stay absent, since a
 * compiled document treats `undefined` like `null`, which clears a member. An object with refused members still fits the
 * schema, so that the other members can be validated: refused members are omitted or, if required, have a substitute.
 * @param given members to add to the object, or to each object of the list.
 * Source: rest-conventions.md §3; docs/adr/0007, docs/adr/0025.
 */
export type Translate = (value: unknown, path: string, sink: ReadingSink, given?: Members) => unknown;

type Members = Readonly<Record<string, unknown>>;

/** The `@Extensions` by which a member of the schema declares how REST reads it. */
interface MemberRules {
  /** The error code for a missing value and for one of the wrong kind, instead of the general codes. */
  readonly invalidCode?: FieldErrorCode;
  /** The error code for a missing value only. */
  readonly missingCode?: FieldErrorCode;
  /** On a `@oneOf` member: the sibling whose value chooses the member of the `@oneOf` (`chargeModel` for `properties`). */
  readonly chosenBy?: string;
  /** On a list: the sibling whose value its elements use for `chosenBy` (the charge model of a charge, for its filters). */
  readonly elementsChosenBy?: string;
  /**
   * On a list of objects: where errors of its elements are reported, without their index, and only those of the first bad one.
   */
  readonly elementsReportedAt?: string;
  /** The message of a 400 response when the value is missing or is not a list or object as required. */
  readonly malformed?: string;
  /** The member under which errors of this value are reported, instead of this one. */
  readonly reportedAt?: string;
  /**
   * The one code under which every error in the value, at any depth, is reported for the member itself; also that of a value of
   * the wrong kind, unless `invalidCode` is another.
   */
  readonly wholeCode?: FieldErrorCode;
  /**
   * True if errors of the value are reported under the name of the list that contains its object and its own name, without
   * the index: `thresholds:value`.
   */
  readonly reportedOfList?: true;
  /** Siblings on which the rules of this member depend: while one is unreadable, errors of this member are not reported. */
  readonly dependsOn?: readonly string[];
}

const translations = new WeakMap<GraphQLInputType, Map<string | undefined, Translate>>();

/** The translation of an input type, compiled once per type and error code. */
export function translationOf(type: GraphQLInputType, invalidCode?: FieldErrorCode): Translate {
  const nullable = getNullableType(type);
  const known = translations.get(nullable) ?? new Map<string | undefined, Translate>();
  translations.set(nullable, known);
  const translate = known.get(invalidCode) ?? compile(nullable, invalidCode);
  known.set(invalidCode, translate);
  return translate;
}

function compile(type: GraphQLInputType, invalidCode: FieldErrorCode | undefined): Translate {
  if (isListType(type)) return listTranslation(type.ofType, invalidCode);
  if (isInputObjectType(type)) return objectTranslation(type, invalidCode);
  if (isEnumType(type)) return enumTranslation(type, invalidCode);
  return scalarTranslation(type, invalidCode);
}

function listTranslation(itemType: GraphQLInputType, invalidCode: FieldErrorCode | undefined): Translate {
  const item = orNull(itemType, translationOf(itemType, invalidCode));
  const isOfKind = kindOf(getNullableType(itemType));
  const fits = isNonNullType(itemType) ? isOfKind : (value: unknown) => value === null || isOfKind(value);
  const wrongKind = invalidCode ?? 'invalid_format';
  return (value, path, sink, given) => {
    if (!Array.isArray(value) || !value.every(fits)) return refuse(sink, path, wrongKind);
    const items = value.map((element: unknown, index) => item(element, join(path, index), sink, given));
    return items.includes(undefined) ? undefined : items;
  };
}

/** Lets null through if the type allows it. */
function orNull(type: GraphQLInputType, translate: Translate): Translate {
  if (isNonNullType(type)) return translate;
  return (value, ...rest) => (value === null ? null : translate(value, ...rest));
}

/** Returns a check of an element's kind. If one element fails, the whole list is refused (rest-conventions.md §3). */
function kindOf(type: GraphQLInputType): (value: unknown) => boolean {
  if (isInputObjectType(type) || String(type) === 'JSONObject') return isObject;
  return String(type) === 'String' ? (value) => typeof value === 'string' : isScalar;
}

function objectTranslation(type: GraphQLInputObjectType, invalidCode: FieldErrorCode | undefined): Translate {
  // Compiled at the first use, because an input type may contain itself.
  let members: ReadonlyMap<string, Member> | null = null;
  return (value, path, sink, given) => {
    if (!isObject(value)) return refuse(sink, path, invalidCode ?? 'invalid_format');
    members ??= membersOf(type);
    for (const name of Object.keys(value)) if (!members.has(name)) sink.ignore(path, name);
    const object = given === undefined ? value : { ...value, ...given };
    const translated: Record<string, unknown> = {};
    for (const member of members.values()) {
      const read = member.read(object, path, sink);
      if (read !== undefined) translated[member.name] = read;
    }
    return translated;
  };
}

/**
 * The members of an input in the order in which they are checked, if the first check that fails answers alone; null if all
 * errors are reported.
 */
export function checkOrderOf(type: GraphQLInputType): readonly string[] | null {
  const present = getNullableType(type);
  if (!isInputObjectType(present)) return null;
  return (present.extensions as { checkedInOrder?: readonly string[] }).checkedInOrder ?? null;
}

/** The name of a member in REST: as in GraphQL, unless `@Extensions({ restName })` says otherwise. */
export function restNameOf({ name, extensions }: GraphQLInputField): string {
  return (extensions as { restName?: string }).restName ?? snakeCase(name);
}

/** The members of an input type by their names in REST. */
function membersOf(type: GraphQLInputObjectType): ReadonlyMap<string, Member> {
  const fields = Object.values(type.getFields());
  const dependentsOf = ({ name }: GraphQLInputField) =>
    fields.filter(({ extensions }) => {
      const { dependsOn = [], chosenBy, elementsChosenBy } = extensions as MemberRules;
      return [...dependsOn, chosenBy, elementsChosenBy].includes(name);
    });
  const members = fields.map((field) => memberOf(field, dependentsOf(field)));
  return new Map(members.map((member) => [member.restName, member]));
}

interface Member {
  readonly name: string;
  readonly restName: string;
  /** Reads the member's value from the object; undefined when it is absent, or refused and optional. */
  read(object: Members, path: string, sink: ReadingSink): unknown;
}

function memberOf(field: GraphQLInputField, dependents: readonly GraphQLInputField[]): Member {
  const {
    wholeCode,
    invalidCode = wholeCode,
    missingCode = invalidCode ?? 'value_is_mandatory',
    chosenBy,
    elementsChosenBy,
    elementsReportedAt,
    malformed,
    reportedAt,
    reportedOfList,
  } = field.extensions as MemberRules;
  const restName = restNameOf(field);
  const nullable = !isNonNullType(field.type);
  const required = !nullable && field.defaultValue === undefined;
  const translate =
    elementsReportedAt === undefined
      ? translationOf(field.type, invalidCode)
      : elementsTranslation(field.type, elementsReportedAt);
  const chosen = chosenBy === undefined ? null : chosenTranslation(field, snakeCase(chosenBy));
  const readSent = (object: Members, value: unknown, path: string, sink: ReadingSink): unknown => {
    if (value === undefined || (value === null && !nullable)) return refuse(sink, path, missingCode);
    if (value === null) return null;
    if (isOverlong(value) && isListType(getNullableType(field.type)))
      return refuse(sink, path, overlongCodeOf(field));
    if (elementsChosenBy !== undefined) {
      const name = snakeCase(elementsChosenBy);
      return translate(value, path, sink, { [name]: object[name] });
    }
    if (wholeCode !== undefined) return translate(value, path, collapsed(sink, path, wholeCode));
    return chosen === null ? translate(value, path, sink) : chosen(object, value, path, sink);
  };
  const pathIn = (parent: string) => {
    if (reportedAt !== undefined) return reportedAt;
    return reportedOfList === true
      ? `${parent.replace(/\.\d+$/, '')}:${field.name}`
      : join(parent, field.name);
  };
  return {
    name: field.name,
    restName,
    read(object, parent, sink) {
      const value = object[restName];
      if (malformed !== undefined && isMalformed(field.type, value)) throw badRequest(malformed);
      if (value === undefined && !required) return undefined;
      const read = readSent(object, value, pathIn(parent), sink);
      if (read !== undefined) return read;
      for (const { name } of dependents) sink.obscure(join(parent, name));
      return required ? standIn(field.type) : undefined;
    },
  };
}

/**
 * Translates a list of objects up to the first element that cannot be read. Its errors are reported without its index, unless
 * those who validate the elements before it refuse one of them.
 */
function elementsTranslation(declared: GraphQLInputType, reportedAt: string): Translate {
  const type = getNullableType(declared);
  if (!isListType(type)) throw new Error(`Expected the elements of a list at ${reportedAt}.`);
  const item = translationOf(type.ofType);
  return (value, path, sink) => {
    if (!Array.isArray(value) || !value.every(isObject)) return refuse(sink, path, 'invalid_format');
    const read: unknown[] = [];
    for (const [index, element] of value.entries()) {
      const place = join(path, index);
      const refused: string[] = [];
      const translated = item(element, place, {
        ...SILENT_SINK,
        add: (at, code) => {
          refused.push(at);
          sink.addOfElement(`${reportedAt}${at.slice(place.length)}`, code);
        },
        ignore: (parent, name) => {
          sink.ignore(parent, name);
        },
      });
      if (refused.length > 0) return read;
      read.push(translated);
    }
    return read;
  };
}

/** True if a value is not a list or object, as its type requires, or is missing although it is required. */
function isMalformed(type: GraphQLInputType, value: unknown): boolean {
  if (value === undefined || value === null) return isNonNullType(type);
  return isListType(getNullableType(type)) ? !Array.isArray(value) : !isObject(value);
}

/**
 * Translates the properties of a charge, which REST sends directly and the schema has under the member of the charge's
 * model. Every error in them is reported for the properties as a whole (charges.md §2).
 */
function chosenTranslation(field: GraphQLInputField, chooser: string) {
  const members = (getNullableType(field.type) as GraphQLInputObjectType).getFields();
  return (object: Members, value: unknown, path: string, sink: ReadingSink): unknown => {
    if (!isObject(value)) return refuse(sink, path, 'invalid_format');
    const member = chosenMember(members, object[chooser], Object.keys(value));
    if (member === undefined) return undefined;
    const properties = translationOf(member.type)(value, path, collapsed(sink, path));
    return { [member.name]: isMisspelt(value, properties) ? clearedMembers(member.type) : properties };
  };
}

/** True if members were sent but none is known: `{"amout": "1"}`. An empty object is valid and means the default price. */
function isMisspelt(sent: object, translated: unknown): boolean {
  return Object.keys(sent).length > 0 && isObject(translated) && Object.keys(translated).length === 0;
}

/** An object with every member null, which the rules of the charge model refuse with their own error code. */
function clearedMembers(type: GraphQLInputType): Record<string, null> {
  const names = Object.keys((getNullableType(type) as GraphQLInputObjectType).getFields());
  return Object.fromEntries(names.map((name) => [name, null]));
}

/** A sink that reports every error for one path, those of parts of the value with one code or with the code of each error. */
function collapsed(sink: ReadingSink, path: string, oneCode?: FieldErrorCode): ReadingSink {
  return {
    add: (at, code) => {
      sink.add(path, at === path ? code : (oneCode ?? code));
    },
    addOfElement: (_, code) => {
      sink.add(path, oneCode ?? code);
    },
    ignore: (parent, name) => {
      sink.ignore(parent, name);
    },
    obscure: (parent) => {
      sink.obscure(parent);
    },
  };
}

/**
 * The member of a `@oneOf` that the chooser's value names. Without a value (an update that does not change it), or if that
 * member knows none of the keys sent, the member that knows most of them; GraphQL validation then reports the errors.
 */
function chosenMember(
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

function enumTranslation(type: GraphQLEnumType, invalidCode: FieldErrorCode | undefined): Translate {
  const words = new Set(type.getValues().map((value) => value.name));
  const { invalidCode: ownCode = 'value_is_invalid', anyCase = false } = type.extensions as {
    invalidCode?: FieldErrorCode;
    anyCase?: boolean;
  };
  return (value, path, sink) => {
    if (!isScalar(value)) return refuse(sink, path, invalidCode ?? 'invalid_format');
    const word = anyCase ? String(value).toUpperCase() : value;
    return typeof word === 'string' && words.has(word) ? word : refuse(sink, path, invalidCode ?? ownCode);
  };
}

function scalarTranslation(type: GraphQLScalarType, invalidCode: FieldErrorCode | undefined): Translate {
  const read = SCALAR_READERS[type.name] ?? ((value: unknown) => value);
  const { invalidCode: ownCode = 'value_is_invalid' } = type.extensions as { invalidCode?: FieldErrorCode };
  const fits = type.name === 'JSONObject' ? isObject : isScalar;
  return (value, path, sink) => {
    if (!fits(value)) return refuse(sink, path, invalidCode ?? 'invalid_format');
    const scalar = read(value);
    if (scalar === undefined) return refuse(sink, path, invalidCode ?? 'value_is_invalid');
    try {
      return parseAhead(type, scalar);
    } catch {
      return refuse(sink, path, invalidCode ?? ownCode);
    }
  };
}

function refuse(sink: ReadingSink, path: string, code: FieldErrorCode): unknown {
  sink.add(path, code);
  return undefined;
}

/** Values of which every scalar accepts at least one. */
const STAND_INS: readonly unknown[] = ['', false, 0, '0', {}, '1970-01-01', '1970-01-01T00:00:00Z'];

/** A substitute, valid for the type, for a required value that cannot be read. It is never stored. */
export function standIn(declared: GraphQLInputType): unknown {
  const type = getNullableType(declared);
  if (isListType(type)) return [];
  if (isInputObjectType(type)) return translationOf(type)({}, '', SILENT_SINK);
  const candidates = isEnumType(type) ? type.getValues().map(({ name }) => name) : STAND_INS;
  const fitting = candidates.map((value) => translationOf(type)(value, '', SILENT_SINK));
  return fitting.find((value) => value !== undefined);
}

/** Ignores all problems; for values that were not sent. */
const SILENT_SINK: ReadingSink = {
  add: () => undefined,
  addOfElement: () => undefined,
  ignore: () => undefined,
  obscure: () => undefined,
};

function join(path: string, member: string | number): string {
  return path === '' ? String(member) : `${path}.${member}`;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return !isScalar(value) && !Array.isArray(value);
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object' || value instanceof ExactNumber;
}
