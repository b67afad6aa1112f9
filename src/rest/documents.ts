import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql';

/** The file to which `npm run generate` prints every operation of the REST surface, derived or written, without fragments. */
const OPERATIONS_FILE = path.resolve(import.meta.dirname, '../../schema/rest-operations.graphql');
/** The written fragments and operations; the build copies them. */
const WRITTEN = path.resolve(import.meta.dirname, 'resources');

/** Operations by name, each returned as a separate document with the fragments that it spreads. */
export class Documents {
  private readonly operations = new Map<string, OperationDefinitionNode>();
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  /** For each fragment, the names of the fragments that it spreads directly. */
  private readonly spread = new Map<string, readonly string[]>();

  constructor({ definitions }: DocumentNode) {
    for (const definition of definitions) {
      if (definition.kind === Kind.OPERATION_DEFINITION) {
        this.operations.set(definition.name?.value ?? '', definition);
      } else if (definition.kind === Kind.FRAGMENT_DEFINITION) {
        this.fragments.set(definition.name.value, definition);
        this.spread.set(definition.name.value, spreadIn(definition.selectionSet));
      }
    }
  }

  /** Reads the printed operations, and the fragments from where they are written. */
  static read(): Documents {
    const operations = parse(readFileSync(OPERATIONS_FILE, 'utf8'), { noLocation: true });
    const fragments = writtenDocuments().definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
    return new Documents({ kind: Kind.DOCUMENT, definitions: [...operations.definitions, ...fragments] });
  }

  has(name: string): boolean {
    return this.operations.has(name);
  }

  /** Returns the document of an operation. @throws Error when no operation has this name. */
  get(name: string): DocumentNode {
    const operation = this.operations.get(name);
    if (operation === undefined)
      throw new Error(`There is no REST operation ${name}: run "npm run generate".`);
    const names = new Set(spreadIn(operation.selectionSet));
    // Iteration over a set includes the names that the loop adds, so that nested fragments are followed.
    for (const spread of names) for (const inner of this.spread.get(spread) ?? []) names.add(inner);
    const fragments = [...names].flatMap((fragment) => this.fragments.get(fragment) ?? []);
    return { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] };
  }
}

/** The handwritten fragments and operations of all resources. */
export function writtenDocuments(): DocumentNode {
  const files = readdirSync(WRITTEN)
    .filter((name) => name.endsWith('.graphql'))
    .sort();
  return parse(files.map((file) => readFileSync(path.join(WRITTEN, file), 'utf8')).join('\n'), {
    noLocation: true,
  });
}

function spreadIn({ selections }: SelectionSetNode): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return [selection.name.value];
    return selection.selectionSet === undefined ? [] : spreadIn(selection.selectionSet);
  });
}
