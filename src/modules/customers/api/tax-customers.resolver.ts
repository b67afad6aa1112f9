import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { taxOwnersLoader } from '../../taxes/tax-owners.loader.js';
import { TaxType } from '../../taxes/tax.schema.js';
import type { TaxService } from '../../taxes/tax.service.js';
import { customerTaxList } from '../records/customer.table.js';

/** Adds the field `customersCount` to taxes. */
@Resolver(() => TaxType)
export class TaxCustomersResolver {
  private readonly customers;

  constructor(taxes: TaxService) {
    this.customers = taxOwnersLoader(taxes, customerTaxList);
  }

  @FieldResolver(() => Int, { description: 'Number of customers that have the tax of their own.' })
  customersCount(@Root() { id }: { id: string }, @Ctx() context: Context): Promise<number> {
    return context.load(this.customers, id);
  }
}
