import { makePgArray } from 'drizzle-orm/pg-core';
import { parse } from 'postgres-array';

/** The object ids of the array types whose elements are texts in JavaScript. They are the same in every Postgres. */
const ARRAYS_OF_TEXTS = {
  text: 1009,
  varchar: 1015,
  uuid: 2951,
};

/**
 * How the driver sends and reads arrays, for its setting `types`. By default it asks Postgres for the array types with a
 * query of its own on every new connection. When the connection is lost meanwhile, nobody can catch that query's failure,
 * and an unhandled rejection ends the process.
 */
export const ARRAY_TYPES = {
  texts: {
    to: ARRAYS_OF_TEXTS.text,
    from: Object.values(ARRAYS_OF_TEXTS),
    // The query builder writes the arrays of columns itself.
    serialize: (value: unknown) => (Array.isArray(value) ? makePgArray(value) : value),
    // Drizzle's own reader drops backslashes.
    parse: (text: string) => parse(text),
  },
};
