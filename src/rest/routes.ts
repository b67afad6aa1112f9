import { Documents } from './documents.js';
import { RESOURCES } from './resources.js';
import type { Route } from './route.js';

/** Every operation of the REST surface; parsed once, when this file is first imported. */
export const documents = Documents.read();

/** Every row of the REST surface with its documents, each under `/api/v1`. */
export const routes: readonly Route[] = RESOURCES.flatMap(({ rows }) => rows).map(
  ({ operation, lookup, ...conduct }) => ({
    ...conduct,
    document: documents.get(operation),
    lookup: lookup === null ? null : documents.get(lookup),
  }),
);
