import { Extensions, type MiddlewareFn, UseMiddleware } from 'type-graphql';
import type { Context } from './context.js';

/**
 * Declares a root field of the customer portal, which needs a portal token instead of a permission. Everything that it leads
 * to must belong to the customer: a test checks that no type of the other fields can be reached.
 */
export function PortalField(): MethodDecorator {
  const check: MiddlewareFn<Context> = ({ context }, next) => {
    context.requirePortal();
    return next();
  };
  const extend = Extensions({ portal: true });
  const guard = UseMiddleware(check);
  return (target, property, descriptor) => {
    extend(target, property, descriptor);
    guard(target, property, descriptor);
  };
}
