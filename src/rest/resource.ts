import type { Find, Part, Resource, ResourceOptions, Served, Subject } from './declaration.js';
import { capitalized, plural, snakeCase, uncapitalized } from './letter-case.js';
import { type Method, pathParameters, row, type WrittenRow } from './route.js';

/** Derives the rows and operations of one resource. */
export function resource<Represented extends string = never>(
  options: ResourceOptions<Represented>,
): Resource<Represented> {
  const subject = subjectOf(options);
  const { written = [], metadata, represents } = options;
  return {
    subject,
    represents:
      represents === undefined ? null : { object: represents, operation: representOperation(subject) },
    ...mergeParts([
      listPart(subject, options),
      createPart(subject, options),
      // Before the rows of one record, whose path parameter matches any word.
      writtenRows(...written),
      getPart(subject, options),
      recordParts(subject, options),
      metadata === undefined ? NONE : metadataPart(subject),
      representPart(subject, options),
    ]),
  };
}

/** Rows of operations that are written in a `.graphql` file, without derived ones. */
export function writtenRows(...written: WrittenRow[]): Part {
  return { rows: written.map(row), operations: [] };
}

function subjectOf(options: ResourceOptions): Subject {
  const { name, parent, found, inQuery = {} } = options;
  const wrapper = options.wrapper ?? snakeCase(uncapitalized(name));
  const path = `${parent?.subject.path ?? ''}${options.path}`;
  const parentParameters = parent?.subject.parameters ?? [];
  const own = pathParameters(options.path).map((parameter) => ({ name: parameter, resource: wrapper }));
  return {
    name,
    field: options.field ?? uncapitalized(name),
    wrapper,
    path,
    collection: path.replace(/\/:\w+$/, ''),
    parameters: [...parentParameters, ...own],
    parentParameters,
    inQuery,
    flatMember: options.flat === true ? wrapper : null,
    found: { members: [], arguments: {}, ...found },
  };
}

const NONE: Part = { rows: [], operations: [] };

function mergeParts(parts: readonly Part[]): Part {
  return {
    rows: parts.flatMap(({ rows }) => rows),
    operations: parts.flatMap(({ operations }) => operations),
  };
}

function listPart(subject: Subject, options: ResourceOptions): Part {
  const { list, listedBelow = [], aliases = {} } = options;
  if (list === undefined) return NONE;
  const operation = `RestList${plural(subject.name)}`;
  const path = subject.collection;
  const below = listedBelow.map(({ subject: parent }) =>
    row({ method: 'GET', path: `${parent.path}${path}`, operation, lookup: finderOf(parent).name }),
  );
  return {
    rows: [row({ method: 'GET', path, operation, aliases }), ...below],
    operations: [
      { name: operation, subject, shape: 'list', fragment: fragmentOf(list, options) },
      ...listedBelow.map(({ subject: parent }) => finderOf(parent)),
    ],
  };
}

function getPart(subject: Subject, options: ResourceOptions): Part {
  if (options.get === undefined) return NONE;
  const operation = `RestGet${subject.name}`;
  const fragment = fragmentOf(options.get, options);
  return {
    rows: [row({ method: 'GET', path: subject.path, operation, flatMember: subject.flatMember })],
    operations: [{ name: operation, subject, shape: 'get', fragment }],
  };
}

function createPart(subject: Subject, options: ResourceOptions): Part {
  const { create, parent } = options;
  return writePart(subject, options, {
    verb: 'create',
    served: create,
    method: 'POST',
    path: subject.collection,
    hasBody: true,
    find: (mutation) => (parent === undefined ? null : parentFinder(parent.subject, subject, mutation)),
  });
}

/** Updates, deletes and other actions on one record. */
function recordParts(subject: Subject, options: ResourceOptions): Part {
  const { path } = subject;
  const find = (mutation: string) => finderOf(subject, mutation);
  const { update, delete: deletion, actions = {} } = options;
  return mergeParts([
    writePart(subject, options, { verb: 'update', served: update, method: 'PUT', path, hasBody: true, find }),
    writePart(subject, options, { verb: 'delete', served: deletion, method: 'DELETE', path, find }),
    ...Object.entries(actions).map(([verb, served]) =>
      writePart(subject, options, {
        verb,
        served,
        method: served.method,
        otherMethods: served.otherMethods ?? [],
        path: `${path}/${verb}`,
        find,
      }),
    ),
  ]);
}

interface WriteOptions {
  readonly verb: string;
  readonly served: Served | undefined;
  readonly method: Method;
  readonly otherMethods?: readonly Method[];
  readonly path: string;
  readonly hasBody?: true;
  readonly find: (mutation: string) => Find | null;
}

function writePart(subject: Subject, options: ResourceOptions, write: WriteOptions): Part {
  const { verb, served, method, otherMethods = [], path } = write;
  if (served === undefined) return NONE;
  const own = served === true ? {} : served;
  const { mutation = `${verb}${capitalized(subject.field)}`, siblings = [], inQuery = [] } = own;
  const operation = `Rest${capitalized(own.operation ?? own.mutation ?? `${verb}${subject.name}`)}`;
  const found = own.lookup === undefined ? write.find(mutation) : null;
  const lookup = own.lookup ?? found?.name ?? null;
  const wrapper = (write.hasBody ?? own.hasBody) === true ? subject.wrapper : null;
  return {
    rows: [
      row({
        method,
        otherMethods,
        path,
        operation,
        lookup,
        wrapper,
        siblings,
        inQuery,
        flatMember: subject.flatMember,
      }),
    ],
    operations: [
      ...(found === null ? [] : [found]),
      { name: operation, subject, shape: 'write', mutation, fragment: fragmentOf(served, options) },
    ],
  };
}

function metadataPart(subject: Subject): Part {
  const path = `${subject.path}/metadata`;
  const named = (verb: string) => ({
    name: `Rest${capitalized(verb)}${subject.name}Metadata`,
    subject,
    mutation: `${verb}${capitalized(subject.field)}Metadata`,
  });
  const [set, merge, remove] = [named('set'), named('merge'), named('delete')];
  const removeKey = { ...remove, name: `${remove.name}Key` };
  const key = { name: 'key', resource: 'metadata' };
  const { name: lookup } = finderOf(subject);
  return {
    rows: [
      row({ method: 'POST', path, operation: set.name, lookup }),
      row({ method: 'PATCH', path, operation: merge.name, lookup }),
      row({ method: 'DELETE', path, operation: remove.name }),
      row({ method: 'DELETE', path: `${path}/:key`, operation: removeKey.name }),
    ],
    operations: [
      { ...set, shape: 'setMetadata' },
      { ...merge, shape: 'setMetadata' },
      { ...remove, shape: 'deleteMetadata', parameters: subject.parameters },
      { ...removeKey, shape: 'deleteMetadata', parameters: [...subject.parameters, key] },
      finderOf(subject, set.mutation),
      finderOf(subject, merge.mutation),
    ],
  };
}

function representOperation({ name }: Subject): string {
  return `RestRepresent${name}`;
}

function representPart(subject: Subject, options: ResourceOptions): Part {
  if (options.represents === undefined) return NONE;
  const fragment = options.representedBy ?? fragmentOf(true, options);
  return {
    rows: [],
    operations: [{ name: representOperation(subject), subject, shape: 'represent', fragment }],
  };
}

/** The lookup of one record. */
function finderOf(subject: Subject, mutation: string | null = null): Find {
  return { name: `RestFind${subject.name}`, subject, shape: 'find', mutation };
}

/** The lookup of the parent record of a record to be created. */
function parentFinder(parent: Subject, created: Subject, mutation: string): Find {
  const found = { members: created.found.members, arguments: parent.found.arguments };
  return {
    name: `RestFind${parent.name}Of${created.name}`,
    subject: { ...parent, found },
    shape: 'find',
    mutation,
  };
}

function fragmentOf(served: Served, { name, fragment = `Rest${name}` }: ResourceOptions): string {
  return (served === true ? undefined : served.fragment) ?? fragment;
}
