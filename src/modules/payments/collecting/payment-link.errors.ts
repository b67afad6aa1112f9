/** Why an invoice has no page on which it is paid. Source: payment-providers.md §5. */
export const LINK_ERRORS = [
  'no_linked_payment_provider',
  'invalid_payment_provider',
  'invalid_invoice_status_or_payment_status',
  'missing_payment_provider',
  'missing_payment_provider_customer',
  'payment_provider_error',
] as const;

/** Why a payment request has none. Source: payment-providers.md §6. */
export const REQUEST_LINK_ERRORS = [
  'no_linked_payment_provider',
  'invalid_payment_provider',
  'invalid_payment_status',
  'missing_payment_provider',
  'missing_payment_provider_customer',
  'payment_provider_error',
] as const;
