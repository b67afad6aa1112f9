import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { NestedList } from '../../../platform/api/lists/nested-list.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { CustomerType } from '../../customers/api/customer.schema.js';
import type { Customer } from '../../customers/records/customer.table.js';
import { SubscriptionType } from '../../subscriptions/api/subscription.schema.js';
import type { Subscription } from '../../subscriptions/records/subscription.table.js';
import { FeeConnection, type FeeFilterInput, FeePageArgs } from './fee.schema.js';
import type { FeeQuery } from '../records/fees/fee.repository.js';
import type { FeeService } from '../records/fees/fee.service.js';
import type { Fee } from '../records/fees/fee.table.js';
import { InvoiceConnection, InvoicePageArgs, type InvoiceFilterInput } from './invoice.schema.js';
import type { InvoiceList, InvoiceService } from '../records/invoice.service.js';
import type { Invoice } from '../records/invoice.table.js';

/** Adds invoices to customers. */
@Resolver(() => CustomerType)
export class CustomerInvoicesResolver {
  private readonly ofCustomers = new NestedList<Invoice, InvoiceList>(({ db, actor }, ids, query) =>
    this.service.listByOwner(db, actor, { type: 'customer', ids }, query),
  );

  constructor(private readonly service: InvoiceService) {}

  // The method must have the name of the field: declarations of a field are found by type and method name.
  @FieldResolver(() => InvoiceConnection, { description: 'Invoices, most recently issued first.' })
  @Permission('invoice', 'read')
  async invoices(
    @Root() { id: parentId }: Customer,
    @Ctx() context: Context,
    @Args(() => InvoicePageArgs) args: ListArgs<InvoiceFilterInput>,
  ): Promise<Connection<Invoice>> {
    const query = listQuery(args, context.pageLimits);
    return new InvoiceConnection(await this.ofCustomers.load(context, parentId, query));
  }
}

/** Adds invoices and fees to subscriptions. */
@Resolver(() => SubscriptionType)
export class SubscriptionInvoicesResolver {
  private readonly ownInvoices = new NestedList<Invoice, InvoiceList>(({ db, actor }, ids, query) =>
    this.invoiceService.listByOwner(db, actor, { type: 'subscription', ids }, query),
  );

  private readonly ownFees = new NestedList<Fee, FeeQuery>(({ db, actor }, ids, query) =>
    this.feeService.listBySubscription(db, actor, ids, query),
  );

  constructor(
    private readonly invoiceService: InvoiceService,
    private readonly feeService: FeeService,
  ) {}

  @FieldResolver(() => InvoiceConnection, {
    description: 'Invoices of the subscription, most recently issued first.',
  })
  @Permission('invoice', 'read')
  async invoices(
    @Root() { id: parentId }: Subscription,
    @Ctx() context: Context,
    @Args(() => InvoicePageArgs) args: ListArgs<InvoiceFilterInput>,
  ): Promise<Connection<Invoice>> {
    const query = listQuery(args, context.pageLimits);
    return new InvoiceConnection(await this.ownInvoices.load(context, parentId, query));
  }

  @FieldResolver(() => FeeConnection, { description: 'Fees of the subscription, oldest first.' })
  @Permission('fee', 'read')
  async fees(
    @Root() { id: parentId }: Subscription,
    @Ctx() context: Context,
    @Args(() => FeePageArgs) args: ListArgs<FeeFilterInput>,
  ): Promise<Connection<Fee>> {
    const query = listQuery(args, context.pageLimits);
    return new FeeConnection(await this.ownFees.load(context, parentId, query));
  }
}
