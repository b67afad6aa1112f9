import type { Reactions } from '../../platform/changes/changes.js';
import { queueBillingEntityDates } from '../../lifecycle/subscriptions/billing-entity-dates.job.js';
import {
  resourcesOfEntity,
  resourcesOfEntityUpdate,
} from '../../modules/billing-entities/billing-entity.security.js';
import type { Services } from '../capabilities.js';
import type { OrganizationAreaChange } from './announced-changes.js';
import type { Reactors } from './reactors.js';

/** Reactions to changes of organizations and their billing entities, and to work for them that keeps failing. */
export function organizationReactions(
  {
    billingEntities,
    billingEntityDates,
    drafts,
    integrationMappings,
    invoiceNumbering,
    sandboxConnections,
    securityRecorder,
    snapshots,
    unmadeEInvoices,
    webhookEndpoints,
  }: Services,
  { records, refreshesDrafts }: Reactors,
): Reactions<OrganizationAreaChange> {
  return {
    'organization.created': [
      (tx, _, { organization }) => billingEntities.createDefault(tx, organization),
      (tx, actor) => sandboxConnections.add(tx, actor),
    ],

    'billing_entity.created': [
      records('billing_entities.created', ({ entity: row }) => ({ row })),
      (tx, actor, { entity }) =>
        securityRecorder.record(tx, actor, 'billing_entity.created', resourcesOfEntity(entity)),
    ],
    'billing_entity.updated': [
      async (tx, actor, { entity, beginsSequence }) => {
        // First, since drafts that end with the change of dates take their numbers from it.
        if (beginsSequence) await invoiceNumbering.beginSequence(tx, actor, entity.id);
      },
      async (tx, actor, { entity, hasNewTaxes }) => {
        if (hasNewTaxes) await drafts.scheduleRefreshes(tx, actor, { billingEntityId: entity.id });
      },
      async (tx, actor, { entity: { id: billingEntityId }, movesDates }) => {
        if (!movesDates) return;
        await billingEntityDates.moveFirst(tx, actor, billingEntityId);
        await queueBillingEntityDates(tx, { organizationId: actor.organizationId, billingEntityId });
      },
      (tx, actor, { entity }) => unmadeEInvoices.queueForParty(tx, actor, { billingEntityId: entity.id }),
      records('billing_entities.updated', ({ entity: row, before }) => ({ row, before })),
      async (tx, actor, { entity, before }) => {
        const after = await snapshots.take(tx, actor, 'billing_entity', entity);
        const resources = resourcesOfEntityUpdate(entity, before, after);
        if (resources !== null) await securityRecorder.record(tx, actor, 'billing_entity.updated', resources);
      },
    ],
    'billing_entity.archived': [
      (tx, actor, { entity }) => integrationMappings.deleteOf(tx, actor, { billingEntityId: entity.id }),
      records('billing_entities.deleted', ({ entity: row, before }) => ({ row, before })),
    ],

    'billing_entity.taxes_changed': [refreshesDrafts(({ billingEntityId }) => ({ billingEntityId }))],

    'organization.webhook_url_given': [
      (tx, actor, { webhookUrl, errors }) => webhookEndpoints.replaceOldest(tx, actor, webhookUrl, errors),
    ],

    'billing.failed': [records('billing.failed', ({ works }) => works.map((row) => ({ row })))],
  };
}
