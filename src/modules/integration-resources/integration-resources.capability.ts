import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import {
  IntegrationResourceResolver,
  ResourcesOfIntegrationResolver,
} from './integration-resource.resolver.js';
import { IntegrationResources } from './integration-resource.service.js';
import type { IntegrationResourcesNeeds } from './integration-resources.needs.js';
import { RecordOutcomes } from './syncing/record-outcomes.js';

/** What became of documents at connections to outside systems. */
export const integrationResourcesCapability = capability({
  services: (lower: IntegrationResourcesNeeds) => ({
    integrationResources: new IntegrationResources(lower),
    recordOutcomes: new RecordOutcomes(lower),
  }),
  resolvers: ({ integrationResources, integrations }) => [
    new IntegrationResourceResolver(integrationResources, integrations),
    new ResourcesOfIntegrationResolver(integrationResources),
  ],
  removal:
    ({ integrationResources }) =>
    (tx, actor, { customerIds }) =>
      integrationResources.deleteForGood(tx, actor, customerIds),
});

export type IntegrationResourcesServices = ServicesOf<typeof integrationResourcesCapability>;
