import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { TaxType } from '../../taxes/tax.schema.js';
import type { Tax } from '../../taxes/tax.table.js';
import { MinimumCommitmentType } from './minimum-commitment.schema.js';
import type { MinimumCommitmentService } from './minimum-commitment.service.js';
import type { MinimumCommitment } from './minimum-commitment.table.js';

@Resolver(() => MinimumCommitmentType)
export class MinimumCommitmentResolver {
  private readonly taxesByCommitment = defineLoader<string, Tax[]>(
    ({ db, actor }, ids) => this.commitments.taxesOf(db, actor, ids),
    () => [],
  );

  constructor(private readonly commitments: MinimumCommitmentService) {}

  @FieldResolver(() => [TaxType], {
    description: 'Taxes applied to its fees. If empty, the taxes of the plan apply.',
  })
  @Permission('tax', 'read')
  taxes(@Root() { id }: MinimumCommitment, @Ctx() context: Context): Promise<Tax[]> {
    return context.load(this.taxesByCommitment, id);
  }
}
