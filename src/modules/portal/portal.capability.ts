import { capability, type ServicesOf } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { AnalyticsServices } from '../analytics/analytics.capability.js';
import type { CreditNotesServices } from '../credit-notes/credit-notes.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { DocumentsServices } from '../documents/documents.capability.js';
import type { FeaturesServices } from '../features/features.capability.js';
import type { InvoicesServices } from '../invoices/invoices.capability.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import type { PaymentProvidersServices } from '../payment-providers/payment-providers.capability.js';
import type { PaymentsServices } from '../payments/payments.capability.js';
import type { PeopleServices } from '../people/people.capability.js';
import type { SubscriptionsServices } from '../subscriptions/subscriptions.capability.js';
import type { UsageServices } from '../usage/usage.capability.js';
import type { WalletsServices } from '../wallets/wallets.capability.js';
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

type Lower = PlatformServices &
  OrganizationsServices &
  PeopleServices &
  CustomersServices &
  SubscriptionsServices &
  FeaturesServices &
  WalletsServices &
  UsageServices &
  InvoicesServices &
  CreditNotesServices &
  DocumentsServices &
  AnalyticsServices &
  PaymentProvidersServices &
  PaymentsServices;

/** What customers see and do without an account. */
export const portalCapability = capability({
  services: (lower: Lower) => ({
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
