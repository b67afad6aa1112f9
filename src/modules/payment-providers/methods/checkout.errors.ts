/** Why a customer has no page on which it registers a payment method. Source: payment-providers.md §5. */
export const CHECKOUT_ERRORS = [
  'no_linked_payment_provider',
  'missing_payment_provider',
  'missing_payment_provider_customer',
  'no_payment_methods_to_setup_available',
  'payment_provider_error',
] as const;
