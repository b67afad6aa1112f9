import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { defineLoader } from '../../platform/api/loader.js';
import { TaxType } from '../taxes/tax.schema.js';
import type { TaxService } from '../taxes/tax.service.js';
import { addOnTaxList } from './add-on.table.js';

/** Adds the field `addOnsCount` to taxes. */
@Resolver(() => TaxType)
export class TaxAddOnsResolver {
  private readonly addOns = defineLoader<string, number>(
    ({ db, actor }, ids) => this.taxes.countOwners(db, actor, addOnTaxList, ids),
    () => 0,
  );

  constructor(private readonly taxes: TaxService) {}

  @FieldResolver(() => Int, { description: 'Number of add-ons with the tax.' })
  addOnsCount(@Root() { id }: { id: string }, @Ctx() context: Context): Promise<number> {
    return context.load(this.addOns, id);
  }
}
