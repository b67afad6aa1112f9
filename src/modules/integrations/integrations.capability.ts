import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import {
  IntegrationMappingResolver,
  MappingsOfIntegrationResolver,
} from './api/integration-mapping.resolver.js';
import { IntegrationResolver } from './api/integration.resolver.js';
import { IntegrationSecrets } from './connections/integration-secrets.js';
import { IntegrationService } from './connections/integration.service.js';
import type { IntegrationsNeeds } from './integrations.needs.js';
import { IntegrationMappings } from './mappings/integration-mapping.service.js';
import { BUILT_ADAPTERS, IntegrationAdapters } from './types/integration-adapters.js';

/** Connections to outside systems for taxes, accounting and CRM, and what objects are called there. */
export const integrationsCapability = capability({
  services: (lower: IntegrationsNeeds) => {
    const integrationAdapters = new IntegrationAdapters(BUILT_ADAPTERS);
    const integrationSecrets = new IntegrationSecrets(lower);
    const integrations = new IntegrationService({ ...lower, integrationAdapters, integrationSecrets });
    return {
      integrationSecrets,
      integrations,
      integrationMappings: new IntegrationMappings({ ...lower, integrations }),
    };
  },
  resolvers: (services) => [
    new IntegrationResolver(services.integrations),
    new IntegrationMappingResolver(services),
    new MappingsOfIntegrationResolver(services.integrationMappings),
  ],
});

export type IntegrationsServices = ServicesOf<typeof integrationsCapability>;
