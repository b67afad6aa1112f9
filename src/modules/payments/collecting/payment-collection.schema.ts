import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { InvoiceType } from '../../invoices/api/invoice.schema.js';
import { PaymentRequestType } from '../../payment-requests/payment-request.schema.js';
import { PaymentMethodReferenceInput } from '../../subscriptions/subscription.schema.js';
import { TransactionObject } from '../../wallets/wallet-transaction.schema.js';

@InputType({ description: 'An invoice whose payment is tried again.' })
export class RetryInvoicePaymentInput {
  @Field(() => ID, { description: 'Id of the invoice.' })
  id!: string;

  @Field(() => PaymentMethodReferenceInput, {
    nullable: true,
    description: 'How it is paid this time. Default: as the invoice says.',
  })
  paymentMethod?: PaymentMethodReferenceInput | null;
}

@InputType()
export class GenerateInvoicePaymentUrlInput {
  @Field(() => ID, { description: 'Id of the invoice.' })
  id!: string;
}

@InputType()
export class GenerateWalletTransactionPaymentUrlInput {
  @Field(() => ID, { description: 'Id of the wallet transaction.' })
  id!: string;
}

@InputType()
export class GeneratePaymentRequestPaymentUrlInput {
  @Field(() => ID, { description: 'Id of the payment request.' })
  id!: string;
}

@ObjectType()
abstract class PaymentPage {
  @Field(() => String, { description: 'The payment provider, such as "stripe".' })
  paymentProvider!: string;

  @Field(() => String, { description: 'Address of the page; valid for 24 hours.' })
  paymentUrl!: string;
}

@ObjectType()
abstract class PaymentPageOfCustomer extends PaymentPage {
  @Field(() => ID)
  customerId!: string;

  @Field(() => String)
  externalCustomerId!: string;
}

@ObjectType({ description: 'A page on which an invoice is paid.' })
export class InvoicePaymentPage extends PaymentPageOfCustomer {
  @Field(() => InvoiceType, { description: 'The invoice to pay.' })
  invoice!: InvoiceType;

  @Field(() => ID)
  invoiceId!: string;
}

@ObjectType({ description: 'A page on which bought credits are paid.' })
export class WalletTransactionPaymentPage extends PaymentPageOfCustomer {
  @Field(() => TransactionObject, { description: 'The purchase of credits to pay.' })
  walletTransaction!: TransactionObject;

  @Field(() => ID, { description: 'Id of the purchase.' })
  walletTransactionId!: string;
}

@ObjectType({ description: 'A page on which the invoices of a payment request are paid.' })
export class PaymentRequestPaymentPage extends PaymentPage {
  @Field(() => PaymentRequestType, { description: 'The payment request to pay.' })
  paymentRequest!: PaymentRequestType;
}

@ObjectType()
export class InvoicePaymentUrlPayload {
  @Field(() => InvoicePaymentPage)
  paymentPage!: InvoicePaymentPage;
}

@ObjectType()
export class WalletTransactionPaymentUrlPayload {
  @Field(() => WalletTransactionPaymentPage)
  paymentPage!: WalletTransactionPaymentPage;
}

@ObjectType()
export class PaymentRequestPaymentUrlPayload {
  @Field(() => PaymentRequestPaymentPage)
  paymentPage!: PaymentRequestPaymentPage;
}
