import { Extensions } from 'type-graphql';

/** Declares a field that stores usage events: REST requests that call it have a rate limit of their own. */
export function StoresEvents(): MethodDecorator {
  return Extensions({ storesEvents: true });
}
