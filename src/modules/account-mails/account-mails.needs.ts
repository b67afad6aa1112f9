import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { BillingEntitiesServices } from '../billing-entities/billing-entities.capability.js';
import type { DocumentsServices } from '../documents/documents.capability.js';
import type { MailsServices } from '../mails/mails.capability.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import type { PeopleServices } from '../people/people.capability.js';

/** What the services of `account-mails` can need: the platform, and the services of lower capabilities. */
export type AccountMailsNeeds = PlatformServices &
  OrganizationsServices &
  BillingEntitiesServices &
  MailsServices &
  PeopleServices &
  DocumentsServices;
