import { type DocumentNode, type GraphQLSchema, Kind, parse, print, validate } from 'graphql';
import { Documents } from '../documents.js';
import type { Part } from '../declaration.js';
import type { Row } from '../route.js';
import { Derivation } from './derivation.js';
import { rowProblems } from './row-problems.js';

const HEADING = `# Every operation of the REST surface, in GraphQL: derived from the resources of src/rest/resources and from the
# schema, or written there. "npm run generate" writes this file, and a start reads it.
# Above each operation stand the calls that run it.
`;

/**
 * The text of every operation: those of resources in their order, then the written ones and the fragments.
 * @throws Error for an operation or a row that does not fit the schema, for one that nothing uses, and for two rows of one path.
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
    ...all.definitions.map((definition) => `${callsOf(definition, rows)}${print(definition)}\n`),
  ].join('\n');
}

function repeatedRows(rows: readonly Row[]): string[] {
  const calls = Map.groupBy(rows, ({ method, path }) => `${method} ${path}`);
  return [...calls].flatMap(([call, same]) => (same.length > 1 ? [`Several rows answer ${call}.`] : []));
}

function unusedWritten(rows: readonly Row[], written: DocumentNode): string[] {
  const used = new Set(rows.flatMap(({ operation, lookup }) => [operation, lookup]));
  return written.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    const name = definition.name?.value ?? '';
    return used.has(name) ? [] : [`No row names the written operation ${name}.`];
  });
}

/** `# PUT /taxes/:code` for each row that runs the operation, or looks up with it. */
function callsOf(definition: DocumentNode['definitions'][number], rows: readonly Row[]): string {
  if (definition.kind !== Kind.OPERATION_DEFINITION) return '';
  const name = definition.name?.value;
  return rows
    .filter(({ operation, lookup }) => [operation, lookup].includes(name ?? ''))
    .map(({ method, path }) => `# ${method} ${path}\n`)
    .join('');
}
