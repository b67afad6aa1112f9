import { onlySent, onlySentContent } from '../../platform/activity/activity-kinds.js';

/** Sources: logs.md §2, webhooks.md §3. */
export const INTEGRATION_DOCUMENT_ACTIVITIES = {
  'customer.accounting_provider_created': onlySent('customer'),
  'customer.accounting_provider_error': onlySentContent('accounting_provider_customer_error'),
  'customer.crm_provider_created': onlySent('customer'),
  'customer.crm_provider_error': onlySentContent('crm_provider_customer_error'),
  'customer.tax_provider_error': onlySentContent('tax_provider_customer_error'),
  'fee.tax_provider_error': onlySentContent('tax_provider_fee_error'),
};
