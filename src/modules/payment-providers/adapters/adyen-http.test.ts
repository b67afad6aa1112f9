import { expect, test } from '@jest/globals';
import { OutgoingHttp } from '../../../platform/outgoing/outgoing-http.js';
import { AdyenHttp } from './adyen-http.js';
import type { ProviderConnection } from './payment-provider.js';

const connection = (settings: ProviderConnection['settings']): ProviderConnection => ({
  id: '1',
  organizationId: '2',
  code: 'adyen',
  settings,
  secrets: { api_key: 'key' },
  successRedirectUrl: null,
});

// Source: integrations.md §15.
test.each([
  [{}, 'checkout-test.adyen.com'],
  [{ livePrefix: '1797a841-Demo' }, '1797a841-demo-checkout-live.adyenpayments.com'],
])('the account with the settings %j is called at %s', async (settings, host) => {
  const called: string[] = [];
  const outgoing = new OutgoingHttp({}, (name) => {
    called.push(name);
    return Promise.resolve([]);
  });
  const call = new AdyenHttp(outgoing, null).call(connection(settings), { method: 'GET', path: '/x' });
  await expect(call).rejects.toMatchObject({ kind: 'retriable', errorCode: 'network' });
  expect(called).toEqual([host]);
});
