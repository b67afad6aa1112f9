import type { Integration } from '../records/integration.table.js';

type Resources = Readonly<Record<string, unknown>>;

/** What identifies a connection in the security log. Source: logs.md §4. */
export function resourcesOfIntegration({ name, integrationType }: Integration): Resources {
  return { integration_name: name, integration_type: integrationType };
}

/** What an update of a connection has changed, without its secrets; null if nothing has. Source: integrations.md §2. */
export function resourcesOfIntegrationUpdate(
  former: Integration,
  integration: Integration,
  hasNewSecrets: boolean,
): Resources | null {
  const [deleted, added] = [membersOf(former), membersOf(integration)];
  const names = new Set([...Object.keys(deleted), ...Object.keys(added)]);
  const changed = [...names].filter((name) => deleted[name] !== added[name]);
  if (changed.length === 0 && !hasNewSecrets) return null;
  return {
    ...resourcesOfIntegration(integration),
    ...Object.fromEntries(
      changed.map((name) => [name, { deleted: deleted[name] ?? null, added: added[name] ?? null }]),
    ),
    ...(hasNewSecrets ? { secrets: integration.secrets === null ? 'deleted' : 'replaced' } : {}),
  };
}

function membersOf({ name, code, settings }: Integration): Resources {
  const named = Object.entries(settings).map(([setting, value]) => [snakeCase(setting), value] as const);
  return { name, code, ...Object.fromEntries(named) };
}

/** `account_id` for `accountId`. */
function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
