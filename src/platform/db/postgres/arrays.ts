// Sends and reads arrays without the query by which the driver learns the array types on each new connection: when the
// connection is lost meanwhile, nobody can catch that query's failure, and an unhandled rejection ends the process.
import { makePgArray } from 'drizzle-orm/pg-core';
import { parse } from 'postgres-array';

/** The object ids of the array types whose elements are texts in JavaScript. They are the same in every Postgres. */
const ARRAYS_OF_TEXTS = {
  text: 1009,
  varchar: 1015,
  uuid: 2951,
};

/** How the driver converts arrays of texts, for its setting `types`. Drizzle's own reader drops backslashes. */
export const ARRAY_TYPES = {
  texts: {
    to: ARRAYS_OF_TEXTS.text,
    from: Object.values(ARRAYS_OF_TEXTS),
    serialize: (value: unknown) => asSent(value),
    parse: (literal: string) => parse(literal),
  },
};

/** Returns a parameter as the driver can send it: a list, of whatever type, as the literal of a Postgres array. */
export function asSent<Parameter>(parameter: Parameter): Parameter | string {
  return Array.isArray(parameter) ? makePgArray(parameter) : parameter;
}
