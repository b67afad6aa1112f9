import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { type IdInput } from '../../platform/api/members/shapes.js';
import {
  DeleteInvoicePayload,
  DraftInvoiceInput,
  InvoicePayload,
  InvoiceType,
} from '../../modules/invoices/api/invoice.schema.js';
import type { Invoice } from '../../modules/invoices/records/invoice.table.js';
import type { DraftInvoices } from './draft-invoices.js';

@Resolver(() => InvoiceType)
export class DraftInvoiceResolver {
  constructor(private readonly drafts: DraftInvoices) {}

  @Mutation(() => InvoicePayload, {
    description: 'Recomputes a draft invoice from the current plans, usage and taxes.',
  })
  @Permission('invoice', 'write')
  @FailsWith({ notFound: ['invoice'], forbidden: ['forbidden'] })
  async refreshInvoice(
    @Ctx() context: Context,
    @Arg('input', () => DraftInvoiceInput) { id }: IdInput,
  ): Promise<{ invoice: Invoice }> {
    return { invoice: await this.drafts.refresh(context.beginWrite(), context.actor, id) };
  }

  @Mutation(() => InvoicePayload, { description: 'Finalizes a draft invoice before its grace period ends.' })
  @Permission('invoice', 'write')
  @FailsWith({ notFound: ['invoice'], forbidden: ['cannot_finalize_with_pending_taxes'] })
  async finalizeInvoice(
    @Ctx() context: Context,
    @Arg('input', () => DraftInvoiceInput) { id }: IdInput,
  ): Promise<{ invoice: Invoice }> {
    return { invoice: await this.drafts.finalize(context.beginWrite(), context.actor, id) };
  }

  @Mutation(() => DeleteInvoicePayload, {
    description: 'Deletes a draft invoice and its credit notes. Its periods are not billed again.',
  })
  @Permission('invoice', 'write')
  @FailsWith({ notFound: ['invoice'], notAllowed: ['not_deletable'] })
  async deleteInvoice(
    @Ctx() context: Context,
    @Arg('input', () => DraftInvoiceInput) { id }: IdInput,
  ): Promise<{ deletedId: string; invoice: Invoice }> {
    return { deletedId: id, invoice: await this.drafts.delete(context.beginWrite(), context.actor, id) };
  }
}
