// What scripts/schema-changes.ts finds.
import { expect, test } from '@jest/globals';
import { unnamedBreakingChanges } from '../scripts/schema-changes.js';

const RELEASED = `
  type Query { tax(code: String!): Tax! taxes: [Tax!]! }
  type Tax { code: String! rate: Float! kind: Kind! }
  type Fee { code: String! }
  enum Kind { vat sales }
`;
const CURRENT = `
  type Query { tax(code: ID!): Tax taxes: [Tax!] rates: [Float!] }
  type Tax { rate: Float! kind: Kind! }
  enum Kind { vat }
`;
const REMOVED = ['Fee', 'Kind.sales', 'Query.tax', 'Query.tax.code', 'Query.taxes', 'Tax.code'];

/** @returns the changes without an entry, by their coordinates. */
async function without(...items: string[]): Promise<string[]> {
  const changelog = `# Changelog\n\n## Unreleased\n\n### Changed\n\n${items.map((item) => `- ${item}\n`).join('')}\n## 0.1.0\n\n- **Breaking (GraphQL)**: \`Fee\` of an earlier version.\n`;
  const lines = await unnamedBreakingChanges({ released: RELEASED, current: CURRENT, changelog });
  return lines.map((line) => line.slice(0, line.indexOf(':'))).sort();
}

test.each<[string, string[], string[]]>([
  ['every breaking change needs a name; additions need none', [], REMOVED],
  ['an entry without "Breaking (GraphQL)" names nothing', ['`Fee` is gone.'], REMOVED],
  ['a name without backticks is none', ['**Breaking (GraphQL)**: Fee is gone.'], REMOVED],
  [
    'a member is named with its type',
    ['**Breaking (GraphQL)**: `Tax.code` is gone, as\n  is `Kind.sales`.'],
    ['Fee', 'Query.tax', 'Query.tax.code', 'Query.taxes'],
  ],
  [
    'a member of all types is named at once, and fields with their arguments',
    ['**Breaking (GraphQL)**: `*.code`, `*.tax`, `taxes`'],
    ['Fee', 'Kind.sales', 'Query.taxes'],
  ],
  [
    'all members of a type are named at once',
    ['**Breaking (GraphQL)**: `Query.*` and `Fee`'],
    ['Kind.sales', 'Tax.code'],
  ],
  ['but not when they are removed', ['**Breaking (GraphQL)**: `Tax.*`, `Kind.*`'], REMOVED],
])('%s', async (_, items, expected) => {
  expect(await without(...items)).toEqual(expected);
});
