import { Big, ZERO } from '../../../core/money/decimal.js';
import { type CreditAmount, type CreditRate, creditsFor } from '../../../core/wallets/credit-amounts.js';
import {
  type ConsumedPart,
  consumeSources,
  type CreditSource,
} from '../../../core/wallets/source-consumption.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { Wallet } from '../records/wallet.table.js';
import type { WalletConsumption, WalletTransaction } from '../records/wallet-transaction.table.js';

/** What a new transaction is, beside its amount. The other members have defaults. */
export type TransactionTerms = Pick<WalletTransaction, 'transactionStatus'> &
  Partial<Omit<WalletTransaction, 'id' | 'organizationId' | 'walletId' | 'customerId' | 'transactionStatus'>>;

/** A settled inbound transaction with something left. */
export function sourceOf(transaction: WalletTransaction): CreditSource {
  return {
    id: transaction.id,
    kind: transaction.transactionStatus === 'purchased' ? 'purchased' : 'granted',
    priority: transaction.priority,
    remainingCents: transaction.remainingAmountCents ?? 0n,
    createdAt: transaction.createdAt,
  };
}

export function rateOf({ rateAmount, currency }: Wallet): CreditRate {
  return { rateAmount: new Big(rateAmount), currency };
}

/**
 * A wallet and what one call books in it. Every amount that leaves it is taken from sources, so that the balance is always
 * what is left of the inbound transactions. Source: wallets.md §2–4.
 */
export class WalletBook {
  private current: Wallet;
  private readonly sources: Map<string, WalletTransaction>;
  /** New transactions, in the order of booking. */
  readonly created: WalletTransaction[] = [];
  /** Earlier transactions that were settled or failed. */
  readonly decided: WalletTransaction[] = [];
  readonly consumptions: WalletConsumption[] = [];
  private readonly used = new Set<string>();

  /** @param sources the settled inbound transactions with something left. */
  constructor(
    private readonly before: Wallet,
    sources: readonly WalletTransaction[],
    private readonly at: Date,
  ) {
    this.current = before;
    this.sources = new Map(sources.map((source) => [source.id, source]));
  }

  get wallet(): Wallet {
    return this.current;
  }

  get changesBalance(): boolean {
    return this.current !== this.before;
  }

  /** Earlier sources of which something was used. */
  get usedSources(): WalletTransaction[] {
    const isNew = new Set([...this.created, ...this.decided].map(({ id }) => id));
    return [...this.used]
      .filter((id) => !isNew.has(id))
      .map((id) => expectPresent(this.sources.get(id), 'a used source'));
  }

  /** Books a free top-up, which can be used at once. */
  grant(amount: CreditAmount, terms: Omit<TransactionTerms, 'transactionStatus'> = {}): WalletTransaction {
    const granted = this.transaction(amount, {
      ...terms,
      transactionStatus: 'granted',
      status: 'settled',
      settledAt: this.at,
      remainingAmountCents: amount.amountCents,
    });
    this.raise(granted);
    this.created.push(granted);
    return granted;
  }

  /** Books a paid top-up, which is settled by the payment of its invoice. */
  purchase(amount: CreditAmount, terms: Omit<TransactionTerms, 'transactionStatus'>): WalletTransaction {
    const pending = this.transaction(amount, { ...terms, transactionStatus: 'purchased', status: 'pending' });
    this.created.push(pending);
    return pending;
  }

  /** Settles a purchase. */
  settle(purchase: WalletTransaction): WalletTransaction {
    const settled: WalletTransaction = {
      ...purchase,
      status: 'settled',
      settledAt: this.at,
      remainingAmountCents: purchase.amountCents,
      updatedAt: this.at,
    };
    this.raise(settled);
    this.decided.push(settled);
    return settled;
  }

  /** A purchase fails; it may be settled later all the same. */
  fail(purchase: WalletTransaction): void {
    this.decided.push({ ...purchase, status: 'failed', failedAt: this.at, updatedAt: this.at });
  }

  /**
   * Books what leaves the wallet.
   * @param parts by source; by default in the order of use.
   */
  take(
    amount: CreditAmount,
    terms: TransactionTerms,
    parts: readonly ConsumedPart<Pick<CreditSource, 'id'>>[] = consumeSources(
      [...this.sources.values()].map(sourceOf),
      amount.amountCents,
    ),
  ): WalletTransaction {
    const outbound = this.transaction(amount, {
      ...terms,
      transactionType: 'outbound',
      status: 'settled',
      settledAt: this.at,
      remainingAmountCents: null,
    });
    this.created.push(outbound);
    for (const { source, amountCents } of parts) this.consume(outbound, source.id, amountCents);
    const { amountCents, creditAmount } = amount;
    this.change({
      balanceCents: this.current.balanceCents - amountCents,
      creditsBalance: new Big(this.current.creditsBalance).minus(creditAmount).toFixed(),
      consumedAmountCents: this.current.consumedAmountCents + amountCents,
      consumedCredits: new Big(this.current.consumedCredits).plus(creditAmount).toFixed(),
      lastConsumedCreditAt: this.at,
    });
    return outbound;
  }

  /** Gives back what a voided invoice was paid with, as a free top-up. Source: wallets.md §4. */
  giveBack(payment: WalletTransaction, voidedInvoiceId: string): void {
    const creditAmount = new Big(payment.creditAmount);
    this.grant({ amountCents: payment.amountCents, creditAmount }, { voidedInvoiceId });
    const consumedCredits = new Big(this.current.consumedCredits).minus(creditAmount);
    const consumedAmountCents = this.current.consumedAmountCents - payment.amountCents;
    this.change({
      consumedCredits: (consumedCredits.lt(0) ? ZERO : consumedCredits).toFixed(),
      consumedAmountCents: consumedAmountCents < 0n ? 0n : consumedAmountCents,
    });
  }

  private consume(outbound: WalletTransaction, sourceId: string, amountCents: bigint): void {
    const source = expectPresent(this.sources.get(sourceId), 'a source of the wallet');
    const remainingAmountCents = (source.remainingAmountCents ?? 0n) - amountCents;
    const changed = { ...source, remainingAmountCents, updatedAt: this.at };
    this.sources.set(sourceId, changed);
    this.used.add(sourceId);
    for (const own of [this.created, this.decided]) {
      const index = own.findIndex(({ id }) => id === sourceId);
      if (index >= 0) own[index] = changed;
    }
    this.consumptions.push({
      id: newId(),
      organizationId: this.current.organizationId,
      inboundId: sourceId,
      outboundId: outbound.id,
      amountCents,
      creditAmount: creditsFor(amountCents, rateOf(this.current)).toFixed(),
      createdAt: this.at,
    });
  }

  private raise(inbound: WalletTransaction): void {
    this.sources.set(inbound.id, inbound);
    this.change({
      balanceCents: this.current.balanceCents + inbound.amountCents,
      creditsBalance: new Big(this.current.creditsBalance).plus(inbound.creditAmount).toFixed(),
    });
  }

  private change(members: Partial<Wallet>): void {
    this.current = { ...this.current, ...members, lastBalanceSyncAt: this.at, updatedAt: this.at };
  }

  private transaction(
    { amountCents, creditAmount }: CreditAmount,
    terms: TransactionTerms,
  ): WalletTransaction {
    const { id: walletId, organizationId, customerId } = this.current;
    return {
      id: newId(),
      organizationId,
      walletId,
      customerId,
      transactionType: 'inbound',
      status: 'pending',
      source: 'manual',
      amountCents,
      creditAmount: creditAmount.toFixed(),
      remainingAmountCents: null,
      invoiceId: null,
      creditNoteId: null,
      voidedInvoiceId: null,
      billingEntityId: null,
      name: null,
      priority: LAST_PRIORITY,
      invoiceRequiresSuccessfulPayment: false,
      metadata: [],
      customSections: null,
      paymentMethodType: null,
      paymentMethodId: null,
      purchaseOrderNumber: null,
      settledAt: null,
      failedAt: null,
      createdAt: this.at,
      updatedAt: this.at,
      ...terms,
    };
  }
}

/** The priority of what names none. Source: wallets.md §1. */
export const LAST_PRIORITY = 50;
