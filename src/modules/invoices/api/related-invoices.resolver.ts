import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/connection.js';
import type { Context } from '../../../platform/api/context.js';
import { NestedList } from '../../../platform/api/nested-list.js';
import { type PageArgs, pageRequest } from '../../../platform/api/page-args.js';
import { Permission } from '../../../platform/api/permissions.js';
import { CustomerType } from '../../customers/customer.schema.js';
import type { Customer } from '../../customers/customer.table.js';
import { SubscriptionType } from '../../subscriptions/subscription.schema.js';
import type { Subscription } from '../../subscriptions/subscription.table.js';
import { FeeConnection, FeePageArgs } from './fee.schema.js';
import type { FeeService } from '../records/fee.service.js';
import type { Fee } from '../records/fee.table.js';
import { InvoiceConnection, InvoicePageArgs } from './invoice.schema.js';
import type { InvoiceService } from '../records/invoice.service.js';
import type { Invoice } from '../records/invoice.table.js';

/** Adds invoices to customers. */
@Resolver(() => CustomerType)
export class CustomerInvoicesResolver {
  private readonly ofCustomers = new NestedList(({ db, actor }, ids, page) =>
    this.service.listByOwner(db, actor, { type: 'customer', ids }, page),
  );

  constructor(private readonly service: InvoiceService) {}

  // The method must have the name of the field: declarations of a field are found by type and method name.
  @FieldResolver(() => InvoiceConnection, { description: 'Invoices, most recently issued first.' })
  @Permission('invoice', 'read')
  async invoices(
    @Root() { id: parentId }: Customer,
    @Ctx() context: Context,
    @Args(() => InvoicePageArgs) page: PageArgs,
  ): Promise<Connection<Invoice>> {
    const query = pageRequest(page, context.pageLimits);
    return new InvoiceConnection(await this.ofCustomers.load(context, parentId, query));
  }
}

/** Adds invoices and fees to subscriptions. */
@Resolver(() => SubscriptionType)
export class SubscriptionInvoicesResolver {
  private readonly ownInvoices = new NestedList(({ db, actor }, ids, page) =>
    this.invoiceService.listByOwner(db, actor, { type: 'subscription', ids }, page),
  );

  private readonly ownFees = new NestedList(({ db, actor }, ids, page) =>
    this.feeService.listBySubscription(db, actor, ids, page),
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
    @Args(() => InvoicePageArgs) page: PageArgs,
  ): Promise<Connection<Invoice>> {
    const query = pageRequest(page, context.pageLimits);
    return new InvoiceConnection(await this.ownInvoices.load(context, parentId, query));
  }

  @FieldResolver(() => FeeConnection, { description: 'Fees of the subscription, oldest first.' })
  @Permission('fee', 'read')
  async fees(
    @Root() { id: parentId }: Subscription,
    @Ctx() context: Context,
    @Args(() => FeePageArgs) page: PageArgs,
  ): Promise<Connection<Fee>> {
    const query = pageRequest(page, context.pageLimits);
    return new FeeConnection(await this.ownFees.load(context, parentId, query));
  }
}
