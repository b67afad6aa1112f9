import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { TaxChange } from './tax.changes.js';
import { TaxResolver } from './tax.resolver.js';
import { TaxService } from './tax.service.js';

/** Taxes, and the lists of them that other objects have. */
export const taxesCapability = capability({
  services: ({ clock, changes }: PlatformServices<TaxChange>) => ({
    taxes: new TaxService(clock, changes),
  }),
  resolvers: ({ taxes }) => [new TaxResolver(taxes)],
});

export type TaxesServices = ServicesOf<typeof taxesCapability>;
