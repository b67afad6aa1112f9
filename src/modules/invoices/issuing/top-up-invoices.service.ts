import { Big } from '../../../core/money/decimal.js';
import { fromCents } from '../../../core/money/money.js';
import { NO_TAXES } from '../../../core/taxes/tax.js';
import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { InvoicesNeeds } from '../invoices.needs.js';
import { billingSettingsOf } from '../../customers/records/billing-settings.js';
import type { OwnedTransaction } from '../../wallets/wallet.changes.js';
import type { PlannedFee } from '../composing/planned-fee.js';
import type { PlannedInvoice } from '../composing/planned-invoice.js';
import type { OwnedInvoice } from '../invoice.changes.js';
import type { Invoice } from '../records/invoice.table.js';
import type { LockedInvoice } from '../settlement/locked-invoice.js';
import type { InvoiceIssuing } from './invoice-issuing.service.js';
import type { OpenInvoices } from './open-invoices.service.js';

interface Needs extends Pick<InvoicesNeeds, 'billingEntities' | 'walletTopUps'> {
  readonly issuing: InvoiceIssuing;
  readonly openInvoices: OpenInvoices;
}

/**
 * Invoices of paid top-ups: issued when credits are bought, or opened if they must be paid first. Their payment makes the
 * credits usable. Source: wallets.md §3.3.
 */
export class TopUpInvoices {
  constructor(private readonly needs: Needs) {}

  /** Bills a purchase, whose customer is locked. */
  async bill(tx: Tx, actor: Actor, { transaction, wallet, customer }: OwnedTransaction): Promise<void> {
    const { billingEntities, walletTopUps, issuing } = this.needs;
    const entityId = transaction.billingEntityId ?? wallet.billingEntityId ?? customer.billingEntityId;
    const billingEntity = await billingEntities.getWithArchived(tx, actor, entityId);
    const planned: PlannedInvoice = {
      customer,
      billingEntity,
      settings: billingSettingsOf(customer, billingEntity),
      currency: wallet.currency,
      billedAt: transaction.createdAt,
      purchaseOrderNumber: transaction.purchaseOrderNumber ?? wallet.purchaseOrderNumber,
      billed: {
        kind: 'credit_purchase',
        fees: [feeOf({ transaction, wallet })],
        customSections: transaction.customSections ?? wallet.customSections,
      },
    };
    const invoice = transaction.invoiceRequiresSuccessfulPayment
      ? await issuing.open(tx, actor, planned)
      : await issuing.issue(tx, actor, planned);
    await walletTopUps.bill(tx, transaction, expectPresent(invoice ?? undefined, 'a top-up invoice').id);
  }

  /** Issues an open invoice that was paid, and settles its purchase. */
  async issuePaid(tx: Tx, actor: Actor, locked: LockedInvoice): Promise<void> {
    const invoice = await this.needs.openInvoices.issue(tx, actor, locked);
    await this.concludePurchase(tx, actor, { customer: locked.customer, invoice });
  }

  /** Settles the purchase of an invoice that was paid; it fails if a credit note or a failed payment has settled the invoice. */
  async concludePurchase(tx: Tx, actor: Actor, { invoice, customer }: OwnedInvoice): Promise<void> {
    const { id: invoiceId, paymentStatus, totalOffsetAmountCents, updatedAt: at } = invoice;
    if (paymentStatus === 'pending') return;
    const isPaid = paymentStatus === 'succeeded' && totalOffsetAmountCents === 0n;
    const outcome = isPaid ? 'settled' : 'failed';
    await this.needs.walletTopUps.decide(tx, actor, { invoiceId, customer, at }, outcome);
  }

  /** Fails the purchase of a voided invoice unless it is settled. Source: invoices.md §7. */
  async failPurchase(tx: Tx, actor: Actor, { invoice, customer }: OwnedInvoice): Promise<void> {
    const { id: invoiceId, updatedAt: at } = invoice;
    await this.needs.walletTopUps.decide(tx, actor, { invoiceId, customer, at }, 'failed');
  }
}

/** True for an invoice of a paid top-up. */
export function billsTopUp({ invoiceType }: Invoice): boolean {
  return invoiceType === 'credit';
}

/** The fee of bought credits, which are never taxed. Sources: wallets.md §3.3, fees.md §1, taxes.md §3. */
function feeOf({ transaction, wallet }: Omit<OwnedTransaction, 'customer'>): PlannedFee {
  const { id: walletTransactionId, amountCents, creditAmount, createdAt, name } = transaction;
  const label = wallet.name === null ? 'Prepaid credits' : `Prepaid credits - ${wallet.name}`;
  return {
    source: { type: 'credit', walletTransactionId },
    item: { code: 'credit', name: name ?? 'credit', description: null, displayName: name ?? label },
    amountCents,
    preciseAmount: fromCents(amountCents, wallet.currency),
    units: new Big(creditAmount),
    totalAggregatedUnits: null,
    preciseUnitAmount: new Big(wallet.rateAmount),
    eventsCount: null,
    amountDetails: {},
    payInAdvance: false,
    invoiceable: true,
    from: createdAt,
    to: new Date(createdAt.getTime() + 1),
    taxes: NO_TAXES,
  };
}
