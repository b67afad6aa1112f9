import type { Period } from '../../core/period.js';
import { applicableTaxes } from '../../core/tax.js';
import type { Actor } from '../../platform/actor.js';
import type { Db } from '../../platform/db/database.js';
import type { CustomerService } from '../../modules/customers/customer.service.js';
import type { InvoiceIssuing } from '../../modules/invoices/issuing/invoice-issuing.service.js';
import type { BillingHistory, InvoiceService } from '../../modules/invoices/records/invoice.service.js';
import type { Charge } from '../../modules/plans/charges/charge.table.js';
import type { MinimumCommitmentService } from '../../modules/plans/commitments/minimum-commitment.service.js';
import type { MinimumCommitment } from '../../modules/plans/commitments/minimum-commitment.table.js';
import type { PlanService } from '../../modules/plans/plan.service.js';
import type { SubscriptionContext } from '../../modules/subscriptions/subscription-context.js';
import type { Tax } from '../../modules/taxes/tax.table.js';
import type { TaxService } from '../../modules/taxes/tax.service.js';
import type { PricedCharge } from '../../modules/usage/metering/priced-charge.js';
import type { UsageService } from '../../modules/usage/rating/usage.service.js';
import { startOfDay } from './billing-days.js';
import type { ChargeFeeFrame } from './charge-fee-drafts.js';
import type { PlanCommitment } from './commitment-fee-drafts.js';
import {
  type DraftsBySubscription,
  FixedChargeRecords,
  type FixedChargeSources,
  type SubscribedFixedCharge,
} from './fixed-charge-records.js';

export interface BillingSources extends FixedChargeSources {
  readonly commitments: MinimumCommitmentService;
  readonly taxes: TaxService;
  readonly plans: PlanService;
  readonly customers: CustomerService;
  readonly usage: UsageService;
  readonly invoices: InvoiceService;
  readonly issuing: InvoiceIssuing;
}

/** Taxes by what they are attached to. */
type TaxLists = ReadonlyMap<string, readonly Tax[]>;

const NO_DRAFTS: DraftsBySubscription = new Map();

/** What billing subscriptions depends on besides themselves: read once for all that are billed together. */
export class BillingRecords {
  private constructor(
    private readonly chargesByPlan: ReadonlyMap<string, readonly PricedCharge[]>,
    private readonly fixedCharges: FixedChargeRecords,
    private readonly commitments: ReadonlyMap<string, MinimumCommitment>,
    private readonly histories: ReadonlyMap<string, BillingHistory>,
    private readonly taxes: {
      readonly ofCharges: TaxLists;
      readonly ofCommitments: TaxLists;
      readonly ofPlans: TaxLists;
      readonly ofCustomers: TaxLists;
      readonly ofBillingEntities: TaxLists;
    },
  ) {}

  /** @param drafts leaves out of their subscriptions what invoices billed that are not older. */
  static async load(
    db: Db,
    actor: Actor,
    sources: BillingSources,
    contexts: readonly SubscriptionContext[],
    drafts: DraftsBySubscription = NO_DRAFTS,
  ): Promise<BillingRecords> {
    const { taxes, plans, commitments, customers, usage, invoices } = sources;
    const idsOf = (id: (context: SubscriptionContext) => string) => [...new Set(contexts.map(id))];
    const planIds = idsOf(({ plan }) => plan.id);
    const chargesByPlan = await usage.chargesOf(db, actor, planIds);
    const charges = [...chargesByPlan.values()].flat();
    const commitmentsByPlan = await commitments.ofPlans(db, actor, planIds);
    return new BillingRecords(
      chargesByPlan,
      await FixedChargeRecords.load(db, actor, sources, contexts, drafts),
      commitmentsByPlan,
      await invoices.billingHistories(
        db,
        actor,
        idsOf(({ subscription }) => subscription.id).map((subscriptionId) => ({
          subscriptionId,
          before: drafts.get(subscriptionId) ?? null,
        })),
      ),
      {
        ofCharges: await plans.taxesOfCharges(
          db,
          actor,
          charges.map(({ charge }) => charge.id),
        ),
        ofCommitments: await commitments.taxesOf(
          db,
          actor,
          [...commitmentsByPlan.values()].map(({ id }) => id),
        ),
        ofPlans: await plans.taxesOf(db, actor, planIds),
        ofCustomers: await customers.taxesOf(
          db,
          actor,
          idsOf(({ customer }) => customer.id),
        ),
        // Those of the customer's entity, even when another one issues the invoice (taxes.md §2).
        ofBillingEntities: await taxes.ofBillingEntities(
          db,
          actor,
          idsOf(({ customer }) => customer.billingEntityId),
        ),
      },
    );
  }

  chargesOf({ plan }: SubscriptionContext): readonly PricedCharge[] {
    return this.chargesByPlan.get(plan.id) ?? [];
  }

  /** @param window the one that its fees show. */
  chargeFeeFrame({ charge }: PricedCharge, context: SubscriptionContext, window: Period): ChargeFeeFrame {
    return {
      subscriptionId: context.subscription.id,
      window,
      taxes: this.taxesOfCharge(charge, context),
    };
  }

  /** In the order of the plan. */
  fixedChargesOf(context: SubscriptionContext): SubscribedFixedCharge[] {
    return this.fixedCharges.of(context);
  }

  /** Null when the plan commits to nothing. */
  commitmentOf(context: SubscriptionContext): PlanCommitment | null {
    const commitment = this.commitments.get(context.plan.id);
    if (commitment === undefined) return null;
    const taxes = this.taxes.ofCommitments.get(commitment.id) ?? [];
    return { commitment, taxes: applicableTaxes([taxes, this.taxesOfSubscriptionFee(context)]) };
  }

  /**
   * What was billed of a subscription; null before anything was. A fee for days before its start was given back when a
   * gated change of plan took place after them (subscriptions.md §12), and counts as none.
   */
  historyOf({ subscription, terms }: SubscriptionContext): BillingHistory | null {
    const history = this.histories.get(subscription.id) ?? null;
    const lastFee = history?.lastSubscriptionFee ?? null;
    if (history === null || lastFee === null) return history;
    const isGivenBack = lastFee.window.to <= startOfDay(terms.startedAt, terms);
    return isGivenBack ? { ...history, lastSubscriptionFee: null } : history;
  }

  /** Source: taxes.md §2. */
  taxesOfSubscriptionFee({ plan, customer }: SubscriptionContext): readonly Tax[] {
    const { ofPlans, ofCustomers, ofBillingEntities } = this.taxes;
    return applicableTaxes([
      ofPlans.get(plan.id) ?? [],
      ofCustomers.get(customer.id) ?? [],
      ofBillingEntities.get(customer.billingEntityId) ?? [],
    ]);
  }

  /** Source: taxes.md §2. */
  private taxesOfCharge(charge: Charge, context: SubscriptionContext): readonly Tax[] {
    return applicableTaxes([this.taxes.ofCharges.get(charge.id) ?? [], this.taxesOfSubscriptionFee(context)]);
  }
}
