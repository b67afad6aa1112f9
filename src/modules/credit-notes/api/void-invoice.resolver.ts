import { Arg, Ctx, Extensions, InputType, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { Cents, Flag, Id } from '../../../platform/api/members/fields.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { InvoicePayload, InvoiceType } from '../../invoices/api/invoice.schema.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { VoidInvoice } from '../records/credit-note.input.js';
import type { InvoiceVoids } from '../issuing/invoice-voids.service.js';

@InputType({ description: 'An invoice to void.' })
export class VoidInvoiceInput implements VoidInvoice {
  @Id() id!: string;
  @Flag.orNull(
    'Whether to issue credit notes: one over `creditAmount` and `refundAmount`, and a voided one over the ' +
      'rest. Default false.',
  )
  generateCreditNote?: boolean | null;
  @Cents.orNull('Amount for later invoices of the customer, in minor units of the currency. Default 0.')
  @Extensions({ invalidCode: 'value_is_invalid' })
  creditAmount?: bigint | null;
  @Cents.orNull('Amount to pay back of what was paid, in minor units of the currency. Default 0.')
  @Extensions({ invalidCode: 'value_is_invalid' })
  refundAmount?: bigint | null;
}

@Resolver(() => InvoiceType)
export class VoidInvoiceResolver {
  constructor(private readonly voids: InvoiceVoids) {}

  @Mutation(() => InvoicePayload, {
    description:
      'Voids a finalized invoice: nothing is due on it, and what it billed does not count. Coupons are ' +
      'given back; credit notes that it had used are not.',
  })
  @Permission('invoice', 'write')
  @FailsWith({
    notFound: ['invoice'],
    notAllowed: ['not_voidable'],
    fields: ['total_amount_exceeds_invoice_amount', 'value_is_invalid'],
  })
  async voidInvoice(
    @Ctx() context: Context,
    @Arg('input', () => VoidInvoiceInput) input: VoidInvoiceInput,
  ): Promise<{ invoice: Invoice }> {
    return { invoice: await this.voids.void(context.beginWrite(), context.actor, input) };
  }
}
