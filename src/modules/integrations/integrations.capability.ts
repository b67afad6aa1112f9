import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import {
  IntegrationMappingResolver,
  MappingsOfIntegrationResolver,
} from './api/integration-mapping.resolver.js';
import { IntegrationItemResolver } from './api/integration-item.resolver.js';
import { IntegrationResolver } from './api/integration.resolver.js';
import { OutsideSystems } from './adapters/outside-systems.js';
import { CallPace } from './calls/call-pace.js';
import { CalledConnections } from './connections/called-connections.js';
import { CHECK_INTEGRATION } from './connections/integration-check.job.js';
import { IntegrationChecks } from './connections/integration-checks.js';
import { IntegrationErrors } from './connections/integration-errors.js';
import { IntegrationItems } from './connections/integration-items.service.js';
import { IntegrationSecrets } from './connections/integration-secrets.js';
import { IntegrationService } from './connections/integration.service.js';
import { INTEGRATION_ACTIVITIES } from './integration.activities.js';
import type { IntegrationsNeeds } from './integrations.needs.js';
import { BUILT_TYPES } from './types/built-types.js';
import { IntegrationMappings } from './mappings/integration-mapping.service.js';

/** Connections to outside systems for taxes, accounting and CRM, and what objects are called there. */
export const integrationsCapability = capability({
  services: (lower: IntegrationsNeeds) => {
    const outsideSystems = new OutsideSystems({ ...lower, callPace: new CallPace(lower.jobsDb) });
    const integrationSecrets = new IntegrationSecrets(lower);
    const calledConnections = new CalledConnections({ ...lower, integrationSecrets });
    const integrationErrors = new IntegrationErrors(lower);
    const parts = { ...lower, outsideSystems, integrationSecrets, calledConnections, integrationErrors };
    const integrationChecks = new IntegrationChecks(parts);
    const integrations = new IntegrationService({ ...parts, integrationChecks, builtTypes: BUILT_TYPES });
    return {
      outsideSystems,
      integrationSecrets,
      calledConnections,
      integrationErrors,
      integrationChecks,
      integrationItems: new IntegrationItems({ ...parts, integrations }),
      integrations,
      integrationMappings: new IntegrationMappings({ ...lower, integrations }),
    };
  },
  resolvers: (services) => [
    new IntegrationResolver(services),
    new IntegrationItemResolver(services.integrationItems),
    new IntegrationMappingResolver(services),
    new MappingsOfIntegrationResolver(services.integrationMappings),
  ],
  jobs: ({ integrationChecks }) => [CHECK_INTEGRATION.doneBy((check) => integrationChecks.run(check))],
  activities: INTEGRATION_ACTIVITIES,
});

export type IntegrationsServices = ServicesOf<typeof integrationsCapability>;
