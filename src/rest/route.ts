import type { DocumentNode } from 'graphql';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One REST operation, as data. Its document is a GraphQL operation whose aliases spell the REST JSON.
 *
 * - Path parameters and query parameters go to the document's variables of the same name (`external_id` to
 *   `$externalId`); a `$filter` takes both by its members.
 * - The body under `wrapper` (which a deletion may leave out), with the members named in `beside` that stand beside it, is translated to `$input`. What
 *   stands beside it also goes to a variable of the lookup, before the query.
 * - Members of the input named in `inQuery` are read from the query: a call without body takes options there.
 * - `lookup` finds the record that the path names, before the body is looked at (404 comes before 422); what it
 *   selects under `found` is added to `$input`. Without one, the path parameters are.
 * - The answer is the document's `data`, or what it aliases `body`.
 */
export interface Route extends Conduct {
  readonly document: DocumentNode;
  readonly lookup: DocumentNode | null;
}

/** A route before its documents are at hand: it names the operations of `schema/rest-operations.graphql`. */
export interface Row extends Conduct {
  readonly operation: string;
  readonly lookup: string | null;
}

/** Where an operation is called, and how its request is read. */
interface Conduct {
  readonly method: Method;
  readonly path: string;
  readonly wrapper: string | null;
  readonly beside: readonly string[];
  readonly inQuery: readonly string[];
  /** The body is a list: refusals are told by index, `{"2": {"code": [...]}}` (rest-conventions.md §2). */
  readonly listBody: boolean;
  /** Even reading needs what is named in a certain state, and answers 405 otherwise, as writing may. */
  readonly needsState: boolean;
}

/** A row that is written out, with what it needs of the rest. */
export type WrittenRow = Pick<Row, 'method' | 'path' | 'operation'> & Partial<Row>;

export function row(written: WrittenRow): Row {
  return {
    lookup: null,
    wrapper: null,
    beside: [],
    inQuery: [],
    listBody: false,
    needsState: false,
    ...written,
  };
}

/** `external_id` of `/customers/:external_id`. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}
