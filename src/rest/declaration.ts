import type { Method, Row, WrittenRow } from './route.js';

/**
 * One resource of the REST contract, as data. Its rows follow from it alone, its operations from it and the GraphQL schema
 * (`derivation/`). What an operation does that no convention says is an option here, or a document written beside the fragment.
 */
export interface ResourceOptions<Represented extends string = string> {
  /** `PlanCharge`: its operations are `RestListPlanCharges`, `RestCreatePlanCharge` and so on. */
  readonly name: string;
  /** Its path, ending in the parameter that names a record where there are many: `/taxes/:code`. Below that of its parent. */
  readonly path: string;
  readonly parent?: Resource;
  /** The root field that answers one of it; `charge` leads to `charges`, `createCharge` and so on. Else as its name. */
  readonly field?: string;
  /** The member of the JSON that holds it. Else its name. */
  readonly wrapper?: string;
  /** The fragment that spells its JSON. Else `Rest` and its name. */
  readonly fragment?: string;
  /** Arguments of its root fields that are read from the query, and the variables that do so. */
  readonly inQuery?: Readonly<Record<string, string>>;
  /** What its lookup selects beside the ids that inputs need, and the arguments that it gives. */
  readonly found?: {
    readonly members?: readonly string[];
    readonly arguments?: Readonly<Record<string, boolean>>;
  };

  readonly list?: Served;
  readonly get?: Served;
  readonly create?: Served;
  readonly update?: Served;
  readonly delete?: Served;
  /** What else is done to one record, by the last word of its path. */
  readonly actions?: Readonly<Record<string, Exceptions & { readonly method: Method }>>;
  /** Whether `/metadata` below a record sets, merges and deletes metadata. */
  readonly metadata?: true;
  /** Resources below whose records it is listed as well. */
  readonly listedBelow?: readonly Resource[];
  /** The name of the object as which activity entries and webhook messages show it. */
  readonly represents?: Represented;
  /** The fragment that they show it by. Else its own. */
  readonly representedBy?: string;
  /** Rows of operations that are written out. */
  readonly written?: readonly WrittenRow[];
}

export type Served = true | Exceptions;

/** How one operation differs from the convention. */
interface Exceptions {
  /** The mutation, where it is not called by the verb and the field; the operation is then named after it. */
  readonly mutation?: string;
  readonly fragment?: string;
  /** A written operation that finds the record. */
  readonly lookup?: string;
  /** See `Route`. */
  readonly beside?: readonly string[];
  readonly inQuery?: readonly string[];
  /** On a deletion or an action: members are sent under the wrapper. */
  readonly hasBody?: true;
}

/** What the operations of a resource have in common. */
export interface Subject {
  readonly name: string;
  readonly field: string;
  readonly wrapper: string;
  /** The path of one record, and of all. */
  readonly path: string;
  readonly collection: string;
  /** Those of the path of one record, and of all. */
  readonly parameters: readonly PathParameter[];
  readonly above: readonly PathParameter[];
  readonly inQuery: Readonly<Record<string, string>>;
  readonly found: Required<NonNullable<ResourceOptions['found']>>;
}

export interface PathParameter {
  readonly name: string;
  /** The resource that it names a record of: `plan` for `:code` of `/plans/:code`. */
  readonly of: string;
}

/** An operation to be derived from the schema. */
export type Derivable = Find | Read | Write | SetMetadata | DeleteMetadata;

interface Named {
  readonly name: string;
  readonly subject: Subject;
}

/** Finds a record by its path. */
export interface Find extends Named {
  readonly shape: 'find';
  /** Whose input then takes the ids that are found; null where none does. */
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

/** Rows, and the operations that they name and that are not written out. */
export interface Part {
  readonly rows: readonly Row[];
  readonly operations: readonly Derivable[];
}

export interface Resource<Represented extends string = string> extends Part {
  readonly subject: Subject;
  /** The object, and the operation that represents it by its id; null for what nothing is recorded of. */
  readonly represents: { readonly object: Represented; readonly operation: string } | null;
}
