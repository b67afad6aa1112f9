import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { TransactionObject } from '../../wallets/api/wallet-transaction.schema.js';
import type { WalletTransaction } from '../../wallets/records/wallet-transaction.table.js';
import { type Invoice, VISIBLE_INVOICE_STATUSES } from '../records/invoice.table.js';
import type { InvoiceRelations } from './invoice-relations.js';
import { InvoiceType } from './invoice.schema.js';

const VISIBLE: ReadonlySet<string> = new Set(VISIBLE_INVOICE_STATUSES);

/** Adds invoices to the transactions of wallets. */
@Resolver(() => TransactionObject)
export class WalletTransactionInvoicesResolver {
  constructor(private readonly relations: InvoiceRelations) {}

  @FieldResolver(() => InvoiceType, {
    nullable: true,
    description:
      'The invoice of a purchase, or the paid invoice; null while a purchase waits for its payment to be invoiced.',
  })
  @Permission('invoice', 'read')
  invoice(@Root() { invoiceId }: WalletTransaction, @Ctx() context: Context): Promise<Invoice | null> {
    return this.visible(context, invoiceId);
  }

  @FieldResolver(() => InvoiceType, {
    nullable: true,
    description: 'The voided invoice whose payment it returns.',
  })
  @Permission('invoice', 'read')
  voidedInvoice(
    @Root() { voidedInvoiceId }: WalletTransaction,
    @Ctx() context: Context,
  ): Promise<Invoice | null> {
    return this.visible(context, voidedInvoiceId);
  }

  private async visible(context: Context, id: string | null): Promise<Invoice | null> {
    const invoice = id === null ? null : await context.load(this.relations.invoice, id);
    return invoice !== null && VISIBLE.has(invoice.status) ? invoice : null;
  }
}
