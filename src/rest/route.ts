import type { DocumentNode } from 'graphql';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One REST operation, as data. Its document is a GraphQL operation whose aliases are the members of the REST JSON.
 *
 * - Path parameters and query parameters become the document's variables of the same name (`external_id` becomes
 *   `$externalId`); for a `$filter`, its members of the same name.
 * - The object in the body under `wrapper` (which a deletion may omit) is translated to `$input`, together with the members
 *   next to the wrapper that `siblings` lists. A variable of the lookup is read from those members, else from the URL.
 * - A body without the member `required`, next to no wrapper, answers 400.
 * - A variable that `aliases` lists is also read from the query parameter of that name.
 * - The members of the input that `inQuery` lists are read from the query string, for calls without a body.
 * - `lookup` finds the record that the path identifies, before the body is translated (404 comes before 422). The members
 *   that it selects under `found` are added to `$input`; without a lookup, the path parameters are.
 * - The response is the field of the document with the alias `body`; without one, all its `data`; none with `hasNoResponse`.
 *   Of this, the members of the member that `flatMember` names are answered, and itself beside them, if it names one.
 * - A body that has the list `many.member` runs `many.document` instead, whose input is the whole body.
 */
export interface Route extends CallRules {
  readonly document: DocumentNode;
  readonly lookup: DocumentNode | null;
  readonly many: { readonly member: string; readonly document: DocumentNode } | null;
}

/** A route that names its operations in `schema/rest-operations.graphql` instead of containing their documents. */
export interface Row extends CallRules {
  readonly operation: string;
  readonly lookup: string | null;
  readonly many: { readonly member: string; readonly operation: string } | null;
}

/** The method and path of an operation, and how its request is read. */
interface CallRules {
  readonly method: Method;
  readonly path: string;
  /** Further methods that do the same, for clients that use them; the API reference does not mention them. */
  readonly otherMethods: readonly Method[];
  readonly wrapper: string | null;
  readonly siblings: readonly string[];
  readonly inQuery: readonly string[];
  readonly required: string | null;
  /** Other query parameters by the variable for which they are read. */
  readonly aliases: Readonly<Record<string, string>>;
  /** True if the body is a list: errors are reported by index, `{"2": {"code": [...]}}` (rest-conventions.md §2). */
  readonly listBody: boolean;
  /** True if even a read requires the record to be in a certain state, and answers 405 otherwise, as writes may. */
  readonly needsState: boolean;
  /** True if the response has no body. */
  readonly hasNoResponse: boolean;
  /**
   * The member of the response whose members are answered without the object around them, and beside them itself, which some
   * clients read; null for the whole response.
   */
  readonly flatMember: string | null;
  /** Set for an operation that clients should no longer use; it is announced in headers. */
  readonly deprecation: Deprecation | null;
  /** True if the response is plain text: the member `text` of the body. */
  readonly isText: boolean;
}

/** When an operation was deprecated, and when it was to be removed (RFC 9745, RFC 8594). */
export interface Deprecation {
  readonly since: Date;
  readonly sunset: Date;
}

/** A row of a written operation, with the members that differ from the defaults of `row`. */
export type WrittenRow = Pick<Row, 'method' | 'path' | 'operation'> & Partial<Row>;

export function row(written: WrittenRow): Row {
  return {
    lookup: null,
    otherMethods: [],
    wrapper: null,
    siblings: [],
    inQuery: [],
    required: null,
    aliases: {},
    listBody: false,
    needsState: false,
    hasNoResponse: false,
    many: null,
    flatMember: null,
    deprecation: null,
    isText: false,
    ...written,
  };
}

/** The parameters of a path: `external_id` for `/customers/:external_id`. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** The operations that find the record of a parameter: by its external id, if the record is live, and by its `svc_id`. */
export interface Finders {
  readonly parameter: string;
  readonly byExternalId: string;
  readonly byId: string;
}

const FINDERS: readonly Finders[] = [
  {
    parameter: 'external_customer_id',
    byExternalId: 'RestFindCustomerByExternalId',
    byId: 'RestFindCustomerById',
  },
  {
    parameter: 'external_id',
    byExternalId: 'RestFindLiveSubscriptions',
    byId: 'RestFindSubscriptionById',
  },
];

/** @returns null for a path without an external id. Source: rest-conventions.md §4. */
export function findersOf(path: string): Finders | null {
  const parameters = pathParameters(path);
  return FINDERS.find(({ parameter }) => parameters.includes(parameter)) ?? null;
}

/** The names of the operations of a row. */
export function operationsOf({ operation, lookup, many }: Row): string[] {
  return [operation, lookup, many?.operation].filter((name) => name !== undefined && name !== null);
}

/** The names of the operations that find the record of the path of a row. */
export function findersOfRow({ path }: Row): string[] {
  const finders = findersOf(path);
  return finders === null ? [] : [finders.byExternalId, finders.byId];
}
