import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { IntegrationsServices } from '../integrations/integrations.capability.js';

/** What the services of `integration-resources` can need: the platform, and the services of lower capabilities. */
export type IntegrationResourcesNeeds = PlatformServices & IntegrationsServices & CustomersServices;
