import { type Actor, isUnlimited } from '../../actor.js';
import { AppError } from '../../errors/app-error.js';
import type { MemberPermission } from './member-permissions.js';
import {
  type GrantableResource,
  type Mode,
  MODES,
  type Permissions,
  RESOURCES,
} from './resource-permissions.js';

/**
 * What members must hold to make an API key with a permission: enough for every field that the permission opens. Where no
 * field writes, `write` needs what `read` does. A test derives the same from the schema.
 */
export const NEEDED_FOR_KEYS: Readonly<
  Record<GrantableResource, Readonly<Record<Mode, readonly MemberPermission[]>>>
> = {
  activity_log: { read: ['audit_logs:view'], write: ['audit_logs:view'] },
  add_on: { read: ['addons:view'], write: ['addons:create', 'addons:update', 'addons:delete'] },
  alert: { read: ['subscriptions:view'], write: ['subscriptions:update'] },
  analytic: { read: ['analytics:view'], write: ['analytics:view'] },
  api_log: { read: ['audit_logs:view'], write: ['audit_logs:view'] },
  applied_coupon: { read: ['coupons:view'], write: ['coupons:attach', 'coupons:detach'] },
  billable_metric: {
    read: ['billable_metrics:view'],
    write: ['billable_metrics:create', 'billable_metrics:update', 'billable_metrics:delete'],
  },
  billing_entity: {
    read: ['billing_entities:view'],
    write: ['billing_entities:create', 'billing_entities:update', 'billing_entities:delete'],
  },
  coupon: { read: ['coupons:view'], write: ['coupons:create', 'coupons:update', 'coupons:delete'] },
  credit_note: {
    read: ['credit_notes:view', 'credit_notes:export'],
    write: [
      'credit_notes:view',
      'credit_notes:create',
      'credit_notes:update',
      'credit_notes:void',
      'credit_notes:export',
      'credit_notes:send',
    ],
  },
  customer: {
    read: ['customers:view'],
    write: ['customers:create', 'customers:update', 'customers:delete'],
  },
  customer_usage: { read: ['customers:view'], write: ['customers:view'] },
  event: { read: ['developers:manage'], write: ['developers:manage'] },
  feature: { read: ['features:view'], write: ['features:create', 'features:update', 'features:delete'] },
  fee: { read: ['invoices:view'], write: ['invoices:update', 'invoices:delete'] },
  invoice: {
    read: ['invoices:view', 'invoices:export', 'payment_receipts:view', 'developers:manage'],
    write: [
      'invoices:view',
      'invoices:send',
      'invoices:create',
      'invoices:update',
      'invoices:void',
      'invoices:export',
      'invoices:delete',
      'payment_receipts:view',
      'payment_receipts:send',
    ],
  },
  invoice_custom_section: {
    read: ['invoice_custom_sections:view'],
    write: [
      'invoice_custom_sections:create',
      'invoice_custom_sections:update',
      'invoice_custom_sections:delete',
    ],
  },
  lifetime_usage: { read: ['subscriptions:view'], write: ['subscriptions:update'] },
  organization: {
    read: ['organization:view', 'organization:integrations:view', 'dunning_campaigns:view'],
    write: [
      'organization:update',
      'organization:integrations:create',
      'organization:integrations:update',
      'organization:integrations:delete',
      'dunning_campaigns:create',
      'dunning_campaigns:update',
      'dunning_campaigns:delete',
      'developers:manage',
    ],
  },
  payment: { read: ['payments:view'], write: ['payments:create'] },
  payment_method: {
    read: ['payment_methods:view'],
    write: ['payment_methods:update', 'payment_methods:delete'],
  },
  payment_receipt: {
    read: ['payment_receipts:view'],
    write: ['payment_receipts:view', 'payment_receipts:send'],
  },
  payment_request: { read: ['payments:view'], write: ['payments:create'] },
  plan: {
    read: ['plans:view', 'pricing_units:view'],
    write: [
      'plans:create',
      'plans:update',
      'plans:delete',
      'charges:create',
      'charges:update',
      'charges:delete',
      'pricing_units:create',
      'pricing_units:update',
    ],
  },
  security_log: { read: ['security_logs:view'], write: ['security_logs:view'] },
  subscription: {
    read: ['subscriptions:view'],
    write: ['subscriptions:create', 'subscriptions:update'],
  },
  tax: { read: ['organization:taxes:view'], write: ['organization:taxes:update'] },
  test_clock: { read: ['developers:manage'], write: ['developers:manage'] },
  wallet: { read: ['customers:view'], write: ['wallets:create', 'wallets:update', 'wallets:terminate'] },
  wallet_transaction: { read: ['customers:view'], write: ['wallets:top_up'] },
  webhook_endpoint: { read: ['developers:manage'], write: ['developers:manage'] },
  webhook_jwt_public_key: { read: ['developers:manage'], write: ['developers:manage'] },
};

/** True if a caller may do what an API key with this permission may do. */
function holds(actor: Actor, resource: GrantableResource, mode: Mode): boolean {
  if (isUnlimited(actor)) return true;
  const { member, permissions } = actor;
  if (member !== null)
    return NEEDED_FOR_KEYS[resource][mode].every((needed) => member.permissions.has(needed));
  return permissions !== 'all' && permissions[resource]?.includes(mode) === true;
}

/**
 * Checks that the caller may make an API key with these permissions. Only admins make unlimited ones (docs/adr/0100).
 * @throws AppError `cannot_grant_permissions`.
 */
export function requireGrantToKey(actor: Actor, granted: Permissions): void {
  if (isUnlimited(actor)) return;
  if (granted === 'all') throw cannotGrant('every permission');
  const missing = RESOURCES.flatMap((resource) =>
    MODES.filter((mode) => granted[resource]?.includes(mode) === true && !holds(actor, resource, mode)).map(
      (mode) => `${resource}:${mode}`,
    ),
  );
  if (missing.length > 0) throw cannotGrant(missing.join(', '));
}

/**
 * Checks that the caller may give a role with these permissions to members (docs/adr/0100).
 * @throws AppError `cannot_grant_permissions`.
 */
export function requireGrantToMembers(actor: Actor, granted: readonly MemberPermission[]): void {
  if (isUnlimited(actor)) return;
  const missing = granted.filter((permission) => actor.member?.permissions.has(permission) !== true);
  if (missing.length > 0) throw cannotGrant(missing.join(', '));
}

function cannotGrant(missing: string): AppError {
  const message = `You cannot grant what you do not hold: ${missing}.`;
  return new AppError('forbidden', 'cannot_grant_permissions', null, { message });
}
