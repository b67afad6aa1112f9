import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { taxOwnersLoader } from '../taxes/tax-owners.loader.js';
import { TaxType } from '../taxes/tax.schema.js';
import type { TaxService } from '../taxes/tax.service.js';
import { addOnTaxList } from './add-on.table.js';

/** Adds the field `addOnsCount` to taxes. */
@Resolver(() => TaxType)
export class TaxAddOnsResolver {
  private readonly addOns;

  constructor(taxes: TaxService) {
    this.addOns = taxOwnersLoader(taxes, addOnTaxList);
  }

  @FieldResolver(() => Int, { description: 'Number of add-ons with the tax.' })
  addOnsCount(@Root() { id }: { id: string }, @Ctx() context: Context): Promise<number> {
    return context.load(this.addOns, id);
  }
}
