import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { MailAttachments } from './mail-attachments.js';

/** What the services of `mails` can need: the platform, and the services of lower capabilities. */
export type MailsNeeds = PlatformServices & { readonly mailAttachments: MailAttachments };
