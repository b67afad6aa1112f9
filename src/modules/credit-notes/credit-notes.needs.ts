import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { BillingEntitiesServices } from '../billing-entities/billing-entities.capability.js';
import type { InvoicesServices } from '../invoices/invoices.capability.js';
import type { WalletsServices } from '../wallets/wallets.capability.js';
import type { CreditNoteChange } from './credit-note.changes.js';

/** What the services of `credit-notes` can need: the platform, and the services of lower capabilities. */
export type CreditNotesNeeds = PlatformServices<CreditNoteChange> &
  BillingEntitiesServices &
  WalletsServices &
  InvoicesServices;
