import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { BillingEntitiesServices } from '../billing-entities/billing-entities.capability.js';
import type { IntegrationsServices } from '../integrations/integrations.capability.js';
import type { InvoiceCustomSectionsServices } from '../invoice-custom-sections/invoice-custom-sections.capability.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import type { TaxesServices } from '../taxes/taxes.capability.js';
import type { TestClocksServices } from '../test-clocks/test-clocks.capability.js';
import type { CustomerChange } from './customer.changes.js';

/** What the services of `customers` can need: the platform, and the services of lower capabilities. */
export type CustomersNeeds = PlatformServices<CustomerChange, 'customer'> &
  OrganizationsServices &
  BillingEntitiesServices &
  InvoiceCustomSectionsServices &
  TaxesServices &
  IntegrationsServices &
  TestClocksServices;
