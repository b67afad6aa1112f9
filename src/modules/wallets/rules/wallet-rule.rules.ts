import { Big } from '../../../core/money/decimal.js';
import { MAX_AMOUNT_CENTS, readCredits, topUpAmount } from '../../../core/wallets/credit-amounts.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { isLonger, LINE_LENGTH } from '../../../platform/errors/input-rules.js';
import {
  changedReference,
  checkPaymentMethod,
  storedReference,
} from '../../payment-providers/methods/payment-method-reference.js';
import { checkTransactionMetadata, MOST_INITIAL_ENTRIES } from '../records/transaction-metadata.js';
import { rateOf } from '../ledger/wallet-book.js';
import type { SentWalletRule } from '../records/wallet.input.js';
import type { Wallet } from '../records/wallet.table.js';
import type { WalletRule } from '../records/wallet-rule.table.js';

/** Most active rules of a wallet. Source: wallets.md §1. */
export const MOST_RULES = 1;

/** The members of a rule that are decimal text. */
const CREDITS = ['paidCredits', 'grantedCredits', 'thresholdCredits', 'targetOngoingBalance'] as const;

/** True if what was sent of a rule can be read. Source: wallets.md §5. */
function isReadable(sent: SentWalletRule, now: Date): boolean {
  const errors = new FieldErrors();
  checkTransactionMetadata(errors, 'metadata', sent.transactionMetadata, MOST_INITIAL_ENTRIES);
  checkPaymentMethod(errors, sent.paymentMethod);
  const texts = [sent.transactionName, sent.purchaseOrderNumber];
  return (
    errors.isEmpty &&
    CREDITS.every((name) => typeof sent[name] !== 'string' || readCredits(sent[name]) !== null) &&
    texts.every((text) => typeof text !== 'string' || !isLonger(text, LINE_LENGTH)) &&
    !(sent.expirationAt instanceof Date && sent.expirationAt <= now)
  );
}

/** True if a rule is whole, and its paid credits are within the limits of the wallet. Source: wallets.md §5. */
export function isWhole(rule: WalletRule, wallet: Wallet): boolean {
  const isPossible = (credits: string | null) =>
    credits === null || topUpAmount(new Big(credits), rateOf(wallet)).amountCents <= MAX_AMOUNT_CENTS;
  const { trigger, method, interval, thresholdCredits, targetOngoingBalance, grantsTargetTopUp } = rule;
  if (trigger === 'interval' ? interval === null : thresholdCredits === null) return false;
  if (![rule.paidCredits, rule.grantedCredits, thresholdCredits, targetOngoingBalance].every(isPossible))
    return false;
  if (method === 'fixed') return !grantsTargetTopUp && isWithinLimits(rule, wallet);
  if (targetOngoingBalance === null) return false;
  return trigger === 'interval' || new Big(targetOngoingBalance).gte(thresholdCredits ?? 0);
}

function isWithinLimits({ paidCredits, ignorePaidTopUpLimits }: WalletRule, wallet: Wallet): boolean {
  const credits = new Big(paidCredits);
  if (ignorePaidTopUpLimits || credits.eq(0)) return true;
  const { amountCents } = topUpAmount(credits, rateOf(wallet));
  const { paidTopUpMinAmountCents: min, paidTopUpMaxAmountCents: max } = wallet;
  return (min === null || amountCents >= min) && (max === null || amountCents <= max);
}

/**
 * A rule that was sent.
 * @param known the rule that it changes; null for a new one.
 * @param initial the first credits of a new wallet, which a fixed rule without credits of its own repeats.
 * @returns null for one that is not valid.
 */
export function ruleOf(
  sent: SentWalletRule,
  wallet: Wallet,
  known: WalletRule | null,
  initial: Pick<SentWalletRule, 'paidCredits' | 'grantedCredits'>,
  now: Date,
): WalletRule | null {
  if (!isReadable(sent, now)) return null;
  const given = <Value>(value: Value | undefined, current: Value) => (value === undefined ? current : value);
  const hasCredits = [sent.paidCredits, sent.grantedCredits].some((text) => typeof text === 'string');
  const method = sent.method ?? known?.method ?? 'fixed';
  const repeats = known === null && method === 'fixed' && !hasCredits;
  const credits = (text: string | null | undefined, current: string | undefined) =>
    typeof text === 'string' ? (readCredits(text) ?? new Big(0)).toFixed() : (current ?? '0');
  const optional = (text: string | null | undefined, current: string | null) =>
    typeof text === 'string' ? (readCredits(text)?.toFixed() ?? null) : given(text, current);
  const from = repeats ? initial : sent;
  const rule: WalletRule = {
    id: known?.id ?? newId(),
    organizationId: wallet.organizationId,
    walletId: wallet.id,
    status: 'active',
    trigger: sent.trigger,
    method,
    interval: given(sent.interval, known?.interval ?? null),
    thresholdCredits: optional(sent.thresholdCredits, known?.thresholdCredits ?? null),
    targetOngoingBalance: optional(sent.targetOngoingBalance, known?.targetOngoingBalance ?? null),
    paidCredits: credits(from.paidCredits, known?.paidCredits),
    grantedCredits: credits(from.grantedCredits, known?.grantedCredits),
    grantsTargetTopUp: sent.grantsTargetTopUp ?? known?.grantsTargetTopUp ?? false,
    startedAt: given(sent.startedAt, known?.startedAt ?? null),
    expirationAt: given(sent.expirationAt, known?.expirationAt ?? null),
    terminatedAt: null,
    transactionName: given(sent.transactionName, known?.transactionName ?? null),
    transactionMetadata: sent.transactionMetadata ?? known?.transactionMetadata ?? [],
    invoiceRequiresSuccessfulPayment: given(
      sent.invoiceRequiresSuccessfulPayment,
      known?.invoiceRequiresSuccessfulPayment ?? null,
    ),
    ignorePaidTopUpLimits: sent.ignorePaidTopUpLimits ?? known?.ignorePaidTopUpLimits ?? false,
    customSections: known?.customSections ?? null,
    ...changedReference(sent.paymentMethod, known ?? storedReference(null)),
    purchaseOrderNumber: given(sent.purchaseOrderNumber, known?.purchaseOrderNumber ?? null),
    createdAt: known?.createdAt ?? now,
    updatedAt: now,
  };
  return isWhole(rule, wallet) ? rule : null;
}
