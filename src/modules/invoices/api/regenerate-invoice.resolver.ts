import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import type { InvoiceRegeneration } from '../issuing/invoice-regeneration.service.js';
import type { Invoice } from '../records/invoice.table.js';
import { InvoicePayload, InvoiceType } from './invoice.schema.js';
import { RegenerateInvoiceInput } from './regenerate-invoice.schema.js';

@Resolver(() => InvoiceType)
export class RegenerateInvoiceResolver {
  constructor(private readonly regeneration: InvoiceRegeneration) {}

  @Mutation(() => InvoicePayload, {
    description:
      'Issues a new invoice with the fees and the periods of a voided one. Coupons, taxes, credit notes and prepaid credits apply as of ' +
      'now; it is dated by the day on which the voided invoice was created. A voided invoice is regenerated once.',
  })
  @Permission('invoice', 'write')
  @FailsWith({
    notFound: ['invoice', 'fee', 'charge'],
    notAllowed: ['not_regenerable', 'test_clock_advancing'],
    fields: ['value_is_invalid', 'value_is_out_of_range', 'value_already_exist'],
  })
  async regenerateInvoice(
    @Ctx() context: Context,
    @Arg('input', () => RegenerateInvoiceInput, {
      description: 'The voided invoice, and changes of its fees.',
    })
    input: RegenerateInvoiceInput,
  ): Promise<{ invoice: Invoice }> {
    return { invoice: await this.regeneration.regenerate(context.beginWrite(), context.actor, input) };
  }
}
