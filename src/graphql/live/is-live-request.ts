import type { IncomingMessage } from 'node:http';

/** True for a request that asks for a WebSocket connection for subscriptions. */
export function isLiveRequest({
  url = '',
  headers: { upgrade = '' },
}: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return upgrade.toLowerCase() === 'websocket' && /^\/graphql\/?(\?|$)/.test(url);
}
