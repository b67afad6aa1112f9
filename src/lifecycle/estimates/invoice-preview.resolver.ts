import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { Computed } from '../../platform/api/cost.js';
import type { Context } from '../../platform/api/context.js';
import { RolledBack } from '../../platform/api/rolled-back.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { InvoiceType } from '../../modules/invoices/api/invoice.schema.js';
import type { Invoice } from '../../modules/invoices/records/invoice.table.js';
import { InvoicePreviewInput } from './invoice-preview.schema.js';
import type { InvoicePreviews } from './invoice-previews.js';

@Resolver(() => InvoiceType)
export class InvoicePreviewResolver {
  constructor(private readonly previews: InvoicePreviews) {}

  @Query(() => InvoiceType, {
    description: 'Previews an invoice. Nothing is stored; ids of previewed records cannot be looked up.',
  })
  @Permission('invoice', 'write')
  @RolledBack()
  @Computed()
  invoicePreview(
    @Ctx() context: Context,
    @Arg('input', () => InvoicePreviewInput, {
      description: 'Customer, plan and coupons that the previewed invoice is for.',
    })
    input: InvoicePreviewInput,
  ): Promise<Invoice> {
    const { actor, outsideAnswers } = context;
    return this.previews.preview(context.beginWrite(), actor, input, outsideAnswers);
  }
}
