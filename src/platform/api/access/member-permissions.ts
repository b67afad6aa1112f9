import type { Requirement, Resource } from './resource-permissions.js';

/**
 * What the roles of members can allow, with the predefined roles that hold it beside `admin`: f is `finance`, m is
 * `manager`. Source: auth.md §4.
 */
const HOLDERS = {
  'addons:view': 'fm',
  'addons:create': '',
  'addons:update': '',
  'addons:delete': '',
  'analytics:view': 'f',
  'data_api:view': 'f',
  'audit_logs:view': '',
  'security_logs:view': '',
  'authentication_methods:view': '',
  'authentication_methods:update': '',
  'billable_metrics:view': '',
  'billable_metrics:create': '',
  'billable_metrics:update': '',
  'billable_metrics:delete': '',
  'billing_entities:view': 'fm',
  'billing_entities:create': 'f',
  'billing_entities:update': 'f',
  'billing_entities:delete': 'f',
  'charges:create': '',
  'charges:update': '',
  'charges:delete': '',
  'coupons:view': 'fm',
  'coupons:create': '',
  'coupons:update': '',
  'coupons:delete': '',
  'coupons:attach': 'm',
  'coupons:detach': 'm',
  'credit_notes:view': 'fm',
  'credit_notes:create': 'fm',
  'credit_notes:update': 'fm',
  'credit_notes:void': 'fm',
  'credit_notes:export': 'fm',
  'credit_notes:send': 'fm',
  'customers:view': 'fm',
  'customers:create': 'm',
  'customers:update': 'm',
  'customers:delete': 'm',
  'developers:manage': '',
  'developers:keys:manage': '',
  'dunning_campaigns:view': 'fm',
  'dunning_campaigns:create': 'f',
  'dunning_campaigns:update': 'f',
  'dunning_campaigns:delete': 'f',
  'features:view': '',
  'features:create': '',
  'features:update': '',
  'features:delete': '',
  'invoices:view': 'fm',
  'invoices:send': 'fm',
  'invoices:create': 'fm',
  'invoices:update': 'fm',
  'invoices:void': 'fm',
  'invoices:export': 'fm',
  'invoices:delete': '',
  'invoice_custom_sections:view': 'f',
  'invoice_custom_sections:create': 'f',
  'invoice_custom_sections:update': 'f',
  'invoice_custom_sections:delete': 'f',
  'organization:view': 'f',
  'organization:update': 'f',
  'organization:invoices:view': 'f',
  'organization:invoices:update': 'f',
  'organization:taxes:view': '',
  'organization:taxes:update': '',
  'organization:emails:view': '',
  'organization:emails:update': '',
  'organization:integrations:view': 'f',
  'organization:integrations:create': 'f',
  'organization:integrations:update': 'f',
  'organization:integrations:delete': 'f',
  'organization:members:view': '',
  'organization:members:create': '',
  'organization:members:update': '',
  'organization:members:delete': '',
  'payments:view': 'fm',
  'payments:create': 'fm',
  'payment_methods:view': '',
  'payment_methods:create': '',
  'payment_methods:update': '',
  'payment_methods:delete': '',
  'payment_receipts:view': 'fm',
  'payment_receipts:send': 'fm',
  'plans:view': 'fm',
  'plans:create': '',
  'plans:update': '',
  'plans:delete': '',
  'pricing_units:view': 'f',
  'pricing_units:create': '',
  'pricing_units:update': '',
  'roles:view': '',
  'roles:create': '',
  'roles:update': '',
  'roles:delete': '',
  'subscriptions:view': 'fm',
  'subscriptions:create': 'm',
  'subscriptions:update': 'm',
  'wallets:create': 'm',
  'wallets:update': 'm',
  'wallets:top_up': 'm',
  'wallets:terminate': 'm',
} as const satisfies Record<string, '' | 'f' | 'm' | 'fm'>;

/** A right of a member: `area:action`. */
export type MemberPermission = keyof typeof HOLDERS;

export const MEMBER_PERMISSIONS = Object.keys(HOLDERS) as readonly MemberPermission[];

export function isMemberPermission(word: string): word is MemberPermission {
  return Object.hasOwn(HOLDERS, word);
}

/** The role that holds every permission. */
export const ADMIN = 'admin';

const heldBy = (letter: 'f' | 'm') =>
  MEMBER_PERMISSIONS.filter((permission) => (HOLDERS[permission] as string).includes(letter));

/** The roles that every organization has and nobody can change, with their permissions. */
export const PREDEFINED_ROLES: Readonly<Record<string, readonly MemberPermission[]>> = {
  [ADMIN]: MEMBER_PERMISSIONS,
  finance: heldBy('f'),
  manager: heldBy('m'),
};

/** Any of them suffices. */
type AnyOf = readonly [MemberPermission, ...MemberPermission[]];

/** What a member needs to read records of a kind. A new resource without a permission does not compile. */
const READS: Readonly<Record<Resource, AnyOf>> = {
  activity_log: ['audit_logs:view'],
  add_on: ['addons:view'],
  alert: ['subscriptions:view', 'customers:view'],
  analytic: ['analytics:view', 'data_api:view'],
  api_key: ['developers:keys:manage'],
  api_log: ['audit_logs:view'],
  applied_coupon: ['coupons:view'],
  billable_metric: ['billable_metrics:view'],
  billing_entity: ['billing_entities:view'],
  coupon: ['coupons:view'],
  credit_note: ['credit_notes:view'],
  customer: ['customers:view'],
  customer_usage: ['customers:view', 'subscriptions:view'],
  event: ['developers:manage'],
  feature: ['features:view'],
  fee: ['invoices:view'],
  invoice: ['invoices:view'],
  invoice_custom_section: ['invoice_custom_sections:view'],
  lifetime_usage: ['subscriptions:view'],
  organization: ['organization:view'],
  payment: ['payments:view'],
  payment_method: ['payment_methods:view'],
  payment_receipt: ['payment_receipts:view'],
  payment_request: ['payments:view'],
  plan: ['plans:view'],
  security_log: ['security_logs:view'],
  subscription: ['subscriptions:view'],
  tax: ['organization:taxes:view'],
  test_clock: ['developers:manage'],
  wallet: ['customers:view'],
  wallet_transaction: ['customers:view'],
  webhook_endpoint: ['developers:manage'],
  webhook_jwt_public_key: ['developers:manage'],
};

/**
 * What a member needs for a field that writes, by the name of the mutation or query, and for fields that need something
 * other than `READS` says. A field that writes and is not listed is closed to members.
 */
const FIELDS: Readonly<Record<string, AnyOf>> = {
  createAddOn: ['addons:create'],
  updateAddOn: ['addons:update'],
  deleteAddOn: ['addons:delete'],

  createAlert: ['subscriptions:update', 'customers:update'],
  createAlerts: ['subscriptions:update', 'customers:update'],
  updateAlert: ['subscriptions:update', 'customers:update'],
  deleteAlert: ['subscriptions:update', 'customers:update'],
  deleteAllAlerts: ['subscriptions:update', 'customers:update'],

  createApiKey: ['developers:keys:manage'],
  updateApiKey: ['developers:keys:manage'],
  rotateApiKey: ['developers:keys:manage'],
  deleteApiKey: ['developers:keys:manage'],
  createOrganization: ['developers:keys:manage'],
  'Organization.hmacKey': ['developers:manage'],
  'Organization.webhookSecret': ['developers:manage'],
  rotateHmacKey: ['developers:manage'],

  applyCoupon: ['coupons:attach'],
  terminateAppliedCoupon: ['coupons:detach'],
  createCoupon: ['coupons:create'],
  updateCoupon: ['coupons:update'],
  terminateCoupon: ['coupons:update'],
  deleteCoupon: ['coupons:delete'],

  createBillableMetric: ['billable_metrics:create'],
  updateBillableMetric: ['billable_metrics:update'],
  deleteBillableMetric: ['billable_metrics:delete'],
  evaluateExpression: ['billable_metrics:create', 'billable_metrics:update'],

  createBillingEntity: ['billing_entities:create'],
  updateBillingEntity: ['billing_entities:update'],
  archiveBillingEntity: ['billing_entities:delete'],
  setDefaultBillingEntity: ['billing_entities:update'],
  applyTaxesToBillingEntity: ['billing_entities:update'],
  removeTaxesFromBillingEntity: ['billing_entities:update'],
  setBillingEntityDunningCampaign: ['billing_entities:update'],

  creditNoteEstimate: ['credit_notes:create'],
  createCreditNote: ['credit_notes:create'],
  updateCreditNote: ['credit_notes:update'],
  setCreditNoteMetadata: ['credit_notes:update'],
  mergeCreditNoteMetadata: ['credit_notes:update'],
  deleteCreditNoteMetadata: ['credit_notes:update'],
  voidCreditNote: ['credit_notes:void'],
  downloadCreditNote: ['credit_notes:view'],
  downloadCreditNoteXml: ['credit_notes:view'],
  resendCreditNoteEmail: ['credit_notes:send'],

  dataExport: ['invoices:export', 'credit_notes:export'],
  'Subscription.exportFinished': ['invoices:export', 'credit_notes:export'],
  exportInvoices: ['invoices:export'],
  exportCreditNotes: ['credit_notes:export'],

  createCustomer: ['customers:create'],
  updateCustomer: ['customers:update'],
  setCustomerTaxes: ['customers:update'],
  updateCustomerGracePeriod: ['customers:update'],
  upsertCustomer: ['customers:create'],
  deleteCustomer: ['customers:delete'],
  eraseCustomer: ['customers:delete'],
  setCustomerDunning: ['customers:update'],
  generateCustomerCheckoutUrl: ['customers:update'],
  setDefaultPaymentMethod: ['payment_methods:update'],
  deletePaymentMethod: ['payment_methods:delete'],

  ingestEvent: ['developers:manage'],
  ingestEvents: ['developers:manage'],
  estimateFees: ['developers:manage'],
  estimateInstantFees: ['developers:manage'],
  estimateInstantFeesOfEvents: ['developers:manage'],

  createFeature: ['features:create'],
  updateFeature: ['features:update'],
  deleteFeature: ['features:delete'],
  deletePrivilege: ['features:update'],

  updateFee: ['invoices:update'],
  deleteFee: ['invoices:delete'],

  createOneOffInvoice: ['invoices:create'],
  invoicePreview: ['invoices:create', 'subscriptions:create'],
  updateInvoice: ['invoices:update'],
  loseInvoiceDispute: ['invoices:update'],
  retryInvoice: ['invoices:update'],
  retryAllInvoices: ['invoices:update'],
  refreshInvoice: ['invoices:update'],
  previewAdjustedFee: ['invoices:update'],
  createAdjustedFee: ['invoices:update'],
  deleteAdjustedFee: ['invoices:update'],
  finalizeInvoice: ['invoices:update'],
  finalizeAllInvoices: ['invoices:update'],
  voidInvoice: ['invoices:void'],
  deleteInvoice: ['invoices:delete'],
  downloadInvoice: ['invoices:view'],
  downloadInvoiceXml: ['invoices:view'],
  resendInvoiceEmail: ['invoices:send'],
  generateInvoicePaymentUrl: ['invoices:send', 'payments:create'],
  retryInvoicePayment: ['invoices:update', 'payments:create'],
  retryAllInvoicePayments: ['invoices:update', 'payments:create'],
  regenerateInvoice: ['invoices:create'],
  regenerationPreview: ['invoices:create'],
  createInvoiceCustomSection: ['invoice_custom_sections:create'],
  updateInvoiceCustomSection: ['invoice_custom_sections:update'],
  deleteInvoiceCustomSection: ['invoice_custom_sections:delete'],
  failingWork: ['developers:manage'],
  failingWorks: ['developers:manage'],

  updateSubscriptionLifetimeUsage: ['subscriptions:update'],

  updateOrganization: ['organization:update'],
  updateOrganizationSettings: ['organization:update'],
  verifyUsage: ['developers:manage'],
  verifyInvoiceUsage: ['developers:manage'],

  dunningCampaign: ['dunning_campaigns:view'],
  dunningCampaigns: ['dunning_campaigns:view'],
  'BillingEntity.dunningCampaign': ['dunning_campaigns:view'],
  'Customer.dunningCampaign': ['dunning_campaigns:view'],
  'PaymentRequest.dunningCampaign': ['dunning_campaigns:view'],
  createDunningCampaign: ['dunning_campaigns:create'],
  updateDunningCampaign: ['dunning_campaigns:update'],
  deleteDunningCampaign: ['dunning_campaigns:delete'],

  recordPayment: ['payments:create'],
  recordPaymentOfRequest: ['payments:create'],
  createPaymentRequest: ['payments:create'],
  generatePaymentRequestPaymentUrl: ['payments:create'],
  downloadPaymentReceipt: ['payment_receipts:view'],
  resendPaymentReceiptEmail: ['payment_receipts:send'],

  paymentProvider: ['organization:integrations:view'],
  paymentProviders: ['organization:integrations:view'],
  createPaymentProvider: ['organization:integrations:create'],
  updatePaymentProvider: ['organization:integrations:update'],
  deletePaymentProvider: ['organization:integrations:delete'],

  createPlan: ['plans:create'],
  duplicatePlan: ['plans:create'],
  updatePlan: ['plans:update'],
  deletePlan: ['plans:delete'],
  setPlanMetadata: ['plans:update'],
  mergePlanMetadata: ['plans:update'],
  deletePlanMetadata: ['plans:update'],
  createCharge: ['charges:create'],
  updateCharge: ['charges:update'],
  deleteCharge: ['charges:delete'],
  createChargeFilter: ['charges:update'],
  updateChargeFilter: ['charges:update'],
  deleteChargeFilter: ['charges:update'],
  createFixedCharge: ['charges:create'],
  updateFixedCharge: ['charges:update'],
  deleteFixedCharge: ['charges:delete'],
  replacePlanEntitlements: ['plans:update'],
  setPlanEntitlement: ['plans:update'],
  removePlanEntitlement: ['plans:update'],
  removePlanEntitlementPrivilege: ['plans:update'],
  pricingUnit: ['pricing_units:view'],
  pricingUnits: ['pricing_units:view'],
  createPricingUnit: ['pricing_units:create'],
  updatePricingUnit: ['pricing_units:update'],

  createSubscription: ['subscriptions:create'],
  updateSubscription: ['subscriptions:update'],
  terminateSubscription: ['subscriptions:update'],
  setSubscriptionEntitlement: ['subscriptions:update'],
  removeSubscriptionEntitlement: ['subscriptions:update'],
  removeSubscriptionEntitlementPrivilege: ['subscriptions:update'],
  overrideSubscriptionCharge: ['subscriptions:update'],
  overrideSubscriptionFixedCharge: ['subscriptions:update'],
  createSubscriptionChargeFilter: ['subscriptions:update'],
  updateSubscriptionChargeFilter: ['subscriptions:update'],
  deleteSubscriptionChargeFilter: ['subscriptions:update'],

  createTax: ['organization:taxes:update'],
  updateTax: ['organization:taxes:update'],
  deleteTax: ['organization:taxes:update'],

  createTestClock: ['developers:manage'],
  advanceTestClock: ['developers:manage'],
  cancelTestClockAdvance: ['developers:manage'],
  deleteTestClock: ['developers:manage'],

  createWallet: ['wallets:create'],
  updateWallet: ['wallets:update'],
  setWalletMetadata: ['wallets:update'],
  mergeWalletMetadata: ['wallets:update'],
  deleteWalletMetadata: ['wallets:update'],
  terminateWallet: ['wallets:terminate'],
  createWalletTransactions: ['wallets:top_up'],
  generateWalletTransactionPaymentUrl: ['wallets:top_up'],

  sendTestWebhook: ['developers:manage'],
  retryWebhook: ['developers:manage'],
  retryWebhooks: ['developers:manage'],
  createWebhookEndpoint: ['developers:manage'],
  updateWebhookEndpoint: ['developers:manage'],
  deleteWebhookEndpoint: ['developers:manage'],

  'Organization.authenticationMethods': ['authentication_methods:view'],
  updateAuthenticationMethods: ['authentication_methods:update'],
  memberships: ['organization:members:view'],
  updateMembershipRoles: ['organization:members:update'],
  revokeMembership: ['organization:members:delete'],
  invites: ['organization:members:view'],
  createInvite: ['organization:members:create'],
  updateInvite: ['organization:members:update'],
  revokeInvite: ['organization:members:delete'],
  roles: ['roles:view', 'organization:members:view'],
  role: ['roles:view', 'organization:members:view'],
  permissions: ['roles:view', 'organization:members:view'],
  createRole: ['roles:create'],
  updateRole: ['roles:update'],
  deleteRole: ['roles:delete'],
};

/** A field of the schema; `type` is that of the object which has it. */
export interface FieldName {
  readonly type: string;
  readonly field: string;
}

const isRoot = (type: string) => type === 'Query' || type === 'Mutation';

/** The permissions of which a member needs one for a field; none if the field is closed to members. */
export function memberPermissionsOf(
  { resource, mode }: Requirement,
  { type, field }: FieldName,
): readonly MemberPermission[] {
  const name = isRoot(type) ? field : `${type}.${field}`;
  const listed = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  return listed ?? (mode === 'read' ? READS[resource] : []);
}

/** The fields that are listed by name, for the test that each of them is in the schema. */
export const LISTED_FIELDS: readonly string[] = Object.keys(FIELDS);
