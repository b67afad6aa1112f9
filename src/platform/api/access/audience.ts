import { Extensions, type MiddlewareFn, UseMiddleware } from 'type-graphql';
import type { Context } from '../context.js';

/** Who may use a field that belongs to no organization: anyone, or users with a session. */
export type Audience = 'anyone' | 'users';

/**
 * Declares a root field that belongs to no organization and therefore has no `Permission`: it needs no credentials, or
 * only a session. Its resolver reads and writes through `context.openDb`.
 */
export function OpenTo(audience: Audience): MethodDecorator {
  const check: MiddlewareFn<Context> = ({ context }, next) => {
    context.refusePortal();
    if (audience === 'users') context.requireSession();
    return next();
  };
  const extend = Extensions({ openTo: audience });
  const guard = UseMiddleware(check);
  return (target, property, descriptor) => {
    extend(target, property, descriptor);
    guard(target, property, descriptor);
  };
}
