import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { OrganizationsNeeds } from './organizations.needs.js';
import { ApiKeyAuthenticator } from './api-keys/api-key-authenticator.js';
import { ApiKeyUse } from './api-keys/api-key-use.js';
import { ApiKeyResolver } from './api/api-key.resolver.js';
import { ApiKeyService } from './api-keys/api-key.service.js';
import { CurrentVersionResolver } from './api/current-version.resolver.js';
import { OrganizationResolver } from './api/organization.resolver.js';
import { OrganizationService } from './organization.service.js';

/** Organizations and their API keys. */
export const organizationsCapability = capability({
  services: ({ connections, jobsDb, clock, log, changes, limits }: OrganizationsNeeds) => {
    const apiKeyAuthenticator = new ApiKeyAuthenticator(connections.reserved);
    const apiKeys = new ApiKeyService({ clock, cache: apiKeyAuthenticator, changes, limits });
    return {
      apiKeyAuthenticator,
      apiKeys,
      apiKeyUse: new ApiKeyUse(jobsDb, clock, log),
      organizations: new OrganizationService(clock, apiKeys, changes),
    };
  },
  resolvers: ({ organizations, apiKeys, publicAddresses }) => [
    new CurrentVersionResolver(),
    new OrganizationResolver(organizations, publicAddresses),
    new ApiKeyResolver(apiKeys),
  ],
});

export type OrganizationsServices = ServicesOf<typeof organizationsCapability>;
