import {
  coerceInputValue,
  type DocumentNode,
  getNamedType,
  getNullableType,
  getVariableValues,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isInputType,
  isListType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { reportLongLists } from '../platform/api/long-lists.js';
import type { FieldErrorCode } from '../platform/errors/error-codes.js';
import { FieldErrors } from '../platform/errors/field-errors.js';
import type { InputError } from './error-schema.js';
import { refusal } from './refusal.js';

type Values = Readonly<Record<string, unknown>>;

/** @throws GraphQLError for variables that are undeclared, invalid, or missing although a literal needs them. */
export function checkVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  sent: Values,
): void {
  refuseUndeclared(document, sent);
  const given = checkedValues(schema, operation, sent);
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
function checkedValues(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  sent: Values,
): Values {
  const errors = new FieldErrors();
  for (const { variable, type } of variableDefinitions) {
    const name = variable.name.value;
    const declared = typeFromAST(schema, type as NamedTypeNode);
    if (!isInputType(declared)) continue;
    // Members of an input are reported without the name of the variable, which the caller chose.
    const path = isListType(getNullableType(declared)) ? name : '';
    reportLongLists(errors, declared, sent[name], path);
  }
  if (!errors.isEmpty) throw refusal(errors.error(), 200);
  const { coerced, errors: wrong } = getVariableValues(schema, variableDefinitions, sent, { maxErrors: 1 });
  if (coerced === undefined) throw unreadable(schema, variableDefinitions, sent, wrong[0]?.message);
  return coerced;
}

/** Number of unreadable values that are reported at once. */
const MOST_UNREADABLE = 100;

/** The refusal of variables that cannot be read, with the refused values of the first such variable. */
function unreadable(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  sent: Values,
  message = 'A variable has an invalid value.',
): GraphQLError {
  for (const { variable, type, defaultValue } of definitions) {
    const name = variable.name.value;
    const declared = typeFromAST(schema, type as NamedTypeNode);
    if (!isInputType(declared)) continue;
    const inputErrors = Object.hasOwn(sent, name)
      ? unreadableValues(sent[name], declared, [name])
      : isNonNullType(declared) && defaultValue === undefined
        ? [missing([name], message)]
        : [];
    if (inputErrors.length > 0) return refusal(message, 400, { inputErrors });
  }
  return refusal(message);
}

function missing(path: InputError['path'], message: string): InputError {
  return { path, code: 'value_is_mandatory', message };
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

/** The first required member that an input object lacks; null if it has all, or is no object. */
function missingMember(value: unknown, type: GraphQLInputType | null): string | null {
  if (!isInputObjectType(type) || typeof value !== 'object' || value === null) return null;
  const lacking = Object.values(type.getFields()).find(
    (member) => isRequiredInputField(member) && (value as Values)[member.name] === undefined,
  );
  return lacking?.name ?? null;
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
  try {
    coerceInputValue(value, type, (path, refused, error) => {
      const at = [...place, ...path];
      const part = partAt({ type }, path);
      const absent = missingMember(refused, part?.type ?? null);
      if (absent !== null) found.push(missing([...at, absent], error.message));
      else if (refused === null) found.push(missing(at, error.message));
      else found.push({ path: at, code: part?.invalidCode ?? 'value_is_invalid', message: error.message });
      if (found.length === MOST_UNREADABLE) throw error;
    });
  } catch (error) {
    if (found.length < MOST_UNREADABLE) throw error;
  }
  return found;
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
