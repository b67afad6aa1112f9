import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../platform/api/connection.js';
import type { Context } from '../../platform/api/context.js';
import { PageArgs, pageRequest } from '../../platform/api/page-args.js';
import { Permission } from '../../platform/api/permissions.js';
import { CustomerType } from '../customers/customer.schema.js';
import type { Customer } from '../customers/customer.table.js';
import { SubscriptionType } from '../subscriptions/subscription.schema.js';
import type { Subscription } from '../subscriptions/subscription.table.js';
import { FeeConnection } from './fee.schema.js';
import type { FeeService } from './fee.service.js';
import type { Fee } from './fee.table.js';
import { InvoiceConnection } from './invoice.schema.js';
import type { InvoiceService } from './invoice.service.js';
import type { Invoice } from './invoice.table.js';

/** The invoices of a customer, as a field of it. */
@Resolver(() => CustomerType)
export class CustomerInvoicesResolver {
  constructor(private readonly service: InvoiceService) {}

  // The method has the field's own name: what is declared of it is found by type and method name.
  @FieldResolver(() => InvoiceConnection, { description: 'Its invoices, issued last first.' })
  @Permission('invoice', 'read')
  async invoices(
    @Root() { id }: Customer,
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<Invoice>> {
    const slice = pageRequest(page, pageLimits);
    const query = { filter: {}, search: null, of: { customerId: id }, page: slice };
    return new InvoiceConnection(await this.service.list(db, actor, query));
  }
}

/** The invoices and fees of a subscription, as fields of it. */
@Resolver(() => SubscriptionType)
export class SubscriptionInvoicesResolver {
  constructor(
    private readonly invoiceService: InvoiceService,
    private readonly feeService: FeeService,
  ) {}

  @FieldResolver(() => InvoiceConnection, { description: 'The invoices that bill it, issued last first.' })
  @Permission('invoice', 'read')
  async invoices(
    @Root() { id }: Subscription,
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<Invoice>> {
    const slice = pageRequest(page, pageLimits);
    const query = { filter: {}, search: null, of: { subscriptionId: id }, page: slice };
    return new InvoiceConnection(await this.invoiceService.list(db, actor, query));
  }

  @FieldResolver(() => FeeConnection, { description: 'Its fees, oldest first.' })
  @Permission('fee', 'read')
  async fees(
    @Root() { id }: Subscription,
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<Fee>> {
    const query = { filter: {}, subscriptionId: id, page: pageRequest(page, pageLimits) };
    return new FeeConnection(await this.feeService.list(db, actor, query));
  }
}
