import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
} from 'graphql';
import { camelCase } from '../letter-case.js';
import { filterMembers } from '../query.js';
import type { PathParameter, Subject } from '../declaration.js';

/** A variable of an operation, and the argument that receives it. */
export interface Binding {
  readonly argument: string;
  readonly variable: string;
  readonly type: string;
}

type Arguments = readonly (GraphQLArgument | GraphQLInputField)[];

/** Binds each path parameter to its argument. @throws Error when a parameter has no argument. */
export function bindPath(
  parameters: readonly PathParameter[],
  args: Arguments,
  operation: string,
): Binding[] {
  return parameters.map((parameter) => {
    const names = namesFor(parameter);
    const [argument] = names.flatMap((name) => args.find((candidate) => candidate.name === name) ?? []);
    if (argument === undefined) {
      const expected = [...new Set(names)].join(' or ');
      throw new Error(`${operation}: expected an argument named ${expected} for :${parameter.name}.`);
    }
    const type = `${String(getNullableType(argument.type))}!`;
    return { argument: argument.name, variable: camelCase(parameter.name), type };
  });
}

/**
 * The possible names of a path parameter's argument, best first: `planCode` or `code` for `:code` of a plan, `chargeCode`
 * or `code` for `:charge_code` of a charge, `id` for `:svc_id`.
 */
function namesFor({ name, resource }: PathParameter): string[] {
  const withoutRecord = name.replace(new RegExp(`(^|_)${resource}_`), '$1');
  return [`${resource}_${name}`, name, withoutRecord, name.replace(/^svc_/, '')].map(camelCase);
}

/**
 * Binds the arguments that are read from the query string, as far as the field has them and a query string can carry them.
 * @param inQuery names of variables by argument.
 */
export function bindQuery(inQuery: Subject['inQuery'], args: Arguments): Binding[] {
  return Object.entries(inQuery).flatMap(([argument, variable]) => {
    const type = args.find(({ name }) => name === argument)?.type;
    return type === undefined || !fitsQuery(type) ? [] : [{ argument, variable, type: String(type) }];
  });
}

/** False for a filter of comparisons only (docs/adr/0061). */
function fitsQuery(argument: GraphQLInputType): boolean {
  const type = getNullableType(argument);
  return !isInputObjectType(type) || filterMembers(type).length > 0;
}

/** `($code: String!)`; empty without bindings. */
export function variablesText(bindings: readonly Binding[]): string {
  return inParentheses(bindings.map(({ variable, type }) => `$${variable}: ${type}`));
}

/** `(code: $code, orOpen: true)`; empty without arguments. */
export function argumentsText(
  bindings: readonly Binding[],
  literals: Readonly<Record<string, boolean>> = {},
): string {
  const fixed = Object.entries(literals).map(([argument, value]) => `${argument}: ${value}`);
  return inParentheses([...bindings.map(bindingText), ...fixed]);
}

/** `code: $code`. */
export function bindingText({ argument, variable }: Binding): string {
  return `${argument}: $${variable}`;
}

function inParentheses(parts: readonly string[]): string {
  return parts.length === 0 ? '' : `(${parts.join(', ')})`;
}
