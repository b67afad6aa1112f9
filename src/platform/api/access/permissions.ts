import { Extensions, type MiddlewareFn, UseMiddleware } from 'type-graphql';
import type { Actor } from '../../actor.js';
import { AppError } from '../../errors/app-error.js';
import type { Context } from '../context.js';
import { type FieldName, memberPermissionsOf } from './member-permissions.js';
import type { Mode, Permissions, Requirement, Resource } from './resource-permissions.js';

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
