import { type ListedTaxes, PROVIDER_TAXES } from '../../../core/taxes/tax.js';
import { type Actor, systemActor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { expectPresent } from '../../../platform/expect-present.js';
import { taxConnectionOf } from '../../customers/records/customer-taxation.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { ProvidedLine } from '../../integrations/adapters/tax/tax-provider.js';
import type { Tax } from '../../taxes/tax.table.js';
import { type FeeFrame, ratedTax, taxListColumns } from '../composing/fee-composition.js';
import { providedFees, type SentFee } from '../composing/provided-taxes.js';
import { listedFees } from '../composing/tax-invoice.js';
import type { InvoicesNeeds } from '../invoices.needs.js';
import { feeRepository } from '../records/fees/fee.repository.js';
import type { FeeService } from '../records/fees/fee.service.js';
import type { Fee, FeeRows } from '../records/fees/fee.table.js';
import type { AwaitedTaxes } from './awaited-taxes.service.js';
import type { FeeTaxes } from './fee-taxes.service.js';
import type { WaitingCustomer } from './pending-invoices.job.js';

interface Needs extends Pick<InvoicesNeeds, 'charges' | 'clock' | 'customerLocks' | 'jobsDb'> {
  readonly awaitedTaxes: AwaitedTaxes;
  readonly fees: FeeService;
  readonly feeTaxes: FeeTaxes;
}

/** A standalone fee whose taxes are not known, with its customer, who is locked. */
export interface AwaitingFee {
  readonly fee: Fee;
  readonly customer: Customer;
}

/** What a tax provider has answered about a fee. */
export interface AnsweredFee {
  readonly lines: readonly (readonly SentFee[])[];
  readonly answered: readonly Omit<ProvidedLine, 'id'>[];
}

/** Fees that are settled in one transaction. */
const CHUNK = 100;

/** Makes standalone fees that do not exist before a tax provider has answered about them. Source: integrations.md §6 (docs/adr/0197). */
export class StandaloneFeeTaxation {
  constructor(private readonly needs: Needs) {}

  /** Makes a fee with the taxes that a provider has computed. */
  async taxByProvider(
    tx: Tx,
    actor: Actor,
    { fee, customer }: AwaitingFee,
    { lines, answered }: AnsweredFee,
  ): Promise<void> {
    await this.make(tx, actor, customer, providedFees(this.frameOf(fee), [fee], lines, answered));
  }

  /** Makes a fee without taxes, since its provider has failed. */
  async makeUntaxed(tx: Tx, actor: Actor, { fee, customer }: AwaitingFee): Promise<void> {
    const untaxed = { ...fee, ...taxListColumns(PROVIDER_TAXES) };
    await this.make(tx, actor, customer, { fees: [untaxed], appliedTaxes: [] });
  }

  /**
   * The job `tax_standalone_fees`: makes the fees that a customer's former connection has not taxed, by the lists that apply now. If
   * another connection computes its taxes, that is asked. What the former one may have recorded is taken back there.
   */
  async run({ organizationId, customerId }: WaitingCustomer): Promise<void> {
    const actor = systemActor(organizationId, null);
    const settleAfter = (id: string | null): Promise<string | null> =>
      this.needs.jobsDb.transaction((tx) => this.settleNext(tx, actor, customerId, id));
    let last = await settleAfter(null);
    while (last !== null) last = await settleAfter(last);
  }

  /** @param after the id of the last fee before. @returns that of the last one; null if there are no more. */
  private async settleNext(
    tx: Tx,
    actor: Actor,
    customerId: string,
    after: string | null,
  ): Promise<string | null> {
    const { awaitedTaxes, customerLocks, fees: feeService } = this.needs;
    const [customer] = await customerLocks.lockMany(tx, actor, [customerId]);
    if (customer === undefined) return null;
    const page = { after, limit: CHUNK };
    const fees = await feeRepository.findAwaiting(tx, actor.organizationId, customerId, page);
    if (fees.length === 0) return null;
    if (taxConnectionOf(customer) === null) await this.taxByLists(tx, actor, customer, fees);
    else await feeService.requestTaxes(tx, actor, { customer, fees });
    await awaitedTaxes.takeBack(
      tx,
      actor,
      fees.map(({ id }) => ({ id, customer })),
    );
    return fees.at(-1)?.id ?? null;
  }

  private async taxByLists(tx: Tx, actor: Actor, customer: Customer, fees: readonly Fee[]): Promise<void> {
    const { charges, feeTaxes } = this.needs;
    const billed = await charges.getMany(
      tx,
      actor,
      fees.flatMap(({ chargeId }) => chargeId ?? []),
    );
    const lists = new Map<string, ListedTaxes<Tax>>();
    // A subscription may have had several plans.
    for (const [planId, ofPlan] of Map.groupBy(fees, ({ chargeId }) => billed.get(chargeId ?? '')?.planId)) {
      const plans = ofPlan.flatMap(({ subscriptionId }) =>
        planId === undefined || subscriptionId === null ? [] : [{ planId, subscriptionId }],
      );
      const listOf = await feeTaxes.prepare(tx, actor, customer, ofPlan, plans);
      for (const fee of ofPlan) lists.set(fee.id, listOf(fee));
    }
    for (const fee of fees) {
      const listed = expectPresent(lists.get(fee.id), 'the list of taxes of a fee');
      const untaxed = { fee, taxList: listed, taxes: listed.taxes.map(ratedTax) };
      await this.make(tx, actor, customer, listedFees(this.frameOf(fee), [untaxed]));
    }
  }

  private async make(
    tx: Tx,
    actor: Actor,
    customer: Customer,
    { fees: taxed, appliedTaxes }: FeeRows,
  ): Promise<void> {
    const { clock, fees: feeService } = this.needs;
    const fees = taxed.map((fee) => ({ ...fee, deletedAt: null, updatedAt: clock.now() }));
    await feeRepository.updateAll(tx, fees);
    await feeRepository.insert(tx, [{ fees: [], appliedTaxes }]);
    await feeService.announce(tx, actor, [{ customer, fees }]);
  }

  private frameOf({ organizationId, customerId, currency }: Fee): FeeFrame {
    return {
      organizationId,
      invoiceId: null,
      customerId,
      currency,
      at: this.needs.clock.now(),
      standalone: null,
    };
  }
}
