import type { Row, WrittenRow } from './route.js';

/**
 * One resource of the REST contract, as data. Its rows are derived from these options, its operations from the options and
 * the GraphQL schema (`derivation/`). Where an operation differs from the conventions, set an option here, or write the
 * operation in the resource's `.graphql` file.
 */
export interface ResourceOptions<Represented extends string = string> {
  /** Determines the names of operations: `PlanCharge` gives `RestListPlanCharges`, `RestCreatePlanCharge` and so on. */
  readonly name: string;
  /** Path below that of its parent; it ends with the parameter that identifies a record, if there are many: `/taxes/:code`. */
  readonly path: string;
  readonly parent?: Resource;
  /** The root field that returns one record; `charge` implies `charges`, `createCharge` and so on. By default, its name. */
  readonly field?: string;
  /** The member of the JSON that contains a record. By default, its name in snake_case. */
  readonly wrapper?: string;
  /** The fragment that defines its JSON. By default, `Rest` and its name. */
  readonly fragment?: string;
  /** Arguments of its root fields that are read from the query string, with the variable for each. */
  readonly inQuery?: Readonly<Record<string, string>>;
  /** Other query parameters by the variable for which they are read. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Members that its lookup selects in addition to the ids that inputs need, and arguments with fixed values. */
  readonly found?: {
    readonly members?: readonly string[];
    readonly arguments?: Readonly<Record<string, boolean>>;
  };

  /** Responses with one record are the record itself, without the member around it. */
  readonly flat?: true;

  readonly list?: Served;
  readonly get?: Served;
  readonly create?: Served;
  readonly update?: Served;
  readonly delete?: Served;
  /** Other operations on one record, by the last word of their paths. */
  readonly actions?: Readonly<Record<string, Exceptions & Pick<WrittenRow, 'method' | 'otherMethods'>>>;
  /** Adds operations that set, merge and delete metadata under `/metadata` below a record. */
  readonly metadata?: true;
  /** Resources below whose records a second list operation is served: `/customers/:id/invoices`. */
  readonly listedBelow?: readonly Resource[];
  /** The object type under which activity entries and webhook messages contain it. */
  readonly represents?: Represented;
  /** The fragment that defines its JSON there. By default, `fragment`. */
  readonly representedBy?: string;
  /** Rows of operations that are written in the resource's `.graphql` file. */
  readonly written?: readonly WrittenRow[];
}

/** An operation that is served: by the conventions alone, or with exceptions from them. */
export type Served = true | Exceptions;

/** How one operation differs from the conventions. */
interface Exceptions {
  /** The mutation, if its name is not verb and field; the operation is then named after it. */
  readonly mutation?: string;
  /** The name of the operation, if another one runs the same mutation. */
  readonly operation?: string;
  readonly fragment?: string;
  /** The written operation that finds the record, in place of the derived one. */
  readonly lookup?: string;
  /** See `Route`. */
  readonly siblings?: readonly string[];
  readonly inQuery?: readonly string[];
  /** On a deletion or an action: the request has a body, with members under the wrapper. */
  readonly hasBody?: true;
}

/** The names and paths that the operations of a resource share. */
export interface Subject {
  readonly name: string;
  readonly field: string;
  readonly wrapper: string;
  /** Path of one record. */
  readonly path: string;
  /** Path of all records. */
  readonly collection: string;
  /** Parameters in the path of one record. */
  readonly parameters: readonly PathParameter[];
  /** Parameters in the path of the parent, which are those in the path of all records. */
  readonly parentParameters: readonly PathParameter[];
  readonly inQuery: Readonly<Record<string, string>>;
  /** The member of a response that is answered alone; null if the response contains it. */
  readonly flatMember: string | null;
  readonly found: Required<NonNullable<ResourceOptions['found']>>;
}

export interface PathParameter {
  readonly name: string;
  /** The resource whose record the parameter identifies: `plan` for `:code` in `/plans/:code`. */
  readonly resource: string;
}

/** An operation that `Derivation` writes from the schema. */
export type Derivable = Find | Read | Write | SetMetadata | DeleteMetadata;

interface Named {
  readonly name: string;
  readonly subject: Subject;
}

/** A lookup, which finds a record by its path. */
export interface Find extends Named {
  readonly shape: 'find';
  /** The mutation whose input receives the ids that are found; null if there is none. */
  readonly mutation: string | null;
}

export interface Read extends Named {
  readonly shape: 'list' | 'get' | 'represent';
  readonly fragment: string;
}

export interface Write extends Named {
  readonly shape: 'write';
  readonly mutation: string;
  readonly fragment: string;
}

export interface SetMetadata extends Named {
  readonly shape: 'setMetadata';
  readonly mutation: string;
}

export interface DeleteMetadata extends Named {
  readonly shape: 'deleteMetadata';
  readonly mutation: string;
  readonly parameters: readonly PathParameter[];
}

/** Rows, and the operations named by them that are derived instead of written. */
export interface Part {
  readonly rows: readonly Row[];
  readonly operations: readonly Derivable[];
}

export interface Resource<Represented extends string = string> extends Part {
  readonly subject: Subject;
  /** The object, and the operation that represents it by its id; null for what nothing is recorded of. */
  readonly represents: { readonly object: Represented; readonly operation: string } | null;
}
