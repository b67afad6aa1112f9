import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { FailsWith } from '../../platform/api/failures.js';
import { defineFinder, defineLoader } from '../../platform/api/loader.js';
import { NestedList } from '../../platform/api/lists/nested-list.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { notFound } from '../../platform/errors/app-error.js';
import { CustomerType } from '../customers/api/customer.schema.js';
import type { CustomerService } from '../customers/customer.service.js';
import type { Customer } from '../customers/records/customer.table.js';
import { DunningCampaignType } from '../dunning-campaigns/dunning-campaign.schema.js';
import type { DunningCampaignService } from '../dunning-campaigns/dunning-campaign.service.js';
import type { DunningCampaign } from '../dunning-campaigns/dunning-campaign.table.js';
import { InvoiceType } from '../invoices/api/invoice.schema.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import {
  CreatePaymentRequestInput,
  PaymentRequestConnection,
  type PaymentRequestFilterInput,
  PaymentRequestPageArgs,
  PaymentRequestPayload,
  PaymentRequestType,
} from './payment-request.schema.js';
import type { PaymentRequestList, PaymentRequestService } from './payment-request.service.js';
import type { PaymentRequest } from './payment-request.table.js';

@Resolver(() => PaymentRequestType)
export class PaymentRequestResolver {
  private readonly named = defineFinder('payment_request', ({ db, actor }, ids) =>
    this.requests.getMany(db, actor, ids),
  );

  private readonly ownCustomer = defineLoader<string, Customer>(
    ({ db, actor }, ids) => this.customers.getMany(db, actor, ids),
    () => notFound('customer'),
  );

  private readonly ownInvoices = defineLoader<string, Invoice[]>(
    ({ db, actor }, ids) => this.requests.invoicesOf(db, actor, ids),
    () => [],
  );

  private readonly campaign = defineLoader<string, DunningCampaign>(
    ({ db, actor }, ids) => this.campaigns.getMany(db, actor, ids),
    () => notFound('dunning_campaign'),
  );

  constructor(
    private readonly requests: PaymentRequestService,
    private readonly customers: CustomerService,
    private readonly campaigns: DunningCampaignService,
  ) {}

  @Query(() => PaymentRequestType, { description: 'The payment request with this id.' })
  @Permission('payment_request', 'read')
  paymentRequest(@Ctx() context: Context, @Arg('id', () => ID) id: string): Promise<PaymentRequest> {
    return context.load(this.named, id);
  }

  @Query(() => PaymentRequestConnection, {
    name: 'paymentRequests',
    description: 'Payment requests, newest first.',
  })
  @Permission('payment_request', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => PaymentRequestPageArgs) args: ListArgs<PaymentRequestFilterInput>,
  ): Promise<Connection<PaymentRequest>> {
    const query = listQuery(args, pageLimits);
    return new PaymentRequestConnection(await this.requests.list(db, actor, query));
  }

  @Mutation(() => PaymentRequestPayload, {
    description: 'Asks a customer to pay overdue invoices. An invoice may be in several requests.',
  })
  @Permission('payment_request', 'write')
  @FailsWith({
    notFound: ['customer', 'invoice'],
    notAllowed: [
      'invoices_not_overdue',
      'invoices_have_different_currencies',
      'invoices_have_different_billing_entities',
      'invoices_not_ready_for_payment_processing',
    ],
    fields: ['invalid_count', 'invalid_email_format', 'invalid_payment_method', 'value_is_out_of_range'],
  })
  async createPaymentRequest(
    @Ctx() context: Context,
    @Arg('input', () => CreatePaymentRequestInput, {
      description: 'The customer to ask, and the overdue invoices to pay.',
    })
    input: CreatePaymentRequestInput,
  ): Promise<{ paymentRequest: PaymentRequest }> {
    return { paymentRequest: await this.requests.create(context.beginWrite(), context.actor, input) };
  }

  @FieldResolver(() => CustomerType)
  @Permission('customer', 'read')
  customer(@Root() { customerId }: PaymentRequest, @Ctx() context: Context): Promise<Customer> {
    return context.load(this.ownCustomer, customerId);
  }

  @FieldResolver(() => DunningCampaignType, {
    nullable: true,
    description: 'The dunning campaign that has made the request; null if it was made by hand.',
  })
  @Permission('organization', 'read')
  dunningCampaign(
    @Root() { dunningCampaignId }: PaymentRequest,
    @Ctx() context: Context,
  ): Promise<DunningCampaign> | null {
    return dunningCampaignId === null ? null : context.load(this.campaign, dunningCampaignId);
  }

  @FieldResolver(() => [InvoiceType], { description: 'The invoices to pay, oldest first.' })
  @Permission('invoice', 'read')
  @TypicalItems(3)
  invoices(@Root() { id }: PaymentRequest, @Ctx() context: Context): Promise<Invoice[]> {
    return context.load(this.ownInvoices, id);
  }
}

/** Adds the field `paymentRequests` to customers. */
@Resolver(() => CustomerType)
export class CustomerPaymentRequestsResolver {
  private readonly ofCustomers = new NestedList<PaymentRequest, PaymentRequestList>(
    ({ db, actor }, ids, query) => this.service.listByCustomer(db, actor, ids, query),
  );

  constructor(private readonly service: PaymentRequestService) {}

  // The method must have the name of the field: declarations of the field are looked up by type and method name.
  @FieldResolver(() => PaymentRequestConnection, { description: 'Payment requests, newest first.' })
  @Permission('payment_request', 'read')
  async paymentRequests(
    @Root() { id: parentId }: Customer,
    @Ctx() context: Context,
    @Args(() => PaymentRequestPageArgs) args: ListArgs<PaymentRequestFilterInput>,
  ): Promise<Connection<PaymentRequest>> {
    const query = listQuery(args, context.pageLimits);
    return new PaymentRequestConnection(await this.ofCustomers.load(context, parentId, query));
  }
}
