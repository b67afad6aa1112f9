import type { Actor } from '../../platform/actor.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/tables/ids.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import type { SubscriptionName } from '../subscriptions/reading/subscription.service.js';
import type { WalletKey } from '../wallets/api/wallet.service.js';
import type { AlertsNeeds } from './alerts.needs.js';
import type { TriggeredAlertFilter } from './alert.input.js';
import { type AlertOwner, type AlertOwners, alertRepository } from './alert.repository.js';
import type { Alert } from './alert.table.js';
import { triggeredAlertRepository } from './triggered-alert.repository.js';
import type { TriggeredAlert } from './triggered-alert.table.js';

/** How the owner of alerts is found. */
export type AlertOwnerKey =
  { readonly subscription: { readonly id: string } | SubscriptionName } | { readonly wallet: WalletKey };

/** How an alert is found: by its id, or by its code among those of its owner. */
export type AlertKey = { readonly id: string } | { readonly owner: AlertOwnerKey; readonly code: string };

/** What alerts hang on, with the subscription by which it was found, and the customer. */
export interface FoundOwner extends AlertOwner {
  readonly subscriptionId: string | null;
  readonly customerId: string;
}

/** Reads alerts and their messages. Source: alerts.md §2. */
export class AlertService {
  constructor(private readonly needs: Pick<AlertsNeeds, 'subscriptions' | 'wallets'>) {}

  /** @throws AppError `alert_not_found`; as `ownerOf`. */
  async get(db: Db, actor: Actor, key: AlertKey): Promise<Alert> {
    const { organizationId } = actor;
    const alert =
      'id' in key
        ? (await this.getMany(db, actor, [key.id].filter(isUuid))).get(key.id.toLowerCase())
        : await alertRepository.findNamed(
            db,
            organizationId,
            await this.ownerOf(db, actor, key.owner),
            key.code,
          );
    if (alert === undefined || alert === null) throw notFound('alert');
    return alert;
  }

  /** A page of the alerts of an owner. @throws AppError as `ownerOf`. */
  async list(db: Db, actor: Actor, owner: AlertOwnerKey, query: ListQuery): Promise<Page<Alert>> {
    const { organizationId } = actor;
    return alertRepository.list(db, organizationId, await this.ownerOf(db, actor, owner), query);
  }

  /** A page of the alerts of each subscription or wallet, by its id. Alerts hang on the external id of a subscription. */
  listByOwner(
    db: Db,
    { organizationId }: Actor,
    owners: AlertOwners,
    query: ListQuery,
  ): Promise<Map<string, Page<Alert>>> {
    return alertRepository.listByOwner(db, organizationId, owners, query);
  }

  /** @throws AppError `triggered_alert_not_found`. */
  async getTriggered(db: Db, { organizationId }: Actor, id: string): Promise<TriggeredAlert> {
    const triggered = isUuid(id) ? await triggeredAlertRepository.find(db, organizationId, { id }) : null;
    if (triggered === null) throw notFound('triggered_alert');
    return triggered;
  }

  listTriggered(
    db: Db,
    { organizationId }: Actor,
    query: ListQuery<TriggeredAlertFilter>,
  ): Promise<Page<TriggeredAlert>> {
    return triggeredAlertRepository.list(db, organizationId, query);
  }

  /**
   * What the alerts of a subscription or wallet hang on. Alerts of a subscription hang on its external id.
   * @throws AppError `subscription_not_found`, `customer_not_found`, `wallet_not_found`.
   */
  async ownerOf(db: Db, actor: Actor, key: AlertOwnerKey): Promise<FoundOwner> {
    const { subscriptions, wallets } = this.needs;
    if ('wallet' in key) {
      const { id: walletId, customerId } = await wallets.get(db, actor, key.wallet);
      return { externalSubscriptionId: null, subscriptionId: null, walletId, customerId };
    }
    const { id, externalId, customerId } = await subscriptions.get(db, actor, key.subscription);
    return { externalSubscriptionId: externalId, subscriptionId: id, walletId: null, customerId };
  }

  /** Deletes the alerts of customers and their messages, before the rows of their subscriptions and wallets. */
  async deleteForGood(tx: Tx, { organizationId }: Actor, customerIds: readonly string[]): Promise<void> {
    await triggeredAlertRepository.deleteOfCustomers(tx, organizationId, customerIds);
    await alertRepository.deleteOfCustomers(tx, organizationId, customerIds);
  }

  private async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Alert>> {
    if (ids.length === 0) return new Map();
    return indexBy(await alertRepository.findMany(db, actor.organizationId, ids), ({ id }) => id);
  }
}
