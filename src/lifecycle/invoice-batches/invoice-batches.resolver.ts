import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { InvoiceAction } from '../../modules/invoices/records/invoice-action.js';
import type { Context } from '../../platform/api/context.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import {
  FinalizeAllInvoicesPayload,
  RetryAllInvoicePaymentsPayload,
  RetryAllInvoicesPayload,
} from './invoice-batches.schema.js';
import type { InvoiceBatches } from './invoice-batches.js';

@Resolver()
export class InvoiceBatchesResolver {
  constructor(private readonly batches: InvoiceBatches) {}

  @Mutation(() => FinalizeAllInvoicesPayload, {
    description:
      'Finalizes all draft invoices of the organization before their grace periods end, soon after the answer. Drafts that ' +
      'cannot be finalized, such as those that wait for taxes, stay as they are.',
  })
  @Permission('invoice', 'write')
  @FailsWith({})
  finalizeAllInvoices(@Ctx() context: Context): Promise<FinalizeAllInvoicesPayload> {
    return this.request(context, 'finalize');
  }

  @Mutation(() => RetryAllInvoicesPayload, {
    description: 'Queues a new tax computation for every failed invoice of the organization.',
  })
  @Permission('invoice', 'write')
  @FailsWith({})
  retryAllInvoices(@Ctx() context: Context): Promise<RetryAllInvoicesPayload> {
    return this.request(context, 'retry');
  }

  @Mutation(() => RetryAllInvoicePaymentsPayload, {
    description:
      'Asks the payment providers for the payments of all unpaid invoices of the organization once more, soon after the ' +
      'answer. Invoices that are being paid, and those of customers without a payment provider, stay as they are.',
  })
  @Permission('invoice', 'write')
  @FailsWith({})
  retryAllInvoicePayments(@Ctx() context: Context): Promise<RetryAllInvoicePaymentsPayload> {
    return this.request(context, 'retry_payment');
  }

  private async request(context: Context, action: InvoiceAction): Promise<{ invoicesCount: number }> {
    return { invoicesCount: await this.batches.request(context.beginWrite(), context.actor, action) };
  }
}
