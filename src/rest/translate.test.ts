import { describe, expect, test } from '@jest/globals';
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';
import { CalendarDate, DateTime, Decimal, JsonObject, SafeInt } from '../platform/api/members/scalars.js';
import { Reading } from './reading.js';
import { translationOf } from './translate.js';

const required = (type: GraphQLInputType) => new GraphQLNonNull(type as typeof GraphQLString);
const listOf = (type: GraphQLInputType) => new GraphQLList(required(type));

const Size = new GraphQLEnumType({ name: 'Size', values: { small: {}, large: {} } });
const Country = new GraphQLEnumType({
  name: 'Country',
  values: { FR: {}, US: {} },
  extensions: { invalidCode: 'not_a_valid_country_code', anyCase: true },
});

const Pricing = new GraphQLInputObjectType({
  name: 'Pricing',
  isOneOf: true,
  fields: {
    flat: {
      type: new GraphQLInputObjectType({ name: 'Flat', fields: { amount: { type: required(Decimal) } } }),
    },
    perPackage: {
      type: new GraphQLInputObjectType({
        name: 'PerPackage',
        fields: { amount: { type: Decimal }, packageSize: { type: GraphQLInt } },
      }),
    },
    perHour: {
      type: new GraphQLInputObjectType({ name: 'PerHour', fields: { rate: { type: GraphQLFloat } } }),
    },
  },
});

const Origin = new GraphQLInputObjectType({
  name: 'Origin',
  fields: { country: { type: required(Country) }, since: { type: CalendarDate } },
});

const Line: GraphQLInputObjectType = new GraphQLInputObjectType({
  name: 'Line',
  fields: () => ({
    itemCode: { type: required(GraphQLString) },
    kind: { type: GraphQLString },
    pricing: { type: Pricing, extensions: { chosenBy: 'kind' } },
    parts: { type: listOf(Line), extensions: { elementsChosenBy: 'kind' } },
    origin: { type: Origin, extensions: { wholeCode: 'invalid_origin' } },
  }),
});

const Order = new GraphQLInputObjectType({
  name: 'Order',
  fields: {
    externalId: { type: required(GraphQLString) },
    addressLine1: { type: GraphQLString },
    count: { type: required(GraphQLInt), defaultValue: 3 },
    rate: { type: GraphQLFloat },
    priceCents: { type: SafeInt },
    amount: { type: Decimal },
    at: { type: DateTime },
    on: { type: CalendarDate },
    size: { type: Size },
    country: { type: Country },
    express: { type: GraphQLBoolean },
    clerkId: { type: GraphQLID },
    tags: { type: listOf(GraphQLString) },
    nicknames: { type: new GraphQLList(GraphQLString) },
    since: { type: GraphQLString, extensions: { restName: 'since_when' } },
    marks: { type: listOf(GraphQLString), extensions: { overlongCode: 'too_many_keys' } },
    sizes: { type: listOf(Size) },
    lines: { type: listOf(Line) },
    metadata: { type: JsonObject },
    carrier: { type: GraphQLString, extensions: { invalidCode: 'invalid_type' } },
    seal: { type: required(GraphQLString), defaultValue: 'wax', extensions: { missingCode: 'no_events' } },
  },
});

function translate(members: unknown) {
  const errors = new Reading(false);
  const value = translationOf(Order)(members, '', errors);
  return { value: asSent(value), errors: errors.error().details };
}
/** Values that were parsed ahead print as they were sent. */
const asSent = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));
const order = (members: object) => translate({ external_id: 'o', ...members });

describe('a REST body becomes a GraphQL input', () => {
  test.each<[object, object, string]>([
    [{}, {}, 'absent members stay absent, which differs from null'],
    [{ address_line1: 'x' }, { addressLine1: 'x' }, 'digits stay with their word'],
    [{ address_line1: null }, { addressLine1: null }, 'null clears'],
    [{ unknown: 1, externalId: 'o' }, {}, 'unknown members are dropped, names in camelCase too'],
    [{ rate: '1.5', count: '-2' }, { rate: 1.5, count: -2 }, 'numbers as text'],
    [{ price_cents: 9007199254740991 }, { priceCents: 9007199254740991 }, 'cents up to 2^53'],
    [{ price_cents: '500' }, { priceCents: 500 }, 'cents as text'],
    [{ amount: 1.5 }, { amount: 1.5 }, 'a decimal as a number'],
    [{ express: 'true' }, { express: true }, 'a boolean as text'],
    [{ at: '2027-02-28T12:00:00+02:00' }, { at: '2027-02-28T12:00:00+02:00' }, 'instants stay text'],
    [{ size: 'small', country: 'fr' }, { size: 'small', country: 'FR' }, 'words, countries in any case'],
    [{ tags: [], sizes: ['large'] }, { tags: [], sizes: ['large'] }, 'lists'],
    [{ since_when: 'May', since: 'June' }, { since: 'May' }, 'a member of another name'],
    [{ nicknames: [null, 'a'] }, { nicknames: [null, 'a'] }, 'nulls in a list that may have some'],
    [{ metadata: { any_key: [1] } }, { metadata: { any_key: [1] } }, 'free maps are untouched'],
    [
      { lines: [{ item_code: 'a', parts: [{ item_code: 'b' }] }] },
      { lines: [{ itemCode: 'a', parts: [{ itemCode: 'b' }] }] },
      'nested lists of a type that contains itself',
    ],
    [
      { lines: [{ item_code: 'a', kind: 'per_package', pricing: { amount: '1', package_size: 5, x: 1 } }] },
      {
        lines: [
          { itemCode: 'a', kind: 'per_package', pricing: { perPackage: { amount: '1', packageSize: 5 } } },
        ],
      },
      'properties are moved under the member that their sibling chooses',
    ],
    [
      { lines: [{ item_code: 'a', kind: 'per_package', pricing: { amout: '1' } }] },
      {
        lines: [
          {
            itemCode: 'a',
            kind: 'per_package',
            pricing: { perPackage: { amount: null, packageSize: null } },
          },
        ],
      },
      'only unknown properties: each member is null, which differs from sending none',
    ],
    [
      { lines: [{ item_code: 'a', kind: 'flat', pricing: { rate: 2, x: 1 } }] },
      { lines: [{ itemCode: 'a', kind: 'flat', pricing: { perHour: { rate: 2 } } }] },
      'if the chosen member knows none of the keys, another one is used',
    ],
    [
      { lines: [{ item_code: 'a', pricing: { amount: '1', package_size: 5 } }] },
      { lines: [{ itemCode: 'a', pricing: { perPackage: { amount: '1', packageSize: 5 } } }] },
      'without the sibling, the member that knows most keys is used',
    ],
    [
      {
        lines: [
          {
            item_code: 'a',
            kind: 'flat',
            parts: [{ item_code: 'b', kind: 'x', pricing: { amount: '1', package_size: 5 } }],
          },
        ],
      },
      {
        lines: [
          {
            itemCode: 'a',
            kind: 'flat',
            parts: [{ itemCode: 'b', kind: 'flat', pricing: { flat: { amount: '1' } } }],
          },
        ],
      },
      'elements of a list use the sibling of the list',
    ],
  ])('the body %j → %j: %s', (members, expected) => {
    expect(order(members)).toEqual({ value: { externalId: 'o', ...expected }, errors: {} });
  });
});

describe('values that cannot be read are reported by their path', () => {
  test.each<[object, object, string]>([
    [{ external_id: null }, { externalId: ['value_is_mandatory'] }, 'null where nothing can be cleared'],
    [{ external_id: 5 }, { externalId: ['value_is_invalid'] }, 'a number is no text'],
    [{ count: 1.5 }, { count: ['value_is_invalid'] }, 'a fraction is no integer'],
    [{ count: '1e3' }, { count: ['value_is_invalid'] }, 'an exponent is no integer'],
    [{ count: true }, { count: ['value_is_invalid'] }, 'a boolean is no integer'],
    [{ count: null }, { count: ['value_is_mandatory'] }, 'a default is for absent members'],
    [{ price_cents: 9007199254740992 }, { priceCents: ['value_is_out_of_range'] }, 'cents beyond 2^53'],
    [{ price_cents: '99999999999999999999' }, { priceCents: ['value_is_out_of_range'] }, 'so as text'],
    [{ amount: 'x' }, { amount: ['value_is_invalid'] }, 'text that is no decimal'],
    [{ at: '2027-02-30' }, { at: ['invalid_date'] }, 'a day that does not exist'],
    [{ on: '2027-02-28T00:00:00Z' }, { on: ['invalid_date'] }, 'an instant is no date'],
    [{ size: 'SMALL' }, { size: ['value_is_invalid'] }, 'words have their case'],
    [{ country: 'XX' }, { country: ['not_a_valid_country_code'] }, "an enum's own code"],
    [{ express: 1 }, { express: ['value_is_invalid'] }, 'digits are no booleans in bodies'],
    [{ tags: 'a' }, { tags: ['invalid_format'] }, 'a scalar in place of a list'],
    [{ tags: ['a', 1] }, { tags: ['invalid_format'] }, 'elements of the wrong kind refuse the list'],
    [{ tags: [null] }, { tags: ['invalid_format'] }, 'so do nulls'],
    [
      { sizes: ['small', 'huge'] },
      { 'sizes.1': ['value_is_invalid'] },
      'an unknown enum value is reported by its index',
    ],
    [{ lines: [1] }, { lines: ['invalid_format'] }, 'a number in place of an object'],
    [{ lines: {} }, { lines: ['invalid_format'] }, 'an object in place of a list'],
    [{ metadata: 'x' }, { metadata: ['invalid_format'] }, 'a scalar in place of a map'],
    [{ metadata: [] }, { metadata: ['invalid_format'] }, 'a list in place of a map'],
    [{ carrier: 7 }, { carrier: ['invalid_type'] }, "a member's own code"],
    [{ carrier: {} }, { carrier: ['invalid_type'] }, 'which wins over the general ones'],
    [{ seal: null }, { seal: ['no_events'] }, 'and one for a missing value alone'],
    [
      {
        lines: [
          { item_code: 'a', origin: { country: 'XX', since: 'x' } },
          { item_code: 'b', origin: {} },
          { item_code: 'c', origin: 5 },
        ],
      },
      {
        'lines.0.origin': ['invalid_origin'],
        'lines.1.origin': ['invalid_origin'],
        'lines.2.origin': ['invalid_origin'],
      },
      'all errors of an object, under one code',
    ],
    [
      { lines: [{ item_code: 'a' }, {}] },
      { 'lines.1.itemCode': ['value_is_mandatory'] },
      'a member of an element, by its index',
    ],
    [
      { lines: [{ item_code: 'a', kind: 'flat', pricing: { amount: 'x' } }] },
      { 'lines.0.pricing': ['value_is_invalid'] },
      'every error in chosen properties, for the properties as a whole',
    ],
    [
      { lines: [{ item_code: 'a', kind: 'flat', pricing: [] }] },
      { 'lines.0.pricing': ['invalid_format'] },
      'chosen properties that are not an object',
    ],
    [
      { rate: [], tags: 1, lines: [{}] },
      {
        rate: ['invalid_format'],
        tags: ['invalid_format'],
        'lines.0.itemCode': ['value_is_mandatory'],
      },
      'all errors at once',
    ],
  ])('the value %j: %j, %s', (members, errors) => {
    expect(order(members).errors).toEqual(errors);
  });

  test.each<[string, object]>([
    ['tags', { tags: ['invalid_count'] }],
    ['marks', { marks: ['too_many_keys'] }],
    ['metadata', { metadata: ['invalid_format'] }],
  ])('a list that is too long is reported once, none of its elements is: %s', (member, errors) => {
    expect(order({ [member]: Array(1_001).fill(0) }).errors).toEqual(errors);
    expect(order({ tags: Array(1_000).fill('a') }).errors).toEqual({});
  });

  test.each([[[]], ['x'], [null], [1]])('%j is no object at all', (value) => {
    expect(translate(value)).toEqual({ value: undefined, errors: { '': ['invalid_format'] } });
  });

  test('properties with an unknown kind are omitted without an error: the kind has its own', () => {
    const { value, errors } = order({ lines: [{ item_code: 'a', kind: 'constructor', pricing: {} }] });
    expect([value, errors]).toEqual([
      { externalId: 'o', lines: [{ itemCode: 'a', kind: 'constructor' }] },
      {},
    ]);
  });
});
