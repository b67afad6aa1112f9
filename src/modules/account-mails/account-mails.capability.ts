import { capability } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { DocumentsServices } from '../documents/documents.capability.js';
import type { MailsServices } from '../mails/mails.capability.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import type { PeopleServices } from '../people/people.capability.js';
import { AccountMails } from './account-mails.service.js';

type Lower = PlatformServices & OrganizationsServices & MailsServices & PeopleServices & DocumentsServices;

/** E-mails to members of organizations and to those who are invited. */
export const accountMailsCapability = capability({
  services: (lower: Lower) => ({ accountMails: new AccountMails(lower) }),
});
