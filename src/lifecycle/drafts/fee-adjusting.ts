import { isDeepStrictEqual } from 'node:util';
import type { ChargeModel } from '../../core/rating/charge-models.js';
import type { Actor } from '../../platform/actor.js';
import type { OutsideAnswers } from '../../platform/api/outside-answers.js';
import type { Tx } from '../../platform/db/database.js';
import { newId } from '../../platform/db/tables/ids.js';
import { invalid, notAllowed, notFound } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { expectPresent } from '../../platform/expect-present.js';
import { feesByPeriod, firstOfSubscriptions } from '../../modules/invoices/composing/fees-by-period.js';
import { checkFeeByHand } from '../../modules/invoices/issuing/fee-by-hand.input.js';
import {
  type AdjustedFee,
  ADJUSTABLE_FEE_TYPES,
} from '../../modules/invoices/records/fees/adjusted-fee.table.js';
import type { Fee } from '../../modules/invoices/records/fees/fee.table.js';
import type { Invoice } from '../../modules/invoices/records/invoice.table.js';
import type { DraftsNeeds } from './drafts.needs.js';
import type { AdjustFee } from './adjusted-fee.input.js';
import type { DraftInvoices } from './draft-invoices.js';

interface Needs extends Pick<
  DraftsNeeds,
  | 'charges'
  | 'customers'
  | 'fixedCharges'
  | 'subscriptions'
  | 'billedPeriods'
  | 'fees'
  | 'feeAdjustments'
  | 'invoiceSettlement'
  | 'previewTaxes'
> {
  readonly draftInvoices: DraftInvoices;
}

/** A fee with its draft invoice. */
export interface FeeOfDraft {
  readonly fee: Fee;
  readonly invoice: Invoice;
}

/** What an adjusted fee bills, by which it is found again when the draft is refreshed. */
type AdjustedItem = Pick<
  AdjustedFee,
  'subscriptionId' | 'feeType' | 'chargeId' | 'fixedChargeId' | 'filterValues' | 'groupedBy' | 'isOfDayOfEnd'
>;

/** Their prices depend on single events, so that units alone have none. */
const PRICED_BY_EVENTS: readonly ChargeModel[] = ['percentage', 'dynamic'];

/** Changes fees of draft invoices by hand. Sources: invoices.md §6, fees.md §2. */
export class FeeAdjusting {
  constructor(private readonly needs: Needs) {}

  /**
   * Changes a fee of a draft and refreshes the draft. An earlier change of the same fee is replaced.
   * @throws AppError `invoice_not_found`, `fee_not_found`, `charge_not_found`, also for a charge that the draft does not bill,
   *   `charge_filter_not_found`; kind `notAllowed`: `not_adjustable`, `test_clock_advancing`; `validation_errors`.
   */
  async create(tx: Tx, actor: Actor, input: AdjustFee): Promise<FeeOfDraft> {
    const { feeAdjustments } = this.needs;
    const { invoice, now } = await this.lockDraft(tx, actor, input.invoiceId);
    check(input);
    const item = await this.itemOf(tx, actor, invoice, input);
    await this.checkPriced(tx, actor, item, input);
    const existing = (await feeAdjustments.ofInvoices(tx, actor, [invoice.id])).get(invoice.id) ?? [];
    const replaced = existing.find((adjusted) => isDeepStrictEqual(itemOfAdjusted(adjusted), item));
    if (replaced !== undefined) await feeAdjustments.delete(tx, actor, replaced);
    const { units = null, unitAmountCents = null, invoiceDisplayName = null } = input;
    const id = newId();
    await feeAdjustments.create(tx, {
      ...item,
      id,
      organizationId: actor.organizationId,
      invoiceId: invoice.id,
      units,
      unitAmountCents,
      invoiceDisplayName,
      createdAt: now,
    });
    const refreshed = await this.needs.draftInvoices.refresh(tx, actor, invoice.id);
    const fees = await this.feesOf(tx, actor, invoice.id);
    const fee = fees.find(({ adjustedFeeId }) => adjustedFeeId === id);
    if (fee === undefined) throw notFound(typeof input.feeId === 'string' ? 'fee' : 'charge');
    return { fee, invoice: refreshed };
  }

  /**
   * Changes a fee as `create` does, with the taxes that a provider estimates at once. The caller rolls the transaction back.
   * @throws AppError as `create`; UnansweredCall: see `PreviewTaxes`.
   */
  async preview(tx: Tx, actor: Actor, input: AdjustFee, answers: OutsideAnswers): Promise<FeeOfDraft> {
    const { customers, previewTaxes } = this.needs;
    const { fee, invoice: draft } = await this.create(tx, actor, input);
    const customer = (await customers.getMany(tx, actor, [draft.customerId])).get(draft.customerId);
    const owned = { invoice: draft, customer: expectPresent(customer, 'the customer of a draft') };
    const invoice = await previewTaxes.add(tx, actor, owned, answers);
    const taxed = (await this.feesOf(tx, actor, invoice.id)).find(({ id }) => id === fee.id);
    return { fee: expectPresent(taxed, 'the changed fee'), invoice };
  }

  /**
   * Removes the change of a fee and refreshes the draft.
   * @throws AppError `fee_not_found`, also for one that is not changed; kind `notAllowed`: `not_adjustable`,
   *   `test_clock_advancing`.
   */
  async delete(tx: Tx, actor: Actor, feeId: string): Promise<Invoice> {
    const { fees, feeAdjustments, draftInvoices } = this.needs;
    const { invoiceId } = await fees.get(tx, actor, feeId);
    if (invoiceId === null) throw notFound('fee');
    const { invoice } = await this.lockDraft(tx, actor, invoiceId);
    // Read again: another transaction that had the lock before may have refreshed the draft.
    const fee = (await this.feesOf(tx, actor, invoice.id)).find(({ id }) => id === feeId);
    if (fee === undefined || fee.adjustedFeeId === null) throw notFound('fee');
    await feeAdjustments.delete(tx, actor, { id: fee.adjustedFeeId, invoiceId });
    return draftInvoices.refresh(tx, actor, invoice.id);
  }

  private async lockDraft(tx: Tx, actor: Actor, id: string) {
    const locked = await this.needs.invoiceSettlement.lock(tx, actor, id);
    if (locked.invoice.status === 'open') throw notFound('invoice');
    if (locked.invoice.status !== 'draft') throw notAllowed('not_adjustable');
    return locked;
  }

  private async feesOf(tx: Tx, actor: Actor, invoiceId: string): Promise<Fee[]> {
    return (await this.needs.fees.ofInvoices(tx, actor, [invoiceId])).get(invoiceId) ?? [];
  }

  private async itemOf(tx: Tx, actor: Actor, invoice: Invoice, input: AdjustFee): Promise<AdjustedItem> {
    if (typeof input.feeId !== 'string') return this.itemOfCharge(tx, actor, invoice, input);
    const fees = await this.feesOf(tx, actor, invoice.id);
    const fee = fees.find(({ id }) => id === input.feeId);
    if (fee === undefined) throw notFound('fee');
    const item = itemOfFee(fee);
    if (item === null) throw invalid({ feeId: ['value_is_invalid'] });
    return this.soldItem(tx, actor, { ...item, isOfDayOfEnd: await this.isOfDayOfEnd(tx, actor, fee) });
  }

  /** True for usage on the day of an end, after the period that the closing invoice covers. Source: periods.md §11. */
  private async isOfDayOfEnd(tx: Tx, actor: Actor, fee: Fee): Promise<boolean> {
    const invoiceId = fee.invoiceId ?? '';
    const periods = (await this.needs.billedPeriods.ofInvoices(tx, actor, [invoiceId])).get(invoiceId) ?? [];
    const isUsage = fee.feeType === 'charge';
    const placed = feesByPeriod(periods, [fee], ({ subscriptionId, fromAt: from }) => ({
      subscriptionId,
      isUsage,
      from,
    }));
    const firsts = firstOfSubscriptions(periods);
    return periods.some((period, index) => !firsts.includes(period) && placed[index]?.includes(fee) === true);
  }

  /** Names charges as the sold plan does, since the subscription may get a plan of its own, with copies of them. */
  private async soldItem(tx: Tx, actor: Actor, item: AdjustedItem): Promise<AdjustedItem> {
    const { charges, fixedCharges } = this.needs;
    const { chargeId, fixedChargeId } = item;
    if (chargeId !== null) {
      const charge = (await charges.getMany(tx, actor, [chargeId])).get(chargeId);
      return { ...item, chargeId: charge?.parentId ?? chargeId };
    }
    if (fixedChargeId === null) return item;
    const fixedCharge = (await fixedCharges.getMany(tx, actor, [fixedChargeId])).get(fixedChargeId);
    return { ...item, fixedChargeId: fixedCharge?.parentId ?? fixedChargeId };
  }

  private async itemOfCharge(
    tx: Tx,
    actor: Actor,
    { id }: Invoice,
    { chargeId, chargeFilterId, subscriptionId }: AdjustFee,
  ): Promise<AdjustedItem> {
    const { charges, billedPeriods, subscriptions } = this.needs;
    const charge = await charges.get(tx, actor, { id: chargeId ?? '' });
    const periods = (await billedPeriods.ofInvoices(tx, actor, [id])).get(id) ?? [];
    const billed = await subscriptions.getMany(
      tx,
      actor,
      periods.map((period) => period.subscriptionId),
    );
    const paying = periods.find(
      (period) =>
        billed.get(period.subscriptionId)?.planId === charge.planId &&
        (subscriptionId ?? period.subscriptionId) === period.subscriptionId,
    );
    if (paying === undefined) throw notFound('charge');
    const filter =
      typeof chargeFilterId === 'string' ? await charges.getFilter(tx, actor, chargeFilterId) : null;
    if (filter !== null && filter.chargeId !== charge.id) throw notFound('charge_filter');
    return {
      subscriptionId: paying.subscriptionId,
      feeType: 'charge',
      chargeId: charge.parentId ?? charge.id,
      fixedChargeId: null,
      filterValues: filter?.values ?? null,
      groupedBy: {},
      isOfDayOfEnd: false,
    };
  }

  /** Refuses units without a price if their charge model has none for them. */
  private async checkPriced(
    tx: Tx,
    actor: Actor,
    { chargeId }: AdjustedItem,
    { units, unitAmountCents }: AdjustFee,
  ): Promise<void> {
    if (chargeId === null || typeof units !== 'string' || typeof unitAmountCents === 'string') return;
    const charge = (await this.needs.charges.getMany(tx, actor, [chargeId])).get(chargeId);
    if (charge !== undefined && PRICED_BY_EVENTS.includes(charge.chargeModel))
      throw invalid({ unitAmountCents: ['value_is_mandatory'] });
  }
}

/** What a fee bills, but for its window; null for a true-up, which follows from other fees. */
function itemOfFee({
  feeType,
  subscriptionId,
  trueUpParentFeeId,
  chargeId,
  fixedChargeId,
  filterValues,
  groupedBy,
}: Fee): Omit<AdjustedItem, 'isOfDayOfEnd'> | null {
  const adjustable = ADJUSTABLE_FEE_TYPES.find((type) => type === feeType);
  if (adjustable === undefined || subscriptionId === null || trueUpParentFeeId !== null) return null;
  return { feeType: adjustable, subscriptionId, chargeId, fixedChargeId, filterValues, groupedBy };
}

function itemOfAdjusted(adjusted: AdjustedFee): AdjustedItem {
  const { feeType, subscriptionId, chargeId, fixedChargeId, filterValues, groupedBy, isOfDayOfEnd } =
    adjusted;
  return { feeType, subscriptionId, chargeId, fixedChargeId, filterValues, groupedBy, isOfDayOfEnd };
}

/** @throws AppError `validation_errors`. */
function check(input: AdjustFee): void {
  const errors = new FieldErrors();
  const { feeId, chargeId, chargeFilterId, subscriptionId, units, unitAmountCents, invoiceDisplayName } =
    input;
  const isSent = (text: string | null | undefined) => typeof text === 'string';
  if (!isSent(feeId) && !isSent(chargeId)) errors.add('feeId', 'value_is_mandatory');
  if (isSent(feeId)) {
    for (const [member, sent] of Object.entries({ chargeId, chargeFilterId, subscriptionId }))
      if (isSent(sent)) errors.add(member, 'value_is_invalid');
  }
  const isChanged =
    isSent(units) || (isSent(feeId) && isSent(invoiceDisplayName) && !isSent(unitAmountCents));
  if (!isChanged) errors.add('units', 'value_is_mandatory');
  checkFeeByHand(errors, '', input);
  errors.throwIfAny();
}
