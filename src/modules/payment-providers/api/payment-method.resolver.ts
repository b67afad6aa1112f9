import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { defineFinder, defineLoader } from '../../../platform/api/loader.js';
import { NestedList } from '../../../platform/api/lists/nested-list.js';
import { OwnTransaction } from '../../../platform/api/own-transaction.js';
import { type ListArgs, pageRequest } from '../../../platform/api/lists/page-args.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { type IdInput } from '../../../platform/api/members/shapes.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { CustomerType } from '../../customers/api/customer.schema.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { PaymentProvidersNeeds } from '../payment-providers.needs.js';
import { CHECKOUT_ERRORS } from '../methods/checkout.errors.js';
import type { PaymentMethodQuery } from '../records/payment-method.repository.js';
import {
  CustomerCheckoutPayload,
  DeletePaymentMethodInput,
  DeletePaymentMethodPayload,
  GenerateCustomerCheckoutUrlInput,
  PaymentMethodConnection,
  type PaymentMethodFilterInput,
  PaymentMethodObjectType,
  PaymentMethodPageArgs,
  PaymentMethodPayload,
  SetDefaultPaymentMethodInput,
} from './payment-method.schema.js';
import type { PaymentMethodService } from '../methods/payment-method.service.js';
import type { PaymentMethod } from '../records/payment-method.table.js';
import { PaymentProviderType } from './payment-provider.schema.js';
import type { PaymentProviderService } from '../connections/payment-provider.service.js';
import type { PaymentProviderRow } from '../records/payment-provider.table.js';
import type { CheckoutPage, ProviderCustomers } from '../methods/provider-customers.service.js';

interface Needs extends Pick<PaymentProvidersNeeds, 'customers'> {
  readonly paymentMethods: PaymentMethodService;
  readonly paymentProviders: PaymentProviderService;
  readonly providerCustomers: ProviderCustomers;
}

type ShownCheckout = CheckoutPage & {
  readonly customerId: string;
  readonly externalCustomerId: string;
  readonly paymentProvider: string;
};

/** The arguments of a list of methods. */
const queryOf = (args: ListArgs<PaymentMethodFilterInput>, { pageLimits }: Context): PaymentMethodQuery => ({
  filter: args.filter ?? {},
  page: pageRequest(args, pageLimits),
});

@Resolver(() => PaymentMethodObjectType)
export class PaymentMethodResolver {
  private readonly named = defineFinder('payment_method', ({ db, actor }, ids) =>
    this.needs.paymentMethods.getMany(db, actor, ids),
  );

  private readonly ownCustomer = defineLoader<string, Customer>(
    ({ db, actor }, ids) => this.needs.customers.getMany(db, actor, ids),
    () => notFound('customer'),
  );

  private readonly ownProvider = defineLoader<string, PaymentProviderRow>(
    ({ db, actor }, ids) => this.needs.paymentProviders.getWithDeleted(db, actor, ids),
    () => notFound('payment_provider'),
  );

  constructor(private readonly needs: Needs) {}

  @Query(() => PaymentMethodObjectType, { description: 'The payment method with this id.' })
  @Permission('payment_method', 'read')
  async paymentMethod(
    @Ctx() context: Context,
    @Arg('id', () => ID) id: string,
    @Arg('externalCustomerId', () => String, {
      nullable: true,
      description: 'External id of the customer that the method must belong to.',
    })
    externalCustomerId?: string | null,
  ): Promise<PaymentMethod> {
    if (typeof externalCustomerId !== 'string') return context.load(this.named, id);
    const { customers, paymentMethods } = this.needs;
    const customer = await customers.get(context.db, context.actor, { externalId: externalCustomerId });
    const method = await paymentMethods.find(context.db, context.actor, customer, id);
    if (method === null) throw notFound('payment_method');
    return method;
  }

  @Query(() => PaymentMethodConnection, {
    name: 'paymentMethods',
    description: 'Payment methods of customers, newest first.',
  })
  @Permission('payment_method', 'read')
  async list(
    @Ctx() context: Context,
    @Args(() => PaymentMethodPageArgs) args: ListArgs<PaymentMethodFilterInput>,
  ): Promise<Connection<PaymentMethod>> {
    const { db, actor } = context;
    return new PaymentMethodConnection(
      await this.needs.paymentMethods.list(db, actor, queryOf(args, context)),
    );
  }

  @Mutation(() => PaymentMethodPayload, {
    description: 'Makes a payment method the default one of its customer.',
  })
  @Permission('payment_method', 'write')
  @FailsWith({ notFound: ['payment method'], notAllowed: ['test_clock_advancing'] })
  async setDefaultPaymentMethod(
    @Ctx() context: Context,
    @Arg('input', () => SetDefaultPaymentMethodInput, {
      description: 'The payment method to charge by default.',
    })
    { id }: IdInput,
  ): Promise<{ paymentMethod: PaymentMethod }> {
    const { paymentMethods } = this.needs;
    return { paymentMethod: await paymentMethods.setDefault(context.beginWrite(), context.actor, id) };
  }

  @Mutation(() => DeletePaymentMethodPayload, {
    description:
      'Deletes a payment method: nothing is charged with it any more. The payment provider keeps it, and no other method becomes the default.',
  })
  @Permission('payment_method', 'write')
  @FailsWith({ notFound: ['payment method'], notAllowed: ['test_clock_advancing'] })
  async deletePaymentMethod(
    @Ctx() context: Context,
    @Arg('input', () => DeletePaymentMethodInput) { id }: IdInput,
  ): Promise<{ deletedId: string; paymentMethod: PaymentMethod }> {
    const paymentMethod = await this.needs.paymentMethods.delete(context.beginWrite(), context.actor, id);
    return { deletedId: id, paymentMethod };
  }

  @Mutation(() => CustomerCheckoutPayload, {
    description: 'Generates a page of the payment provider on which a customer registers a payment method.',
  })
  @Permission('customer', 'write')
  @OwnTransaction({ inSteps: true })
  @FailsWith({
    notFound: ['customer'],
    notAllowed: ['feature_not_supported'],
    fields: CHECKOUT_ERRORS,
  })
  async generateCustomerCheckoutUrl(
    @Ctx() { db, actor }: Context,
    @Arg('input', () => GenerateCustomerCheckoutUrlInput, {
      description: 'The customer who registers a payment method.',
    })
    { id }: IdInput,
  ): Promise<{ customerCheckout: ShownCheckout }> {
    const page = await this.needs.providerCustomers.checkout(db, actor, id);
    const { id: customerId, externalId: externalCustomerId, paymentProvider } = page.customer;
    const customerCheckout = {
      ...page,
      customerId,
      externalCustomerId,
      paymentProvider: paymentProvider ?? '',
    };
    return { customerCheckout };
  }

  @FieldResolver(() => CustomerType)
  @Permission('customer', 'read')
  customer(@Root() { customerId }: PaymentMethod, @Ctx() context: Context): Promise<Customer> {
    return context.load(this.ownCustomer, customerId);
  }

  @FieldResolver(() => PaymentProviderType, { description: 'The connection to the provider that stores it.' })
  @Permission('organization', 'read')
  paymentProvider(
    @Root() { paymentProviderId }: PaymentMethod,
    @Ctx() context: Context,
  ): Promise<PaymentProviderRow> {
    return context.load(this.ownProvider, paymentProviderId);
  }

  @FieldResolver(() => String, { description: 'Code of the connection to the payment provider.' })
  async paymentProviderCode(
    @Root() { paymentProviderId }: PaymentMethod,
    @Ctx() context: Context,
  ): Promise<string> {
    return (await context.load(this.ownProvider, paymentProviderId)).code;
  }

  @FieldResolver(() => String, { description: 'Name of the connection to the payment provider.' })
  async paymentProviderName(
    @Root() { paymentProviderId }: PaymentMethod,
    @Ctx() context: Context,
  ): Promise<string> {
    return (await context.load(this.ownProvider, paymentProviderId)).name;
  }

  @FieldResolver(() => String, { description: 'The payment provider, such as "stripe".' })
  async paymentProviderType(
    @Root() { paymentProviderId }: PaymentMethod,
    @Ctx() context: Context,
  ): Promise<string> {
    return (await context.load(this.ownProvider, paymentProviderId)).providerType;
  }
}

/** Adds the field `paymentMethods` to customers. */
@Resolver(() => CustomerType)
export class CustomerPaymentMethodsResolver {
  private readonly ofCustomers = new NestedList<PaymentMethod, PaymentMethodQuery>(
    ({ db, actor }, ids, query) => this.service.listByCustomer(db, actor, ids, query),
  );

  constructor(private readonly service: PaymentMethodService) {}

  // The method must have the name of the field: declarations of the field are looked up by type and method name.
  @FieldResolver(() => PaymentMethodConnection, { description: 'Payment methods, newest first.' })
  @Permission('payment_method', 'read')
  async paymentMethods(
    @Root() { id: parentId }: Customer,
    @Ctx() context: Context,
    @Args(() => PaymentMethodPageArgs) args: ListArgs<PaymentMethodFilterInput>,
  ): Promise<Connection<PaymentMethod>> {
    return new PaymentMethodConnection(
      await this.ofCustomers.load(context, parentId, queryOf(args, context)),
    );
  }
}
