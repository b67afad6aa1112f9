import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../platform/api/connection.js';
import type { Context } from '../../platform/api/context.js';
import { PageArgs, pageRequest } from '../../platform/api/page-args.js';
import { Permission } from '../../platform/api/permissions.js';
import { CustomerType } from '../customers/customer.schema.js';
import type { Customer } from '../customers/customer.table.js';
import { InvoiceType } from '../invoices/invoice.schema.js';
import type { Invoice } from '../invoices/invoice.table.js';
import { PaymentConnection } from './payment.schema.js';
import type { PaymentService } from './payment.service.js';
import type { Payment } from './payment.table.js';

/** The payments of a customer, as a field of it. */
@Resolver(() => CustomerType)
export class CustomerPaymentsResolver {
  constructor(private readonly service: PaymentService) {}

  // The method has the field's own name: what is declared of it is found by type and method name.
  @FieldResolver(() => PaymentConnection, { description: 'Its payments, paid last first.' })
  @Permission('payment', 'read')
  async payments(
    @Root() { id }: Customer,
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<Payment>> {
    const query = { filter: {}, customerId: id, search: null, page: pageRequest(page, pageLimits) };
    return new PaymentConnection(await this.service.list(db, actor, query));
  }
}

/** The payments of an invoice, as a field of it. */
@Resolver(() => InvoiceType)
export class InvoicePaymentsResolver {
  constructor(private readonly service: PaymentService) {}

  @FieldResolver(() => PaymentConnection, { description: 'Its payments, paid last first.' })
  @Permission('payment', 'read')
  async payments(
    @Root() { id: invoiceId }: Invoice,
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<Payment>> {
    const slice = pageRequest(page, pageLimits);
    const query = { filter: { invoiceId }, customerId: null, search: null, page: slice };
    return new PaymentConnection(await this.service.list(db, actor, query));
  }
}
