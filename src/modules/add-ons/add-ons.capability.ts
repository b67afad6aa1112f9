import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { AddOnsNeeds } from './add-ons.needs.js';
import { AddOnResolver } from './add-on.resolver.js';
import { AddOnService } from './add-on.service.js';
import { TaxAddOnsResolver } from './tax-add-ons.resolver.js';

/** Add-ons. */
export const addOnsCapability = capability({
  services: (lower: AddOnsNeeds) => ({ addOns: new AddOnService(lower) }),
  resolvers: ({ addOns, taxes }) => [new AddOnResolver(addOns), new TaxAddOnsResolver(taxes)],
});

export type AddOnsServices = ServicesOf<typeof addOnsCapability>;
