import { Extensions, type MiddlewareFn, UseMiddleware } from 'type-graphql';
import type { Actor } from '../actor.js';
import { AppError } from '../errors/app-error.js';
import type { Context } from './context.js';
import { type FieldName, memberPermissionsOf } from './member-permissions.js';

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

function meet(permissions: Permissions, { resource, mode, or }: Requirement): boolean {
  if (permissions === 'all') return true;
  const granted: Partial<Record<Resource, readonly Mode[]>> = permissions;
  const grants = (name: Resource) => granted[name]?.includes(mode) === true;
  return grants(resource) || (or !== undefined && grants(or));
}

/** @throws AppError `{mode}_action_not_allowed_for_{resource}` when the permissions do not meet the requirement. */
export function requirePermission(permissions: Permissions, requirement: Requirement): void {
  if (meet(permissions, requirement)) return;
  throw new AppError('forbidden', `${requirement.mode}_action_not_allowed_for_${requirement.resource}`);
}

/** True if the caller may use a field: by the permissions of an API key, or those of a member's roles. */
export function hasAccess(
  { member, permissions }: Actor,
  requirement: Requirement,
  field: FieldName,
): boolean {
  if (member === null) return meet(permissions, requirement);
  return memberPermissionsOf(requirement, field).some((permission) => member.permissions.has(permission));
}

/**
 * Checks that the caller may use a field, as `hasAccess` says.
 * @throws AppError kind `forbidden`.
 */
export function requireAccess(actor: Actor, requirement: Requirement, field: FieldName): void {
  if (actor.member === null) {
    requirePermission(actor.permissions, requirement);
    return;
  }
  if (hasAccess(actor, requirement, field)) return;
  const sufficient = memberPermissionsOf(requirement, field);
  const message =
    sufficient.length === 0
      ? 'Members cannot do this; an API key can.'
      : `Your roles lack the permission ${sufficient.join(' or ')}.`;
  throw new AppError('forbidden', 'forbidden', null, { message });
}

/**
 * Declares the permission that an operation, or a field that leads to another resource, requires of an API key; what it
 * requires of members follows from it (member-permissions.ts). The requirement is stored in the schema: REST reads it
 * there, and a test checks that no operation lacks one.
 */
export function Permission(
  resource: Resource,
  mode: Mode,
  alternative: Pick<Requirement, 'or'> = {},
): MethodDecorator {
  const requirement: Requirement = { resource, mode, ...alternative };
  const check: MiddlewareFn<Context> = ({ context, info }, next) => {
    // REST checks the permission of its route before it runs the document; the contract defines the fields it returns.
    if (context.surface === 'graphql')
      requireAccess(context.actor, requirement, { type: info.parentType.name, field: info.fieldName });
    return next();
  };
  const extend = Extensions({ requirement });
  const guard = UseMiddleware(check);
  return (target, property, descriptor) => {
    extend(target, property, descriptor);
    guard(target, property, descriptor);
  };
}
