import type { Find, Part, Resource, ResourceOptions, Served, Subject } from './declaration.js';
import { capitalized, plural, snakeCase, uncapitalized } from './names.js';
import { type Method, pathParameters, row, type WrittenRow } from './route.js';

/** The rows and operations of one resource. */
export function resource<Represented extends string = never>(
  options: ResourceOptions<Represented>,
): Resource<Represented> {
  const subject = subjectOf(options);
  const { written = [], metadata, represents } = options;
  return {
    subject,
    represents: represents === undefined ? null : { object: represents, operation: representing(subject) },
    ...together([
      listing(subject, options),
      creating(subject, options),
      // Before those of one record, whose path takes any word.
      writtenRows(...written),
      getting(subject, options),
      changing(subject, options),
      metadata === undefined ? NONE : keepingMetadata(subject),
      represented(subject, options),
    ]),
  };
}

/** Rows of operations that are all written out. */
export function writtenRows(...written: WrittenRow[]): Part {
  return { rows: written.map(row), operations: [] };
}

function subjectOf(options: ResourceOptions): Subject {
  const { name, parent, found, inQuery = {} } = options;
  const wrapper = options.wrapper ?? snakeCase(uncapitalized(name));
  const path = `${parent?.subject.path ?? ''}${options.path}`;
  const above = parent?.subject.parameters ?? [];
  const own = pathParameters(options.path).map((parameter) => ({ name: parameter, of: wrapper }));
  return {
    name,
    field: options.field ?? uncapitalized(name),
    wrapper,
    path,
    collection: path.replace(/\/:\w+$/, ''),
    parameters: [...above, ...own],
    above,
    inQuery,
    found: { members: [], arguments: {}, ...found },
  };
}

const NONE: Part = { rows: [], operations: [] };

function together(parts: readonly Part[]): Part {
  return {
    rows: parts.flatMap(({ rows }) => rows),
    operations: parts.flatMap(({ operations }) => operations),
  };
}

function listing(subject: Subject, options: ResourceOptions): Part {
  const { list, listedBelow = [] } = options;
  if (list === undefined) return NONE;
  const operation = `RestList${plural(subject.name)}`;
  const path = subject.collection;
  const below = listedBelow.map(({ subject: above }) =>
    row({ method: 'GET', path: `${above.path}${path}`, operation, lookup: finderOf(above).name }),
  );
  return {
    rows: [row({ method: 'GET', path, operation }), ...below],
    operations: [
      { name: operation, subject, shape: 'list', fragment: fragmentOf(list, options) },
      ...listedBelow.map(({ subject: above }) => finderOf(above)),
    ],
  };
}

function getting(subject: Subject, options: ResourceOptions): Part {
  if (options.get === undefined) return NONE;
  const operation = `RestGet${subject.name}`;
  const fragment = fragmentOf(options.get, options);
  return {
    rows: [row({ method: 'GET', path: subject.path, operation })],
    operations: [{ name: operation, subject, shape: 'get', fragment }],
  };
}

function creating(subject: Subject, options: ResourceOptions): Part {
  const { create, parent } = options;
  return writing(subject, options, {
    verb: 'create',
    served: create,
    method: 'POST',
    path: subject.collection,
    hasBody: true,
    find: (mutation) => (parent === undefined ? null : parentFinder(parent.subject, subject, mutation)),
  });
}

/** What is done to one record. */
function changing(subject: Subject, options: ResourceOptions): Part {
  const { path } = subject;
  const find = (mutation: string) => finderOf(subject, mutation);
  const { update, delete: deletion, actions = {} } = options;
  return together([
    writing(subject, options, { verb: 'update', served: update, method: 'PUT', path, hasBody: true, find }),
    writing(subject, options, { verb: 'delete', served: deletion, method: 'DELETE', path, find }),
    ...Object.entries(actions).map(([verb, served]) =>
      writing(subject, options, { verb, served, method: served.method, path: `${path}/${verb}`, find }),
    ),
  ]);
}

interface Writing {
  readonly verb: string;
  readonly served: Served | undefined;
  readonly method: Method;
  readonly path: string;
  readonly hasBody?: true;
  readonly find: (mutation: string) => Find | null;
}

function writing(subject: Subject, options: ResourceOptions, write: Writing): Part {
  const { verb, served, method, path } = write;
  if (served === undefined) return NONE;
  const own = served === true ? {} : served;
  const { mutation = `${verb}${capitalized(subject.field)}`, beside = [], inQuery = [] } = own;
  const operation = `Rest${capitalized(own.mutation ?? `${verb}${subject.name}`)}`;
  const found = own.lookup === undefined ? write.find(mutation) : null;
  const lookup = own.lookup ?? found?.name ?? null;
  const wrapper = (write.hasBody ?? own.hasBody) === true ? subject.wrapper : null;
  return {
    rows: [row({ method, path, operation, lookup, wrapper, beside, inQuery })],
    operations: [
      ...(found === null ? [] : [found]),
      { name: operation, subject, shape: 'write', mutation, fragment: fragmentOf(served, options) },
    ],
  };
}

function keepingMetadata(subject: Subject): Part {
  const path = `${subject.path}/metadata`;
  const named = (verb: string) => ({
    name: `Rest${capitalized(verb)}${subject.name}Metadata`,
    subject,
    mutation: `${verb}${capitalized(subject.field)}Metadata`,
  });
  const [set, merge, remove] = [named('set'), named('merge'), named('delete')];
  const removeKey = { ...remove, name: `${remove.name}Key` };
  const key = { name: 'key', of: 'metadata' };
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

function representing({ name }: Subject): string {
  return `RestRepresent${name}`;
}

function represented(subject: Subject, options: ResourceOptions): Part {
  if (options.represents === undefined) return NONE;
  const fragment = options.representedBy ?? fragmentOf(true, options);
  return {
    rows: [],
    operations: [{ name: representing(subject), subject, shape: 'represent', fragment }],
  };
}

/** The lookup of one record. */
function finderOf(subject: Subject, mutation: string | null = null): Find {
  return { name: `RestFind${subject.name}`, subject, shape: 'find', mutation };
}

/** The lookup of the record below which another is created. */
function parentFinder(above: Subject, created: Subject, mutation: string): Find {
  const found = { members: created.found.members, arguments: above.found.arguments };
  return {
    name: `RestFind${above.name}Of${created.name}`,
    subject: { ...above, found },
    shape: 'find',
    mutation,
  };
}

function fragmentOf(served: Served, { name, fragment = `Rest${name}` }: ResourceOptions): string {
  return (served === true ? undefined : served.fragment) ?? fragment;
}
