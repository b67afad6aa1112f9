import type { Bomb } from './bomb.js';

/** Documents within the limits on their length and their tokens: 15,000 characters and 4,000 tokens. */
const DOCUMENTS: Readonly<Record<string, () => string>> = {
  levels: () => `{ ${'a {'.repeat(1_300)} a ${'}'.repeat(1_300)} }`,
  'lists in a literal': () => `{ tax(id: ${'['.repeat(1_900)}${']'.repeat(1_900)}) { id } }`,
  'objects in a literal': () => `{ tax(id: ${'{a:'.repeat(900)}1${'}'.repeat(900)}) { id } }`,
  'fragments that double': () =>
    `{ ...F0 } ${times(150, (index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`)} fragment F150 on Query { __typename }`,
  'fields of the same name': () => `{ ${'taxes { totalCount } '.repeat(700)} }`,
  'fields that overlap': () =>
    `{ ${times(120, (index) => `...F${index}`)} } ${times(120, (index) => `fragment F${index} on Query { taxes { nodes { id code } } }`)}`,
  'fields that are unknown': () => `{ ${times(1_300, (index) => `custome${index}`)} }`,
  'arguments that are unknown': () => `{ taxes(${times(600, (index) => `firs${index}: 1`)}) { totalCount } }`,
  variables: () => `query (${times(700, (index) => `$v${index}: ID`)}) { __typename }`,
  directives: () => `{ __typename ${'@include(if: true) '.repeat(500)} }`,
  operations: () => times(400, (index) => `query Q${index} { __typename }`),
  'a string': () => `{ tax(code: "${'x'.repeat(14_900)}") { id } }`,
  'a text of 10 MB': () => `{ tax(code: "${'x'.repeat(9_900_000)}") { id } }`,
  'names of the whole schema': () => `{ __schema { ${times(100, (index) => `a${index}: types { name }`)} } }`,
  'fields of the whole schema': () =>
    `{ __schema { types { ${times(100, (index) => `a${index}: fields { name }`)} } } }`,
  'types of fields, five times': () =>
    `{ __schema { ${times(5, (index) => `t${index}: types { name }`)} types { fields { type { ${'ofType { '.repeat(9)} name ${'} '.repeat(9)} } } } } }`,
  'types by name, five times': () =>
    `{ ${times(5, (index) => `t${index}: __type(name: "Invoice") { fields { args { type { name fields { name } } } } }`)} }`,
};

/** Documents that may be expensive by themselves. */
export function documentBombs(): Bomb[] {
  return Object.entries(DOCUMENTS).map(([payload, document]) => ({
    surface: 'GraphQL',
    operation: 'document',
    place: 'query',
    payload,
    request: () => ({ method: 'POST', path: '/graphql', body: JSON.stringify({ query: document() }) }),
  }));
}

function times(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join(' ');
}
