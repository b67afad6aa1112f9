import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { NestedList } from '../../platform/api/lists/nested-list.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { CustomerType } from '../customers/api/customer.schema.js';
import type { Customer } from '../customers/records/customer.table.js';
import { InvoiceType } from '../invoices/api/invoice.schema.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import { PaymentConnection, PaymentPageArgs, type PaymentFilterInput } from './payment.schema.js';
import type { PaymentQuery } from './payment.repository.js';
import type { PaymentService } from './payment.service.js';
import type { Payment } from './payment.table.js';

/** Adds the field `payments` to customers. */
@Resolver(() => CustomerType)
export class CustomerPaymentsResolver {
  private readonly ofCustomers = new NestedList<Payment, PaymentQuery>(({ db, actor }, ids, query) =>
    this.service.listByOwner(db, actor, { type: 'customer', ids }, query),
  );

  constructor(private readonly service: PaymentService) {}

  // The method must have the name of the field: declarations of the field are looked up by type and method name.
  @FieldResolver(() => PaymentConnection, { description: 'Payments, most recent first.' })
  @Permission('payment', 'read')
  async payments(
    @Root() { id: parentId }: Customer,
    @Ctx() context: Context,
    @Args(() => PaymentPageArgs) args: ListArgs<PaymentFilterInput>,
  ): Promise<Connection<Payment>> {
    const query = listQuery(args, context.pageLimits);
    return new PaymentConnection(await this.ofCustomers.load(context, parentId, query));
  }
}

/** Adds the field `payments` to invoices. */
@Resolver(() => InvoiceType)
export class InvoicePaymentsResolver {
  private readonly ofInvoices = new NestedList<Payment, PaymentQuery>(({ db, actor }, ids, query) =>
    this.service.listByOwner(db, actor, { type: 'invoice', ids }, query),
  );

  constructor(private readonly service: PaymentService) {}

  @FieldResolver(() => PaymentConnection, { description: 'Payments, most recent first.' })
  @Permission('payment', 'read')
  async payments(
    @Root() { id: parentId }: Invoice,
    @Ctx() context: Context,
    @Args(() => PaymentPageArgs) args: ListArgs<PaymentFilterInput>,
  ): Promise<Connection<Payment>> {
    const query = listQuery(args, context.pageLimits);
    return new PaymentConnection(await this.ofInvoices.load(context, parentId, query));
  }
}
