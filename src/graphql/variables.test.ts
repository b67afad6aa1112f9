import { expect, test } from '@jest/globals';
import { buildSchema, type GraphQLError, type OperationDefinitionNode, parse } from 'graphql';
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
