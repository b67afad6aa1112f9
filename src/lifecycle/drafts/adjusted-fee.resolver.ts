import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { Computed } from '../../platform/api/cost.js';
import { type Failures, FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { RolledBack } from '../../platform/api/rolled-back.js';
import { type IdInput } from '../../platform/api/members/shapes.js';
import { FeeType } from '../../modules/invoices/api/fee.schema.js';
import type { Fee } from '../../modules/invoices/records/fees/fee.table.js';
import type { Invoice } from '../../modules/invoices/records/invoice.table.js';
import {
  AdjustedFeeInput,
  AdjustedFeePayload,
  DeleteAdjustedFeeInput,
  DeleteAdjustedFeePayload,
} from './adjusted-fee.schema.js';
import type { FeeAdjusting, FeeOfDraft } from './fee-adjusting.js';

const FAILURES: Failures = {
  notFound: ['invoice', 'fee', 'charge', 'charge filter'],
  notAllowed: ['not_adjustable', 'test_clock_advancing'],
  fields: ['value_is_mandatory', 'value_is_invalid', 'value_is_out_of_range'],
};

@Resolver(() => AdjustedFeePayload)
export class AdjustedFeeResolver {
  constructor(private readonly feeAdjusting: FeeAdjusting) {}

  @Mutation(() => AdjustedFeePayload, {
    description:
      'Previews the draft invoice with one fee changed by hand. Nothing is stored; ids of previewed fees cannot be looked up.',
  })
  @Permission('invoice', 'write')
  @RolledBack()
  @Computed()
  @FailsWith(FAILURES)
  previewAdjustedFee(
    @Ctx() context: Context,
    @Arg('input', () => AdjustedFeeInput, {
      description: 'The fee of a draft invoice to change, and its new values.',
    })
    input: AdjustedFeeInput,
  ): Promise<FeeOfDraft> {
    const { actor, outsideAnswers } = context;
    return this.feeAdjusting.preview(context.beginWrite(), actor, input, outsideAnswers);
  }

  @Mutation(() => AdjustedFeePayload, {
    description:
      'Changes one fee of a draft invoice by hand, and computes the invoice again: taxes, spending minimums and the minimum ' +
      'commitment. The change stays at each refresh and when the invoice is finalized.',
  })
  @Permission('invoice', 'write')
  @FailsWith(FAILURES)
  createAdjustedFee(
    @Ctx() context: Context,
    @Arg('input', () => AdjustedFeeInput, {
      description: 'The fee of a draft invoice to change, and its new values.',
    })
    input: AdjustedFeeInput,
  ): Promise<FeeOfDraft> {
    return this.feeAdjusting.create(context.beginWrite(), context.actor, input);
  }

  @FieldResolver(() => FeeType, {
    nullable: true,
    description:
      'The fee as changed. Refreshing the invoice gives its fees new ids. Null, with an error, for callers who may not read fees.',
  })
  @Permission('fee', 'read')
  fee(@Root() { fee }: FeeOfDraft): Fee {
    return fee;
  }

  @Mutation(() => DeleteAdjustedFeePayload, {
    description: 'Removes the change by hand of a fee of a draft invoice, and computes the invoice again.',
  })
  @Permission('invoice', 'write')
  @FailsWith({ notFound: ['fee'], notAllowed: ['not_adjustable', 'test_clock_advancing'] })
  async deleteAdjustedFee(
    @Ctx() context: Context,
    @Arg('input', () => DeleteAdjustedFeeInput, {
      description: 'The fee of a draft invoice whose change is removed.',
    })
    { id }: IdInput,
  ): Promise<{ deletedId: string; invoice: Invoice }> {
    const invoice = await this.feeAdjusting.delete(context.beginWrite(), context.actor, id);
    return { deletedId: id, invoice };
  }
}
