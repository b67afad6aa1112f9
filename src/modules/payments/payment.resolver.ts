import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { defineFinder, defineLoader } from '../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { notFound } from '../../platform/errors/app-error.js';
import { CustomerType } from '../customers/api/customer.schema.js';
import type { Customer } from '../customers/records/customer.table.js';
import { InvoiceType } from '../invoices/api/invoice.schema.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import { PaymentMethodObjectType } from '../payment-providers/api/payment-method.schema.js';
import type { PaymentMethod } from '../payment-providers/records/payment-method.table.js';
import { PaymentProviderType } from '../payment-providers/api/payment-provider.schema.js';
import type { PaymentProviderRow } from '../payment-providers/records/payment-provider.table.js';
import { PaymentRequestType } from '../payment-requests/payment-request.schema.js';
import type { PaymentRequest } from '../payment-requests/payment-request.table.js';
import type { PaymentsNeeds } from './payments.needs.js';
import { payableOfPayment } from './payable.js';
import {
  PayableType,
  PaymentConnection,
  PaymentPageArgs,
  type PaymentFilterInput,
  PaymentPayload,
  PaymentType,
  RecordPaymentInput,
} from './payment.schema.js';
import type { PaymentService } from './payment.service.js';
import type { Payment } from './payment.table.js';

interface Needs extends Pick<
  PaymentsNeeds,
  'customers' | 'invoices' | 'paymentRequests' | 'paymentProviders' | 'paymentMethods'
> {
  readonly payments: PaymentService;
}

@Resolver(() => PaymentType)
export class PaymentResolver {
  private readonly named = defineFinder('payment', ({ db, actor }, ids) =>
    this.needs.payments.getMany(db, actor, ids),
  );

  private readonly ownCustomer = defineLoader<string, Customer>(
    ({ db, actor }, ids) => this.needs.customers.getMany(db, actor, ids),
    () => notFound('customer'),
  );

  private readonly ownInvoice = defineLoader<string, Invoice>(
    ({ db, actor }, ids) => this.needs.invoices.getMany(db, actor, ids),
    () => notFound('invoice'),
  );

  private readonly ownRequest = defineLoader<string, PaymentRequest>(
    ({ db, actor }, ids) => this.needs.paymentRequests.getMany(db, actor, ids),
    () => notFound('payment_request'),
  );

  private readonly requestedInvoices = defineLoader<string, Invoice[]>(
    ({ db, actor }, ids) => this.needs.paymentRequests.invoicesOf(db, actor, ids),
    () => [],
  );

  private readonly ownProvider = defineLoader<string, PaymentProviderRow>(
    ({ db, actor }, ids) => this.needs.paymentProviders.getWithDeleted(db, actor, ids),
    () => notFound('payment_provider'),
  );

  private readonly ownMethod = defineLoader<string, PaymentMethod>(
    ({ db, actor }, ids) => this.needs.paymentMethods.getWithDeleted(db, actor, ids),
    () => notFound('payment_method'),
  );

  constructor(private readonly needs: Needs) {}

  @Query(() => PaymentType, { description: 'The payment with this id.' })
  @Permission('payment', 'read')
  payment(@Ctx() context: Context, @Arg('id', () => ID) id: string): Promise<Payment> {
    return context.load(this.named, id);
  }

  @Query(() => PaymentConnection, { name: 'payments', description: 'Payments, most recent first.' })
  @Permission('payment', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => PaymentPageArgs) args: ListArgs<PaymentFilterInput>,
  ): Promise<Connection<Payment>> {
    const query = listQuery(args, pageLimits);
    return new PaymentConnection(await this.needs.payments.list(db, actor, query));
  }

  @Mutation(() => PaymentPayload, { description: 'Records a payment made outside of any payment provider.' })
  @Permission('payment', 'write')
  @FailsWith({
    notFound: ['invoice'],
    forbidden: ['forbidden'],
    fields: ['value_is_out_of_range', 'invalid_value'],
  })
  async recordPayment(
    @Ctx() context: Context,
    @Arg('input', () => RecordPaymentInput, {
      description: 'The invoice that was paid, with amount and date of the payment.',
    })
    input: RecordPaymentInput,
  ): Promise<{ payment: Payment }> {
    return { payment: await this.needs.payments.record(context.beginWrite(), context.actor, input) };
  }

  @FieldResolver(() => CustomerType)
  @Permission('customer', 'read')
  customer(@Root() { customerId }: Payment, @Ctx() context: Context): Promise<Customer> {
    return context.load(this.ownCustomer, customerId);
  }

  @FieldResolver(() => String)
  async externalCustomerId(@Root() { customerId }: Payment, @Ctx() context: Context): Promise<string> {
    return (await context.load(this.ownCustomer, customerId)).externalId;
  }

  @FieldResolver(() => PayableType, { description: 'Kind of the record that the payment pays.' })
  payableType(@Root() payment: Payment): keyof typeof PayableType {
    return payableOfPayment(payment).type;
  }

  @FieldResolver(() => ID, { description: 'Id of the paid document.' })
  payableId(@Root() payment: Payment): string {
    return payableOfPayment(payment).id;
  }

  @FieldResolver(() => PaymentRequestType, {
    nullable: true,
    description: 'The payment request paid; null for a payment of an invoice.',
  })
  @Permission('payment_request', 'read')
  paymentRequest(
    @Root() { paymentRequestId }: Payment,
    @Ctx() context: Context,
  ): Promise<PaymentRequest> | null {
    return paymentRequestId === null ? null : context.load(this.ownRequest, paymentRequestId);
  }

  @FieldResolver(() => [InvoiceType], { description: 'The invoices paid.' })
  @Permission('invoice', 'read')
  @TypicalItems(1)
  invoices(@Root() payment: Payment, @Ctx() context: Context): Promise<Invoice[]> {
    return this.paidInvoices(context, payment);
  }

  @FieldResolver(() => [ID], { description: 'Ids of the invoices that the payment pays.' })
  async invoiceIds(@Root() payment: Payment, @Ctx() context: Context): Promise<string[]> {
    return (await this.paidInvoices(context, payment)).map(({ id }) => id);
  }

  @FieldResolver(() => [String], { description: 'Numbers of the invoices that the payment pays.' })
  async invoiceNumbers(@Root() payment: Payment, @Ctx() context: Context): Promise<string[]> {
    return (await this.paidInvoices(context, payment)).map(({ number }) => number);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "The provider's name of the status. For manual payments, the payment status.",
  })
  status(@Root() { paymentType, paymentStatus, providerStatus }: Payment): string | null {
    return paymentType === 'manual' ? paymentStatus : providerStatus;
  }

  @FieldResolver(() => PaymentProviderType, {
    nullable: true,
    description: 'The connection to the provider that made it; null for one that was recorded by hand.',
  })
  @Permission('organization', 'read')
  async paymentProvider(
    @Root() payment: Payment,
    @Ctx() context: Context,
  ): Promise<PaymentProviderRow | null> {
    return this.providerOf(context, payment);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Code of the connection to the payment provider; null for a payment recorded by hand.',
  })
  async paymentProviderCode(@Root() payment: Payment, @Ctx() context: Context): Promise<string | null> {
    return (await this.providerOf(context, payment))?.code ?? null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The payment provider, such as "stripe"; null for a payment recorded by hand.',
  })
  async paymentProviderType(@Root() payment: Payment, @Ctx() context: Context): Promise<string | null> {
    return (await this.providerOf(context, payment))?.providerType ?? null;
  }

  @FieldResolver(() => PaymentMethodObjectType, {
    nullable: true,
    description: 'The payment method that pays, also after it was deleted.',
  })
  @Permission('payment_method', 'read')
  async paymentMethod(
    @Root() { paymentMethodId }: Payment,
    @Ctx() context: Context,
  ): Promise<PaymentMethod | null> {
    return paymentMethodId === null ? null : context.load(this.ownMethod, paymentMethodId);
  }

  private async providerOf(
    context: Context,
    { paymentProviderId }: Payment,
  ): Promise<PaymentProviderRow | null> {
    return paymentProviderId === null ? null : context.load(this.ownProvider, paymentProviderId);
  }

  private async paidInvoices(context: Context, { invoiceId, paymentRequestId }: Payment): Promise<Invoice[]> {
    if (invoiceId !== null) return [await context.load(this.ownInvoice, invoiceId)];
    return paymentRequestId === null ? [] : context.load(this.requestedInvoices, paymentRequestId);
  }
}
