import { capability } from '../../platform/capabilities/capability.js';
import type { AccountMailsNeeds } from './account-mails.needs.js';
import { AccountMails } from './account-mails.service.js';

/** E-mails to members of organizations and to those who are invited. */
export const accountMailsCapability = capability({
  services: (lower: AccountMailsNeeds) => ({ accountMails: new AccountMails(lower) }),
});
