import type { AddressInAnswer, PublicAddresses } from '../../platform/addresses.js';
import { Arg, Args, Ctx, FieldResolver, ID, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { AnswersSecret } from '../../platform/api/access/secret-answers.js';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { Computed } from '../../platform/api/cost.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Of } from '../../platform/api/members/fields.js';
import { OwnTransaction } from '../../platform/api/own-transaction.js';
import { PageArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { Permission } from '../../platform/api/access/permissions.js';
import type { PortalCaller, PortalResource } from '../../platform/api/access/portal-caller.js';
import { PortalField } from '../../platform/api/access/portal-field.js';
import { type IdInput } from '../../platform/api/members/shapes.js';
import type { InvoiceCollection, OverdueBalance } from '../analytics/reading/analytics.service.js';
import { logoUrlOf } from '../billing-entities/logos/logo-url.js';
import type { CreditNote } from '../credit-notes/records/credit-note.table.js';
import { CustomerType } from '../customers/api/customer.schema.js';
import type { CustomerService } from '../customers/customer.service.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import { CHECKOUT_ERRORS } from '../payment-providers/methods/checkout.errors.js';
import type { PaymentMethod } from '../payment-providers/records/payment-method.table.js';
import { LINK_ERRORS } from '../payments/collecting/payment-link.errors.js';
import type { Subscription } from '../subscriptions/records/subscription.table.js';
import type { CustomerProjectedUsage, CustomerUsage } from '../usage/current-usage/customer-usage.service.js';
import type { Wallet } from '../wallets/records/wallet.table.js';
import type { WalletTransaction } from '../wallets/records/wallet-transaction.table.js';
import type { PortalAccess } from './portal-access.service.js';
import {
  GenerateCustomerPortalUrlInput,
  GenerateCustomerPortalUrlPayload,
  PortalCustomerType,
  PortalOrganizationType,
  PortalUpdateCustomerInput,
  PortalUpdateCustomerPayload,
} from './portal-customer.schema.js';
import {
  PortalCreditNoteConnection,
  PortalCreditNotePayload,
  PortalDownloadCreditNoteInput,
  PortalDownloadInvoiceInput,
  PortalInvoiceCollectionType,
  PortalInvoiceConnection,
  PortalInvoicePageArgs,
  PortalInvoicePayload,
  PortalInvoiceType,
  PortalOverdueBalanceType,
} from './portal-document.schema.js';
import {
  PortalGenerateCheckoutUrlPayload,
  PortalGeneratePaymentUrlInput,
  PortalGeneratePaymentUrlPayload,
  PortalPaymentMethodConnection,
  PortalSetDefaultPaymentMethodInput,
  PortalSetDefaultPaymentMethodPayload,
} from './portal-payment.schema.js';
import type { PortalRelations } from './portal-relations.js';
import type { PortalService } from './portal.service.js';
import {
  PortalProjectedUsageType,
  PortalSubscriptionConnection,
  PortalSubscriptionPageArgs,
  PortalSubscriptionType,
  PortalUsageType,
} from './portal-subscription.schema.js';
import {
  PortalTopUpWalletInput,
  PortalTopUpWalletPayload,
  PortalWalletConnection,
  PortalWalletPageArgs,
  PortalWalletTransactionConnection,
  PortalWalletType,
} from './portal-wallet.schema.js';

const DOWNLOAD_RULES =
  'Waits up to 10 seconds; if that is not enough, the address is null, and the file is generated afterwards.';

@ObjectType('Portal', {
  description: 'The portal of one customer. Every record in it belongs to this customer.',
})
export class PortalType {
  @Of(() => PortalCustomerType, 'The customer whose portal it is.') customer!: Customer;
}

const mayChange = ({ permissions }: PortalCaller, resource: PortalResource) =>
  permissions[resource] !== undefined;

const mayTopUp = (caller: PortalCaller) =>
  mayChange(caller, 'wallet') || mayChange(caller, 'wallet_transaction');

/** What the root object of the portal is resolved from. */
interface Portal {
  readonly customer: Customer;
}

@Resolver(() => PortalType)
export class PortalResolver {
  constructor(
    private readonly service: PortalService,
    private readonly relations: PortalRelations,
    private readonly publicAddresses: PublicAddresses,
  ) {}

  @Query(() => PortalType, {
    description:
      'The portal of the customer whose token is in the header `X-Svc-Portal-Token`. No other credential opens it.',
  })
  @PortalField()
  async portal(@Ctx() context: Context): Promise<Portal> {
    return { customer: await this.service.customer(context.db, context.requirePortal()) };
  }

  @FieldResolver(() => PortalOrganizationType, { description: 'The organization that bills the customer.' })
  async organization(@Root() { customer }: Portal, @Ctx() context: Context): Promise<PortalOrganizationType> {
    const entity = await context.load(this.relations.billingEntity, customer.billingEntityId);
    const page = { kind: 'page', page: 1, size: 1 } as const;
    const caller = context.requirePortal();
    const wallets = await this.service.wallets(context.db, caller, 'active', page);
    const { paymentLinksAvailable, checkoutLinksAvailable } = await this.service.availablePages(
      context.db,
      caller.actor,
      customer,
    );
    return {
      name: entity.name,
      logoUrl: logoUrlOf<AddressInAnswer>(entity, context.addresses ?? this.publicAddresses),
      language: entity.documentLocale,
      timezone: entity.timezone,
      email: entity.email,
      topUpsAvailable: wallets.rows.length > 0 && mayTopUp(caller),
      paymentLinksAvailable,
      checkoutLinksAvailable: checkoutLinksAvailable && mayChange(caller, 'customer'),
    };
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether the link to the portal lets the customer change its details.',
  })
  detailsCanBeChanged(@Ctx() context: Context): boolean {
    return mayChange(context.requirePortal(), 'customer');
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether the link to the portal lets the customer choose its default payment method.',
  })
  defaultPaymentMethodCanBeChanged(@Ctx() context: Context): boolean {
    return mayChange(context.requirePortal(), 'payment_method');
  }

  @FieldResolver(() => PortalInvoiceConnection, {
    description: 'Finalized invoices, most recently issued first.',
  })
  async invoices(
    @Ctx() context: Context,
    @Args(() => PortalInvoicePageArgs) args: PortalInvoicePageArgs,
  ): Promise<Connection<Invoice>> {
    const { page, search } = listQuery(args, context.pageLimits);
    const query = { page, search, paymentStatuses: args.status ?? null };
    return new PortalInvoiceConnection(
      await this.service.invoices(context.db, context.requirePortal(), query),
    );
  }

  @FieldResolver(() => PortalInvoiceType, { description: 'The finalized invoice with this id.' })
  invoice(@Ctx() context: Context, @Arg('id', () => ID) id: string): Promise<Invoice> {
    return this.service.invoice(context.db, context.requirePortal(), id);
  }

  @FieldResolver(() => PortalCreditNoteConnection, {
    description: 'Finalized credit notes, most recently created first.',
  })
  async creditNotes(
    @Ctx() context: Context,
    @Args(() => PageArgs) args: PageArgs,
  ): Promise<Connection<CreditNote>> {
    const { page } = listQuery(args, context.pageLimits);
    return new PortalCreditNoteConnection(
      await this.service.creditNotes(context.db, context.requirePortal(), page),
    );
  }

  @FieldResolver(() => [PortalInvoiceCollectionType], {
    description: "Finalized invoices by month and payment status, in the customer's currency if it has one.",
  })
  invoiceCollections(@Root() { customer }: Portal, @Ctx() context: Context): Promise<InvoiceCollection[]> {
    return this.service.invoiceCollections(context.db, context.requirePortal().actor, customer);
  }

  @FieldResolver(() => [PortalOverdueBalanceType], {
    description: "Overdue balances by month of the due date, in the customer's currency if it has one.",
  })
  overdueBalances(@Root() { customer }: Portal, @Ctx() context: Context): Promise<OverdueBalance[]> {
    return this.service.overdueBalances(context.db, context.requirePortal().actor, customer);
  }

  @FieldResolver(() => PortalSubscriptionConnection, {
    description: 'Subscriptions, latest start first. Only active and pending ones by default.',
  })
  async subscriptions(
    @Ctx() context: Context,
    @Args(() => PortalSubscriptionPageArgs) args: PortalSubscriptionPageArgs,
  ): Promise<Connection<Subscription>> {
    const { page } = listQuery(args, context.pageLimits);
    const statuses = args.status ?? ['active', 'pending'];
    return new PortalSubscriptionConnection(
      await this.service.subscriptions(context.db, context.requirePortal(), statuses, page),
    );
  }

  @FieldResolver(() => PortalSubscriptionType, { description: 'The subscription with this id.' })
  subscription(@Ctx() context: Context, @Arg('id', () => ID) id: string): Promise<Subscription> {
    return this.service.subscription(context.db, context.requirePortal(), id);
  }

  @FieldResolver(() => PortalUsageType, {
    description: 'Usage of an active subscription in the current billing period, without taxes.',
  })
  @Computed()
  usage(
    @Ctx() context: Context,
    @Arg('subscriptionId', () => ID, { description: 'An active subscription of the customer.' })
    subscriptionId: string,
  ): Promise<CustomerUsage> {
    return this.service.usage(context.db, context.requirePortal(), subscriptionId);
  }

  @FieldResolver(() => PortalProjectedUsageType, {
    description:
      'Usage of an active subscription, and its projection to the end of the billing period, without taxes.',
  })
  @Computed()
  projectedUsage(
    @Ctx() context: Context,
    @Arg('subscriptionId', () => ID, { description: 'An active subscription of the customer.' })
    subscriptionId: string,
  ): Promise<CustomerProjectedUsage> {
    return this.service.projectedUsage(context.db, context.requirePortal(), subscriptionId);
  }

  @FieldResolver(() => PortalWalletConnection, {
    description: 'Wallets in the order in which they pay. Only active ones by default.',
  })
  async wallets(
    @Ctx() context: Context,
    @Args(() => PortalWalletPageArgs) args: PortalWalletPageArgs,
  ): Promise<Connection<Wallet>> {
    const { page } = listQuery(args, context.pageLimits);
    const status = args.status ?? 'active';
    return new PortalWalletConnection(
      await this.service.wallets(context.db, context.requirePortal(), status, page),
    );
  }

  @FieldResolver(() => PortalWalletType, { description: 'The wallet with this id.' })
  wallet(@Ctx() context: Context, @Arg('id', () => ID) id: string): Promise<Wallet> {
    return this.service.wallet(context.db, context.requirePortal(), id);
  }

  @FieldResolver(() => PortalWalletTransactionConnection, {
    description: 'Settled and pending transactions of a wallet, newest first.',
  })
  async walletTransactions(
    @Ctx() context: Context,
    @Arg('walletId', () => ID, { description: 'Id of a wallet of the customer.' }) walletId: string,
    @Args(() => PageArgs) args: PageArgs,
  ): Promise<Connection<WalletTransaction>> {
    const { page } = listQuery(args, context.pageLimits);
    return new PortalWalletTransactionConnection(
      await this.service.walletTransactions(context.db, context.requirePortal(), walletId, page),
    );
  }

  @FieldResolver(() => PortalPaymentMethodConnection, {
    description: 'Payment methods that can be charged, newest first.',
  })
  async paymentMethods(
    @Ctx() context: Context,
    @Args(() => PageArgs) args: PageArgs,
  ): Promise<Connection<PaymentMethod>> {
    const { page } = listQuery(args, context.pageLimits);
    return new PortalPaymentMethodConnection(
      await this.service.paymentMethods(context.db, context.requirePortal(), page),
    );
  }

  @Mutation(() => PortalUpdateCustomerPayload, {
    description: 'Updates the customer whose portal it is.',
  })
  @PortalField('customer')
  @FailsWith({
    notAllowed: ['test_clock_advancing'],
    fields: ['invalid_email_format', 'not_a_valid_language_code'],
  })
  async portalUpdateCustomer(
    @Ctx() context: Context,
    @Arg('input', () => PortalUpdateCustomerInput, { description: 'The new values of the customer.' })
    input: PortalUpdateCustomerInput,
  ): Promise<{ customer: Customer }> {
    const tx = context.beginWrite();
    return { customer: await this.service.updateCustomer(tx, context.requirePortal(), input) };
  }

  @Mutation(() => PortalInvoicePayload, {
    description: `Generates the PDF of a finalized invoice unless it exists. ${DOWNLOAD_RULES}`,
  })
  @PortalField()
  @OwnTransaction({ inSteps: true })
  @FailsWith({ notFound: ['invoice'] })
  async portalDownloadInvoice(
    @Ctx() context: Context,
    @Arg('input', () => PortalDownloadInvoiceInput) { id }: IdInput,
  ): Promise<{ invoice: Invoice }> {
    return { invoice: await this.service.downloadInvoice(context.db, context.requirePortal(), id) };
  }

  @Mutation(() => PortalCreditNotePayload, {
    description: `Generates the PDF of a credit note unless it exists. ${DOWNLOAD_RULES}`,
  })
  @PortalField()
  @OwnTransaction({ inSteps: true })
  @FailsWith({ notFound: ['credit note'] })
  async portalDownloadCreditNote(
    @Ctx() context: Context,
    @Arg('input', () => PortalDownloadCreditNoteInput) { id }: IdInput,
  ): Promise<{ creditNote: CreditNote }> {
    return {
      creditNote: await this.service.downloadCreditNote(context.db, context.requirePortal(), id),
    };
  }

  @Mutation(() => PortalTopUpWalletPayload, {
    description: 'Buys credits of a wallet of the customer, within the limits of the wallet.',
  })
  @PortalField('wallet', 'wallet_transaction')
  @FailsWith({
    notFound: ['wallet'],
    notAllowed: ['test_clock_advancing'],
    fields: [
      'wallet_is_terminated',
      'invalid_paid_credits',
      'amount_rounds_to_zero',
      'value_is_out_of_range',
      'amount_below_minimum',
      'amount_above_maximum',
    ],
  })
  async portalTopUpWallet(
    @Ctx() context: Context,
    @Arg('input', () => PortalTopUpWalletInput, { description: 'The wallet, and the credits to buy.' })
    input: PortalTopUpWalletInput,
  ): Promise<{ walletTransaction: WalletTransaction | null }> {
    const tx = context.beginWrite();
    return { walletTransaction: await this.service.topUpWallet(tx, context.requirePortal(), input) };
  }

  @Mutation(() => PortalGeneratePaymentUrlPayload, {
    description:
      'Generates a page of the payment provider on which the customer pays an invoice. An invoice has one page at a time, which is closed when it is paid or another amount is due.',
  })
  @PortalField()
  @OwnTransaction({ inSteps: true })
  @FailsWith({ notFound: ['invoice'], notAllowed: ['test_clock_advancing'], fields: LINK_ERRORS })
  async portalGeneratePaymentUrl(
    @Ctx() context: Context,
    @Arg('input', () => PortalGeneratePaymentUrlInput, { description: 'The invoice to pay.' })
    { invoiceId }: PortalGeneratePaymentUrlInput,
  ): Promise<PortalGeneratePaymentUrlPayload> {
    return { paymentUrl: await this.service.paymentUrl(context.db, context.requirePortal(), invoiceId) };
  }

  @Mutation(() => PortalGenerateCheckoutUrlPayload, {
    description: 'Generates a page of the payment provider on which the customer registers a payment method.',
  })
  @PortalField('customer')
  @OwnTransaction({ inSteps: true })
  @FailsWith({ notAllowed: ['feature_not_supported'], fields: CHECKOUT_ERRORS })
  async portalGenerateCheckoutUrl(@Ctx() context: Context): Promise<PortalGenerateCheckoutUrlPayload> {
    return { checkoutUrl: await this.service.checkoutUrl(context.db, context.requirePortal()) };
  }

  @Mutation(() => PortalSetDefaultPaymentMethodPayload, {
    description: 'Makes a payment method of the customer its default one.',
  })
  @PortalField('payment_method')
  @FailsWith({ notFound: ['payment method'], notAllowed: ['test_clock_advancing'] })
  async portalSetDefaultPaymentMethod(
    @Ctx() context: Context,
    @Arg('input', () => PortalSetDefaultPaymentMethodInput, {
      description: 'The payment method to charge by default.',
    })
    { id }: IdInput,
  ): Promise<{ paymentMethod: PaymentMethod }> {
    const tx = context.beginWrite();
    return { paymentMethod: await this.service.setDefaultPaymentMethod(tx, context.requirePortal(), id) };
  }
}

/** Hands out the addresses of portals. */
@Resolver(() => CustomerType)
export class PortalUrlResolver {
  constructor(
    private readonly access: PortalAccess,
    private readonly customers: CustomerService,
  ) {}

  @Mutation(() => GenerateCustomerPortalUrlPayload, {
    description:
      'Creates a link to the portal of a customer. Whoever has the link can see there what the customer can, and pay, for 12 hours. What else the customer can do depends on the maker of the link: who may write customers lets it change its details and register payment methods; wallets or their transactions, buy credits; payment methods, choose the default one.',
  })
  @Permission('customer', 'read')
  @AnswersSecret()
  @FailsWith({ notFound: ['customer'] })
  async generateCustomerPortalUrl(
    @Ctx() context: Context,
    @Arg('input', () => GenerateCustomerPortalUrlInput, {
      description: 'The customer whose portal the link opens.',
    })
    { id }: IdInput,
  ): Promise<GenerateCustomerPortalUrlPayload> {
    const customer = await this.customers.get(context.db, context.actor, { id });
    const { db, actor, addresses } = context;
    return { portalUrl: await this.access.urlFor(db, actor, customer, addresses) };
  }

  @FieldResolver(() => String, {
    description:
      'Address of the portal with a new token, for the customer: valid for 12 hours, and whoever has it acts as the customer.',
  })
  @Permission('customer', 'read')
  portalUrl(@Root() customer: Customer, @Ctx() { db, actor, addresses }: Context): Promise<AddressInAnswer> {
    return this.access.urlFor(db, actor, customer, addresses);
  }
}
