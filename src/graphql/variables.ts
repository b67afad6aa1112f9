import {
  BREAK,
  coerceInputValue,
  type DocumentNode,
  getNamedType,
  getNullableType,
  getVariableValues,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isScalarType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  typeFromAST,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { reportLongLists } from '../platform/api/lists/long-lists.js';
import type { MemberRules } from '../platform/api/members/member-rules.js';
import { descriptionOf, type FieldError } from '../platform/errors/app-error.js';
import { FIELD_ERRORS, type FieldErrorCode } from '../platform/errors/error-codes.js';
import { FieldErrors } from '../platform/errors/field-errors.js';
import type { InputError } from './errors/error-schema.js';
import { pathWithin } from './errors/input-errors.js';
import { refusal } from './errors/refusal.js';

type Values = Readonly<Record<string, unknown>>;

/** @throws GraphQLError for variables that are undeclared, invalid, or missing although a literal needs them. */
export function checkVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  sent: Values,
): void {
  refuseUndeclared(document, sent);
  const given = checkedValues({ schema, document, operation }, sent);
  const declared = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  const missing = new Set(declared.filter((name) => !Object.hasOwn(given, name)));
  if (missing.size > 0) refuseMissing(schema, document, operation, missing);
}

/** Limits of the names that an error message lists. */
const MOST_NAMES = 5;
const NAME_LENGTH = 100;

/**
 * Refuses variables that the document does not declare. GraphQL would ignore a misspelt one and use a default instead. Any
 * operation of the document may declare them, because explorers send the variables of all operations.
 */
function refuseUndeclared({ definitions }: DocumentNode, sent: Values): void {
  const operations = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const declared = new Set(
    (operations as OperationDefinitionNode[]).flatMap(({ variableDefinitions = [] }) =>
      variableDefinitions.map(({ variable }) => variable.name.value),
    ),
  );
  const unknown = Object.keys(sent).filter((name) => !declared.has(name));
  if (unknown.length === 0) return;
  const names = unknown.slice(0, MOST_NAMES).map((name) => `$${shortened(name)}`);
  const others = unknown.length > names.length ? ' and others' : '';
  throw refusal(`The operation declares no variable ${names.join(', ')}${others}.`);
}

function shortened(name: string): string {
  return name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH).toWellFormed()}...` : name;
}

/** Reads the variables. Stops at the first invalid value, since collecting a million errors would block the server. */
function checkedValues(asked: RequestedOperation, sent: Values): Values {
  const { schema } = asked;
  const { variableDefinitions = [] } = asked.operation;
  const errors = new FieldErrors();
  const inputErrors: InputError[] = [];
  for (const { variable, type } of variableDefinitions) {
    const name = variable.name.value;
    const declared = typeFromAST(schema, type as NamedTypeNode);
    if (!isInputType(declared)) continue;
    // Members of an input are reported without the name of the variable, which the caller chose.
    const path = isListType(getNullableType(declared)) ? name : '';
    const own = new FieldErrors();
    reportLongLists(own, declared, sent[name], path);
    if (own.isEmpty) continue;
    reportLongLists(errors, declared, sent[name], path);
    inputErrors.push(...own.error().fields.map((field) => longList(field, path, placeOf(asked, name))));
  }
  if (!errors.isEmpty) throw refusal(errors.error(), 200, { inputErrors });
  const { coerced } = getVariableValues(schema, variableDefinitions, sent, { maxErrors: 1 });
  if (coerced === undefined) throw unreadable(asked, sent);
  return coerced;
}

/** An operation whose variables are read. */
interface RequestedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

function longList(field: FieldError, variable: string, place: InputError['path']): InputError {
  const segments = field.path
    .split('.')
    .map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment));
  const within = variable === '' ? segments : segments.slice(1);
  return { path: [...place, ...within], code: field.code, message: descriptionOf(field) };
}

/**
 * Where the operation uses a variable first: the argument, and the members and indexes within it. So the paths of input errors
 * begin with the name of an argument, whatever the caller called the variable.
 */
function placeOf({ document, operation }: RequestedOperation, variable: string): InputError['path'] {
  const places: InputError['path'][] = [];
  visit(document, {
    [Kind.OPERATION_DEFINITION]: (node) => (node === operation ? undefined : false),
    [Kind.ARGUMENT]: ({ name, value }) => {
      const place = placeIn(value, variable, [name.value]);
      if (place === null) return undefined;
      places.push(place);
      return BREAK;
    },
  });
  return places[0] ?? [variable];
}

/** The path of a variable in a literal that stands at a path; null if it is not there. */
function placeIn(value: ValueNode, variable: string, path: InputError['path']): InputError['path'] | null {
  if (value.kind === Kind.VARIABLE) return value.name.value === variable ? path : null;
  const parts: readonly (readonly [string | number, ValueNode])[] =
    value.kind === Kind.LIST
      ? value.values.map((item, index) => [index, item] as const)
      : value.kind === Kind.OBJECT
        ? value.fields.map((field) => [field.name.value, field.value] as const)
        : [];
  for (const [step, part] of parts) {
    const found = placeIn(part, variable, [...path, step]);
    if (found !== null) return found;
  }
  return null;
}

/** Number of unreadable values that are reported at once. */
const MOST_UNREADABLE = 100;

/** Number of refused values that the message of an error describes. */
const MOST_DESCRIBED = 3;

/** The refusal of variables that cannot be read, with all their refused values. */
function unreadable(asked: RequestedOperation, sent: Values): GraphQLError {
  const inputErrors: InputError[] = [];
  for (const { variable, type, defaultValue } of asked.operation.variableDefinitions ?? []) {
    const name = variable.name.value;
    const declared = typeFromAST(asked.schema, type as NamedTypeNode);
    if (!isInputType(declared) || inputErrors.length === MOST_UNREADABLE) continue;
    if (Object.hasOwn(sent, name)) {
      const place = placeOf(asked, name);
      const refused = unreadableValues(sent[name], declared, place);
      const found = [...refused, ...brokenRules(sent[name], declared, { place, refused })];
      inputErrors.push(...found.slice(0, MOST_UNREADABLE - inputErrors.length));
    } else if (isNonNullType(declared) && defaultValue === undefined) {
      inputErrors.push(missing(placeOf(asked, name)));
    }
  }
  if (inputErrors.length === 0) return refusal('A variable has an invalid value.');
  const described = inputErrors
    .slice(0, MOST_DESCRIBED)
    .map(({ path, message }) => `${path.join('.')}: ${message}`);
  const others = inputErrors.length - described.length;
  const message = [...described, ...(others > 0 ? [`There are more errors (${others}).`] : [])].join(' ');
  return refusal(message, 400, { inputErrors });
}

/** A value that is read, and what its types refuse of it. */
interface ReadInput {
  readonly place: InputError['path'];
  readonly refused: readonly InputError[];
}

/**
 * What the rules of an input (`CheckedBy`) refuse of the members that can be read, where something cannot: a form then hears of
 * all its fields at once.
 */
function brokenRules(
  value: unknown,
  declared: GraphQLInputType,
  { place, refused }: ReadInput,
): InputError[] {
  const type = getNullableType(declared);
  if (refused.length === 0 || !isInputObjectType(type) || !isMap(value)) return [];
  const rules = type.extensions['memberRules'] as MemberRules<unknown> | undefined;
  // What is refused about the whole value has no member.
  const unread = new Set(refused.map(({ path }) => path[place.length]));
  if (rules === undefined || unread.has(undefined)) return [];
  // Unknown members were reported as far as they will be.
  const names = Object.keys(type.getFields()).filter(
    (name) => Object.hasOwn(value, name) && !unread.has(name),
  );
  const readable = Object.fromEntries(names.map((name) => [name, value[name]]));
  const errors = new FieldErrors();
  // What is missing was reported.
  rules(
    errors,
    coerceInputValue(readable, type, () => undefined),
  );
  if (errors.isEmpty) return [];
  return errors.error().fields.flatMap((field) => {
    const path = pathWithin(type, field);
    return unread.has(path[0])
      ? []
      : [{ path: [...place, ...path], code: field.code, message: descriptionOf(field) }];
  });
}

function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function missing(path: InputError['path']): InputError {
  return { path, code: 'value_is_mandatory', message: FIELD_ERRORS.value_is_mandatory };
}

/** Number of values of an enum that a sentence lists. */
const MOST_WORDS = 12;

/** Names of the scalars of GraphQL itself, whose errors speak of its types, with sentences about values. */
const SCALAR_SENTENCES: Readonly<Record<string, string>> = {
  Boolean: 'The value must be true or false.',
  Float: 'The value must be a number.',
  ID: 'The value must be a text.',
  Int: 'The value must be a whole number between -2147483648 and 2147483647.',
  String: 'The value must be a text.',
};

/** Says for people why a value cannot be read as a type, which is no list. */
function sentenceFor(value: unknown, type: GraphQLInputType | null, error: GraphQLError): string {
  if (isEnumType(type)) {
    const words = type.getValues().map(({ name }) => name);
    const [first, second] = words;
    return words.length > MOST_WORDS
      ? `${shownValue(value)} is not a ${type.name}, such as ${first} or ${second}.`
      : `${shownValue(value)} is not one of ${words.join(', ')}.`;
  }
  if (isInputObjectType(type)) return 'The value must be an object.';
  const own = isScalarType(type) ? SCALAR_SENTENCES[type.name] : undefined;
  return own ?? error.originalError?.message ?? error.message;
}

/** A refused value in a sentence: shortened, and only if it is text or a number. */
function shownValue(value: unknown): string {
  if (typeof value === 'string') return `"${shortened(value)}"`;
  return typeof value === 'number' ? String(value) : 'The value';
}

interface Part {
  readonly type: GraphQLInputType;
  /** The code of the nearest member for values that cannot be read. */
  readonly invalidCode?: FieldErrorCode | undefined;
}

/** The part of a value that a path leads to; null if the type has no such part. */
function partAt({ type, invalidCode }: Part, path: InputError['path']): Part | null {
  const present = getNullableType(type);
  const [first, ...others] = path;
  if (first === undefined) return { type: present, invalidCode };
  if (isListType(present))
    return partAt({ type: present.ofType, invalidCode }, typeof first === 'number' ? others : path);
  const member = isInputObjectType(present) ? present.getFields()[first] : undefined;
  return member === undefined ? null : partAt({ ...member.extensions, type: member.type }, others);
}

/**
 * The members of an input object that are missing, unknown (at most `MOST_UNREADABLE`) or too many; null if the value is no such
 * object.
 */
function wrongMembers(
  value: unknown,
  type: GraphQLInputType | null,
  place: InputError['path'],
): readonly InputError[] | null {
  if (!isInputObjectType(type) || !isMap(value)) return null;
  const members = type.getFields();
  const missingOnes = Object.values(members)
    .filter((member) => isRequiredInputField(member) && value[member.name] === undefined)
    .map(({ name }) => missing([...place, name]));
  const unknownOnes = Object.keys(value)
    .filter((name) => members[name] === undefined)
    .slice(0, MOST_UNREADABLE)
    .map((name): InputError => ({
      path: [...place, shortened(name)],
      code: 'unknown_member',
      message: FIELD_ERRORS.unknown_member,
    }));
  const wrong = [...missingOnes, ...unknownOnes];
  if (wrong.length > 0 || !type.isOneOf) return wrong;
  const message = `Exactly one of ${Object.keys(members).join(', ')} is required.`;
  return [{ path: place, code: 'value_is_invalid', message }];
}

/**
 * The parts of a value that their types refuse, at most `MOST_UNREADABLE`. Members may have codes of their own for them
 * (`invalidCode`), which REST reports, too.
 */
function unreadableValues(
  value: unknown,
  type: GraphQLInputType,
  place: InputError['path'],
): readonly InputError[] {
  const found: InputError[] = [];
  /** Objects whose members were reported: the first error of one reports them all. */
  const reported = new Set<unknown>();
  let calls = 0;
  try {
    coerceInputValue(value, type, (path, refused, error) => {
      calls += 1;
      const at = [...place, ...path];
      const part = partAt({ type }, path);
      const read = part === null ? null : itemOf(part.type);
      const members = reported.has(refused) ? [] : wrongMembers(refused, read, at);
      if (members !== null) {
        found.push(...members);
        reported.add(refused);
      } else if (refused === null) found.push(missing(at));
      else {
        const message = sentenceFor(refused, read, error);
        found.push({ path: at, code: part?.invalidCode ?? 'value_is_invalid', message });
      }
      if (calls === MOST_UNREADABLE) throw error;
    });
  } catch (error) {
    if (calls < MOST_UNREADABLE) throw error;
  }
  return found.slice(0, MOST_UNREADABLE);
}

/** The type of what a refused value was read as: of lists, the elements, since a single value stands for a list of it. */
function itemOf(type: GraphQLInputType): GraphQLInputType {
  const present = getNullableType(type);
  return isListType(present) ? itemOf(present.ofType) : present;
}

/**
 * Refuses missing variables that a literal needs. In general a missing variable omits its member, which is how clients make
 * an argument optional. Two kinds of literals may not lose a member that way: JSON, whose properties are counted, and
 * inputs that need every variable (`needsVariables`), where a missing price would become the default of 0.
 */
function refuseMissing(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  missing: ReadonlySet<string>,
): void {
  const types = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(types, {
    [Kind.OPERATION_DEFINITION]: (node) => (node === operation ? undefined : false),
    [Kind.ARGUMENT]: ({ name, value }) => {
      const argument = { value, type: types.getInputType(), path: name.value, isNeeded: false };
      const found = neededIn(argument, missing);
      if (found !== null)
        throw refusal(`The variable $${found.name} is not given, but ${found.path} needs it.`);
    },
  });
  visit(document, visitor);
}

interface Literal {
  readonly value: ValueNode;
  /** The type of the literal; none inside JSON. */
  readonly type: GraphQLInputType | null | undefined;
  readonly path: string;
  /** True if every variable in the literal must be sent. */
  readonly isNeeded: boolean;
}

/** The first missing variable that a literal needs. */
function neededIn(literal: Literal, missing: ReadonlySet<string>): { name: string; path: string } | null {
  const { value, path, isNeeded } = literal;
  if (value.kind === Kind.VARIABLE) {
    const name = value.name.value;
    return isNeeded && missing.has(name) ? { name, path } : null;
  }
  for (const part of partsOf(literal)) {
    const found = neededIn(part, missing);
    if (found !== null) return found;
  }
  return null;
}

function partsOf({ value, type, path, isNeeded }: Literal): readonly Literal[] {
  const present = type == null ? null : getNullableType(type);
  if (value.kind === Kind.LIST) {
    const itemType = isListType(present) ? present.ofType : present;
    return value.values.map((item, index) => ({
      value: item,
      type: itemType,
      path: `${path}.${index}`,
      isNeeded,
    }));
  }
  if (value.kind !== Kind.OBJECT) return [];
  const named = present === null ? null : getNamedType(present);
  const members = isInputObjectType(named) ? named.getFields() : null;
  const isWhole = isNeeded || members === null || named?.extensions['needsVariables'] === true;
  return value.fields.map((field) => ({
    value: field.value,
    type: members?.[field.name.value]?.type,
    path: `${path}.${field.name.value}`,
    isNeeded: isWhole,
  }));
}
