import { Big, decimalText, parseDecimal } from '../../../core/money/decimal.js';
import { ExactNumber } from '../../../core/money/exact-number.js';
import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';
import { parseInstant } from '../../text/parse-instant.js';

/**
 * Defines a scalar of both surfaces. It serializes values as the REST contract requires, since REST responses are
 * GraphQL results (docs/adr/0007). `invalidCode` is the REST validation code for a value that it refuses.
 */
export function scalar<Internal, External>(config: {
  name: string;
  description: string;
  specifiedByURL?: string;
  parse(value: unknown): Internal;
  serialize(value: unknown): External;
  invalidCode?: string;
}): GraphQLScalarType<Internal, External> {
  return new GraphQLScalarType<Internal, External>({
    name: config.name,
    description: config.description,
    ...(config.specifiedByURL === undefined ? {} : { specifiedByURL: config.specifiedByURL }),
    parseValue: (value) => (value instanceof Parsed ? (value.internal as Internal) : config.parse(value)),
    parseLiteral: (node) => config.parse(literal(node)),
    serialize: (value) => config.serialize(value),
    extensions: { invalidCode: config.invalidCode ?? 'value_is_invalid', keepsParsed: true },
  });
}

/** A value that its scalar has already parsed. Callers cannot send one, since JSON has no class instances. */
class Parsed {
  constructor(
    private readonly sent: unknown,
    readonly internal: unknown,
  ) {}

  toJSON(): unknown {
    return this.sent;
  }
}

/**
 * Parses a value before the GraphQL execution, which then reuses the result instead of parsing it again.
 * @throws Error when the scalar refuses the value.
 */
export function parseAhead(type: GraphQLScalarType, value: unknown): unknown {
  const internal = type.parseValue(value);
  return type.extensions['keepsParsed'] === true ? new Parsed(value, internal) : value;
}

function literal(node: ValueNode): unknown {
  if (node.kind === Kind.STRING || node.kind === Kind.BOOLEAN) return node.value;
  return node.kind === Kind.INT || node.kind === Kind.FLOAT ? ExactNumber.read(node.value) : null;
}

/** @param expected what the value must be, for people: "a date, such as …". @throws GraphQLError */
export function refuse(expected: string): never {
  throw new GraphQLError(`The value must be ${expected}.`);
}

const WHOLE_NUMBER = 'a whole number within 2^53, such as 1250';

/**
 * Minor units of a currency (cents): `bigint` in code, an integer in JSON. Values beyond 2^53 are refused, not rounded.
 */
export const SafeInt = scalar<bigint, number>({
  name: 'SafeInt',
  specifiedByURL: 'https://tc39.es/ecma262/#sec-number.issafeinteger',
  description: 'An amount in minor units of its currency (cents): an integer within 2^53.',
  parse: (value) => (Number.isSafeInteger(value) ? BigInt(value as number) : refuse(WHOLE_NUMBER)),
  serialize: (value) => {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : refuse(WHOLE_NUMBER);
  },
  invalidCode: 'value_is_out_of_range',
});

/** A decimal that can be serialized. Time-weighted units have 20 decimal places, of which 15 are serialized. */
const PRINTABLE = /^-?\d{1,30}(?:\.\d+)?$/;

const DECIMAL = 'a decimal number without exponent, such as "12.5"';

/** An exact decimal: in JSON a string without exponent and with at least one digit after the point. */
export const Decimal = scalar<string, string>({
  name: 'Decimal',
  specifiedByURL: 'https://www.w3.org/TR/xmlschema11-2/#decimal',
  description: 'An exact decimal number as a string without exponent, such as "12.0" or "0.333".',
  parse: (value) => {
    // `String` would write small and large numbers with an exponent.
    const plain = typeof value === 'number' && Number.isFinite(value) ? new Big(value).toFixed() : value;
    const text = plain instanceof ExactNumber ? plain.text : plain;
    const parsed = typeof text === 'string' ? parseDecimal(text) : null;
    return parsed === null ? refuse(DECIMAL) : parsed.toFixed();
  },
  serialize: (value) => {
    const text = String(value);
    return PRINTABLE.test(text) ? decimalText(new Big(text)) : refuse(DECIMAL);
  },
});

const INSTANT = 'a point in time, such as "2027-03-01T07:00:00Z"';
const DATE = 'a date, such as "2027-03-01"';

const instantText = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : refuse(INSTANT);

/** The standard of dates and instants as text; the descriptions of the scalars say which of its forms they take. */
const RFC_3339 = 'https://www.rfc-editor.org/rfc/rfc3339';

/** An instant, serialized in whole seconds (truncated, not rounded). */
export const DateTime = scalar<Date, string>({
  name: 'DateTime',
  specifiedByURL: RFC_3339,
  description:
    'A point in time in UTC, in whole seconds: 2027-03-01T07:00:00Z. Input is ISO 8601; without a zone it is ' +
    'read as UTC.',
  parse: (value) => parseInstant(value) ?? refuse(INSTANT),
  serialize: (value) => `${instantText(value).slice(0, 19)}Z`,
  invalidCode: 'invalid_date',
});

/** An instant, serialized with milliseconds. */
export const DateTimeMillis = scalar<Date, string>({
  name: 'DateTimeMillis',
  specifiedByURL: RFC_3339,
  description: 'A point in time in UTC, with milliseconds: 2027-03-01T07:00:00.250Z.',
  parse: (value) => parseInstant(value) ?? refuse(INSTANT),
  serialize: instantText,
  invalidCode: 'invalid_date',
});

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A calendar date without time or zone, represented as text in code too. */
export const CalendarDate = scalar<string, string>({
  name: 'Date',
  specifiedByURL: RFC_3339,
  description: 'A calendar date, YYYY-MM-DD.',
  parse: (value) =>
    typeof value === 'string' && ISO_DATE.test(value) && parseInstant(value) !== null ? value : refuse(DATE),
  serialize: String,
  invalidCode: 'invalid_date',
});

/** The instants that a caller means by one word, both inclusive. */
export interface TimeSpan {
  readonly first: Date;
  readonly last: Date;
}

const DAY_MS = 86_400_000;

/** A whole day in UTC, or an instant. */
export const DateOrDateTime = scalar<TimeSpan, never>({
  name: 'DateOrDateTime',
  specifiedByURL: RFC_3339,
  description:
    'A calendar date, YYYY-MM-DD, which stands for the whole day in UTC, or a point in time as in `DateTime`.',
  parse: (value) => {
    const first = parseInstant(value) ?? refuse(`${DATE}, or ${INSTANT}`);
    const isDay = typeof value === 'string' && ISO_DATE.test(value);
    return { first, last: isDay ? new Date(first.getTime() + DAY_MS - 1) : first };
  },
  serialize: () => refuse(DATE),
  invalidCode: 'invalid_date',
});

/** A map with keys that the caller chooses, such as event properties or metadata. Its numbers keep their digits. */
export const JsonObject = new GraphQLScalarType({
  ...GraphQLJSONObject.toConfig(),
  parseValue: (value) => jsonObject(value),
  parseLiteral: (node, variables) => jsonObject(jsonLiteral(node, variables)),
});

const OBJECT = 'an object, such as {"region": "eu"}';

function jsonObject(value: unknown): object {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isMap && !(value instanceof ExactNumber) ? value : refuse(OBJECT);
}

type Variables = Readonly<Record<string, unknown>> | null | undefined;

/** The JSON of a literal in a GraphQL document. */
function jsonLiteral(node: ValueNode, variables: Variables): unknown {
  switch (node.kind) {
    case Kind.OBJECT:
      // `fromEntries` defines members, also one that is called `__proto__`.
      return Object.fromEntries(
        node.fields.map(({ name, value }) => [name.value, jsonLiteral(value, variables)]),
      );
    case Kind.LIST:
      return node.values.map((value) => jsonLiteral(value, variables));
    case Kind.VARIABLE:
      return variables?.[node.name.value];
    case Kind.NULL:
      return null;
    case Kind.ENUM:
      return refuse(OBJECT);
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.INT:
    case Kind.FLOAT:
      return literal(node);
  }
}

/** Any JSON value, in answers only. */
export const Json = GraphQLJSON;
