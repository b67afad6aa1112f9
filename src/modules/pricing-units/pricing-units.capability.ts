import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import { PricingUnitResolver } from './pricing-unit.resolver.js';
import { PricingUnitService } from './pricing-unit.service.js';

/** Units other than currencies in which charges are priced. */
export const pricingUnitsCapability = capability({
  services: ({ clock }: PlatformServices) => ({ pricingUnits: new PricingUnitService(clock) }),
  resolvers: ({ pricingUnits }) => [new PricingUnitResolver(pricingUnits)],
});

export type PricingUnitsServices = ServicesOf<typeof pricingUnitsCapability>;
