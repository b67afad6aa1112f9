import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { defineLoader } from '../../platform/api/loader.js';
import { Permission } from '../../platform/api/permissions.js';
import { AddOnType } from '../add-ons/add-on.schema.js';
import type { AddOnService } from '../add-ons/add-on.service.js';
import type { AddOn } from '../add-ons/add-on.table.js';
import { TaxType } from '../taxes/tax.schema.js';
import type { Tax } from '../taxes/tax.table.js';
import { ChargePropertiesUnion, typedProperties } from './charge-properties.schema.js';
import { FixedChargeType } from './fixed-charge.schema.js';
import type { FixedChargeService } from './fixed-charge.service.js';
import type { FixedCharge } from './fixed-charge.table.js';

@Resolver(() => FixedChargeType)
export class FixedChargeResolver {
  private readonly addOnsById = defineLoader<string, AddOn>(
    ({ db, actor }, ids) => this.addOns.getMany(db, actor, ids),
    (id) => new Error(`The add-on ${id} of a fixed charge is missing.`),
  );
  private readonly taxesByFixedCharge = defineLoader<string, Tax[]>(
    ({ db, actor }, ids) => this.fixedCharges.taxesOf(db, actor, ids),
    () => [],
  );

  constructor(
    private readonly fixedCharges: FixedChargeService,
    private readonly addOns: AddOnService,
  ) {}

  @FieldResolver(() => AddOnType)
  @Permission('add_on', 'read')
  addOn(@Root() { addOnId }: FixedCharge, @Ctx() context: Context): Promise<AddOn> {
    return context.load(this.addOnsById, addOnId);
  }

  @FieldResolver(() => String)
  async addOnCode(@Root() { addOnId }: FixedCharge, @Ctx() context: Context): Promise<string> {
    return (await context.load(this.addOnsById, addOnId)).code;
  }

  @FieldResolver(() => ChargePropertiesUnion)
  properties(@Root() { chargeModel, properties }: FixedCharge): object {
    return typedProperties(chargeModel, properties);
  }

  @FieldResolver(() => [TaxType], { description: 'Taxes of its fees; none: those of the plan.' })
  @Permission('tax', 'read')
  taxes(@Root() { id }: FixedCharge, @Ctx() context: Context): Promise<Tax[]> {
    return context.load(this.taxesByFixedCharge, id);
  }
}
