import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { ProviderError } from '../integrations/integration.changes.js';
import type { Integration } from '../integrations/records/integration.table.js';

/** A customer, and the CRM that it was sent to. */
interface OfCrm {
  readonly customer: Customer;
  readonly integration: Integration;
}

export type CustomerSyncChange =
  /** The CRM has created the customer as it was asked to. */
  | ChangeOf<'customer.crm_provider_created', OfCrm>
  /** The CRM has refused for good to create or change the customer. */
  | ChangeOf<'customer.crm_provider_error', OfCrm & { error: ProviderError }>;
