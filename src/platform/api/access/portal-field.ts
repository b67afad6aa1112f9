import { Extensions, type MiddlewareFn, UseMiddleware } from 'type-graphql';
import type { Context } from '../context.js';
import { requirePermission } from './permissions.js';
import type { PortalResource } from './portal-caller.js';
import type { Requirement } from './resource-permissions.js';

/**
 * Declares a root field of the customer portal, which needs a portal token instead of a permission. Everything that it leads
 * to must belong to the customer: a test checks that no type of the other fields can be reached.
 * @param changes for a field that changes something other than paying: the resource, and another one whose permission is
 *   enough, that the maker of the link could write.
 */
export function PortalField(changes: PortalResource | null = null, or?: PortalResource): MethodDecorator {
  const requirement: Requirement | null =
    changes === null ? null : { resource: changes, mode: 'write', ...(or === undefined ? {} : { or }) };
  const check: MiddlewareFn<Context> = ({ context }, next) => {
    const { permissions } = context.requirePortal();
    if (requirement !== null) requirePermission(permissions, requirement);
    return next();
  };
  const extend = Extensions({ portal: true, portalRequirement: requirement });
  const guard = UseMiddleware(check);
  return (target, property, descriptor) => {
    extend(target, property, descriptor);
    guard(target, property, descriptor);
  };
}
