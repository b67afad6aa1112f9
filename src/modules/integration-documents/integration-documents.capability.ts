import { capability } from '../../platform/capabilities/capability.js';
import type { IntegrationDocumentsNeeds } from './integration-documents.needs.js';
import { IntegrationDocumentsResolver, relatedResourcesResolvers } from './integration-documents.resolver.js';
import { IntegrationDocuments } from './integration-documents.service.js';

/** The documents that connected systems have: records of them, and the fields that show these. */
export const integrationDocumentsCapability = capability({
  services: (lower: IntegrationDocumentsNeeds) => ({ integrationDocuments: new IntegrationDocuments(lower) }),
  resolvers: ({ integrationDocuments, integrationResources }) => [
    new IntegrationDocumentsResolver(integrationDocuments),
    ...relatedResourcesResolvers(integrationResources),
  ],
});
