import { Big, parseDecimal } from '../../../core/money/decimal.js';
import { isSupportedInstant } from '../../../core/time/supported-instants.js';
import {
  type CreditAmount,
  type CreditRate,
  MAX_AMOUNT_CENTS,
  readCredits,
  topUpAmount,
} from '../../../core/wallets/credit-amounts.js';
import { newId } from '../../../platform/db/tables/ids.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import {
  isLonger,
  LINE_LENGTH,
  limitCount,
  limitText,
  requireText,
} from '../../../platform/errors/input-rules.js';
import { checkMetadata, type MetadataMap } from '../../../platform/metadata/metadata-map.js';
import type { Customer } from '../../customers/records/customer.table.js';
import {
  changedReference,
  checkPaymentMethod,
  storedReference,
} from '../../payment-providers/methods/payment-method-reference.js';
import { checkTransactionMetadata, MOST_INITIAL_ENTRIES } from '../records/transaction-metadata.js';
import { LAST_PRIORITY } from '../ledger/wallet-book.js';
import type { CreateWallet, CreateWalletTransactions, WalletMembers } from '../records/wallet.input.js';
import type { Wallet } from '../records/wallet.table.js';

/** Most active wallets of a customer. Source: wallets.md §1. */
export const MOST_WALLETS = 6;

/** The code of a wallet that was sent none: its name in lower snake case. Source: wallets.md §1. */
export function generatedCode(name: string | null | undefined): string {
  const words = (name ?? '').normalize('NFKD').replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2');
  const code = words
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  return code === '' ? 'default' : code;
}

/** Reports the errors of a new wallet that show in its request. @returns its metadata, valid only if nothing was reported. */
export function checkCreation(errors: FieldErrors, input: CreateWallet, now: Date): MetadataMap | null {
  const rate = parseDecimal(input.rateAmount);
  if (rate === null) errors.add('rateAmount', 'value_is_invalid');
  else if (rate.lte(0)) errors.add('rateAmount', 'value_is_out_of_range');
  checkCredits(errors, 'paidCredits', input.paidCredits);
  checkCredits(errors, 'grantedCredits', input.grantedCredits);
  checkPriority(errors, 'transactionPriority', input.transactionPriority);
  if (typeof input.transactionName === 'string' && isLonger(input.transactionName, LINE_LENGTH))
    errors.add('transactionName', 'too_long');
  checkTransactionMetadata(errors, 'transactionMetadata', input.transactionMetadata, MOST_INITIAL_ENTRIES);
  const metadata = checkMembers(errors, input, now);
  checkTopUpLimits(errors, input.paidTopUpMinAmountCents ?? null, input.paidTopUpMaxAmountCents ?? null);
  return metadata;
}

/** Reports the errors of members that can be set at any time. @returns the metadata, valid only if nothing was reported. */
export function checkMembers(errors: FieldErrors, input: WalletMembers, now: Date): MetadataMap | null {
  limitText(errors, 'name', input.name);
  if (typeof input.code === 'string') requireText(errors, 'code', input.code);
  limitText(errors, 'purchaseOrderNumber', input.purchaseOrderNumber);
  checkPriority(errors, 'priority', input.priority);
  const { expirationAt } = input;
  if (expirationAt instanceof Date && (expirationAt <= now || !isSupportedInstant(expirationAt)))
    errors.add('expirationAt', 'invalid_date');
  for (const member of ['paidTopUpMinAmountCents', 'paidTopUpMaxAmountCents'] as const) {
    const cents = input[member];
    if (typeof cents === 'bigint' && cents <= 0n) errors.add(member, 'value_is_out_of_range');
  }
  limitCount(errors, 'appliesTo.feeTypes', input.appliesTo?.feeTypes);
  limitCount(errors, 'appliesTo.billableMetricCodes', input.appliesTo?.billableMetricCodes);
  checkPaymentMethod(errors, input.paymentMethod);
  return checkMetadata(errors, input.metadata ?? null);
}

/** Reports a maximum below the minimum. */
export function checkTopUpLimits(errors: FieldErrors, min: bigint | null, max: bigint | null): void {
  if (min !== null && max !== null && max < min)
    errors.add('paidTopUpMaxAmountCents', 'must_be_greater_than_or_equal_min');
}

function checkPriority(
  errors: FieldErrors,
  path: 'priority' | 'transactionPriority',
  priority: number | null | undefined,
): void {
  if (typeof priority === 'number' && (priority < 1 || priority > LAST_PRIORITY))
    errors.add(path, 'value_is_invalid');
}

const CREDIT_CODES = {
  paidCredits: 'invalid_paid_credits',
  grantedCredits: 'invalid_granted_credits',
  voidedCredits: 'invalid_voided_credits',
} as const;

type CreditMember = keyof typeof CREDIT_CODES;

function checkCredits(errors: FieldErrors, member: CreditMember, sent: string | null | undefined): void {
  if (sent === undefined || sent === null || readCredits(sent) !== null) return;
  errors.add(member, CREDIT_CODES[member]);
  errors.add(member, 'invalid_amount');
}

/** A quantity of credits that was sent and checked; null for none. */
export function creditsOf(sent: string | null | undefined): Big | null {
  const credits = sent === undefined || sent === null ? null : readCredits(sent);
  return credits === null || credits.eq(0) ? null : credits;
}

/** Reports the errors of new transactions that show in their request. Source: wallets.md §3.2. */
export function checkTransactions(
  errors: FieldErrors,
  input: CreateWalletTransactions,
  mostEntries: number,
): void {
  for (const member of ['paidCredits', 'grantedCredits', 'voidedCredits'] as const)
    checkCredits(errors, member, input[member]);
  if (typeof input.name === 'string' && isLonger(input.name, LINE_LENGTH)) errors.add('name', 'too_long');
  limitText(errors, 'purchaseOrderNumber', input.purchaseOrderNumber);
  checkPriority(errors, 'priority', input.priority);
  checkTransactionMetadata(errors, 'metadata', input.metadata, mostEntries);
  checkPaymentMethod(errors, input.paymentMethod);
}

/** The top-ups that a call asks for. */
export interface RequestedTopUps {
  readonly paid: CreditAmount | null;
  readonly granted: CreditAmount | null;
}

/** What limits paid top-ups; nulls for what is unlimited. */
type TopUpLimits = Pick<Wallet, 'paidTopUpMinAmountCents' | 'paidTopUpMaxAmountCents'>;

/**
 * Reads the amounts of checked top-ups, and reports those that are not allowed.
 * @param limits null: they are not asked for.
 * @param balanceCents of the wallet, which cannot grow beyond 2^53. Source: wallets.md §2, §3.2.
 */
export function requestedTopUps(
  errors: FieldErrors,
  sent: { readonly paidCredits?: string | null; readonly grantedCredits?: string | null },
  rate: CreditRate,
  limits: TopUpLimits | null,
  balanceCents: bigint,
): RequestedTopUps {
  const amountOf = (member: 'paidCredits' | 'grantedCredits') => {
    const credits = creditsOf(sent[member]);
    const amount = credits === null ? null : topUpAmount(credits, rate);
    if (amount?.amountCents === 0n) errors.add(member, 'amount_rounds_to_zero');
    if (amount !== null && balanceCents + amount.amountCents > MAX_AMOUNT_CENTS)
      errors.add(member, 'value_is_out_of_range');
    return amount;
  };
  const paid = amountOf('paidCredits');
  if (paid !== null && limits !== null) {
    const { paidTopUpMinAmountCents: min, paidTopUpMaxAmountCents: max } = limits;
    if (min !== null && paid.amountCents < min) errors.add('paidCredits', 'amount_below_minimum');
    if (max !== null && paid.amountCents > max) errors.add('paidCredits', 'amount_above_maximum');
  }
  return { paid, granted: amountOf('grantedCredits') };
}

/** A new wallet without credits. */
export function newWallet(
  input: CreateWallet,
  { id: customerId, organizationId }: Customer,
  facts: Pick<Wallet, 'code' | 'currency' | 'billingEntityId' | 'customSections' | 'hasMetrics' | 'metadata'>,
  now: Date,
): Wallet {
  return {
    ...facts,
    id: newId(),
    organizationId,
    customerId,
    name: input.name ?? null,
    status: 'active',
    rateAmount: new Big(input.rateAmount).toFixed(),
    priority: input.priority ?? LAST_PRIORITY,
    expirationAt: input.expirationAt ?? null,
    terminatedAt: null,
    expiresWithDrafts: false,
    invoiceRequiresSuccessfulPayment: input.invoiceRequiresSuccessfulPayment ?? false,
    paidTopUpMinAmountCents: input.paidTopUpMinAmountCents ?? null,
    paidTopUpMaxAmountCents: input.paidTopUpMaxAmountCents ?? null,
    feeTypes: [...new Set(input.appliesTo?.feeTypes ?? [])],
    ...storedReference(input.paymentMethod),
    purchaseOrderNumber: input.purchaseOrderNumber?.trim() || null,
    balanceCents: 0n,
    creditsBalance: '0',
    consumedCredits: '0',
    consumedAmountCents: 0n,
    hadOngoingBalance: false,
    lastBalanceSyncAt: null,
    lastConsumedCreditAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** A wallet after an update; omitted members stay as they are. Source: wallets.md §1, §9. */
export function changedWallet(
  wallet: Wallet,
  input: WalletMembers,
  facts: Pick<Wallet, 'billingEntityId' | 'customSections' | 'hasMetrics' | 'metadata'>,
  now: Date,
): Wallet {
  const given = <Value>(value: Value | undefined, current: Value) => (value === undefined ? current : value);
  const { paymentMethod, appliesTo } = input;
  const feeTypes = appliesTo?.feeTypes ?? undefined;
  return {
    ...wallet,
    ...facts,
    name: given(input.name, wallet.name),
    code: input.code ?? wallet.code,
    priority: input.priority ?? wallet.priority,
    expirationAt: given(input.expirationAt, wallet.expirationAt),
    expiresWithDrafts: wallet.expiresWithDrafts && input.expirationAt === undefined,
    invoiceRequiresSuccessfulPayment:
      input.invoiceRequiresSuccessfulPayment ?? wallet.invoiceRequiresSuccessfulPayment,
    paidTopUpMinAmountCents: given(input.paidTopUpMinAmountCents, wallet.paidTopUpMinAmountCents),
    paidTopUpMaxAmountCents: given(input.paidTopUpMaxAmountCents, wallet.paidTopUpMaxAmountCents),
    feeTypes: feeTypes === undefined ? wallet.feeTypes : [...new Set(feeTypes)],
    ...changedReference(paymentMethod, wallet),
    purchaseOrderNumber:
      input.purchaseOrderNumber === undefined
        ? wallet.purchaseOrderNumber
        : input.purchaseOrderNumber?.trim() || null,
    updatedAt: now,
  };
}
