import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { BillingEntitiesServices } from '../billing-entities/billing-entities.capability.js';
import type { CreditNotesServices } from '../credit-notes/credit-notes.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { DocumentsServices } from '../documents/documents.capability.js';
import type { InvoicesServices } from '../invoices/invoices.capability.js';
import type { SubscriptionsServices } from '../subscriptions/subscriptions.capability.js';
import type { DataExportChange } from './data-export.changes.js';

/** What the services of `data-exports` can need: the platform, and the services of lower capabilities. */
export type DataExportsNeeds = PlatformServices<DataExportChange> &
  BillingEntitiesServices &
  CustomersServices &
  SubscriptionsServices &
  InvoicesServices &
  CreditNotesServices &
  DocumentsServices;
