// The GraphQL operations of the pages, and what they answer.
import type { Instrument, Money } from './portal-formats.js';

export interface Customer extends Readonly<Record<string, string | null>> {
  readonly applicableTimezone: string;
  readonly language: string;
}

export interface Organization {
  readonly name: string;
  readonly logoUrl: string | null;
  readonly email: string | null;
  readonly topUpsAvailable: boolean;
  readonly paymentLinksAvailable: boolean;
  readonly checkoutLinksAvailable: boolean;
}

export interface Invoice {
  readonly id: string;
  readonly number: string;
  readonly issuingDate: string;
  readonly paymentDueDate: string;
  readonly paymentStatus: string;
  readonly paymentOverdue: boolean;
  readonly totalAmount: Money;
  readonly totalDueAmount: Money;
  readonly fileUrl: string | null;
  readonly bankAccount: BankAccount | null;
}

export interface BankAccount {
  readonly holder: string;
  readonly iban: string | null;
  readonly accountNumber: string | null;
  readonly routingCode: string | null;
  readonly bic: string | null;
  readonly bankName: string | null;
}

export interface Subscription {
  readonly id: string;
  readonly name: string | null;
  readonly planName: string;
  readonly status: string;
  readonly amount: Money;
  readonly subscriptionAt: string;
  readonly currentPeriodFrom: string | null;
  readonly currentPeriodTo: string | null;
}

export interface ChargeUsage {
  readonly name: string;
  readonly units: string;
  readonly amount: Money;
}

export interface Usage {
  readonly usage: { readonly amount: Money; readonly chargesUsage: readonly ChargeUsage[] };
  readonly projectedUsage: { readonly projectedAmount: Money };
}

export interface Wallet {
  readonly id: string;
  readonly name: string | null;
  readonly code: string;
  readonly creditsBalance: string;
  readonly balance: Money;
}

export interface PaymentMethod extends Instrument {
  readonly id: string;
  readonly isDefault: boolean;
  readonly createdAt: string;
}

export interface InvoicePage {
  readonly nodes: readonly Invoice[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

export interface Portal {
  readonly customer: Customer;
  readonly organization: Organization;
  readonly detailsCanBeChanged: boolean;
  readonly defaultPaymentMethodCanBeChanged: boolean;
  readonly invoices: InvoicePage;
  readonly subscriptions: { readonly nodes: readonly Subscription[] };
  readonly wallets: { readonly nodes: readonly Wallet[] };
  readonly paymentMethods: { readonly nodes: readonly PaymentMethod[] };
}

const CUSTOMER =
  'name firstname lastname legalName taxIdentificationNumber email addressLine1 addressLine2 zipcode city state country ' +
  'documentLocale applicableTimezone language';
const INVOICES = `invoices(first: 10, after: $after) { nodes { id number issuingDate paymentDueDate paymentStatus
  paymentOverdue totalAmount { amount currency } totalDueAmount { amount currency } fileUrl
  bankAccount { holder iban accountNumber routingCode bic bankName } } pageInfo { hasNextPage endCursor } }`;
export const PORTAL = `query PortalPage($after: String) { portal { customer { ${CUSTOMER} } organization { name logoUrl email
    topUpsAvailable paymentLinksAvailable checkoutLinksAvailable }
  detailsCanBeChanged defaultPaymentMethodCanBeChanged
  ${INVOICES}
  subscriptions(first: 50) { nodes { id name planName status amount { amount currency } subscriptionAt currentPeriodFrom
    currentPeriodTo } }
  wallets(first: 50) { nodes { id name code creditsBalance balance { amount currency } } }
  paymentMethods(first: 50) { nodes { id isDefault kind brand lastDigits expiryMonth expiryYear createdAt } } } }`;
export const MORE_INVOICES = `query MoreInvoices($after: String) { portal { ${INVOICES} } }`;
export const USAGE = `query Usage($id: ID!) { portal {
  usage(subscriptionId: $id) { amount { amount currency }
    chargesUsage { name units amount { amount currency } } }
  projectedUsage(subscriptionId: $id) { projectedAmount { amount currency } } } }`;
export const DOWNLOAD_INVOICE =
  'mutation Download($id: ID!) { portalDownloadInvoice(input: { id: $id }) { invoice { fileUrl } } }';
export const UPDATE_CUSTOMER = `mutation Update($input: PortalUpdateCustomerInput!) {
  portalUpdateCustomer(input: $input) { customer { ${CUSTOMER} } } }`;
export const TOP_UP_WALLET = `mutation TopUp($input: PortalTopUpWalletInput!) {
  portalTopUpWallet(input: $input) { walletTransaction { id } } }`;
export const GENERATE_PAYMENT_URL = `mutation Pay($id: ID!) {
  portalGeneratePaymentUrl(input: { invoiceId: $id }) { paymentUrl } }`;
export const GENERATE_CHECKOUT_URL = 'mutation Checkout { portalGenerateCheckoutUrl { checkoutUrl } }';
export const SET_DEFAULT_PAYMENT_METHOD = `mutation MakeDefault($id: ID!) {
  portalSetDefaultPaymentMethod(input: { id: $id }) { paymentMethod { id } } }`;

export const INVITATION = `query Invitation($token: String!) {
  invite(token: $token) { email organizationName authenticationMethods }
  identityProviders { method name }
}`;
export const ACCEPT_INVITATION =
  'mutation Accept($input: AcceptInviteInput!) { acceptInvite(input: $input) { user { id } } }';
export const BEGIN_SINGLE_SIGN_ON = `mutation Begin($input: BeginSingleSignOnInput!) {
  beginSingleSignOn(input: $input) { url secret }
}`;
export const COMPLETE_SINGLE_SIGN_ON = `mutation Complete($input: CompleteSingleSignOnInput!) {
  completeSingleSignOn(input: $input) { user { id } }
}`;
export const PASSWORD_RESET = 'query Reset($token: String!) { passwordReset(token: $token) { email } }';
export const CONFIRM_EMAIL =
  'mutation Confirm($input: ConfirmEmailInput!) { confirmEmail(input: $input) { email } }';
export const RESET_PASSWORD =
  'mutation Set($input: ResetPasswordInput!) { resetPassword(input: $input) { user { id } } }';
