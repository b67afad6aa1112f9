import { applicableTaxes, type ListedTaxes, NO_TAXES, taxesListedBy } from '../../../core/taxes/tax.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import type { InvoicesNeeds } from '../invoices.needs.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { Tax } from '../../taxes/tax.table.js';
import type { BilledPeriod } from '../records/periods/billing-period.repository.js';
import type { Fee } from '../records/fees/fee.table.js';

/** What decides the taxes of a fee. */
export type TaxableFee = Pick<Fee, 'addOnId' | 'chargeId' | 'feeType' | 'fixedChargeId' | 'subscriptionId'>;

/** Selects the taxes of fees that were billed before. Source: taxes.md §2. */
export class FeeTaxes {
  constructor(
    private readonly needs: Pick<
      InvoicesNeeds,
      'billingEntityTaxes' | 'addOns' | 'plans' | 'fixedCharges' | 'commitments' | 'customers'
    >,
  ) {}

  /**
   * Reads the taxes that apply now to fees of a customer.
   * @param periods the plan of each subscription that they bill.
   */
  async prepare<Taxable extends TaxableFee>(
    db: Db,
    actor: Actor,
    customer: Customer,
    fees: readonly Taxable[],
    periods: readonly Pick<BilledPeriod, 'planId' | 'subscriptionId'>[],
  ): Promise<(fee: Taxable) => ListedTaxes<Tax>> {
    const { billingEntityTaxes, addOns, plans, fixedCharges, commitments, customers } = this.needs;
    const planIds = [...new Set(periods.map(({ planId }) => planId))];
    const ofCharges = await plans.taxesOfCharges(db, actor, idsOf(fees, 'chargeId'));
    const ofFixedCharges = await fixedCharges.taxesOf(db, actor, idsOf(fees, 'fixedChargeId'));
    const ofAddOns = await addOns.taxesOf(db, actor, idsOf(fees.filter(isAddOnFee), 'addOnId'));
    const commitmentsByPlan = await commitments.ofPlans(db, actor, planIds);
    const commitmentIds = [...commitmentsByPlan.values()].map(({ id }) => id);
    const ofCommitments = await commitments.taxesOf(db, actor, commitmentIds);
    const ofPlans = await plans.taxesOf(db, actor, planIds);
    const ofCustomer = await customers.taxesOf(db, actor, [customer.id]);
    const ofEntities = await billingEntityTaxes.ofBillingEntities(db, actor, [customer.billingEntityId]);
    const general = applicableTaxes([
      taxesListedBy('customer', customer.id, ofCustomer),
      taxesListedBy('billing_entity', customer.billingEntityId, ofEntities),
    ]);
    const plansBilled = new Map(periods.map(({ subscriptionId, planId }) => [subscriptionId, planId]));
    return (fee) => {
      const planId = fee.subscriptionId === null ? undefined : plansBilled.get(fee.subscriptionId);
      const commitment = planId === undefined ? undefined : commitmentsByPlan.get(planId);
      return applicableTaxes([
        isAddOnFee(fee) ? taxesListedBy('add_on', fee.addOnId, ofAddOns) : NO_TAXES,
        taxesListedBy('charge', fee.chargeId, ofCharges),
        taxesListedBy('fixed_charge', fee.fixedChargeId, ofFixedCharges),
        fee.feeType === 'commitment' ? taxesListedBy('commitment', commitment?.id, ofCommitments) : NO_TAXES,
        taxesListedBy('plan', planId, ofPlans),
        general,
      ]);
    };
  }
}

function isAddOnFee({ feeType }: TaxableFee): boolean {
  return feeType === 'add_on';
}

function idsOf(fees: readonly TaxableFee[], member: 'chargeId' | 'fixedChargeId' | 'addOnId'): string[] {
  return [...new Set(fees.flatMap((fee) => fee[member] ?? []))];
}
