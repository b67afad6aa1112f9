import { isDeepStrictEqual } from 'node:util';
import type { WebhookEndpoint } from './webhook-endpoint.table.js';

type Resources = Readonly<Record<string, unknown>>;

/** What identifies an endpoint in the security log. Source: logs.md §4. */
export function resourcesOfEndpoint({ webhookUrl, signatureAlgo }: WebhookEndpoint): Resources {
  return { webhook_url: webhookUrl, signature_algo: signatureAlgo };
}

/** What an update of an endpoint has changed; null if nothing has. Source: logs.md §4. */
export function resourcesOfEndpointUpdate(
  former: WebhookEndpoint,
  endpoint: WebhookEndpoint,
): Resources | null {
  const [deleted, added] = [membersOf(former), membersOf(endpoint)];
  const changed = Object.entries(added).filter(([name, value]) => !isDeepStrictEqual(deleted[name], value));
  if (changed.length === 0) return null;
  return {
    ...resourcesOfEndpoint(endpoint),
    ...Object.fromEntries(changed.map(([name, value]) => [name, { deleted: deleted[name], added: value }])),
  };
}

function membersOf(endpoint: WebhookEndpoint): Record<string, unknown> {
  const { name, eventTypes: event_types, test } = endpoint;
  return { ...resourcesOfEndpoint(endpoint), name, event_types, test };
}
