import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { ConcernedDocument, ProviderError } from '../integrations/integration.changes.js';
import type { Fee } from '../invoices/records/fees/fee.table.js';
import type { Integration } from '../integrations/records/integration.table.js';

/** A customer, and the connection that it was sent to. */
interface OfSystem {
  readonly customer: Customer;
  readonly integration: Integration;
}

export type CustomerSyncChange =
  /** The accounting system has created the customer as it was asked to. */
  | ChangeOf<'customer.accounting_provider_created', OfSystem>
  /** The accounting system has refused for good to create or change the customer. */
  | ChangeOf<'customer.accounting_provider_error', OfSystem & { error: ProviderError }>
  /** The same for a CRM. */
  | ChangeOf<'customer.crm_provider_created', OfSystem>
  | ChangeOf<'customer.crm_provider_error', OfSystem & { error: ProviderError }>
  /** A tax provider has refused for good what it was asked about a document of the customer. */
  | ChangeOf<'customer.tax_provider_error', OfSystem & { error: ProviderError; about: ConcernedDocument }>
  /** A tax provider has refused for good to compute the taxes of a standalone fee. */
  | ChangeOf<'fee.tax_provider_error', OfSystem & { fee: Fee; error: ProviderError }>;
