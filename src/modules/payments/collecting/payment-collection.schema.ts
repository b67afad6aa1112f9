import { InputType, ObjectType } from 'type-graphql';
import { Id, Of, Text } from '../../../platform/api/members/fields.js';
import { idInput, payloadOf } from '../../../platform/api/members/shapes.js';
import { InvoiceType } from '../../invoices/api/invoice.schema.js';
import { PaymentRequestType } from '../../payment-requests/payment-request.schema.js';
import { PaymentMethodReferenceInput } from '../../subscriptions/api/subscription.schema.js';
import { TransactionObject } from '../../wallets/api/wallet-transaction.schema.js';

@InputType({ description: 'An invoice whose payment is tried again.' })
export class RetryInvoicePaymentInput {
  @Id('Id of the invoice.') id!: string;
  @Of.orNull(() => PaymentMethodReferenceInput, 'How it is paid this time. Default: as the invoice says.')
  paymentMethod?: PaymentMethodReferenceInput | null;
}

export const GenerateInvoicePaymentUrlInput = idInput('GenerateInvoicePaymentUrlInput', {
  id: 'Id of the invoice.',
});
export const GenerateWalletTransactionPaymentUrlInput = idInput('GenerateWalletTransactionPaymentUrlInput', {
  id: 'Id of the wallet transaction.',
});
export const GeneratePaymentRequestPaymentUrlInput = idInput('GeneratePaymentRequestPaymentUrlInput', {
  id: 'Id of the payment request.',
});

@ObjectType()
abstract class PaymentPage {
  @Text('The payment provider, such as "stripe".') paymentProvider!: string;
  @Text('Address of the page; valid for 24 hours.') paymentUrl!: string;
}

@ObjectType()
abstract class PaymentPageOfCustomer extends PaymentPage {
  @Id() customerId!: string;
  @Text() externalCustomerId!: string;
}

@ObjectType({ description: 'A page on which an invoice is paid.' })
export class InvoicePaymentPage extends PaymentPageOfCustomer {
  @Of(() => InvoiceType, 'The invoice to pay.') invoice!: InvoiceType;
  @Id() invoiceId!: string;
}

@ObjectType({ description: 'A page on which bought credits are paid.' })
export class WalletTransactionPaymentPage extends PaymentPageOfCustomer {
  @Of(() => TransactionObject, 'The purchase of credits to pay.') walletTransaction!: TransactionObject;
  @Id('Id of the purchase.') walletTransactionId!: string;
}

@ObjectType({ description: 'A page on which the invoices of a payment request are paid.' })
export class PaymentRequestPaymentPage extends PaymentPage {
  @Of(() => PaymentRequestType, 'The payment request to pay.') paymentRequest!: PaymentRequestType;
}

export const InvoicePaymentUrlPayload = payloadOf(
  'InvoicePaymentUrlPayload',
  'paymentPage',
  () => InvoicePaymentPage,
  'The page on which the invoice is paid.',
);
export const WalletTransactionPaymentUrlPayload = payloadOf(
  'WalletTransactionPaymentUrlPayload',
  'paymentPage',
  () => WalletTransactionPaymentPage,
  'The page on which the purchase is paid.',
);
export const PaymentRequestPaymentUrlPayload = payloadOf(
  'PaymentRequestPaymentUrlPayload',
  'paymentPage',
  () => PaymentRequestPaymentPage,
  'The page on which the payment request is paid.',
);
