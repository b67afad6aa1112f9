import type { Big } from '../../../core/money/decimal.js';
import type { AutomaticTopUp } from '../../../core/wallets/automatic-top-ups.js';
import { hasExpired } from '../../../core/wallets/validity.js';
import {
  type CreditAmount,
  creditsFor,
  floorCredits,
  MAX_AMOUNT_CENTS,
  topUpAmount,
  voidedAmount,
} from '../../../core/wallets/credit-amounts.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { invalid } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { Customer } from '../../customers/records/customer.table.js';
import { storedReference } from '../../payment-providers/methods/payment-method-reference.js';
import type { WalletsNeeds } from '../wallets.needs.js';
import { MOST_ENTRIES } from '../records/transaction-metadata.js';
import { LAST_PRIORITY, rateOf, type WalletBook } from '../ledger/wallet-book.js';
import type { CreateWalletTransactions } from '../records/wallet.input.js';
import type { WalletLedger } from '../ledger/wallet-ledger.service.js';
import { walletRepository } from '../records/wallet.repository.js';
import {
  checkTransactions,
  creditsOf,
  type RequestedTopUps,
  requestedTopUps,
} from '../rules/wallet.rules.js';
import type { Wallet } from '../records/wallet.table.js';
import { walletTransactionRepository } from '../records/wallet-transaction.repository.js';
import type { OwnedAt } from '../rules/wallet-rules.service.js';
import type { WalletRule } from '../records/wallet-rule.table.js';
import type { WalletTransaction } from '../records/wallet-transaction.table.js';

interface Needs extends Pick<
  WalletsNeeds,
  'customSections' | 'customerLocks' | 'testClocks' | 'paymentMethods'
> {
  readonly ledger: WalletLedger;
}

/** What the transactions of one call share. */
export type TopUpTerms = Partial<
  Pick<
    WalletTransaction,
    | 'name'
    | 'priority'
    | 'metadata'
    | 'invoiceRequiresSuccessfulPayment'
    | 'customSections'
    | 'paymentMethodType'
    | 'paymentMethodId'
    | 'purchaseOrderNumber'
    | 'source'
  >
>;

/** What a call voids: an amount, and the top-up that it is taken from if one is named. */
interface RequestedVoid {
  readonly amount: CreditAmount;
  readonly from: string | null;
}

/** An invoice of which something is refunded. Its customer is locked. */
interface RefundedInvoice {
  readonly invoice: { readonly id: string };
  readonly customer: Customer;
  /** The customer's now. */
  readonly now: Date;
}

/** Tops wallets up and voids credits; settles purchases when their invoices are paid. Source: wallets.md §3. */
export class WalletTopUps {
  constructor(private readonly needs: Needs) {}

  /**
   * Creates up to three transactions: a paid top-up, a free one and a void.
   * @returns them in this order, as they are when the call answers.
   * @throws AppError `invoice_custom_section_not_found`; `validation_errors` (wallets.md §3.2); kind `notAllowed`, `test_clock_advancing`.
   */
  async create(tx: Tx, actor: Actor, input: CreateWalletTransactions): Promise<WalletTransaction[]> {
    const { customSections, customerLocks, testClocks, ledger } = this.needs;
    const { customerId } = await find(tx, actor, input.walletId);
    const [customer] = await customerLocks.lockWithIdleClocks(tx, actor, [customerId]);
    const wallet = await find(tx, actor, input.walletId);
    if (wallet.status === 'terminated') throw invalid({ walletId: ['wallet_is_terminated'] });
    const errors = new FieldErrors();
    checkTransactions(errors, input, MOST_ENTRIES);
    errors.throwIfAny();
    const topUps = requestedTopUps(
      errors,
      input,
      rateOf(wallet),
      input.ignorePaidTopUpLimits === true ? null : wallet,
      wallet.balanceCents,
    );
    const voided = await this.requestedVoid(tx, actor, errors, wallet, input);
    errors.throwIfAny();
    const owner = expectPresent(customer, 'the customer of the wallet');
    const now = await testClocks.now(tx, actor, owner.testClockId);
    const addsCredits = topUps.paid !== null || topUps.granted !== null;
    if (addsCredits && hasExpired(wallet, now)) throw invalid({ walletId: ['wallet_is_terminated'] });
    await this.needs.paymentMethods.requireNamed(tx, actor, owner, input.paymentMethod);
    const book = await ledger.openOne(tx, actor, wallet, now);
    const terms: TopUpTerms = {
      name: input.name ?? null,
      priority: input.priority ?? LAST_PRIORITY,
      metadata: input.metadata ?? [],
      customSections: await customSections.choose(tx, actor, input.invoiceCustomSection, null, now),
      ...storedReference(input.paymentMethod),
      purchaseOrderNumber: input.purchaseOrderNumber?.trim() || null,
    };
    const requiresPayment = input.invoiceRequiresSuccessfulPayment ?? wallet.invoiceRequiresSuccessfulPayment;
    bookTopUps(book, topUps, { ...terms, invoiceRequiresSuccessfulPayment: requiresPayment });
    if (voided !== null) {
      const { amount, from } = voided;
      book.take(
        amount,
        { ...terms, transactionStatus: 'voided' },
        from === null ? undefined : [{ source: { id: from }, amountCents: amount.amountCents }],
      );
    }
    return this.writeBook(tx, actor, book, owner);
  }

  /** Books the first top-ups of a new wallet. */
  async start(
    tx: Tx,
    actor: Actor,
    { wallet, customer }: { readonly wallet: Wallet; readonly customer: Customer },
    topUps: RequestedTopUps,
    terms: TopUpTerms,
  ): Promise<void> {
    const { ledger } = this.needs;
    const book = await ledger.openOne(tx, actor, wallet, wallet.createdAt);
    bookTopUps(book, topUps, {
      ...terms,
      invoiceRequiresSuccessfulPayment: wallet.invoiceRequiresSuccessfulPayment,
    });
    await ledger.write(tx, actor, [{ book, customer }]);
  }

  /** Tops a wallet up by a rule. The caller has locked the customer. Credits that are worth nothing, or more than a balance can be, are omitted. */
  async topUpByRule(
    tx: Tx,
    actor: Actor,
    { wallet, customer, now }: OwnedAt,
    { paid, granted }: AutomaticTopUp,
    rule: WalletRule,
  ): Promise<void> {
    const { ledger } = this.needs;
    const rate = rateOf(wallet);
    const worth = (credits: Big) => {
      const amount = topUpAmount(floorCredits(credits), rate);
      const isBookable =
        amount.amountCents > 0n && wallet.balanceCents + amount.amountCents <= MAX_AMOUNT_CENTS;
      return isBookable ? amount : null;
    };
    const book = await ledger.openOne(tx, actor, wallet, now);
    const topUps = { paid: worth(paid), granted: worth(granted) };
    bookTopUps(book, topUps, {
      source: rule.trigger,
      name: rule.transactionName,
      metadata: rule.transactionMetadata,
      invoiceRequiresSuccessfulPayment:
        rule.invoiceRequiresSuccessfulPayment ?? wallet.invoiceRequiresSuccessfulPayment,
      customSections: rule.customSections,
      paymentMethodType: rule.paymentMethodType,
      paymentMethodId: rule.paymentMethodId,
      purchaseOrderNumber: rule.purchaseOrderNumber,
    });
    if (book.created.length > 0) await ledger.write(tx, actor, [{ book, customer }]);
  }

  /** The automatic top-ups of a wallet since an instant, and those that are not decided, newest first. */
  recent(tx: Tx, actor: Actor, walletId: string, since: Date): Promise<WalletTransaction[]> {
    return walletTransactionRepository.findRecent(tx, actor.organizationId, walletId, since);
  }

  /** Notes the invoice of a purchase. */
  async bill(tx: Tx, purchase: WalletTransaction, invoiceId: string): Promise<void> {
    await walletTransactionRepository.updateAll(tx, [{ ...purchase, invoiceId }]);
  }

  /**
   * Settles the purchase of an invoice or has it fail. A settled purchase stays settled, and a failed one may be settled
   * later. The caller has locked the customer. Source: wallets.md §3.3.
   */
  async decide(
    tx: Tx,
    actor: Actor,
    {
      invoiceId,
      customer,
      at,
    }: { readonly invoiceId: string; readonly customer: Customer; readonly at: Date },
    outcome: 'settled' | 'failed',
  ): Promise<void> {
    const { organizationId } = actor;
    const purchase = await walletTransactionRepository.findPurchase(tx, organizationId, invoiceId);
    if (purchase === null || purchase.status === 'settled' || purchase.status === outcome) return;
    const [wallet] = await walletRepository.findMany(tx, organizationId, [purchase.walletId]);
    const owned = expectPresent(wallet, 'the wallet of a purchase');
    const book = await this.needs.ledger.openOne(tx, actor, owned, at);
    if (outcome === 'settled') book.settle(purchase);
    else book.fail(purchase);
    await this.needs.ledger.write(tx, actor, [{ book, customer }]);
  }

  /** The purchase that an invoice bills, and its wallet. */
  async purchaseOf(
    db: Db,
    { organizationId }: Actor,
    invoiceId: string,
  ): Promise<{ transaction: WalletTransaction; wallet: Wallet }> {
    const purchase = await walletTransactionRepository.findPurchase(db, organizationId, invoiceId);
    const transaction = expectPresent(purchase ?? undefined, 'the purchase of a top-up invoice');
    const [wallet] = await walletRepository.findMany(db, organizationId, [transaction.walletId]);
    return { transaction, wallet: expectPresent(wallet, 'the wallet of a purchase') };
  }

  /** Takes what is refunded of a purchase from it. The caller has locked the customer. Source: credit-notes.md §2.2. */
  async refund(
    tx: Tx,
    actor: Actor,
    { invoice, customer, now }: RefundedInvoice,
    { id: creditNoteId, refundAmountCents: amountCents }: { id: string; refundAmountCents: bigint },
  ): Promise<void> {
    const { ledger } = this.needs;
    const { transaction, wallet } = await this.purchaseOf(tx, actor, invoice.id);
    const book = await ledger.openOne(tx, actor, wallet, now);
    const amount = { amountCents, creditAmount: creditsFor(amountCents, rateOf(wallet)) };
    book.take(amount, { transactionStatus: 'voided', creditNoteId }, [{ source: transaction, amountCents }]);
    await ledger.write(tx, actor, [{ book, customer }]);
  }

  /** Writes a book. @returns its new transactions as reactions to them have left them. */
  private async writeBook(
    tx: Tx,
    actor: Actor,
    book: WalletBook,
    customer: Customer,
  ): Promise<WalletTransaction[]> {
    await this.needs.ledger.write(tx, actor, [{ book, customer }]);
    const ids = book.created.map(({ id }) => id);
    if (ids.length === 0) return [];
    const rows = await walletTransactionRepository.findMany(tx, actor.organizationId, ids);
    return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  }

  /** Reads what is to be voided, and reports what cannot be. Source: wallets.md §3.2. */
  private async requestedVoid(
    tx: Tx,
    { organizationId }: Actor,
    errors: FieldErrors,
    wallet: Wallet,
    { voidedCredits, voidedTransactionId }: CreateWalletTransactions,
  ): Promise<RequestedVoid | null> {
    const credits = creditsOf(voidedCredits);
    const rate = rateOf(wallet);
    if (credits?.gt(wallet.creditsBalance) === true) errors.add('voidedCredits', 'insufficient_credits');
    if (voidedTransactionId === undefined || voidedTransactionId === null) {
      if (credits === null) return null;
      const amount = voidedAmount(credits, rate);
      // Credits are rounded: all of them may stand for a fraction of a cent more than the balance.
      const amountCents = amount.amountCents > wallet.balanceCents ? wallet.balanceCents : amount.amountCents;
      return { amount: { ...amount, amountCents }, from: null };
    }
    const [source] = isUuid(voidedTransactionId)
      ? await walletTransactionRepository.findMany(tx, organizationId, [voidedTransactionId])
      : [];
    if (source?.walletId !== wallet.id || source.transactionType !== 'inbound') {
      errors.add('voidedTransactionId', 'wallet_transaction_not_found');
      return null;
    }
    const remainingCents = source.remainingAmountCents ?? 0n;
    if (remainingCents === 0n) {
      errors.add('voidedTransactionId', 'no_remaining_amount');
      return null;
    }
    const rest = { amountCents: remainingCents, creditAmount: creditsFor(remainingCents, rate) };
    const amount = credits === null ? rest : voidedAmount(credits, rate);
    if (amount.amountCents > remainingCents)
      errors.add('amountCents', 'exceeds_remaining_transaction_amount');
    return amount.amountCents === 0n ? null : { amount, from: source.id };
  }
}

/** Books a paid top-up before a free one. */
function bookTopUps(book: WalletBook, { paid, granted }: RequestedTopUps, terms: TopUpTerms): void {
  if (paid !== null) book.purchase(paid, terms);
  if (granted !== null) book.grant(granted, { ...terms, invoiceRequiresSuccessfulPayment: false });
}

/** @throws AppError `walletId: wallet_not_found`. */
async function find(tx: Tx, { organizationId }: Actor, id: string): Promise<Wallet> {
  const [wallet] = isUuid(id) ? await walletRepository.findMany(tx, organizationId, [id]) : [];
  if (wallet === undefined) throw invalid({ walletId: ['wallet_not_found'] });
  return wallet;
}
