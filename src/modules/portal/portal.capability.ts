import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { PortalNeeds } from './portal.needs.js';
import { PortalAccess } from './portal-access.service.js';
import {
  PortalChargeUsageResolver,
  PortalCreditNoteResolver,
  PortalCustomerResolver,
  PortalInvoiceResolver,
  PortalProjectedChargeUsageResolver,
  PortalSubscriptionResolver,
} from './portal-objects.resolver.js';
import { PortalRelations } from './portal-relations.js';
import { PortalResolver, PortalUrlResolver } from './portal.resolver.js';
import { PortalService } from './portal.service.js';

/** What customers see and do without an account. */
export const portalCapability = capability({
  services: (lower: PortalNeeds) => ({
    portalAccess: new PortalAccess({ ...lower, secrets: lower.connections.reserved }),
    portal: new PortalService(lower),
    portalRelations: new PortalRelations(lower),
  }),
  resolvers: ({ portal, portalAccess, portalRelations, customers, publicAddresses }) => [
    new PortalResolver(portal, portalRelations, publicAddresses),
    new PortalUrlResolver(portalAccess, customers),
    new PortalCustomerResolver(portalRelations),
    new PortalInvoiceResolver(portalRelations),
    new PortalCreditNoteResolver(portalRelations),
    new PortalSubscriptionResolver(portalRelations),
    new PortalChargeUsageResolver(),
    new PortalProjectedChargeUsageResolver(),
  ],
});

export type PortalServices = ServicesOf<typeof portalCapability>;
