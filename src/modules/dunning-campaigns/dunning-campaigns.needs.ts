import type { PlatformServices } from '../../platform/platform-services.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import type { DunningTermsChange } from './dunning-campaign.changes.js';

/** What the services of `dunning-campaigns` can need: the platform, and the services of lower capabilities. */
export type DunningCampaignsNeeds = PlatformServices<DunningTermsChange> &
  OrganizationsServices &
  CustomersServices;
