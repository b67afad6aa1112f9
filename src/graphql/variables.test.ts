import { expect, test } from '@jest/globals';
import {
  buildSchema,
  type GraphQLError,
  type GraphQLInputObjectType,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import type { MemberRules } from '../platform/api/members/member-rules.js';
import { checkVariables } from './variables.js';

const schema = buildSchema(`
  type Query { find(filter: Filter): Int }
  input Filter { code: String, all: [Filter!] }
`);
const document = parse('query ($filter: Filter) { find(filter: $filter) }');

/** An object with many unknown members, which counts how often its members are listed. */
function crowd(count: number): { readonly value: object; readonly listed: () => number } {
  let listed = 0;
  const members = Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
  const value = new Proxy(members, {
    ownKeys: (target) => {
      listed += 1;
      return Reflect.ownKeys(target);
    },
  });
  return { value, listed: () => listed };
}

function refusalOf(filter: object): GraphQLError {
  try {
    checkVariables(schema, document, document.definitions[0] as OperationDefinitionNode, { filter });
  } catch (error) {
    return error as GraphQLError;
  }
  throw new Error('The variables were accepted.');
}

test.each<[string, (value: object) => object]>([
  ['an input', (value) => value],
  ['an input in a list', (value) => ({ all: [value] })],
  ['an input that stands for a list', (value) => ({ all: value })],
])(
  'the members of %s are read as often for a thousand unknown ones as for ten, and a hundred are named',
  (_, within) => {
    const [few, many] = [crowd(10), crowd(1_000)];
    refusalOf(within(few.value));
    const { inputErrors } = refusalOf(within(many.value)).extensions;
    expect(inputErrors).toHaveLength(100);
    expect(many.listed()).toBeLessThanOrEqual(few.listed());
  },
);

test('the rules of an input read its known members only, however many unknown ones are sent', () => {
  const type = schema.getType('Filter') as GraphQLInputObjectType;
  const sent = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, index]));
  const readsOf = () => {
    let reads = 0;
    const get = (target: Record<string, unknown>, name: string | symbol) => {
      reads += 1;
      return target[String(name)];
    };
    const refused = refusalOf(new Proxy<Record<string, unknown>>({ ...sent, code: 'a' }, { get }));
    expect(refused.extensions['inputErrors']).toHaveLength(100);
    return reads;
  };
  const withoutRules = readsOf();
  const given: unknown[] = [];
  const memberRules: MemberRules<unknown> = (_, value) => {
    given.push(value);
  };
  Object.assign(type.extensions, { memberRules });
  expect(readsOf() - withoutRules).toBeLessThan(10);
  expect(given).toEqual([{ code: 'a' }]);
});
