import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { TaxType } from '../../taxes/tax.schema.js';
import type { Tax } from '../../taxes/tax.table.js';
import type { BillingEntityTaxes } from '../taxes/billing-entity-taxes.service.js';

/** Adds to taxes the billing entities that they are applied to. */
@Resolver(() => TaxType)
export class TaxBillingEntitiesResolver {
  private readonly applications = defineLoader(
    ({ db, actor }, taxIds) => this.billingEntityTaxes.applications(db, actor, taxIds),
    () => ({ entityCodes: [], toDefault: false }),
  );

  constructor(private readonly billingEntityTaxes: BillingEntityTaxes) {}

  @FieldResolver(() => [String], {
    description: 'Codes of the billing entities that the tax is applied to, sorted.',
  })
  async appliedToBillingEntitiesCodes(@Root() tax: Tax, @Ctx() context: Context): Promise<string[]> {
    return (await context.load(this.applications, tax.id)).entityCodes;
  }

  @FieldResolver(() => Boolean, {
    deprecationReason: 'See appliedToBillingEntitiesCodes.',
    description: 'Whether the default billing entity has the tax.',
  })
  async appliedToOrganization(@Root() tax: Tax, @Ctx() context: Context): Promise<boolean> {
    return (await context.load(this.applications, tax.id)).toDefault;
  }
}
