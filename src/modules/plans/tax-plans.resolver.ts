import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { taxOwnersLoader } from '../taxes/tax-owners.loader.js';
import { TaxType } from '../taxes/tax.schema.js';
import type { TaxService } from '../taxes/tax.service.js';
import { chargeTaxList } from './charges/charge.table.js';
import { minimumCommitmentTaxList } from './commitments/minimum-commitment.table.js';
import { planTaxList } from './plan.table.js';

/** Adds to taxes the counts of what uses them in plans, without those made for one subscription. */
@Resolver(() => TaxType)
export class TaxPlansResolver {
  private readonly plans;
  private readonly charges;
  private readonly commitments;

  constructor(taxes: TaxService) {
    this.plans = taxOwnersLoader(taxes, planTaxList);
    this.charges = taxOwnersLoader(taxes, chargeTaxList);
    this.commitments = taxOwnersLoader(taxes, minimumCommitmentTaxList);
  }

  @FieldResolver(() => Int, { description: 'Number of plans with the tax.' })
  plansCount(@Root() { id }: { id: string }, @Ctx() context: Context): Promise<number> {
    return context.load(this.plans, id);
  }

  @FieldResolver(() => Int, { description: 'Number of charges of plans with the tax.' })
  chargesCount(@Root() { id }: { id: string }, @Ctx() context: Context): Promise<number> {
    return context.load(this.charges, id);
  }

  @FieldResolver(() => Int, { description: 'Number of minimum commitments of plans with the tax.' })
  commitmentsCount(@Root() { id }: { id: string }, @Ctx() context: Context): Promise<number> {
    return context.load(this.commitments, id);
  }
}
