import type { InvoicesServices } from '../../modules/invoices/invoices.capability.js';
import type { PaymentsServices } from '../../modules/payments/payments.capability.js';
import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { DraftsServices } from '../drafts/drafts.capability.js';

/** What the services of `invoice-batches` can need: the platform, and the services of lower capabilities. */
export type InvoiceBatchesNeeds = PlatformServices & InvoicesServices & PaymentsServices & DraftsServices;
