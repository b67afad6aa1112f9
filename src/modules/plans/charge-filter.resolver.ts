import { FieldResolver, Resolver, Root } from 'type-graphql';
import { ChargeFilterType } from './charge-filter.schema.js';
import type { ChargeFilter } from './charge-filter.table.js';
import { ChargePropertiesUnion, typedProperties } from './charge-properties.schema.js';
import type { Charge } from './charge.table.js';

/** A filter with its charge, whose model its properties are of. */
export interface FilterOfCharge extends ChargeFilter {
  readonly charge: Charge;
}

@Resolver(() => ChargeFilterType)
export class ChargeFilterResolver {
  @FieldResolver(() => String)
  chargeCode(@Root() { charge }: FilterOfCharge): string {
    return charge.code;
  }

  @FieldResolver(() => ChargePropertiesUnion)
  properties(@Root() { charge, properties }: FilterOfCharge): object {
    return typedProperties(charge.chargeModel, properties);
  }
}
