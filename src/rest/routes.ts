import { Documents } from './documents.js';
import { RESOURCES } from './resources.js';
import type { Route } from './route.js';

/** Every operation of the REST surface, parsed when this file is first imported. */
export const documents = Documents.read();

/** Every route of the REST surface under `/api/v1`: the rows with their documents. */
export const routes: readonly Route[] = RESOURCES.flatMap(({ rows }) => rows).map(
  ({ operation, lookup, many, ...rules }) => ({
    ...rules,
    document: documents.get(operation),
    lookup: lookup === null ? null : documents.get(lookup),
    many: many === null ? null : { member: many.member, document: documents.get(many.operation) },
  }),
);
