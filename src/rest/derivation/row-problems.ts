import { getNullableType, type GraphQLSchema, isInputObjectType } from 'graphql';
import type { Documents } from '../documents.js';
import { camelCase } from '../letter-case.js';
import { describeOperation, foundMembers, type Operation } from '../operation.js';
import { findersOfRow, operationsOf, pathParameters, type Row } from '../route.js';

/** Describes every part of a row that does not fit its operations. */
export function rowProblems(schema: GraphQLSchema, row: Row, documents: Documents): string[] {
  const missing = [...operationsOf(row), ...findersOfRow(row)].filter((name) => !documents.has(name));
  const call = `${row.method} ${row.path}`;
  if (missing.length > 0) return missing.map((name) => `${call}: there is no operation ${name}.`);
  const operation = describeOperation(schema, documents.get(row.operation));
  const lookup = row.lookup === null ? null : describeOperation(schema, documents.get(row.lookup));
  return [...unboundParameters(row, lookup ?? operation), ...bodyProblems(row, operation, lookup)].map(
    (problem) => `${call}: ${problem}`,
  );
}

function unboundParameters({ path }: Row, { name, variables }: Operation): string[] {
  return pathParameters(path)
    .filter((parameter) => !variables.some((variable) => variable.name === camelCase(parameter)))
    .map((parameter) => `${name} has no variable for :${parameter}.`);
}

/** A deletion must have a wrapper if, and only if, its body can contain any member. */
function bodyProblems(
  { method, wrapper, inQuery }: Row,
  { variables }: Operation,
  lookup: Operation | null,
): string[] {
  const input = getNullableType(variables.find(({ name }) => name === 'input')?.type);
  if (method !== 'DELETE' || !isInputObjectType(input)) return [];
  const known = [...(lookup === null ? [] : foundMembers(lookup)), ...inQuery.map(camelCase)];
  const sent = Object.keys(input.getFields()).filter((member) => !known.includes(member));
  if (sent.length > 0 === (wrapper !== null)) return [];
  return wrapper === null
    ? [`the body can contain ${sent.join(', ')} of ${input.name}, so the deletion needs hasBody.`]
    : [`the body can contain no member of ${input.name}, so the deletion must not have hasBody.`];
}
