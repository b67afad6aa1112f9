import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type {
  Prepared,
  RecordHandler,
  SentRecord,
  Synced,
} from '../../integration-resources/syncing/record-handler.js';
import type { CrmSubscription } from '../../integrations/adapters/crm/crm-provider.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import type { CustomerPlaces } from '../customers/customer-places.js';
import { crmCustomerPlace } from './crm-customer-place.js';

interface Needs extends Pick<IntegrationDocumentsNeeds, 'outsideSystems' | 'plans' | 'subscriptions'> {
  readonly customerPlaces: CustomerPlaces;
}

/** Puts subscriptions to CRMs, as they are now. Source: integrations.md §14. */
export class CrmSubscriptionHandler implements RecordHandler {
  readonly category = 'crm';
  readonly resourceTypes = ['subscription'] as const;

  constructor(private readonly needs: Needs) {}

  async prepare(db: Db, actor: Actor, sent: SentRecord): Promise<Prepared<Synced>> {
    const subscription = await this.read(db, actor, sent);
    if (subscription === null) return { step: 'drop' };
    const { customerPlaces, outsideSystems } = this.needs;
    const provider = outsideSystems.crmProvider(sent.integration.integrationType);
    const place = await customerPlaces.find(db, actor, sent);
    if (place.step !== 'there') return place;
    if (provider === null) return { step: 'drop' };
    const customer = crmCustomerPlace(place);
    return {
      step: 'call',
      call: async (connection) => ({
        status: 'synced',
        ...(await provider.putSubscription(connection, subscription, customer)),
      }),
    };
  }

  /** @returns null if it is deleted. */
  private async read(
    db: Db,
    actor: Actor,
    { record: { resourceId } }: SentRecord,
  ): Promise<CrmSubscription | null> {
    const { plans, subscriptions } = this.needs;
    const subscription = (await subscriptions.getMany(db, actor, [resourceId])).get(resourceId);
    if (subscription === undefined) return null;
    const { planId } = subscription;
    const plan = (await plans.getMany(db, actor, [planId])).get(planId);
    return { ...subscription, planCode: expectPresent(plan, `plan ${planId}`).code };
  }
}
