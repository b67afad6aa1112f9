import { isFeeInPeriod } from '../../../../core/invoicing/subscriptions/commitment.js';
import { Big } from '../../../../core/money/decimal.js';
import { PROVIDER_TAXES } from '../../../../core/taxes/tax.js';
import type { BillingPeriod } from '../../../../core/time/periods.js';
import type { Actor } from '../../../../platform/actor.js';
import { groupBy, indexBy } from '../../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../../platform/db/database.js';
import { isUuid } from '../../../../platform/db/tables/ids.js';
import { invalid, notAllowed, notFound } from '../../../../platform/errors/app-error.js';
import type { Page } from '../../../../platform/paging/page.js';
import type { InvoicesNeeds } from '../../invoices.needs.js';
import { feeRepository, type FeeQuery, type FeeTotal } from './fee.repository.js';
import type { UpdateFee } from './fee.input.js';
import type { AppliedTax, Fee, FeeRows } from './fee.table.js';
import type { OwnedFees } from '../../invoice.changes.js';
import { taxConnectionOf } from '../../../customers/records/customer-taxation.js';
import { awaitsTaxes } from './awaiting-fees.js';
import type { InvoicedFee } from './invoiced-fee.js';
import type { Invoice } from '../invoice.table.js';

/** A period of a subscription's plan whose fees are added up. */
export interface FeePeriod {
  readonly subscriptionId: string;
  readonly period: BillingPeriod;
  /** The zone of the period, in which the dates of fees without an invoice are read. */
  readonly timezone: string;
  /** The invoice whose fees are excluded; null: none. */
  readonly exceptOn: string | null;
}

/** More than the largest difference between windows of the same dates in different zones; the dates decide in the end. */
const ZONE_SLACK_MS = 4 * 86_400_000;

const NOTHING: FeeTotal = { amountCents: 0n, preciseAmountCents: '0' };

function plus(one: FeeTotal, other: FeeTotal): FeeTotal {
  return {
    amountCents: one.amountCents + other.amountCents,
    preciseAmountCents: new Big(one.preciseAmountCents).plus(other.preciseAmountCents).toFixed(),
  };
}

/** New fees of a customer, with their taxes. */
export type CustomerFeeRows = OwnedFees & FeeRows;

/**
 * Reads fees of invoices, which `InvoiceIssuing` writes, and manages standalone fees: those of charges in advance that are
 * not invoiceable. Source: fees.md.
 */
export class FeeService {
  constructor(
    private readonly needs: Pick<
      InvoicesNeeds,
      'customerLocks' | 'testClocks' | 'changes' | 'integrationResources'
    >,
  ) {}

  /** @throws AppError `fee_not_found`, also for a fee of a closed invoice. */
  async get(db: Db, actor: Actor, id: string): Promise<Fee> {
    const fee = isUuid(id) ? await feeRepository.find(db, actor.organizationId, id) : null;
    if (fee === null) throw notFound('fee');
    return fee;
  }

  /** What the fees of drafts add up to; see the repository. */
  sumOfDrafts(db: Db, actor: Actor, customerIds: readonly string[]) {
    return feeRepository.sumOfDrafts(db, actor.organizationId, customerIds);
  }

  /**
   * Writes fees that are on no invoice, and announces each. Those whose taxes a provider computes are announced once it has answered.
   * Source: charges.md §8; fees.md §4; integrations.md §6.
   */
  async createStandalone(tx: Tx, actor: Actor, created: readonly CustomerFeeRows[]): Promise<void> {
    await feeRepository.insert(tx, created);
    await this.announce(
      tx,
      actor,
      created.map(({ customer, fees }) => ({ customer, fees: fees.filter((fee) => !awaitsTaxes(fee)) })),
    );
    for (const { customer, fees } of created)
      await this.requestTaxes(tx, actor, { customer, fees: fees.filter(awaitsTaxes) });
  }

  /** Asks the tax provider of a customer about standalone fees. */
  async requestTaxes(tx: Tx, actor: Actor, { customer, fees }: OwnedFees): Promise<void> {
    const integrationId = taxConnectionOf(customer);
    if (integrationId === null || fees.length === 0) return;
    await this.needs.integrationResources.request(
      tx,
      actor,
      'tax',
      fees.map(({ id: resourceId }) => ({
        integrationId,
        customerId: customer.id,
        resourceType: 'tax',
        resourceId,
      })),
    );
  }

  /** The fees with these ids by id, also deleted ones, and those that do not exist before their taxes are known. */
  async getWithDeleted(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Fee>> {
    return indexBy(await feeRepository.findMany(db, actor.organizationId, ids), ({ id }) => id);
  }

  /** Announces fees of charges in advance, on an invoice or not. Source: webhooks.md §3. */
  announce(tx: Tx, actor: Actor, made: readonly OwnedFees[]): Promise<void> {
    return this.needs.changes.announce(tx, actor, { type: 'fee.created', made });
  }

  /** The fees of an event, including deleted ones, which the event does not create again. */
  ofEvent(db: Db, actor: Actor, event: { subscriptionId: string; transactionId: string }): Promise<Fee[]> {
    return feeRepository.findByEvent(db, actor.organizationId, event);
  }

  /**
   * Sets the payment status of a standalone fee and its time. Without a status, nothing changes.
   * @throws AppError `fee_not_found`; kind `notAllowed`: `invoiced_fee`, `test_clock_advancing`; `validation_errors`.
   * Source: fees.md §5.
   */
  async update(tx: Tx, actor: Actor, { id, paymentStatus }: UpdateFee): Promise<Fee> {
    const { fee, now } = await this.lockStandalone(tx, actor, id);
    if (paymentStatus === undefined) return fee;
    if (paymentStatus === null) throw invalid({ paymentStatus: ['value_is_invalid'] });
    const changed = { ...fee, paymentStatus, ...statusDates(paymentStatus, now), updatedAt: now };
    await feeRepository.update(tx, actor.organizationId, changed);
    await this.needs.changes.announce(tx, actor, { type: 'fee.updated', fee: changed, before: fee });
    return changed;
  }

  /** Gives the fees of an invoice its new payment status. Source: payments.md §2. */
  async followInvoice(
    tx: Tx,
    actor: Actor,
    { id, paymentStatus, updatedAt }: Pick<Invoice, 'id' | 'paymentStatus' | 'updatedAt'>,
  ): Promise<void> {
    const changes = { paymentStatus, ...statusDates(paymentStatus, updatedAt), updatedAt };
    await feeRepository.updateOfInvoice(tx, actor.organizationId, id, changes);
  }

  /**
   * Soft-deletes a standalone fee, and has it taken back of the tax provider that has recorded it.
   * @throws AppError `fee_not_found`; kind `notAllowed`: `invoiced_fee`, `test_clock_advancing`.
   */
  async delete(tx: Tx, actor: Actor, id: string): Promise<Fee> {
    const { fee, now } = await this.lockStandalone(tx, actor, id);
    await feeRepository.update(tx, actor.organizationId, { ...fee, deletedAt: now });
    await this.needs.changes.announce(tx, actor, { type: 'fee.deleted', fee });
    if (fee.taxList === PROVIDER_TAXES.list) await this.takeBackTaxes(tx, actor, fee);
    return fee;
  }

  private async takeBackTaxes(tx: Tx, actor: Actor, { id }: Fee): Promise<void> {
    const { integrationResources } = this.needs;
    const reported = await integrationResources.reportedTaxes(tx, actor, [id]);
    if (reported.length > 0) await integrationResources.request(tx, actor, 'tax', reported);
  }

  /** The fees with these ids that are not hidden, by id. */
  async getVisible(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Fee>> {
    const fees = await feeRepository.findVisible(db, actor.organizationId, ids);
    return indexBy(fees, (fee) => fee.id);
  }

  list(db: Db, actor: Actor, query: FeeQuery): Promise<Page<Fee>> {
    return feeRepository.list(db, actor.organizationId, query);
  }

  /** A page of the fees of each subscription, by its id. */
  listBySubscription(
    db: Db,
    actor: Actor,
    subscriptionIds: readonly string[],
    query: FeeQuery,
  ): Promise<Map<string, Page<Fee>>> {
    return feeRepository.listBySubscription(db, actor.organizationId, subscriptionIds, query);
  }

  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Fee>> {
    const fees = await feeRepository.findMany(db, actor.organizationId, ids);
    return indexBy(fees, (fee) => fee.id);
  }

  /** The fees for a subscription's plan amount whose dates may lie after an instant, oldest first. */
  ofPlanFrom(db: Db, { organizationId }: Actor, subscriptionId: string, at: Date): Promise<InvoicedFee[]> {
    const endingAfter = new Date(at.getTime() - ZONE_SLACK_MS);
    return feeRepository.findPlanFees(db, organizationId, { subscriptionId, endingAfter });
  }

  /** The fees of each invoice, in invoice order. */
  async ofInvoices(db: Db, actor: Actor, invoiceIds: readonly string[]): Promise<Map<string, Fee[]>> {
    const fees = await feeRepository.findByInvoices(db, actor.organizationId, invoiceIds);
    return groupBy(fees, (fee) => fee.invoiceId ?? '');
  }

  /** The next fees of invoices, in the order of the ids of the invoices: at most `limit` after one of them. */
  nextOfInvoices(
    db: Db,
    { organizationId }: Actor,
    invoiceIds: readonly string[],
    span: { readonly after: Fee | null; readonly limit: number },
  ): Promise<Fee[]> {
    return feeRepository.findNextOfInvoices(db, organizationId, invoiceIds, span);
  }

  /** The true-up of each fee that has one, by the fee's id. */
  async trueUps(db: Db, actor: Actor, feeIds: readonly string[]): Promise<Map<string, Fee>> {
    const trueUps = await feeRepository.findTrueUps(db, actor.organizationId, feeIds);
    return indexBy(trueUps, (fee) => fee.trueUpParentFeeId ?? '');
  }

  /** Fees of fixed charges in advance for windows that end after an instant, by subscription. */
  async fixedInAdvance(
    db: Db,
    actor: Actor,
    subscriptionIds: readonly string[],
    at: Date,
  ): Promise<Map<string, InvoicedFee[]>> {
    const found = await feeRepository.findFixedInAdvance(db, actor.organizationId, {
      subscriptionIds,
      endingAfter: at,
    });
    return groupBy(found, ({ fee }) => fee.subscriptionId ?? '');
  }

  /**
   * Totals billed to subscriptions for plan, usage and fixed charges in periods of the plan, in the order of the periods.
   * Source: fixed-charges-and-commitments.md §8, periods.md §9.3.
   */
  async totalsOf(db: Db, actor: Actor, periods: readonly FeePeriod[]): Promise<FeeTotal[]> {
    if (periods.length === 0) return [];
    const requested = periods.map(({ period: { from, to }, ...period }) => {
      const between = {
        from: new Date(from.getTime() - ZONE_SLACK_MS),
        to: new Date(to.getTime() + ZONE_SLACK_MS),
      };
      return { ...period, between };
    });
    const found = await feeRepository.sumByWindow(db, actor.organizationId, requested);
    return periods.map(({ period, timezone }, index) =>
      found
        .filter(({ place, ...window }) => {
          return (
            place === index && isFeeInPeriod(period, { ...window, timezone: window.timezone ?? timezone })
          );
        })
        .reduce(plus, NOTHING),
    );
  }

  /** The applied taxes of each fee. */
  async appliedTaxes(db: Db, actor: Actor, feeIds: readonly string[]): Promise<Map<string, AppliedTax[]>> {
    const taxes = await feeRepository.findAppliedTaxes(db, actor.organizationId, { feeIds });
    return groupBy(taxes, (tax) => tax.feeId ?? '');
  }

  /** Locks the customer of a standalone fee, so that no other transaction puts the fee on an invoice. */
  private async lockStandalone(tx: Tx, actor: Actor, id: string): Promise<{ fee: Fee; now: Date }> {
    const { customerLocks, testClocks } = this.needs;
    const { customerId } = await this.get(tx, actor, id);
    const { testClockId } = await customerLocks.lock(tx, actor, customerId);
    await testClocks.requireIdle(tx, actor, testClockId);
    const fee = await this.get(tx, actor, id);
    if (fee.invoiceId !== null) throw notAllowed('invoiced_fee');
    return { fee, now: await testClocks.now(tx, actor, testClockId) };
  }
}

/** The instant of the given payment status; those of other statuses become null. */
function statusDates(
  status: Fee['paymentStatus'],
  now: Date,
): Pick<Fee, 'succeededAt' | 'failedAt' | 'refundedAt'> {
  return {
    succeededAt: status === 'succeeded' ? now : null,
    failedAt: status === 'failed' ? now : null,
    refundedAt: status === 'refunded' ? now : null,
  };
}
