import { VERSION } from '../../platform/process/version.js';
import type { Config } from '../settings/config.js';
import { ownCommand } from '../settings/own-command.js';

interface Greeted {
  readonly url: string;
  readonly database: string;
  readonly generatedKey: string | null;
}

/** The text that a start prints: addresses, database, the new API key or how to get one, and an example command. */
export function greeting(config: Config, { url, database, generatedKey }: Greeted): string {
  const { role, graphqlExplorer } = config;
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
  const shownKey = config.adminKeyFile === null ? generatedKey : null;
  lines.push(
    `  API key   ${describeKey(config, generatedKey)}`,
    `  People    invite the first admin: ${ownCommand(config, 'admin', 'members invite EMAIL')}`,
    '',
  );
  return [...lines, `  Try it:   ${example(url, shownKey)}`, ''].join('\n');
}

function describeKey(config: Config, generatedKey: string | null): string {
  const { adminKeyFile } = config;
  if (generatedKey === null)
    return `shown only when it was created; for another one: ${ownCommand(config, 'admin', 'keys create')}`;
  return adminKeyFile === null ? `${generatedKey}   (shown only this once)` : `in ${adminKeyFile}`;
}

/** A command that works when it is pasted: with the API key if that may be shown, otherwise one that needs none. */
function example(url: string, key: string | null): string {
  return key === null ? `curl ${url}/health` : `curl -H 'Authorization: Bearer ${key}' ${url}/api/v1/taxes`;
}
