import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { NestedList } from '../../../platform/api/lists/nested-list.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { CustomerType } from '../../customers/api/customer.schema.js';
import type { Customer } from '../../customers/records/customer.table.js';
import { InvoiceType } from '../../invoices/api/invoice.schema.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import {
  CreditNoteConnection,
  CreditNotePageArgs,
  CreditNoteType,
  type CreditNoteFilterInput,
} from './credit-note.schema.js';
import { TransactionObject } from '../../wallets/api/wallet-transaction.schema.js';
import type { WalletTransaction } from '../../wallets/records/wallet-transaction.table.js';
import type { CreditNoteList, CreditNoteService } from '../issuing/credit-note.service.js';
import type { CreditNote } from '../records/credit-note.table.js';

/** Adds the field `creditNotes` to customers. */
@Resolver(() => CustomerType)
export class CustomerCreditNotesResolver {
  private readonly ofCustomers = new NestedList<CreditNote, CreditNoteList>(({ db, actor }, ids, query) =>
    this.service.listByOwner(db, actor, { type: 'customer', ids }, query),
  );

  constructor(private readonly service: CreditNoteService) {}

  // The method must have the name of the field: declarations of the field are looked up by type and method name.
  @FieldResolver(() => CreditNoteConnection, { description: 'Credit notes, most recently created first.' })
  @Permission('credit_note', 'read')
  async creditNotes(
    @Root() { id: parentId }: Customer,
    @Ctx() context: Context,
    @Args(() => CreditNotePageArgs) args: ListArgs<CreditNoteFilterInput>,
  ): Promise<Connection<CreditNote>> {
    const query = listQuery(args, context.pageLimits);
    return new CreditNoteConnection(await this.ofCustomers.load(context, parentId, query));
  }
}

/** Adds the field `creditNotes` to invoices. */
@Resolver(() => InvoiceType)
export class InvoiceCreditNotesResolver {
  private readonly ofInvoices = new NestedList<CreditNote, CreditNoteList>(({ db, actor }, ids, query) =>
    this.service.listByOwner(db, actor, { type: 'invoice', ids }, query),
  );

  constructor(private readonly service: CreditNoteService) {}

  @FieldResolver(() => CreditNoteConnection, {
    description: 'Credit notes of the invoice, most recently created first.',
  })
  @Permission('credit_note', 'read')
  async creditNotes(
    @Root() { id: parentId }: Invoice,
    @Ctx() context: Context,
    @Args(() => CreditNotePageArgs) args: ListArgs<CreditNoteFilterInput>,
  ): Promise<Connection<CreditNote>> {
    const query = listQuery(args, context.pageLimits);
    return new CreditNoteConnection(await this.ofInvoices.load(context, parentId, query));
  }
}

/** Adds the credit note that refunds a purchase to the transactions of wallets. */
@Resolver(() => TransactionObject)
export class WalletTransactionCreditNoteResolver {
  private readonly named = defineLoader<string, CreditNote | null>(
    ({ db, actor }, ids) => this.service.getVisible(db, actor, ids),
    () => null,
  );

  constructor(private readonly service: CreditNoteService) {}

  @FieldResolver(() => CreditNoteType, {
    nullable: true,
    description: 'The credit note that refunds a purchase.',
  })
  @Permission('credit_note', 'read')
  async creditNote(
    @Root() { creditNoteId }: WalletTransaction,
    @Ctx() context: Context,
  ): Promise<CreditNote | null> {
    return creditNoteId === null ? null : context.load(this.named, creditNoteId);
  }
}
