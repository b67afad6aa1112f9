import { capability, type ServicesOf } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import type { TaxChange } from './tax.changes.js';
import { TaxResolver } from './tax.resolver.js';
import { TaxService } from './tax.service.js';

/** Taxes, and the lists of them that other objects have. */
export const taxesCapability = capability({
  services: ({ organizations, clock, changes }: PlatformServices<TaxChange> & OrganizationsServices) => ({
    taxes: new TaxService(organizations, clock, changes),
  }),
  resolvers: ({ taxes }) => [new TaxResolver(taxes)],
});

export type TaxesServices = ServicesOf<typeof taxesCapability>;
