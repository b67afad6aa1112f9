// Finds breaking changes of the GraphQL schema since the last release that CHANGELOG.md does not name (docs/graphql.md).
// `node scripts/schema-changes.ts` prints them.
import { type Change, CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The schema of the last release; a release replaces it. */
const RELEASED = 'schema/released.graphql';
const CURRENT = 'schema/schema.graphql';
const CHANGELOG = 'CHANGELOG.md';

interface Texts {
  readonly released: string;
  readonly current: string;
  readonly changelog: string;
}

/** @returns a line for each breaking change that no name under "Breaking (GraphQL)" covers. */
export async function unnamedBreakingChanges({ released, current, changelog }: Texts): Promise<string[]> {
  const changes = await diff(buildSchema(released), buildSchema(current));
  const names = namesOfBreakingChanges(changelog);
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .filter((change) => !namesFor(change).some((name) => names.has(name)))
    .map(({ path: at = '', message }) => `${at}: ${message}`);
}

/** The words in backticks of the items of "Unreleased" that begin with "Breaking (GraphQL)". */
function namesOfBreakingChanges(changelog: string): Set<string> {
  const unreleased = /^## Unreleased$(.*?)(?=^## |$(?![^]))/ms.exec(changelog)?.[1] ?? '';
  const items = unreleased.split(/^- /m).filter((item) => item.startsWith('**Breaking (GraphQL)**'));
  return new Set(items.flatMap((item) => [...item.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)));
}

/**
 * The names that cover a change: a type; or of a field, input field, argument or enum value `Type.member`, or `*.member` for all
 * members of that name. `Type.*` stands for all members of a type, except removed ones: an entry has to name each of these.
 */
function namesFor({ type, path: at = '' }: Change): string[] {
  const [owner = '', member] = at.split('.');
  if (member === undefined) return [owner];
  return [`${owner}.${member}`, `*.${member}`, ...(type.endsWith('REMOVED') ? [] : [`${owner}.*`])];
}

/** {@link unnamedBreakingChanges} of the files of this repository. */
export function unnamedBreakingChangesIn(root: string): Promise<string[]> {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  return unnamedBreakingChanges({
    released: read(RELEASED),
    current: read(CURRENT),
    changelog: read(CHANGELOG),
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines = await unnamedBreakingChangesIn(path.resolve(import.meta.dirname, '..'));
  for (const line of lines) console.error(line);
  process.exitCode = lines.length === 0 ? 0 : 1;
}
