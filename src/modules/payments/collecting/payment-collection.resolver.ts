import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { OwnTransaction } from '../../../platform/api/own-transaction.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { type IdInput } from '../../../platform/api/members/shapes.js';
import { InvoicePayload, InvoiceType } from '../../invoices/api/invoice.schema.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { PaymentRequest } from '../../payment-requests/payment-request.table.js';
import type { WalletTransaction } from '../../wallets/records/wallet-transaction.table.js';
import {
  GenerateInvoicePaymentUrlInput,
  GeneratePaymentRequestPaymentUrlInput,
  GenerateWalletTransactionPaymentUrlInput,
  InvoicePaymentUrlPayload,
  PaymentRequestPaymentUrlPayload,
  RetryInvoicePaymentInput,
  WalletTransactionPaymentUrlPayload,
} from './payment-collection.schema.js';
import { LINK_ERRORS, REQUEST_LINK_ERRORS } from './payment-link.errors.js';
import type { PaymentCollection } from './payment-collection.service.js';
import type { InvoicePage, PaymentLinks } from './payment-links.service.js';

type ShownPage = InvoicePage & {
  readonly customerId: string;
  readonly externalCustomerId: string;
  readonly paymentProvider: string;
};

/** Has invoices and payment requests paid by payment providers. */
@Resolver(() => InvoiceType)
export class PaymentCollectionResolver {
  constructor(
    private readonly collection: PaymentCollection,
    private readonly links: PaymentLinks,
  ) {}

  @Mutation(() => InvoicePayload, {
    description:
      'Asks the payment provider of the customer for the payment of an unpaid invoice once more. The attempt is made soon after.',
  })
  @Permission('invoice', 'write')
  @FailsWith({
    notFound: ['invoice'],
    notAllowed: ['invalid_status', 'payment_processor_is_currently_handling_payment', 'test_clock_advancing'],
    fields: ['invalid_payment_method'],
  })
  async retryInvoicePayment(
    @Ctx() context: Context,
    @Arg('input', () => RetryInvoicePaymentInput, {
      description: 'The unpaid invoice, and the payment method to charge.',
    })
    { id, paymentMethod }: RetryInvoicePaymentInput,
  ): Promise<{ invoice: Invoice }> {
    return { invoice: await this.collection.retry(context.beginWrite(), context.actor, id, paymentMethod) };
  }

  @Mutation(() => InvoicePaymentUrlPayload, {
    description:
      'Generates a page of the payment provider on which the customer pays an invoice. An invoice has one page at a time, which is closed when it is paid or another amount is due.',
  })
  @Permission('invoice', 'write')
  @OwnTransaction({ inSteps: true })
  @FailsWith({ notFound: ['invoice'], notAllowed: ['test_clock_advancing'], fields: LINK_ERRORS })
  async generateInvoicePaymentUrl(
    @Ctx() { db, actor }: Context,
    @Arg('input', () => GenerateInvoicePaymentUrlInput, { description: 'The invoice to pay.' })
    { id }: IdInput,
  ): Promise<{ paymentPage: ShownPage & { invoiceId: string } }> {
    const page = await this.links.ofInvoice(db, actor, id);
    return { paymentPage: { ...shown(page), invoiceId: page.invoice.id } };
  }

  @Mutation(() => WalletTransactionPaymentUrlPayload, {
    description: 'Generates a page of the payment provider on which the customer pays credits that it buys.',
  })
  @Permission('wallet_transaction', 'write')
  @OwnTransaction({ inSteps: true })
  @FailsWith({
    notFound: ['wallet transaction'],
    notAllowed: ['test_clock_advancing'],
    fields: [
      'wallet_transaction_not_purchased',
      'wallet_transaction_already_settled',
      'wallet_transaction_has_no_attached_invoice',
      ...LINK_ERRORS,
    ],
  })
  async generateWalletTransactionPaymentUrl(
    @Ctx() { db, actor }: Context,
    @Arg('input', () => GenerateWalletTransactionPaymentUrlInput, {
      description: 'The purchase of credits to pay.',
    })
    { id }: IdInput,
  ): Promise<{
    paymentPage: ShownPage & { walletTransaction: WalletTransaction; walletTransactionId: string };
  }> {
    const page = await this.links.ofPurchase(db, actor, id);
    const { walletTransaction } = page;
    return {
      paymentPage: { ...shown(page), walletTransaction, walletTransactionId: walletTransaction.id },
    };
  }

  @Mutation(() => PaymentRequestPaymentUrlPayload, {
    description:
      'Generates a page of the payment provider on which the customer pays what is due on the invoices of a payment request. A request has one page at a time, which is closed when one of the invoices is paid otherwise or another amount is due.',
  })
  @Permission('payment_request', 'write')
  @OwnTransaction({ inSteps: true })
  @FailsWith({
    notFound: ['payment request'],
    notAllowed: ['test_clock_advancing'],
    fields: REQUEST_LINK_ERRORS,
  })
  async generatePaymentRequestPaymentUrl(
    @Ctx() { db, actor }: Context,
    @Arg('input', () => GeneratePaymentRequestPaymentUrlInput, { description: 'The payment request to pay.' })
    { id }: IdInput,
  ): Promise<{
    paymentPage: { paymentRequest: PaymentRequest; paymentProvider: string; paymentUrl: string };
  }> {
    const { request: paymentRequest, customer, paymentUrl } = await this.links.ofRequest(db, actor, id);
    const paymentProvider = customer.paymentProvider ?? '';
    return { paymentPage: { paymentRequest, paymentProvider, paymentUrl } };
  }
}

function shown(page: InvoicePage): ShownPage {
  const { id: customerId, externalId: externalCustomerId, paymentProvider } = page.customer;
  return { ...page, customerId, externalCustomerId, paymentProvider: paymentProvider ?? '' };
}
