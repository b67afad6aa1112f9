import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { Computed } from '../../platform/api/cost.js';
import type { Context } from '../../platform/api/context.js';
import { RolledBack } from '../../platform/api/rolled-back.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { InvoiceType } from '../../modules/invoices/api/invoice.schema.js';
import type { Invoice } from '../../modules/invoices/records/invoice.table.js';
import type { RegenerationPreviews } from './regeneration-previews.js';

@Resolver(() => InvoiceType)
export class RegenerationPreviewResolver {
  constructor(private readonly previews: RegenerationPreviews) {}

  @Query(() => InvoiceType, {
    description:
      'Previews the invoice that a voided one would be regenerated as. Nothing is stored; ids of previewed records cannot be looked up.',
  })
  @Permission('invoice', 'write')
  @RolledBack()
  @Computed()
  regenerationPreview(
    @Ctx() context: Context,
    @Arg('voidedInvoiceId', () => ID, { description: 'Id of the voided invoice.' }) voidedInvoiceId: string,
  ): Promise<Invoice> {
    const { actor, outsideAnswers } = context;
    return this.previews.preview(context.beginWrite(), actor, voidedInvoiceId, outsideAnswers);
  }
}
