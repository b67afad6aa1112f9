import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { InvoicesServices } from '../invoices/invoices.capability.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import type { PaymentRequestsServices } from '../payment-requests/payment-requests.capability.js';
import type { PaymentsServices } from '../payments/payments.capability.js';
import type { PaymentReceiptChange } from './payment-receipt.changes.js';

/** What the services of `payment-receipts` can need: the platform, and the services of lower capabilities. */
export type PaymentReceiptsNeeds = PlatformServices<PaymentReceiptChange> &
  OrganizationsServices &
  CustomersServices &
  InvoicesServices &
  PaymentRequestsServices &
  PaymentsServices;
