import type { Actor } from '../../platform/actor.js';
import type { PortalCaller } from '../../platform/api/access/portal-caller.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { notAllowed, notFound } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { checkSent } from '../../platform/errors/input-rules.js';
import { expectPresent } from '../../platform/expect-present.js';
import { isLocale } from '../../platform/text/text-formats.js';
import type { Page, PageRequest } from '../../platform/paging/page.js';
import type { InvoiceCollection, OverdueBalance } from '../analytics/reading/analytics.service.js';
import type { CreditNote } from '../credit-notes/records/credit-note.table.js';
import type { Customer } from '../customers/records/customer.table.js';
import { validateCustomer } from '../customers/records/customer.validation.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import type { Subscription } from '../subscriptions/records/subscription.table.js';
import type {
  CurrentUsageQuery,
  CustomerProjectedUsage,
  CustomerUsage,
} from '../usage/current-usage/customer-usage.service.js';
import type { PaymentMethod } from '../payment-providers/records/payment-method.table.js';
import type { Wallet } from '../wallets/records/wallet.table.js';
import type { WalletTransaction } from '../wallets/records/wallet-transaction.table.js';
import type { PortalNeeds } from './portal.needs.js';
import type { PortalCustomerMembers, PortalTopUp } from './portal.input.js';

interface PortalInvoiceQuery {
  readonly search: string | null;
  /** Null: any. */
  readonly paymentStatuses: readonly Invoice['paymentStatus'][] | null;
  readonly page: PageRequest;
}

/**
 * What a customer sees and does in the portal. It uses the services of the API, and lets them see only what belongs to the
 * customer: whatever belongs to others does not exist. Source: portal.md §2, §3.
 */
export class PortalService {
  constructor(
    private readonly needs: Pick<
      PortalNeeds,
      | 'customers'
      | 'invoices'
      | 'creditNotes'
      | 'documents'
      | 'subscriptions'
      | 'customerUsage'
      | 'wallets'
      | 'walletTopUps'
      | 'analytics'
      | 'paymentMethods'
      | 'providerCustomers'
      | 'paymentLinks'
    >,
  ) {}

  /** @throws AppError `customer_not_found` once it is deleted. */
  customer(db: Db, { actor, customerId }: PortalCaller): Promise<Customer> {
    return this.needs.customers.get(db, actor, { id: customerId });
  }

  /** @throws AppError `invoice_not_found` also for one that is not finalized. */
  async invoice(db: Db, { actor, customerId }: PortalCaller, id: string): Promise<Invoice> {
    const invoice = await this.needs.invoices.get(db, actor, id);
    if (invoice.customerId !== customerId || invoice.status !== 'finalized') throw notFound('invoice');
    return invoice;
  }

  async invoices(
    db: Db,
    { actor, customerId }: PortalCaller,
    { search, paymentStatuses, page }: PortalInvoiceQuery,
  ): Promise<Page<Invoice>> {
    const owners = { type: 'customer', ids: [customerId] } as const;
    const filter = { statuses: ['finalized'] as const, paymentStatuses };
    const pages = await this.needs.invoices.listByOwner(db, actor, owners, { filter, search, page });
    return pageOf(pages, customerId);
  }

  async creditNotes(
    db: Db,
    { actor, customerId }: PortalCaller,
    page: PageRequest,
  ): Promise<Page<CreditNote>> {
    const owners = { type: 'customer', ids: [customerId] } as const;
    const query = { filter: {}, search: null, page };
    return pageOf(await this.needs.creditNotes.listByOwner(db, actor, owners, query), customerId);
  }

  /** The finalized invoices by month and payment status, in the customer's currency if it has one. */
  invoiceCollections(db: Db, actor: Actor, { id, currency }: Customer): Promise<InvoiceCollection[]> {
    return this.needs.analytics.collectionsOfCustomer(db, actor, { customerId: id, currency });
  }

  overdueBalances(db: Db, actor: Actor, { externalId, currency }: Customer): Promise<OverdueBalance[]> {
    const { analytics } = this.needs;
    return analytics.overdueBalances(db, actor, { externalCustomerId: externalId, currency });
  }

  /** @throws AppError `subscription_not_found`. */
  async subscription(db: Db, { actor, customerId }: PortalCaller, id: string): Promise<Subscription> {
    const subscription = await this.needs.subscriptions.get(db, actor, { id });
    if (subscription.customerId !== customerId) throw notFound('subscription');
    return subscription;
  }

  async subscriptions(
    db: Db,
    { actor, customerId }: PortalCaller,
    statuses: readonly Subscription['status'][],
    page: PageRequest,
  ): Promise<Page<Subscription>> {
    const query = { filter: { status: statuses }, search: null, page };
    const { subscriptions } = this.needs;
    return pageOf(await subscriptions.listByCustomer(db, actor, [customerId], query), customerId);
  }

  /** Current usage without taxes. @throws AppError `subscription_not_found`; `no_active_subscription` unless it is active. */
  async usage(db: Db, caller: PortalCaller, subscriptionId: string): Promise<CustomerUsage> {
    const query = await this.usageQuery(db, caller, subscriptionId);
    return this.needs.customerUsage.current(db, caller.actor, query);
  }

  /** @throws AppError as `usage`. */
  async projectedUsage(
    db: Db,
    caller: PortalCaller,
    subscriptionId: string,
  ): Promise<CustomerProjectedUsage> {
    const query = await this.usageQuery(db, caller, subscriptionId);
    return this.needs.customerUsage.projected(db, caller.actor, query);
  }

  /** @throws AppError `wallet_not_found`. */
  async wallet(db: Db, { actor, customerId }: PortalCaller, id: string): Promise<Wallet> {
    const wallet = await this.needs.wallets.get(db, actor, { id });
    if (wallet.customerId !== customerId) throw notFound('wallet');
    return wallet;
  }

  /** In the order in which they pay. */
  wallets(
    db: Db,
    { actor, customerId }: PortalCaller,
    status: Wallet['status'],
    page: PageRequest,
  ): Promise<Page<Wallet>> {
    return this.needs.wallets.listInOrderOfUse(db, actor, customerId, { status, page });
  }

  /** Those that count or will count, newest first. @throws AppError `wallet_not_found`. */
  async walletTransactions(
    db: Db,
    caller: PortalCaller,
    walletId: string,
    page: PageRequest,
  ): Promise<Page<WalletTransaction>> {
    const { id } = await this.wallet(db, caller, walletId);
    const filter = { statuses: ['settled', 'pending'] as const };
    return this.needs.wallets.transactionsOf(db, caller.actor, id, { filter, search: null, page });
  }

  /** @throws AppError `validation_errors` as for customers; kind `notAllowed`, `test_clock_advancing`. */
  updateCustomer(
    tx: Tx,
    { actor, customerId: id }: PortalCaller,
    { documentLocale, ...members }: PortalCustomerMembers,
  ): Promise<Customer> {
    const errors = new FieldErrors();
    validateCustomer(errors, members);
    checkSent(errors, 'documentLocale', documentLocale, isLocale, 'not_a_valid_language_code');
    errors.throwIfAny();
    const configuration = documentLocale === undefined ? {} : { billingConfiguration: { documentLocale } };
    return this.needs.customers.update(tx, actor, { ...members, ...configuration, id });
  }

  /** @throws AppError `invoice_not_found` also for one that is not finalized. */
  async downloadInvoice(db: Db, caller: PortalCaller, id: string): Promise<Invoice> {
    await this.invoice(db, caller, id);
    return this.needs.documents.downloadInvoice(db, caller.actor, id, 'pdf');
  }

  /** @throws AppError `credit_note_not_found` also for a draft. */
  async downloadCreditNote(db: Db, { actor, customerId }: PortalCaller, id: string): Promise<CreditNote> {
    const { creditNotes, documents } = this.needs;
    const note = await creditNotes.get(db, actor, id);
    if (note.customerId !== customerId) throw notFound('credit_note');
    return documents.downloadCreditNote(db, actor, id, 'pdf');
  }

  /**
   * Buys credits of an active wallet, within its limits.
   * @returns the purchase; null if nothing is bought, as 0 credits are.
   * @throws AppError `wallet_not_found`; `validation_errors` (wallets.md §3.2); `test_clock_advancing`.
   */
  async topUpWallet(
    tx: Tx,
    caller: PortalCaller,
    { walletId, paidCredits }: PortalTopUp,
  ): Promise<WalletTransaction | null> {
    const { id } = await this.wallet(tx, caller, walletId);
    const { walletTopUps } = this.needs;
    const [purchase] = await walletTopUps.create(tx, caller.actor, { walletId: id, paidCredits });
    return purchase ?? null;
  }

  /** The methods that the customer's provider stores, newest first. */
  async paymentMethods(
    db: Db,
    { actor, customerId }: PortalCaller,
    page: PageRequest,
  ): Promise<Page<PaymentMethod>> {
    const { paymentMethods } = this.needs;
    const pages = await paymentMethods.listByCustomer(db, actor, [customerId], { filter: {}, page });
    return pageOf(pages, customerId);
  }

  /** Which pages of its provider the customer can be sent to. */
  async availablePages(
    db: Db,
    actor: Actor,
    customer: Customer,
  ): Promise<{ paymentLinksAvailable: boolean; checkoutLinksAvailable: boolean }> {
    const { paymentLinks, providerCustomers } = this.needs;
    return {
      paymentLinksAvailable: await paymentLinks.areAvailable(db, actor, customer),
      checkoutLinksAvailable: await providerCustomers.offersCheckout(db, actor, customer),
    };
  }

  /** The page on which an invoice is paid. @throws AppError as `invoice`; as `PaymentLinks.ofInvoice`. */
  async paymentUrl(db: Db, caller: PortalCaller, invoiceId: string): Promise<string> {
    const { id } = await this.invoice(db, caller, invoiceId);
    return (await this.needs.paymentLinks.ofInvoice(db, caller.actor, id)).paymentUrl;
  }

  /** A page on which the customer registers a payment method. @throws AppError as `ProviderCustomers.checkout`. */
  async checkoutUrl(db: Db, { actor, customerId }: PortalCaller): Promise<string> {
    return (await this.needs.providerCustomers.checkout(db, actor, customerId)).checkoutUrl;
  }

  /** @throws AppError `payment_method_not_found`; kind `notAllowed`, `test_clock_advancing`. */
  async setDefaultPaymentMethod(
    tx: Tx,
    { actor, customerId }: PortalCaller,
    id: string,
  ): Promise<PaymentMethod> {
    const { paymentMethods } = this.needs;
    const method = await paymentMethods.find(tx, actor, { id: customerId }, id);
    if (method === null) throw notFound('payment_method');
    return paymentMethods.setDefault(tx, actor, method.id);
  }

  private async usageQuery(db: Db, caller: PortalCaller, id: string): Promise<CurrentUsageQuery> {
    const { externalId, status } = await this.subscription(db, caller, id);
    // Another subscription may be active under its external id.
    if (status !== 'active') throw notAllowed('no_active_subscription');
    return {
      customer: { id: caller.customerId },
      externalSubscriptionId: externalId,
      filter: {},
      applyTaxes: false,
      fullUsage: false,
    };
  }
}

function pageOf<Row>(pages: ReadonlyMap<string, Page<Row>>, customerId: string): Page<Row> {
  return expectPresent(pages.get(customerId), `the page of ${customerId}`);
}
