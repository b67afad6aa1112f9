/** The resources that an API key can be granted access to. Source: auth.md §1, "Key permissions". */
export const RESOURCES = [
  'activity_log',
  'api_log',
  'security_log',
  'add_on',
  'alert',
  'analytic',
  'applied_coupon',
  'billable_metric',
  'billing_entity',
  'coupon',
  'credit_note',
  'customer',
  'customer_usage',
  'event',
  'feature',
  'fee',
  'invoice',
  'invoice_custom_section',
  'lifetime_usage',
  'organization',
  'payment',
  'payment_method',
  'payment_receipt',
  'payment_request',
  'plan',
  'subscription',
  'tax',
  'test_clock',
  'wallet',
  'wallet_transaction',
  'webhook_endpoint',
  'webhook_jwt_public_key',
] as const;

export type GrantableResource = (typeof RESOURCES)[number];

/** `api_key` cannot be granted: a limited key with this permission could issue an unlimited one (ADR 0028). */
export type Resource = GrantableResource | 'api_key';

export const MODES = ['read', 'write'] as const;

export type Mode = (typeof MODES)[number];

/** The modes that a key is granted, by resource; `all` for an unlimited key. An absent resource grants no access. */
export type Permissions = 'all' | Partial<Record<GrantableResource, readonly Mode[]>>;

export interface Requirement {
  readonly resource: Resource;
  readonly mode: Mode;
  /** Another resource whose permission is enough. */
  readonly or?: Resource;
}
