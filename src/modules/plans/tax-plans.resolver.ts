import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { defineLoader } from '../../platform/api/loader.js';
import { TaxType } from '../taxes/tax.schema.js';
import type { TaxService } from '../taxes/tax.service.js';
import { chargeTaxList } from './charges/charge.table.js';
import { minimumCommitmentTaxList } from './commitments/minimum-commitment.table.js';
import { planTaxList } from './plan.table.js';

/** Adds to taxes the counts of what uses them in plans, without those made for one subscription. */
@Resolver(() => TaxType)
export class TaxPlansResolver {
  private readonly plans = defineLoader<string, number>(
    ({ db, actor }, ids) => this.taxes.countOwners(db, actor, planTaxList, ids),
    () => 0,
  );

  private readonly charges = defineLoader<string, number>(
    ({ db, actor }, ids) => this.taxes.countOwners(db, actor, chargeTaxList, ids),
    () => 0,
  );

  private readonly commitments = defineLoader<string, number>(
    ({ db, actor }, ids) => this.taxes.countOwners(db, actor, minimumCommitmentTaxList, ids),
    () => 0,
  );

  constructor(private readonly taxes: TaxService) {}

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
