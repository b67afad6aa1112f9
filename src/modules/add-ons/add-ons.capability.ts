import { capability, type ServicesOf } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { TaxesServices } from '../taxes/taxes.capability.js';
import type { AddOnChange } from './add-on.changes.js';
import { AddOnResolver } from './add-on.resolver.js';
import { AddOnService } from './add-on.service.js';
import { TaxAddOnsResolver } from './tax-add-ons.resolver.js';

/** Add-ons. */
export const addOnsCapability = capability({
  services: (lower: PlatformServices<AddOnChange> & TaxesServices) => ({ addOns: new AddOnService(lower) }),
  resolvers: ({ addOns, taxes }) => [new AddOnResolver(addOns), new TaxAddOnsResolver(taxes)],
});

export type AddOnsServices = ServicesOf<typeof addOnsCapability>;
