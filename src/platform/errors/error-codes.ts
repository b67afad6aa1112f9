// The codes of errors, each with a sentence for people. Programs read the code, which REST and GraphQL share; the sentence
// is the `message` of a GraphQL error. A code that is not listed here does not compile, and the GraphQL schema lists them all.

/** Codes of the fields of a refused input (`error_details`, status 422). Source: rest-conventions.md §12. */
export const FIELD_ERRORS = {
  alert_already_exists: 'The subscription or wallet has an alert of this type, or of this type and metric.',
  amount_above_maximum: 'The amount is above the highest paid top-up of the wallet.',
  amount_below_minimum: 'The amount is below the lowest paid top-up of the wallet.',
  amount_rounds_to_zero: 'The credits are worth less than half of the smallest unit of the currency.',
  authorization_declined: 'The payment provider does not hold the amount on the payment method.',
  authorization_not_supported: 'The payment provider cannot hold amounts without charging them.',
  billing_entity_must_be_in_eu: 'EU tax management needs a billing entity in a country of the EU.',
  billing_periods_does_not_match: 'The subscriptions are billed for different periods.',
  cannot_apply_to_paid_invoice: 'An invoice of bought credits that was paid in part cannot be offset.',
  cannot_be_in_past: 'The time is in the past.',
  cannot_credit_invoice: 'Bought credits are refunded, not credited.',
  cannot_refund_unpaid_invoice: 'Only what was paid for an invoice can be refunded.',
  country_must_be_present: 'Electronic invoices need the country of the billing entity.',
  country_not_supported: 'Electronic invoices are made by billing entities in countries of the EU only.',
  coupon_is_not_reusable: 'The coupon was applied to the customer before, and it is not reusable.',
  currencies_does_not_match: 'The customer pays in another currency.',
  customer_not_found: 'The customer does not exist.',
  does_not_match_an_instant_charge: 'No charge of the plan bills single events of this metric.',
  does_not_match_item_amounts:
    'The amounts credited, refunded and offset do not add up to the total of the items.',
  email_already_used: 'A member of the organization has this e-mail address.',
  email_not_verified: 'The identity provider has not verified the e-mail address of the account.',
  duplicate_threshold_values: 'Two thresholds have the same value.',
  duplicated_type: 'The list has two rules of the same type.',
  duplicated_values: 'Two thresholds have the same amount and are both recurring or both not.',
  exceeded_limit: 'The limit is reached: no more can be created.',
  exceeds_remaining_transaction_amount: 'The amount is higher than what is left of the top-up.',
  expression_evaluation_failed: "The metric's expression cannot be computed for this event.",
  feature_unavailable: 'This feature is not available.',
  forbidden_keys: 'A permission names an unknown resource.',
  forbidden_values: 'A permission takes a list of "read" and "write".',
  higher_than_remaining_fee_amount: 'The amount is higher than what is left of the fee.',
  higher_than_remaining_invoice_amount: 'The amount is higher than what is left of the invoice.',
  higher_than_wallet_balance: 'The amount is higher than what is left of the bought credits.',
  incompatible_params: 'Only one of two members that were sent is allowed.',
  incorrect_login_or_password: 'The e-mail address or the password is wrong.',
  insufficient_credits: 'The wallet has fewer credits.',
  invalid_aggregation_type_or_charge_model:
    'The aggregation of the metric and the charge model do not allow this value.',
  invalid_amount: 'The amount is not a decimal number of zero or more, written as text.',
  invalid_billable_metric_or_charge_model:
    'Only charges for recurring metrics can be prorated, and only with some charge models.',
  invalid_charge_model: 'The charge model does not allow this value.',
  invalid_content_type: 'The file is neither PNG nor JPEG.',
  invalid_count: 'The list has too many elements.',
  invalid_date: 'The date is not valid here.',
  invalid_email_format: 'This is not an e-mail address.',
  invalid_event: 'The event is not valid.',
  invalid_expression: 'The expression cannot be parsed.',
  invalid_fixed_amount: 'The fixed amount is not a decimal number of zero or more, written as text.',
  invalid_format: 'The value has the wrong format.',
  invalid_free_units: 'The free units are not a whole number of zero or more.',
  invalid_free_units_per_events: 'The number of free events is not a whole number of one or more.',
  invalid_free_units_per_total_aggregation:
    'The free units are not a decimal number of zero or more, written as text.',
  invalid_graduated_percentage_ranges:
    'The ranges must start at 0, follow each other without a gap, and only the last one is open.',
  invalid_graduated_ranges:
    'The ranges must start at 0, follow each other without a gap, and only the last one is open.',
  invalid_count_per_integration_type: 'A customer has one link of each type.',
  invalid_granted_credits: 'The granted credits are not a decimal number of zero or more, written as text.',
  invalid_invoice_status_or_payment_status: 'The invoice is not finalized, or nothing is due on it.',
  invalid_key_value_pair: 'An entry of the metadata has a key and a value, and no other members.',
  invalid_limitations: 'A type of fees or a metric is unknown.',
  invalid_number_of_recurring_rules: 'A wallet has one recurring rule at most.',
  invalid_package_size: 'The size of a package is not a whole number of one or more.',
  invalid_paid_credits: 'The paid credits are not a decimal number of zero or more, written as text.',
  invalid_payment_method: 'The payment method is not valid.',
  invalid_payment_provider: 'The payment provider has no pages on which customers pay.',
  invalid_payment_status: 'The payment request is paid, or nothing is due on it.',
  invalid_rate: 'The rate is not a percentage of zero or more, written as decimal text.',
  invalid_recurring_rule: 'The recurring rule is not valid.',
  invalid_role: 'The organization has no such role.',
  invalid_size: 'The file is too large.',
  invalid_timestamp: 'This is not a time that can be used here.',
  invalid_timezone: 'This is not a time zone of the IANA database.',
  invalid_transaction_type: 'Transactions of this direction do not have this list.',
  invalid_type: 'The value has the wrong type.',
  invalid_value: 'The value is not allowed here.',
  invalid_voided_credits: 'The voided credits are not a decimal number of zero or more, written as text.',
  invite_already_exists: 'A pending invitation has this e-mail address.',
  invite_email_mismatch: 'The invitation is for another e-mail address.',
  invalid_volume_ranges:
    'The ranges must start at 0, follow each other without a gap, and only the last one is open.',
  key_too_long: 'A key is too long.',
  last_non_expiring_api_key: 'An organization must keep at least one API key that does not expire.',
  login_method_not_authorized: 'No organization of the user allows this way to sign in.',
  manual_payment_method_invalid_for_payment_activation_rules:
    'Activation by payment needs a payment provider, but the customer pays manually.',
  missing_amount_cents: 'A threshold needs an amount.',
  missing_password: 'A new password is required.',
  missing_token: 'The token of the link is required.',
  missing_graduated_percentage_ranges: 'Graduated percentage ranges are required.',
  missing_graduated_ranges: 'Graduated ranges are required.',
  missing_payment_provider: 'No connection to a payment provider, or more than one, fits the customer.',
  missing_payment_provider_customer: 'The payment provider does not know the customer.',
  missing_volume_ranges: 'Volume ranges are required.',
  modification_not_allowed: 'The value can no longer be changed.',
  multiple_recurring_thresholds: 'Only one threshold can be recurring.',
  missing_for_einvoicing: 'Electronic invoices need this of the billing entity.',
  must_be_an_array: 'A list is required.',
  must_be_array: 'A list is required.',
  must_be_greater_than_or_equal_min: 'The maximum is below the minimum.',
  must_be_persisted: 'This preview requires an existing customer.',
  must_be_true_unless_pay_in_advance: 'Only charges paid in advance may be absent from invoices.',
  nested_structure_not_allowed: 'Values of metadata are texts, numbers or booleans, not lists or objects.',
  new_plan_should_be_different_from_existing_plan: 'The subscription already has this plan.',
  next_subscription_incomplete: 'The subscription that replaces this one still waits for its first payment.',
  no_alerts: 'At least one alert is required.',
  no_default_payment_method: 'The customer has no default payment method.',
  no_events: 'At least one event is required.',
  no_linked_payment_provider: 'The customer is linked to no payment provider.',
  no_payment_methods_to_setup_available:
    'None of the payment method types of the customer can be registered before a payment.',
  no_remaining_amount: 'Nothing is left of the top-up.',
  not_a_valid_country_code: 'This is not a country code of ISO 3166-1 (two letters).',
  not_a_valid_language_code: 'Documents are not available in this language.',
  not_compatible_with_aggregation_type: 'The aggregation does not allow this value.',
  not_compatible_with_pay_in_advance: 'A charge paid in advance cannot have a spending minimum.',
  not_equal_to_total_amount: 'Bought credits are offset as a whole or not at all.',
  not_found: 'The record does not exist.',
  only_compatible_with_pay_in_advance_and_non_invoiceable:
    'Only fees that are paid in advance and are on no invoice can be regrouped.',
  only_one_subscription_allowed_for_plan_change:
    'A change of plan can be previewed for one subscription at a time.',
  only_one_subscription_allowed_for_termination:
    'A termination can be previewed for one subscription at a time.',
  payment_method_not_found: 'The customer has no such payment method.',
  payment_provider_error: 'The payment provider returned no address of a page.',
  payment_request_is_already_succeeded: 'The payment request has already been paid.',
  per_transaction_max_lower_than_per_transaction_min:
    'The highest amount of an event is lower than the lowest one.',
  recurring_value_is_negative: 'The value of a recurring threshold must be more than zero.',
  relation_must_exist: 'The value names a record that does not exist.',
  single_sign_on_failed:
    'The identity provider has not confirmed who this is, or the attempt was used or has expired: start again.',
  skip_sections_and_selected_ids_sent_together: 'Custom sections were both selected and skipped.',
  subscription_billing_entities_do_not_match: 'The subscriptions belong to different billing entities.',
  subscription_currencies_does_not_match: 'The subscriptions have different currencies.',
  subscription_incomplete: 'The subscription still waits for its first payment.',
  subscription_not_pending: 'Only a subscription that has not started can change this.',
  tax_integration_exists: 'A customer has the taxes of one system.',
  too_long: 'The text is too long.',
  too_many_events: 'The request has too many events.',
  too_many_keys: 'There are too many keys.',
  too_many_thresholds: 'There are more than 20 thresholds.',
  total_amount_exceeds_invoice_amount: 'The amounts exceed what can be credited or refunded on the invoice.',
  total_amount_must_be_positive: 'The total must be more than zero.',
  unknown_member: 'The member or parameter is unknown.',
  unsupported_value: 'This value is not supported.',
  url_is_invalid: 'The server sends no requests to this URL.',
  user_already_exists: 'Another user has this e-mail address.',
  value_already_exist: 'Another record has this value.',
  value_is_duplicated: 'The value occurs twice.',
  value_is_immutable: 'The value cannot be changed.',
  value_is_invalid: 'The value is not one of those allowed.',
  value_is_mandatory: 'A value is required.',
  value_is_missing_or_already_exists: 'The value is missing, or another record has it.',
  value_is_not_valid_number: 'The value is not a number.',
  value_is_out_of_range: 'The value is out of range.',
  value_is_reserved: 'The value must be true or false.',
  value_is_too_large: 'The value is too large.',
  value_is_too_long: 'The text is too long.',
  value_is_too_short: 'The text is too short.',
  value_must_be_blank: 'The value must be omitted.',
  value_must_be_positive_or_zero: 'The value must be zero or more.',
  value_not_in_select_options: 'The text is not one of the options of the privilege.',
  value_too_long: 'A value is too long.',
  values_are_invalid: 'The two values are not valid together.',
  wallet_is_terminated: 'The wallet is terminated.',
  wallet_limit_reached: 'The customer has reached the limit of active wallets.',
  wallet_not_found: 'The wallet does not exist.',
  wallet_transaction_already_settled: 'The credits have already been paid.',
  wallet_transaction_has_no_attached_invoice: 'No invoice bills the transaction.',
  wallet_transaction_not_found: 'The wallet has no such top-up.',
  wallet_transaction_not_purchased: 'The transaction is not a purchase of credits.',
} as const;

export type FieldErrorCode = keyof typeof FIELD_ERRORS;

/** Codes of actions that the state of a record does not allow (status 405). Source: rest-conventions.md §12. */
export const STATE_ERRORS = {
  cannot_revoke_own_membership: 'Members cannot revoke their own membership.',
  cannot_terminate_with_pending_taxes:
    'The invoice that paid for unused days still waits for its taxes; try again when it has them.',
  default_billing_entity_cannot_be_archived:
    'The default billing entity of an organization cannot be archived.',
  default_billing_entity_cannot_be_changed:
    'The oldest billing entity of an organization is its default one.',
  email_settings_disabled: 'The billing entity sends no e-mails of this kind.',
  feature_not_supported: 'The payment provider or other system does not have this feature.',
  full_usage_not_allowed:
    'Usage since the start of the subscription requires the selection of a charge or a group, and excludes prorated charges.',
  integration_not_syncable:
    'The connection does not get this: it or its customer is not linked there, its kind is switched off, or it is not final.',
  integration_not_recordable: 'Records of this connection are written by the server.',
  invalid_status: 'The status of the record does not allow this.',
  invalid_type_or_status: 'Only finalized or voided invoices can be credited.',
  invoice_not_finalized: 'Only a finalized invoice can be sent.',
  invoices_have_different_billing_entities: 'The invoices were issued by several billing entities.',
  invoices_have_different_currencies: 'The invoices are in several currencies.',
  invoices_not_ready_for_payment_processing: 'A payment of an invoice is under way.',
  invoices_not_overdue: 'Only overdue invoices can be requested.',
  invoiced_fee: 'The fee is on an invoice, and has the payment status of the invoice.',
  is_succeeded: 'The message has been delivered.',
  last_admin: 'An organization must keep at least one admin.',
  metadata_on_draft_invoice: 'Metadata cannot be set on a draft invoice.',
  no_active_subscription: 'The customer has no active subscription with this id.',
  no_voidable_amount: 'The credit note has no remaining credit to void.',
  not_adjustable: 'Only the fees of a draft invoice can be changed by hand.',
  not_deletable: 'Only a draft invoice can be deleted.',
  customer_not_deleted: 'Delete the customer first.',
  customer_is_billed: 'A subscription of the customer has not ended, or an invoice is not issued yet.',
  not_disputable: 'Only a finalized or voided invoice can be disputed.',
  not_regenerable:
    'Only a voided invoice can be regenerated, and only once. Invoices of bought credits or of paid fees cannot.',
  not_voidable: 'Only a finalized invoice can be voided.',
  only_one_limitation_type_per_coupon_allowed: 'A coupon is limited to plans or to metrics, not to both.',
  payment_status_update_on_draft_invoice: 'The payment status of a draft invoice cannot be changed.',
  payment_processor_is_currently_handling_payment: 'A payment of the invoice is under way.',
  plan_overlapping: 'An active coupon of the customer is for the same plans or metrics.',
  purchase_order_number_not_editable: 'The purchase order number can no longer be changed.',
  signup_disabled: 'Nobody can sign up on this server; users are invited.',
  subscription_incomplete: 'The subscription still waits for its first payment.',
  test_clock_advancing: 'The test clock is advancing; try again when it is ready.',
  update_on_voided_invoice: 'A voided invoice cannot be changed.',
} as const;

export type StateErrorCode = keyof typeof STATE_ERRORS;

/** Codes of refusals that concern members, invitations and roles (status 403). GraphQL has them as codes of their own. */
export const MEMBER_ERRORS = {
  cannot_change_admin: 'Only an admin can change or remove an admin.',
  cannot_grant_admin: 'Only an admin can grant the role of an admin.',
  cannot_grant_permissions: 'Nobody can grant permissions without holding them.',
  cannot_update_accepted_invite: 'The invitation was accepted.',
  cannot_update_revoked_invite: 'The invitation was revoked.',
  predefined_role: 'The roles that every organization has cannot be changed.',
  role_assigned_to_members: 'Members or pending invitations still have the role.',
} as const;

/** Codes of refusals that no permission of the key would change, or that name none (status 403). */
export const FORBIDDEN_ERRORS = {
  ...MEMBER_ERRORS,
  cannot_finalize_with_pending_taxes: 'The draft waits for a check of the VAT number of its customer.',
  cannot_override_charge_model: 'The overrides of a plan cannot change the model of a charge.',
  feature_unavailable: 'This feature is not available.',
  forbidden: 'The state of the record does not allow this.',
  not_operator_organization: 'Only the organization that operates the server may do this.',
} as const;

/** Codes of requests that are refused whatever they ask for. */
export const REQUEST_ERRORS = {
  PERSISTED_QUERY_NOT_SUPPORTED: 'PersistedQueryNotSupported',
  bad_request: 'The request cannot be understood.',
  bad_user_input: 'The request cannot be understood.',
  expired_jwt_token: 'The session has expired: log in again.',
  lock_acquisition_failed: 'Another request is changing the same record; try again.',
  payload_too_large: 'The body is too large.',
  rolled_back: 'Nothing was changed: the operation was rolled back because a part of it failed.',
  secrets_unavailable:
    'The server cannot open the secrets of this connection: its encryption key was replaced. Enter the secrets again, or tell whoever runs the server.',
  service_unavailable: 'The server cannot answer at the moment; try again.',
  third_party_error: 'The payment provider or other system refused the request.',
  too_many_requests: 'There are too many requests; try again later.',
  unauthorized:
    'A valid API key is required: "Authorization: Bearer <key>". A session also needs "X-Svc-Organization: <id>".',
  validation_errors: 'The input is not valid.',
} as const;

const SENTENCES: Readonly<Record<string, string>> = {
  ...STATE_ERRORS,
  ...FORBIDDEN_ERRORS,
  ...REQUEST_ERRORS,
};

/** Codes that contain the name of a resource. */
type ResourceErrorCode = `${string}_not_found` | `${'read' | 'write'}_action_not_allowed_for_${string}`;

export type ErrorCode =
  StateErrorCode | keyof typeof FORBIDDEN_ERRORS | keyof typeof REQUEST_ERRORS | ResourceErrorCode;

/** The sentence for people of an error's code. */
export function sentenceOf(code: ErrorCode): string {
  const known = SENTENCES[code];
  if (known !== undefined) return known;
  const [, mode, guarded] = /^(read|write)_action_not_allowed_for_(.+)$/.exec(code) ?? [];
  if (mode !== undefined && guarded !== undefined)
    return `The API key has no permission to ${mode} "${guarded}".`;
  return `The ${code.replace(/_not_found$/, '').replaceAll('_', ' ')} does not exist.`;
}
