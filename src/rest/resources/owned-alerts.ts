import type { Resource } from '../declaration.js';
import { resource } from '../resource.js';
import { customerWallets } from './customer-wallets.js';
import { subscriptions } from './subscriptions.js';

export const subscriptionAlerts = alertsOf('Subscription', subscriptions, {
  status: 'subscriptionStatus',
});

export const walletAlerts = alertsOf('Wallet', customerWallets, {});

/** The alerts below their owners. */
function alertsOf(
  owner: string,
  parent: Resource,
  inQuery: Readonly<Record<string, string>>,
): Resource<never> {
  const path = `${parent.subject.path}/alerts`;
  const lookup = `RestFind${owner}OfAlerts`;
  const create = `RestCreate${owner}Alert`;
  return resource({
    name: `${owner}Alert`,
    parent,
    path: '/alerts/:code',
    field: 'alert',
    wrapper: 'alert',
    fragment: 'RestAlert',
    inQuery,
    list: true,
    get: true,
    update: true,
    delete: true,
    written: [
      {
        method: 'POST',
        path,
        operation: create,
        lookup,
        wrapper: 'alert',
        many: { member: 'alerts', operation: `${create}s` },
      },
      { method: 'DELETE', path, operation: `RestDeleteAll${owner}Alerts`, lookup, hasNoResponse: true },
    ],
  });
}
