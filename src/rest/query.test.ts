import { describe, expect, test } from '@jest/globals';
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLID,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';
import { CalendarDate, DateTime, JsonObject } from '../platform/api/members/scalars.js';
import { Reading } from './reading.js';
import { pageVariable, QueryParameters, urlVariable } from './query.js';

const Currency = new GraphQLEnumType({ name: 'CurrencyCode', values: { EUR: {}, USD: {} } });
const Country = new GraphQLEnumType({
  name: 'CountryOfQuery',
  values: { FR: {} },
  extensions: { invalidCode: 'not_a_valid_country_code', anyCase: true },
});
const Filter = new GraphQLInputObjectType({
  name: 'FilterOfQuery',
  fields: {
    codes: { type: new GraphQLList(new GraphQLNonNull(GraphQLString)) },
    currencies: { type: new GraphQLList(new GraphQLNonNull(Currency)) },
    countries: { type: new GraphQLList(new GraphQLNonNull(Country)) },
    paymentOverdue: { type: GraphQLBoolean },
    amountFrom: { type: GraphQLInt },
    issuingDateFrom: { type: CalendarDate },
    timestampFrom: { type: DateTime },
    metadata: { type: JsonObject },
    externalCustomerId: { type: GraphQLString },
  },
});

const read = (name: string, type: GraphQLInputType, search: string, parameters = {}) => {
  const errors = new Reading(false);
  const url = { parameters, query: QueryParameters.parse(search) };
  // Values that were parsed ahead print as they were sent.
  const value: unknown = JSON.parse(
    JSON.stringify([urlVariable({ name, type, required: false }, url, errors)]),
  );
  return [...(value as unknown[]), errors.error().details];
};
const filter = (search: string, parameters = {}) => read('filter', Filter, search, parameters);

describe('query parameters become variables', () => {
  test.each<[string, object, string]>([
    ['', {}, 'nothing requested'],
    ['?other=1', {}, 'an unknown parameter'],
    ['?codes[]=a&codes[]=b', { codes: ['a', 'b'] }, 'a list, brackets plain'],
    ['?codes%5B%5D=a&codes%5B%5D=b', { codes: ['a', 'b'] }, 'brackets encoded'],
    ['?codes=a', { codes: ['a'] }, 'a single plain one'],
    ['?codes[]=a%2Cb', { codes: ['a,b'] }, 'a comma is part of the value'],
    ['?currencies[]=eur', { currencies: ['EUR'] }, 'currencies in any case'],
    ['?countries[]=fr', { countries: ['FR'] }, 'countries in any case'],
    ['?payment_overdue=1', { paymentOverdue: true }, 'booleans as digits'],
    ['?payment_overdue=false', { paymentOverdue: false }, 'and as words'],
    ['?amount_from=5', { amountFrom: 5 }, 'a number'],
    ['?issuing_date_from=2027-01-31', { issuingDateFrom: '2027-01-31' }, 'a date'],
    ['?timestamp_from=2027-01-31T10:00', { timestampFrom: '2027-01-31T10:00' }, 'an instant'],
    ['?metadata[a]=1&metadata[b]=', { metadata: { a: '1', b: '' } }, 'a map'],
    ['?metadata[]=1', {}, 'a map needs keys'],
    ['?metadata={"a":"1"}', { metadata: { a: '1' } }, 'a map as JSON text'],
    ['?external_customer_id=a&external_customer_id=b', { externalCustomerId: 'b' }, 'the last one counts'],
    ['?external_customer_id=a+b%00', { externalCustomerId: 'a b' }, 'a plus is a blank, NUL is removed'],
    ['?external_customer_id=', { externalCustomerId: '' }, 'empty text'],
    ['?external_customer_id=%E0%A4', { externalCustomerId: '\ufffd' }, 'broken encoding'],
  ])('the query %s: %j, %s', (search, expected) => {
    expect(filter(search)).toEqual([expected, {}]);
  });

  test.each<[string, object, string]>([
    ['?payment_overdue=maybe', { paymentOverdue: ['value_is_invalid'] }, 'no boolean'],
    ['?amount_from=much', { amountFrom: ['value_is_invalid'] }, 'no number'],
    ['?issuing_date_from=31.01.2027', { issuingDateFrom: ['invalid_date'] }, 'no date'],
    ['?metadata=2', { metadata: ['invalid_format'] }, 'JSON text that is no map'],
    ['?timestamp_from=today', { timestampFrom: ['invalid_date'] }, 'no instant'],
    [
      '?currencies[]=EUR&currencies[]=XXX',
      { currencies: ['value_is_invalid'] },
      'reported under the name of the filter',
    ],
    ['?countries[]=XX', { countries: ['value_is_invalid'] }, 'a word of any enum is simply invalid here'],
  ])('%s is refused: %j, %s', (search, errors) => {
    expect(filter(search)[1]).toEqual(errors);
  });

  test('the path takes precedence over the query string, for a filter and for a variable', () => {
    const parameters = { externalCustomerId: 'path', code: 'path' };
    expect(filter('?external_customer_id=query', parameters)[0]).toEqual({ externalCustomerId: 'path' });
    expect(read('code', GraphQLString, '?code=query', parameters)[0]).toBe('path');
    expect(read('code', GraphQLID, '?code=query')[0]).toBe('query');
  });
});

describe('pages are refused under strict handling only', () => {
  test.each([
    ['', 1, 100],
    ['?page=3&per_page=20', 3, 20],
    ['?page=0&per_page=-1', 1, 100],
    ['?page=x&per_page=1.5', 1, 100, 'page', 'per_page'],
    ['?page=', 1, 100, 'page'],
    ['?per_page=1001', 1, 1000],
    ['?page=9007199254740993&per_page=0010', 999_999_999, 10],
    ['?page=007&per_page=99999999999', 7, 1000],
    ['?page=1000000000', 999_999_999, 100],
  ])('%s: page %i, %i per page; named: %j', (search, page, perPage, ...named) => {
    const query = QueryParameters.parse(search);
    const reading = new Reading(false);
    const read = (name: 'page' | 'perPage') => pageVariable(name, query, reading);
    expect([read('page'), read('perPage')]).toEqual([page, perPage]);
    expect(reading.unknownNames).toEqual(named);
  });
});
