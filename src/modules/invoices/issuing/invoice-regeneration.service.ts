import { awaitsVatCheck } from '../../customers/records/customer-taxation.js';
import { Big } from '../../../core/money/decimal.js';
import { periodBetween } from '../../../core/time/period.js';
import { applicableTaxes, type ListedTaxes, PENDING_TAXES } from '../../../core/taxes/tax.js';
import type { Actor } from '../../../platform/actor.js';
import { indexBy } from '../../../platform/collections/grouping.js';
import type { Tx } from '../../../platform/db/database.js';
import { notAllowed, notFound } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitCount } from '../../../platform/errors/input-rules.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { InvoicesNeeds } from '../invoices.needs.js';
import { billingSettingsOf } from '../../customers/records/billing-settings.js';
import type { Tax } from '../../taxes/tax.table.js';
import { isClaimed } from '../composing/billing-claim.js';
import { feesByPeriod } from '../composing/fees-by-period.js';
import type { PlannedFee } from '../composing/planned-fee.js';
import type { Billed, InvoicePart, PlannedInvoice } from '../composing/planned-invoice.js';
import { addedFee, copiedFee, type FeeAdjustment } from '../composing/regenerated-fee.js';
import type { BilledPeriod } from '../records/periods/billing-period.repository.js';
import type { FeeService } from '../records/fees/fee.service.js';
import type { Fee } from '../records/fees/fee.table.js';
import type { InvoiceService } from '../records/invoice.service.js';
import type { ProgressiveInvoices } from '../records/periods/progressive-invoices.service.js';
import type { BilledPeriods } from '../records/periods/billed-periods.service.js';
import type { Invoice } from '../records/invoice.table.js';
import type { InvoiceSettlement } from '../settlement/invoice-settlement.service.js';
import type { LockedInvoice } from '../settlement/locked-invoice.js';
import { checkFeeByHand } from './fee-by-hand.input.js';
import type { FeeTaxes } from './fee-taxes.service.js';
import type { InvoiceIssuing } from './invoice-issuing.service.js';
import type { RegenerateInvoice, SentRegeneratedFee } from './regeneration.input.js';

interface Needs extends Pick<
  InvoicesNeeds,
  'billingEntities' | 'taxes' | 'billableMetrics' | 'plans' | 'charges' | 'subscriptions' | 'changes'
> {
  readonly invoices: InvoiceService;
  readonly progressiveInvoices: ProgressiveInvoices;
  readonly billedPeriods: BilledPeriods;
  readonly fees: FeeService;
  readonly feeTaxes: FeeTaxes;
  readonly invoiceSettlement: InvoiceSettlement;
  readonly issuing: InvoiceIssuing;
}

/**
 * The types that can be regenerated. What is bought with a voided top-up has failed or stays bought, and fees that were paid
 * before their invoice stay paid: no invoice can bill either again.
 */
const REGENERABLE: readonly Invoice['invoiceType'][] = ['subscription', 'progressive_billing', 'one_off'];

/** Makes new invoices from voided ones: the same fees, but credits, taxes and totals of now. Source: invoices.md §7. */
export class InvoiceRegeneration {
  constructor(private readonly needs: Needs) {}

  /**
   * Regenerates a voided invoice.
   * @returns the new invoice, which is `pending` while the VAT number of its customer is checked, and `closed` if its fees add up to
   *   0 and such invoices are skipped.
   * @throws AppError `invoice_not_found`, `fee_not_found`, `charge_not_found`; kind `notAllowed`: `not_regenerable`,
   *   `test_clock_advancing`; `validation_errors`.
   */
  async regenerate(tx: Tx, actor: Actor, input: RegenerateInvoice): Promise<Invoice> {
    const { invoices, invoiceSettlement, issuing, changes } = this.needs;
    const locked = await invoiceSettlement.lock(tx, actor, input.voidedInvoiceId);
    const { id, status, invoiceType } = locked.invoice;
    if (status === 'open') throw notFound('invoice');
    const known = await invoices.regeneratedFrom(tx, actor, [id]);
    if (status !== 'voided' || known.has(id) || !REGENERABLE.includes(invoiceType))
      throw notAllowed('not_regenerable');
    const sent = input.fees ?? [];
    check(sent);
    const issued = await issuing.issue(tx, actor, await this.plan(tx, actor, locked, sent));
    const invoice = expectPresent(issued ?? undefined, 'a regenerated invoice');
    if (invoice.status !== 'closed')
      await changes.announce(tx, actor, {
        type: 'invoice.regenerated',
        invoice,
        customer: locked.customer,
      });
    return invoice;
  }

  private async plan(
    tx: Tx,
    actor: Actor,
    { invoice: voided, customer, now }: LockedInvoice,
    sent: readonly SentRegeneratedFee[],
  ): Promise<PlannedInvoice> {
    const { billingEntities, billedPeriods, fees } = this.needs;
    const { id, currency, createdAt: datedAt, purchaseOrderNumber } = voided;
    const billingEntity = await billingEntities.getWithArchived(tx, actor, voided.billingEntityId);
    const periods = (await billedPeriods.ofInvoices(tx, actor, [id])).get(id) ?? [];
    const parts = await this.parts(tx, actor, periods);
    const rows = (await fees.ofInvoices(tx, actor, [id])).get(id) ?? [];
    // That of the first invoice of the chain: a later instant would make an old period the last one that was billed.
    const billedAt = periods[0]?.billedAt ?? rows[0]?.createdAt ?? datedAt;
    const adjustments = adjustmentsOf(sent, rows);
    const taxesOf = await this.taxesOf(tx, actor, { voided, customer }, rows, periods);
    const trueUps = indexBy(rows, ({ trueUpParentFeeId }) => trueUpParentFeeId ?? '');
    const copy = (fee: Fee, trueUp: Fee | undefined): PlannedFee =>
      copiedFee(
        {
          fee,
          adjustment: adjustments.get(fee.id) ?? null,
          taxes: taxesOf(fee),
          trueUp: trueUp === undefined ? null : copy(trueUp, undefined),
        },
        billedAt,
      );
    const copies = rows
      .filter(({ trueUpParentFeeId }) => trueUpParentFeeId === null)
      .map((fee) => ({ subscriptionId: fee.subscriptionId, planned: copy(fee, trueUps.get(fee.id)) }));
    const added = await this.added(tx, actor, { voided, customer }, sent, { parts, periods });
    const planned = [...copies, ...added];
    const byPeriod = feesByPeriod(periods, planned, (fee) => ({
      subscriptionId: fee.subscriptionId,
      isUsage: fee.planned.source.type === 'charge',
      from: fee.planned.from,
    }));
    const complete = parts.map((part, index) => ({
      ...part,
      fees: (byPeriod[index] ?? []).map((each) => each.planned),
    }));
    const isOneOff = voided.invoiceType === 'one_off';
    return {
      customer,
      billingEntity,
      settings: billingSettingsOf(customer, billingEntity),
      currency,
      billedAt,
      purchaseOrderNumber,
      billed: isOneOff
        ? {
            kind: 'add_ons',
            fees: planned.map((each) => each.planned),
            customSections: null,
            payment: {
              paymentMethodType: voided.paymentMethodType,
              paymentMethodId: voided.paymentMethodId,
            },
            skipsPayment: voided.skipsPayment,
          }
        : await this.billed(tx, actor, voided, complete),
      regenerates: {
        voidedInvoiceId: id,
        at: now,
        datedAt,
        // What the request for a one-off invoice had chosen is kept nowhere else.
        customSections: isOneOff ? voided.customSections : null,
      },
    };
  }

  /** What an invoice of subscriptions bills. */
  private async billed(
    tx: Tx,
    actor: Actor,
    { id, invoiceType }: Invoice,
    parts: readonly InvoicePart[],
  ): Promise<Billed> {
    if (invoiceType === 'progressive_billing') {
      const applied = (await this.needs.progressiveInvoices.appliedThresholds(tx, actor, [id])).get(id) ?? [];
      const passed = applied.map(
        ({ thresholdId, thresholdCreatedAt, thresholdUpdatedAt, amountCents, displayName, ...row }) => ({
          subscriptionId: row.subscriptionId,
          lifetimeUsageAmountCents: row.lifetimeUsageAmountCents,
          invoicedUsageAmountCents: row.invoicedUsageAmountCents,
          previousInvoiceId: row.previousInvoiceId,
          threshold: {
            id: thresholdId,
            amountCents,
            displayName,
            recurring: row.recurring,
            createdAt: thresholdCreatedAt,
            updatedAt: thresholdUpdatedAt,
          },
        }),
      );
      return { kind: 'progressive_usage', parts, passed };
    }
    const isInAdvance = parts.every(({ invoicingReason }) => invoicingReason === 'in_advance_charge');
    return isInAdvance
      ? { kind: 'in_advance', parts }
      : { kind: 'subscription_periods', occasion: 'immediate', parts };
  }

  /** The billed periods, without fees. Those of the voided invoice keep their claims. */
  private async parts(tx: Tx, actor: Actor, periods: readonly BilledPeriod[]): Promise<InvoicePart[]> {
    const { subscriptions, plans } = this.needs;
    const ids = new Set(periods.map(({ subscriptionId }) => subscriptionId));
    const planIds = new Set(periods.map(({ planId }) => planId));
    const known = await subscriptions.getMany(tx, actor, [...ids]);
    const sold = await plans.getMany(tx, actor, [...planIds]);
    return periods.map((period) => ({
      subscription: expectPresent(known.get(period.subscriptionId), 'the subscription of a billed period'),
      plan: expectPresent(sold.get(period.planId), 'the plan of a billed period'),
      ...reasonsOf(period),
      windows: {
        subscription: { from: period.subscriptionFrom, to: period.subscriptionTo },
        charges: periodBetween(period.chargesFrom, period.chargesTo),
        fixedCharges: periodBetween(period.fixedChargesFrom, period.fixedChargesTo),
      },
      occasion: null,
      fees: [],
      usageMoments: period.usageMoments,
      standaloneFees: [],
    }));
  }

  /**
   * Reads the taxes of copied fees: those that apply now. A fee of a one-off invoice keeps its own as they are now, since the request
   * may have named them; those of other fees apply if none of them exists any more.
   */
  private async taxesOf(
    tx: Tx,
    actor: Actor,
    { voided, customer }: { readonly voided: Invoice; readonly customer: LockedInvoice['customer'] },
    rows: readonly Fee[],
    periods: readonly BilledPeriod[],
  ): Promise<(fee: Fee) => ListedTaxes<Tax>> {
    const { fees, taxes, feeTaxes } = this.needs;
    const current = await feeTaxes.prepare(tx, actor, customer, rows, periods);
    if (voided.invoiceType !== 'one_off') return current;
    // While the customer's VAT number is checked, nobody knows which taxes apply.
    if (awaitsVatCheck(customer)) return () => PENDING_TAXES;
    const applied = await fees.appliedTaxes(
      tx,
      actor,
      rows.map(({ id }) => id),
    );
    const ids = new Set([...applied.values()].flat().flatMap(({ taxId }) => taxId ?? []));
    const known = await taxes.getMany(tx, actor, [...ids]);
    return (fee) => {
      const own = (applied.get(fee.id) ?? []).flatMap(({ taxId }) => known.get(taxId ?? '') ?? []);
      return applicableTaxes([{ list: 'copied', ownerId: fee.id, taxes: own }, current(fee)]);
    };
  }

  /** The fees that are added for charges. @throws AppError `charge_not_found` for one of another plan. */
  private async added(
    tx: Tx,
    actor: Actor,
    { voided, customer }: { readonly voided: Invoice; readonly customer: LockedInvoice['customer'] },
    sent: readonly SentRegeneratedFee[],
    billed: { readonly parts: readonly InvoicePart[]; readonly periods: readonly BilledPeriod[] },
  ): Promise<{ subscriptionId: string; planned: PlannedFee }[]> {
    const { charges, billableMetrics, feeTaxes } = this.needs;
    const requested = sent.filter(({ chargeId }) => typeof chargeId === 'string');
    const found = await Promise.all(
      requested.map(async (fee) => {
        const charge = await charges.get(tx, actor, { id: fee.chargeId ?? '' });
        const part = billed.parts.find(
          ({ plan, subscription }) =>
            plan.id === charge.planId && (fee.subscriptionId ?? subscription.id) === subscription.id,
        );
        if (part === undefined) throw notFound('charge');
        return { fee, charge, part };
      }),
    );
    if (found.length === 0) return [];
    const metricIds = found.map(({ charge }) => charge.billableMetricId);
    const metrics = await billableMetrics.getMany(tx, actor, [...new Set(metricIds)]);
    const taxable = found.map(({ charge, part }) => ({
      feeType: 'charge' as const,
      chargeId: charge.id,
      subscriptionId: part.subscription.id,
      addOnId: null,
      fixedChargeId: null,
    }));
    const taxesOf = await feeTaxes.prepare(tx, actor, customer, taxable, billed.periods);
    return found.map(({ fee, charge, part }, index) => {
      const metric = expectPresent(metrics.get(charge.billableMetricId), 'the metric of a charge');
      const price = {
        units: new Big(fee.units ?? 0),
        unitAmountCents: new Big(fee.unitAmountCents ?? 0),
        displayName: fee.invoiceDisplayName ?? null,
      };
      const taxes = taxesOf(expectPresent(taxable[index], 'an added fee'));
      const planned = addedFee({ charge, metric }, part, price, taxes, voided.currency);
      return { subscriptionId: part.subscription.id, planned };
    });
  }
}

/** Periods that are billed once keep their claims on the first voided invoice of the chain. */
function reasonsOf({
  invoicingReason,
  regeneratedReason,
}: BilledPeriod): Pick<InvoicePart, 'invoicingReason' | 'regeneratedReason'> {
  if (invoicingReason === 'regeneration') return { invoicingReason, regeneratedReason };
  return isClaimed(invoicingReason)
    ? { invoicingReason: 'regeneration', regeneratedReason: invoicingReason }
    : { invoicingReason, regeneratedReason: null };
}

/** The changes of copied fees, by fee id. @throws AppError `fee_not_found` for a fee of another invoice. */
function adjustmentsOf(
  sent: readonly SentRegeneratedFee[],
  rows: readonly Fee[],
): Map<string, FeeAdjustment> {
  const known = new Set(rows.map(({ id }) => id));
  const decimal = (text: string | null | undefined) => (typeof text === 'string' ? new Big(text) : null);
  return new Map(
    sent.flatMap(({ id, units, unitAmountCents, invoiceDisplayName }) => {
      if (typeof id !== 'string') return [];
      if (!known.has(id)) throw notFound('fee');
      const adjustment = {
        units: decimal(units),
        unitAmountCents: decimal(unitAmountCents),
        displayName: invoiceDisplayName ?? null,
      };
      return [[id, adjustment] as const];
    }),
  );
}

/** @throws AppError `validation_errors`. */
function check(fees: readonly SentRegeneratedFee[]): void {
  const errors = new FieldErrors();
  limitCount(errors, 'fees', fees);
  const seen = new Set<string>();
  for (const [index, fee] of fees.entries()) {
    const at = `fees.${String(index)}`;
    const { id, chargeId } = fee;
    if ((typeof id === 'string') === (typeof chargeId === 'string')) errors.add(at, 'value_is_invalid');
    if (typeof id === 'string' && seen.has(id)) errors.add(`${at}.id`, 'value_already_exist');
    if (typeof id === 'string') seen.add(id);
    for (const member of ['units', 'unitAmountCents'] as const) {
      if (typeof chargeId === 'string' && typeof fee[member] !== 'string')
        errors.add(`${at}.${member}`, 'value_is_mandatory');
    }
    checkFeeByHand(errors, `${at}.`, fee);
  }
  errors.throwIfAny();
}
