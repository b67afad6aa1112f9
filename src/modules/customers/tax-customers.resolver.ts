import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { defineLoader } from '../../platform/api/loader.js';
import { TaxType } from '../taxes/tax.schema.js';
import type { TaxService } from '../taxes/tax.service.js';
import { customerTaxList } from './customer.table.js';

/** Adds the field `customersCount` to taxes. */
@Resolver(() => TaxType)
export class TaxCustomersResolver {
  private readonly customers = defineLoader<string, number>(
    ({ db, actor }, ids) => this.taxes.countOwners(db, actor, customerTaxList, ids),
    () => 0,
  );

  constructor(private readonly taxes: TaxService) {}

  @FieldResolver(() => Int, { description: 'Number of customers that have the tax of their own.' })
  customersCount(@Root() { id }: { id: string }, @Ctx() context: Context): Promise<number> {
    return context.load(this.customers, id);
  }
}
