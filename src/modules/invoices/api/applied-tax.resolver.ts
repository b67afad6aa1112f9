import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import type { TaxCategory } from '../../../core/taxes/tax-categories.js';
import { appliedCategoryOf } from '../../taxes/tax.rules.js';
import { TaxCategoryEnum, TaxType } from '../../taxes/tax.schema.js';
import type { Tax } from '../../taxes/tax.table.js';
import type { AppliedTax } from '../records/fees/fee.table.js';
import { FeeAppliedTaxType, InvoiceAppliedTaxType } from './applied-tax.schema.js';
import type { InvoiceRelations } from './invoice-relations.js';

/** What the category of an applied tax is. */
export const TAX_CATEGORY = 'Why the tax had its rate when it was applied.';

const AS_IT_IS_NOW = 'The tax as it is now. Null once it was deleted, and for a tax of a provider.';

/** The tax that an applied tax of an invoice is a snapshot of. */
@Resolver(() => InvoiceAppliedTaxType)
export class InvoiceAppliedTaxResolver {
  constructor(private readonly relations: InvoiceRelations) {}

  @FieldResolver(() => TaxType, { nullable: true, description: AS_IT_IS_NOW })
  @Permission('tax', 'read')
  async tax(@Root() { taxId }: AppliedTax, @Ctx() context: Context): Promise<Tax | null> {
    return taxId === null ? null : context.load(this.relations.tax, taxId);
  }

  @FieldResolver(() => TaxCategoryEnum, { description: TAX_CATEGORY })
  taxCategory(@Root() applied: AppliedTax): TaxCategory {
    return appliedCategoryOf(applied);
  }
}

/** The tax that an applied tax of a fee is a snapshot of. */
@Resolver(() => FeeAppliedTaxType)
export class FeeAppliedTaxResolver {
  constructor(private readonly relations: InvoiceRelations) {}

  @FieldResolver(() => TaxType, { nullable: true, description: AS_IT_IS_NOW })
  @Permission('tax', 'read')
  async tax(@Root() { taxId }: AppliedTax, @Ctx() context: Context): Promise<Tax | null> {
    return taxId === null ? null : context.load(this.relations.tax, taxId);
  }

  @FieldResolver(() => TaxCategoryEnum, { description: TAX_CATEGORY })
  taxCategory(@Root() applied: AppliedTax): TaxCategory {
    return appliedCategoryOf(applied);
  }
}
