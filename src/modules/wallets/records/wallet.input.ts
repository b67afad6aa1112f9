import type { SentInvoiceOptions } from '../../payment-providers/invoice-options.js';
import type { LIMIT_FEE_TYPES, Wallet } from './wallet.table.js';
import type { WalletRule } from './wallet-rule.table.js';
import type { TransactionMetadata, WalletTransaction } from './wallet-transaction.table.js';
import type { TestFilter } from '../../customers/records/test-filter.js';

export interface SentWalletLimits {
  readonly feeTypes?: readonly (typeof LIMIT_FEE_TYPES)[number][] | null;
  readonly billableMetricCodes?: readonly string[] | null;
}

/** A rule by which a wallet is topped up on its own. Omitted members of a rule with an id stay as they are. */
export interface SentWalletRule extends SentInvoiceOptions {
  /** The rule that it changes. */
  readonly id?: string | null;
  readonly trigger: WalletRule['trigger'];
  readonly method?: WalletRule['method'] | null;
  readonly interval?: WalletRule['interval'];
  readonly thresholdCredits?: string | null;
  readonly targetOngoingBalance?: string | null;
  readonly paidCredits?: string | null;
  readonly grantedCredits?: string | null;
  readonly grantsTargetTopUp?: boolean | null;
  readonly startedAt?: Date | null;
  readonly expirationAt?: Date | null;
  readonly transactionName?: string | null;
  readonly transactionMetadata?: readonly TransactionMetadata[] | null;
  readonly invoiceRequiresSuccessfulPayment?: boolean | null;
  readonly ignorePaidTopUpLimits?: boolean | null;
}

/** Members that can be set when a wallet is created and later. */
export interface WalletMembers extends SentInvoiceOptions {
  readonly name?: string | null;
  readonly code?: string | null;
  readonly priority?: number | null;
  readonly expirationAt?: Date | null;
  readonly invoiceRequiresSuccessfulPayment?: boolean | null;
  readonly paidTopUpMinAmountCents?: bigint | null;
  readonly paidTopUpMaxAmountCents?: bigint | null;
  readonly appliesTo?: SentWalletLimits | null;
  readonly billingEntityCode?: string | null;
  readonly metadata?: Record<string, unknown> | null;
  /** At most one. */
  readonly recurringTransactionRules?: readonly SentWalletRule[] | null;
}

export interface CreateWallet extends WalletMembers {
  readonly externalCustomerId: string;
  readonly rateAmount: string;
  readonly currency?: string | null;
  readonly paidCredits?: string | null;
  readonly grantedCredits?: string | null;
  readonly ignorePaidTopUpLimitsOnCreation?: boolean | null;
  readonly transactionName?: string | null;
  readonly transactionPriority?: number | null;
  readonly transactionMetadata?: readonly TransactionMetadata[] | null;
}

export interface UpdateWallet extends WalletMembers {
  readonly id: string;
}

export interface WalletMetadataChange {
  readonly id: string;
  readonly metadata?: Record<string, unknown> | null;
}

export interface DeleteWalletMetadata {
  readonly id: string;
  readonly key?: string | null;
}

/** Up to three new transactions: a paid top-up, a free one and a void. */
export interface CreateWalletTransactions extends SentInvoiceOptions {
  readonly walletId: string;
  readonly paidCredits?: string | null;
  readonly grantedCredits?: string | null;
  readonly voidedCredits?: string | null;
  readonly voidedTransactionId?: string | null;
  readonly invoiceRequiresSuccessfulPayment?: boolean | null;
  readonly ignorePaidTopUpLimits?: boolean | null;
  readonly name?: string | null;
  readonly priority?: number | null;
  readonly metadata?: readonly TransactionMetadata[] | null;
}

export interface WalletFilter extends TestFilter {
  readonly externalCustomerId?: string | null;
  readonly currency?: string | null;
  readonly status?: Wallet['status'] | null;
  readonly billingEntityCodes?: readonly string[] | null;
}

export interface WalletTransactionFilter {
  readonly statuses?: readonly WalletTransaction['status'][] | null;
  readonly status?: WalletTransaction['status'] | null;
  readonly transactionType?: WalletTransaction['transactionType'] | null;
  readonly transactionStatus?: WalletTransaction['transactionStatus'] | null;
  /** Values by key; an empty value is ignored. */
  readonly metadata?: Record<string, unknown> | null;
}
