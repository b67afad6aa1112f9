import type { Config } from './config.js';
import { VERSION } from './version.js';

interface Greeted {
  readonly url: string;
  readonly database: string;
  readonly generatedKey: string | null;
}

/** What a start prints: where everything is, which database it uses, the new key, and one line to paste. */
export function greeting(
  { role, graphqlExplorer }: Config,
  { url, database, generatedKey }: Greeted,
): string {
  if (role === 'worker')
    return `Tollgate ${VERSION} works.\n  Health    ${url}/health\n  Database  ${database}`;
  const lines = [
    `Tollgate ${VERSION} is running.`,
    '',
    `  REST      ${url}/api/v1   reference: ${url}/docs`,
    `  GraphQL   ${url}/graphql${graphqlExplorer ? `  explorers: open it in a browser, or ${url}/graphiql (offline)` : ''}`,
    `  Health    ${url}/health   metrics: ${url}/metrics`,
    `  Database  ${database}`,
    '',
  ];
  if (generatedKey !== null) lines.push(`  API key   ${generatedKey}   (shown only this once)`, '');
  return [...lines, `  Try it:   ${example(url, generatedKey)}`, ''].join('\n');
}

/** A line that works when pasted: with the key where it may be shown, else one that needs none. */
function example(url: string, key: string | null): string {
  return key === null ? `curl ${url}/health` : `curl -H 'Authorization: Bearer ${key}' ${url}/api/v1/taxes`;
}
