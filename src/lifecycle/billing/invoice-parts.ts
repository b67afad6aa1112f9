import { type BillingWindows, currentUsagePeriod, meteringScope } from '../../core/billing-windows.js';
import { isEmpty } from '../../core/period.js';
import { billedOf, type ChargeRun } from '../../core/rating/charge-billing.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { FeeDraft } from '../../modules/invoices/composing/fee-draft.js';
import type { FeeService } from '../../modules/invoices/records/fee.service.js';
import type { InvoicePart } from '../../modules/invoices/composing/invoice-draft.js';
import type { SubscriptionContext } from '../../modules/subscriptions/subscription-context.js';
import type { Subscription } from '../../modules/subscriptions/subscription.table.js';
import type { PricedCharge } from '../../modules/usage/metering/priced-charge.js';
import type { RatedCharge } from '../../modules/usage/rating/rated-charge.js';
import type { RatingInput, UsageService } from '../../modules/usage/rating/usage.service.js';
import { type BillingOccasion, INVOICING_REASONS, occasionWindows, situationOf } from './billing-occasion.js';
import type { BillingRecords } from './billing-records.js';
import { renewalFeeDrafts, usageFeeDrafts } from './charge-fee-drafts.js';
import { commitmentFeeDraft, reconciledBy } from './commitment-fee-drafts.js';
import { type BilledSubscription, subscriptionFeeDraft } from './fee-drafts.js';
import { fixedChargeFeeDrafts } from './fixed-charge-fee-drafts.js';

/** A subscription that is to be billed, and why. */
export interface DueSubscription {
  readonly context: SubscriptionContext;
  readonly occasion: BillingOccasion;
}

/** A subscription on a draft that is worked out again: the windows are those that the draft has claimed. */
export interface DraftedSubscription extends DueSubscription {
  readonly draftId: string;
  readonly windows: BillingWindows;
}

/** A subscription, and the draft that is worked out again; null for a new invoice. */
interface BilledPart extends BilledSubscription {
  readonly draftId: string | null;
}

/** What the charges of a subscription come to. */
interface ChargeFees {
  readonly fees: readonly FeeDraft[];
  readonly usageMoments: InvoicePart['usageMoments'];
}

const NO_CHARGE_FEES: ChargeFees = { fees: [], usageMoments: [] };

/** One with the fees that are due whatever others come to. */
interface DraftedFees extends BilledPart, ChargeFees {}

/**
 * What is billed of subscriptions, whatever invoices they go on: of many together by as many statements as of one, and of
 * each what would be billed of it alone. Source: invoices.md §3.
 */
export class InvoiceParts {
  constructor(private readonly services: { readonly usage: UsageService; readonly fees: FeeService }) {}

  /** One part for each subscription, in their order. */
  async of(
    tx: Tx,
    actor: Actor,
    due: readonly (DueSubscription | DraftedSubscription)[],
    records: BillingRecords,
  ): Promise<InvoicePart[]> {
    const billed = due.map((each) => billedBy(each, records));
    const chargeFees = await this.chargeFees(tx, actor, billed, records);
    const drafted = billed.map((each): DraftedFees => {
      const planTaxes = records.taxesOfSubscriptionFee(each.context);
      const subscriptionFee = subscriptionFeeDraft(each, planTaxes);
      const usage = chargeFees.get(each) ?? NO_CHARGE_FEES;
      const fees = [
        ...(subscriptionFee === null ? [] : [subscriptionFee]),
        ...usage.fees,
        ...fixedChargeFeeDrafts(each, records.fixedChargesOf(each.context), planTaxes),
      ];
      return { ...each, fees, usageMoments: usage.usageMoments };
    });
    const commitmentFees = await this.commitmentFees(tx, actor, drafted, records);
    return drafted.map((each): InvoicePart => {
      const { context, occasion, windows, fees, usageMoments, draftId } = each;
      return {
        subscription: context.subscription,
        plan: context.plan,
        invoicingReason: INVOICING_REASONS[occasion.reason],
        windows,
        occasion: { reason: occasion.reason, at: occasion.at },
        fees: [...fees.filter(isInvoiceable), ...(commitmentFees.get(each) ?? [])],
        usageMoments,
        // Those of a draft were made with it.
        standaloneFees: draftId === null ? fees.filter((fee) => !isInvoiceable(fee)) : [],
      };
    });
  }

  /** Charge by charge, the usage of the window, or what is held at its end, for the coming period. Source: charges.md §6, §8. */
  private async chargeFees(
    tx: Tx,
    actor: Actor,
    billed: readonly BilledSubscription[],
    records: BillingRecords,
  ): Promise<ReadonlyMap<BilledSubscription, ChargeFees>> {
    const asked = billed.flatMap((each) => {
      const input = ratingOf(each, records);
      return input === null ? [] : [{ each, input }];
    });
    const rated = await this.services.usage.rateAll(
      tx,
      actor,
      asked.map(({ input }) => input),
    );
    return new Map(
      asked.map(({ each, input }, index) => {
        const usage = expectPresent(rated[index], 'the rated usage of a part');
        // Charges that were read by one statement have the same moment.
        const usageMoments = [...new Set(usage.map(({ moment }) => moment))];
        return [each, { fees: ratedFees(each, input, usage, records), usageMoments }];
      }),
    );
  }

  /** What the fees of the periods that are reconciled lack to the plans' commitments. */
  private async commitmentFees(
    tx: Tx,
    actor: Actor,
    drafted: readonly DraftedFees[],
    records: BillingRecords,
  ): Promise<ReadonlyMap<DraftedFees, FeeDraft[]>> {
    const committed = drafted.flatMap((each) => {
      const commitment = records.commitmentOf(each.context);
      const reconciled = commitment === null ? null : reconciledBy(each);
      return commitment === null || reconciled === null ? [] : [{ each, commitment, reconciled }];
    });
    const totals = await this.services.fees.totalsOf(
      tx,
      actor,
      committed.map(({ each, reconciled: { period } }) => ({
        subscriptionId: each.context.subscription.id,
        period,
        timezone: each.context.terms.timezone,
        exceptOn: each.draftId,
      })),
    );
    return new Map(
      committed.map(({ each, commitment, reconciled }, index) => {
        const billed = expectPresent(totals[index], 'the totals of a commitment');
        // Those that stand alone exist already when a draft is worked out again.
        const drafts = each.fees.filter((fee) => each.draftId === null || isInvoiceable(fee));
        const fee = commitmentFeeDraft(each, commitment, reconciled, { billed, drafts });
        return [each, fee === null ? [] : [fee]];
      }),
    );
  }
}

function billedBy(
  { context, occasion, ...known }: DueSubscription | DraftedSubscription,
  records: BillingRecords,
): BilledPart {
  const history = records.historyOf(context);
  if ('draftId' in known) return { context, occasion, history, ...known };
  return {
    context,
    occasion,
    history,
    windows: occasionWindows(context, occasion),
    draftId: null,
  };
}

/** Null when no charge is billed. */
function ratingOf(
  { context, occasion, windows }: BilledSubscription,
  records: BillingRecords,
): RatingInput | null {
  const { subscription, plan, terms } = context;
  const window = windows.charges;
  if (window === null) return null;
  const charges = records.chargesOf(context).filter((priced) => {
    const billed = billedOf(runOf(priced, subscription, occasion));
    return billed === 'renewal' || (billed === 'usage' && !isEmpty(window));
  });
  if (charges.length === 0) return null;
  const scope = meteringScope(terms, window, { isUpgraded: occasion.reason === 'upgraded' });
  return { subscription, charges, scope, currency: plan.amountCurrency };
}

function ratedFees(
  { context, occasion }: BilledSubscription,
  { scope, currency }: RatingInput,
  rated: readonly RatedCharge[],
  records: BillingRecords,
): FeeDraft[] {
  const coming = currentUsagePeriod(context.terms, occasion.at);
  return rated.flatMap((charge) =>
    charge.charge.payInAdvance
      ? renewalFeeDrafts(charge, records.chargeFeeFrame(charge, context, coming))
      : usageFeeDrafts(charge, records.chargeFeeFrame(charge, context, scope.window), { scope, currency }),
  );
}

function isInvoiceable({ invoiceable }: FeeDraft): boolean {
  return invoiceable;
}

/** Source: charges.md §6. */
function runOf(
  { charge, metric }: PricedCharge,
  { changeFromPrevious }: Subscription,
  occasion: BillingOccasion,
): ChargeRun {
  const { reason } = occasion;
  return {
    charge,
    metric,
    situation: situationOf(occasion),
    isMetricOfNextPlan: reason === 'upgraded' && occasion.nextMetricIds.has(metric.id),
    isStartedByDowngrade: reason === 'starting' && changeFromPrevious === 'downgrade',
  };
}
