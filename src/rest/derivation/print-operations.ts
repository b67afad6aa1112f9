import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  validate,
} from 'graphql';
import { Documents } from '../documents.js';
import type { Part } from '../declaration.js';
import { findersOfRow, operationsOf, type Row } from '../route.js';
import { Derivation } from './derivation.js';
import { rowProblems } from './row-problems.js';

const HEADING = `# Every operation of the REST surface, in GraphQL: derived from the resources in src/rest/resources and the schema, or
# written there, as are the fragments. "npm run generate" writes this file, and the server reads it at its start.
# The comment above each operation lists the REST calls that run it.
`;

/**
 * Prints every operation: the derived ones in the order of resources, then the written ones. The fragments stay where they are written.
 * @throws Error for an operation or row that does not fit the schema, for an unused operation, and for two rows with the
 *   same method and path.
 */
export function printOperations(
  schema: GraphQLSchema,
  parts: readonly Part[],
  written: DocumentNode,
): string {
  const derived = new Derivation(schema, written).write(parts.flatMap(({ operations }) => operations));
  const all: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      ...derived.flatMap((text) => parse(text, { noLocation: true }).definitions),
      ...written.definitions,
    ],
  };
  const rows = parts.flatMap((part) => part.rows);
  const documents = new Documents(all);
  const problems = [
    ...validate(schema, all).map(({ message }) => message),
    ...repeatedRows(rows),
    ...unusedWritten(rows, written),
    ...rows.flatMap((row) => rowProblems(schema, row, documents)),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return [
    HEADING,
    ...all.definitions
      .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
      .map((operation) => `${callsOf(operation, rows)}${print(operation)}\n`),
  ].join('\n');
}

function repeatedRows(rows: readonly Row[]): string[] {
  const calls = Map.groupBy(rows, ({ method, path }) => `${method} ${path}`);
  return [...calls].flatMap(([call, same]) => (same.length > 1 ? [`Several rows serve ${call}.`] : []));
}

function unusedWritten(rows: readonly Row[], written: DocumentNode): string[] {
  const used = new Set(rows.flatMap((row) => [...operationsOf(row), ...findersOfRow(row)]));
  return written.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    const name = definition.name?.value ?? '';
    return used.has(name) ? [] : [`No row uses the written operation ${name}.`];
  });
}

/** A comment like `# PUT /taxes/:code` for each row that uses the operation, also as its lookup. */
function callsOf({ name }: OperationDefinitionNode, rows: readonly Row[]): string {
  return rows
    .filter((row) => operationsOf(row).includes(name?.value ?? ''))
    .map(({ method, path }) => `# ${method} ${path}\n`)
    .join('');
}
