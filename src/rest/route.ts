import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { DocumentNode } from 'graphql';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `external_id` → `externalId`, for checking at compile time that a path's parameters have a variable. */
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type PathParameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? CamelCase<Name> | PathParameter<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? CamelCase<Name>
    : never;

/** The variables that a path must bind are those of the lookup when there is one, else those of the document. */
type Binds<Path extends string, Variables> = [PathParameter<Path>] extends [keyof Variables] ? Path : never;

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
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly document: DocumentNode;
  readonly lookup: DocumentNode | null;
  readonly wrapper: string | null;
  readonly beside: readonly string[];
  readonly inQuery: readonly string[];
  /** The body is a list: refusals are told by index, `{"2": {"code": [...]}}` (rest-conventions.md §2). */
  readonly listBody: boolean;
  /** Even reading needs what is named in a certain state, and answers 405 otherwise, as writing may. */
  readonly needsState: boolean;
}

interface RouteOptions<Path extends string, Variables, LookupVariables> {
  readonly method: Method;
  readonly path: Binds<Path, unknown extends LookupVariables ? Variables : LookupVariables>;
  readonly document: TypedDocumentNode<unknown, Variables>;
  readonly lookup?: TypedDocumentNode<unknown, LookupVariables>;
  readonly wrapper?: string;
  readonly beside?: readonly string[];
  readonly inQuery?: readonly string[];
  readonly listBody?: boolean;
  readonly needsState?: boolean;
}

export function route<const Path extends string, Variables, LookupVariables = unknown>(
  options: RouteOptions<Path, Variables, LookupVariables>,
): Route {
  return {
    method: options.method,
    path: options.path,
    document: options.document,
    lookup: options.lookup ?? null,
    wrapper: options.wrapper ?? null,
    beside: options.beside ?? [],
    inQuery: options.inQuery ?? [],
    listBody: options.listBody ?? false,
    needsState: options.needsState ?? false,
  };
}
