import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { defineFinder, defineLoader } from '../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { notFound } from '../../platform/errors/app-error.js';
import { CustomerType } from '../customers/api/customer.schema.js';
import type { Customer } from '../customers/records/customer.table.js';
import { PaymentType } from '../payments/payment.schema.js';
import type { Payment } from '../payments/payment.table.js';
import type { PaymentReceiptsNeeds } from './payment-receipts.needs.js';
import {
  PaymentReceiptConnection,
  type PaymentReceiptFilterInput,
  PaymentReceiptPageArgs,
  PaymentReceiptType,
} from './payment-receipt.schema.js';
import type { PaymentReceiptService } from './payment-receipt.service.js';
import type { PaymentReceipt } from './payment-receipt.table.js';

interface Needs extends Pick<PaymentReceiptsNeeds, 'payments' | 'customers'> {
  readonly paymentReceipts: PaymentReceiptService;
}

@Resolver(() => PaymentReceiptType)
export class PaymentReceiptResolver {
  private readonly named = defineFinder('payment_receipt', ({ db, actor }, ids) =>
    this.needs.paymentReceipts.getMany(db, actor, ids),
  );

  private readonly ownPayment = defineLoader<string, Payment>(
    ({ db, actor }, ids) => this.needs.payments.getMany(db, actor, ids),
    () => notFound('payment'),
  );

  private readonly ownCustomer = defineLoader<string, Customer>(
    ({ db, actor }, ids) => this.needs.customers.getMany(db, actor, ids),
    () => notFound('customer'),
  );

  constructor(private readonly needs: Needs) {}

  @Query(() => PaymentReceiptType, { description: 'The payment receipt with this id.' })
  @Permission('payment_receipt', 'read', { or: 'invoice' })
  paymentReceipt(@Ctx() context: Context, @Arg('id', () => ID) id: string): Promise<PaymentReceipt> {
    return context.load(this.named, id);
  }

  @Query(() => PaymentReceiptConnection, {
    name: 'paymentReceipts',
    description: 'Payment receipts, newest first.',
  })
  @Permission('payment_receipt', 'read', { or: 'invoice' })
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => PaymentReceiptPageArgs) args: ListArgs<PaymentReceiptFilterInput>,
  ): Promise<Connection<PaymentReceipt>> {
    const query = listQuery(args, pageLimits);
    return new PaymentReceiptConnection(await this.needs.paymentReceipts.list(db, actor, query));
  }

  @FieldResolver(() => PaymentType, { description: 'The payment that the receipt confirms.' })
  @Permission('payment', 'read')
  payment(@Root() { paymentId }: PaymentReceipt, @Ctx() context: Context): Promise<Payment> {
    return context.load(this.ownPayment, paymentId);
  }

  @FieldResolver(() => CustomerType)
  @Permission('customer', 'read')
  customer(@Root() { customerId }: PaymentReceipt, @Ctx() context: Context): Promise<Customer> {
    return context.load(this.ownCustomer, customerId);
  }
}

/** Adds the field `paymentReceipt` to payments. */
@Resolver(() => PaymentType)
export class ReceiptOfPaymentResolver {
  private readonly receipts = defineLoader<string, PaymentReceipt | null>(
    ({ db, actor }, ids) => this.service.ofPayments(db, actor, ids),
    () => null,
  );

  constructor(private readonly service: PaymentReceiptService) {}

  @FieldResolver(() => PaymentReceiptType, {
    nullable: true,
    description: 'The receipt; null for a payment that has not succeeded, and where none is issued.',
  })
  @Permission('payment_receipt', 'read', { or: 'invoice' })
  paymentReceipt(@Root() { id }: Payment, @Ctx() context: Context): Promise<PaymentReceipt | null> {
    return context.load(this.receipts, id);
  }
}
