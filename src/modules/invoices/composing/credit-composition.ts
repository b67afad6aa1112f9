import { type DiscountableFee, takeCoupons } from '../../../core/invoicing/coupons.js';
import { shareConsumed, consumeBalances } from '../../../core/credit-notes/credit-note-consumption.js';
import { Big, ZERO } from '../../../core/money/decimal.js';
import type { FeeAmounts } from '../../../core/taxes/tax.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { payFromWallets } from '../../../core/wallets/invoice-payments.js';
import { consumeSources, partsByKind } from '../../../core/wallets/source-consumption.js';
import { inOrderOfUse, type MonthlyCoupon } from '../../coupons/applied-coupon.rules.js';
import type { UsableWallet, WalletUse } from '../../wallets/ledger/wallet-payments.service.js';
import type { CreditNoteBalance } from './credit-note-balances.js';
import type { FeeFrame, FeeLine } from './fee-composition.js';
import { partsOf } from './invoice-kinds.js';
import type { PlannedInvoice } from './planned-invoice.js';
import type { ProgressiveCreditUse } from './progressive-credit.js';
import type { Fee } from '../records/fees/fee.table.js';
import type { InvoiceCredit } from '../records/invoice-credit.table.js';

/** What an invoice may use of its customer's credits. */
export interface UsableCredits {
  /** In the order in which they were applied. */
  readonly coupons: readonly MonthlyCoupon[];
  /** For usage that progressive invoices have billed. */
  readonly progressive: readonly ProgressiveCreditUse[];
  /** Credit notes in the currency of the invoice, oldest first. */
  readonly creditNotes: readonly CreditNoteBalance[];
  /** Wallets in the currency of the invoice, in the order in which they pay. */
  readonly wallets: readonly UsableWallet[];
}

export const NO_CREDITS: UsableCredits = { progressive: [], coupons: [], creditNotes: [], wallets: [] };

interface CreditFrame extends FeeFrame {
  readonly invoiceId: string;
  readonly planned: PlannedInvoice;
}

/**
 * The coupons that an invoice uses, in order of use, and the share of each line in them.
 * @param fees the amounts of the lines and what was deducted from them before. Source: coupons.md §5.
 */
export function couponRows(
  frame: CreditFrame,
  lines: readonly FeeLine[],
  fees: readonly FeeAmounts[],
  coupons: readonly MonthlyCoupon[],
  leftCents: bigint,
): { readonly parts: readonly InvoiceCredit[]; readonly feeShares: readonly Big[] } {
  const discountable = discountableFees(frame.planned, lines, fees);
  const taken = takeCoupons(frame.currency, leftCents, discountable, inOrderOfUse(coupons));
  const parts = taken.uses.map(({ coupon: { applied, coupon }, amountCents }) => ({
    ...creditFrame(frame),
    itemType: 'coupon' as const,
    itemId: applied.id,
    couponId: coupon.id,
    itemCode: coupon.code,
    itemName: coupon.name,
    itemDescription: coupon.description,
    amountCents,
  }));
  return { parts, feeShares: taken.feeShares };
}

/** The fees of an invoice, with what coupons may be limited to. */
function discountableFees(
  planned: PlannedInvoice,
  lines: readonly FeeLine[],
  fees: readonly FeeAmounts[],
): DiscountableFee[] {
  const sold = new Map(
    partsOf(planned).map(({ subscription, plan }) => [subscription.id, plan.parentId ?? plan.id]),
  );
  return lines.map(({ amountCents, planned: { source } }, index) => ({
    amountCents,
    preciseCouponsAmountCents: fees[index]?.preciseCouponsAmountCents ?? ZERO,
    billableMetricId: source.type === 'charge' ? source.billableMetricId : null,
    soldPlanId: 'subscriptionId' in source ? (sold.get(source.subscriptionId) ?? null) : null,
  }));
}

/** The rows that record which credit notes an invoice uses, in order of use. Source: credit-notes.md §4. */
export function creditNoteRows(
  frame: Omit<CreditFrame, 'planned'>,
  balances: readonly CreditNoteBalance[],
  totalCents: bigint,
): InvoiceCredit[] {
  return consumeBalances(balances, totalCents).map(({ balance, amountCents }) => ({
    ...creditFrame(frame),
    itemType: 'credit_note',
    itemId: balance.id,
    couponId: null,
    itemCode: balance.number,
    itemName: balance.invoiceNumber,
    itemDescription: null,
    amountCents,
  }));
}

function creditFrame({ organizationId, invoiceId, currency, at }: Omit<CreditFrame, 'planned'>) {
  return { id: newId(), organizationId, invoiceId, currency, returnedAt: null, createdAt: at };
}

/** Spreads the credit notes that an invoice uses over its fees. Source: credit-notes.md §4. */
export function withCreditShares(
  fees: readonly Fee[],
  creditNotes: readonly InvoiceCredit[],
): readonly Fee[] {
  if (creditNotes.length === 0) return fees;
  const due = fees.map(({ amountCents, preciseCouponsAmountCents, taxesAmountCents }) =>
    new Big(amountCents).minus(preciseCouponsAmountCents).plus(taxesAmountCents),
  );
  const taken = creditNotes.map(({ amountCents }) => amountCents);
  const shares = shareConsumed(due, taken);
  return fees.map((fee, index) => ({
    ...fee,
    preciseCreditNotesAmountCents: (shares[index] ?? ZERO).toFixed(),
  }));
}

/** What wallets pay of an invoice, and the origin of the credits: null instead of 0. Source: wallets.md §4. */
export interface PrepaidCredit {
  readonly uses: readonly WalletUse[];
  readonly amountCents: bigint;
  readonly grantedCents: bigint | null;
  readonly purchasedCents: bigint | null;
}

/**
 * Pays what is left of an invoice from wallets.
 * @param fees of the invoice, with their shares of coupons and credit notes.
 */
export function prepaidCredit(
  fees: readonly Fee[],
  totalCents: bigint,
  wallets: readonly UsableWallet[],
): PrepaidCredit {
  const payable = fees.map((fee) => ({
    feeType: fee.feeType,
    billableMetricId: fee.billableMetricId,
    targetWalletCode: fee.targetWalletCode,
    amountCents: fee.amountCents,
    preciseCouponsAmountCents: new Big(fee.preciseCouponsAmountCents),
    taxesPreciseAmountCents: new Big(fee.taxesPreciseAmountCents),
    preciseCreditNotesAmountCents: new Big(fee.preciseCreditNotesAmountCents),
  }));
  const payments = wallets.length === 0 ? [] : payFromWallets(payable, totalCents, wallets);
  const uses = payments.map(({ wallet, amountCents }) => ({
    walletId: wallet.id,
    amountCents,
    parts: consumeSources(wallet.sources, amountCents),
  }));
  return {
    uses,
    amountCents: uses.reduce((total, { amountCents }) => total + amountCents, 0n),
    ...partsByKind(uses.flatMap(({ parts }) => parts)),
  };
}
