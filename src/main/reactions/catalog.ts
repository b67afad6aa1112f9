import type { RecordedChange } from '../../platform/activity/recorder.js';
import type { Reactions } from '../../platform/changes/changes.js';
import { END_SUBSCRIPTIONS } from '../../lifecycle/subscriptions/end-subscriptions.job.js';
import type { OwnedAppliedCoupon } from '../../modules/coupons/coupon.changes.js';
import type { Services } from '../capabilities.js';
import type { CatalogAreaChange } from './announced-changes.js';
import { ofSubscription } from './recorded-rows.js';
import type { Reactors } from './reactors.js';

/** Reactions to changes of what is sold: metrics, add-ons, plans, features, coupons, and the taxes on them. */
export function catalogReactions(
  {
    alertEditor,
    appliedCoupons,
    billingEntityTaxes,
    charges,
    downgradeReview,
    fixedChargeBilling,
    fixedCharges,
    integrationMappings,
    planEntitlements,
    thresholdReview,
    usageNotices,
  }: Services,
  { records, refreshesDrafts, reviewsAlerts }: Reactors,
): Reactions<CatalogAreaChange> {
  return {
    'tax.updated': [refreshesDrafts(({ tax }) => ({ taxId: tax.id }))],
    'tax.deleted': [refreshesDrafts(({ tax }) => ({ taxId: tax.id }))],
    'tax.applied_to_organization_given': [
      (tx, actor, application) => billingEntityTaxes.setOfDefault(tx, actor, application),
    ],

    'billable_metric.created': [
      records('billable_metric.created', ({ metric: row }) => ({ row })),
      (tx, actor) => usageNotices.watch(tx, actor),
    ],
    'billable_metric.updated': [
      async (tx, actor, { metric, filters }) => {
        if (filters !== null) await charges.trimFilters(tx, actor, metric.id, filters);
      },
      records('billable_metric.updated', ({ metric: row, before }) => ({ row, before })),
      reviewsAlerts(({ metric }) => ({ metricId: metric.id })),
    ],
    'billable_metric.deleted': [
      (tx, actor, { metric }) => alertEditor.deleteOfMetric(tx, actor, metric.id),
      (tx, actor, { metric }) => charges.deleteOfMetric(tx, actor, metric.id),
      (tx, actor, { metric }) => integrationMappings.deleteOf(tx, actor, { targetId: metric.id }),
      refreshesDrafts(({ metric }) => ({ metricId: metric.id })),
      records('billable_metric.deleted', ({ metric: row, before }) => ({ row, before })),
      reviewsAlerts(({ metric }) => ({ metricId: metric.id })),
    ],

    'add_on.deleted': [
      (tx, actor, { addOn }) => fixedCharges.deleteOfAddOn(tx, actor, addOn.id),
      (tx, actor, { addOn }) => integrationMappings.deleteOf(tx, actor, { targetId: addOn.id }),
      refreshesDrafts(({ addOn }) => ({ addOnId: addOn.id })),
    ],

    'plan.created': [records('plan.created', ({ plan: row }) => ({ row }))],
    'plan.duplicated': [
      (tx, actor, copied) => planEntitlements.copy(tx, actor, copied),
      records('plan.created', ({ plan: row }) => ({ row })),
    ],
    'plan.updated': [
      records('plan.updated', ({ plan: row, before }) => ({ row, before })),
      (tx, actor, { changed }) => fixedChargeBilling.applyPlanUnits(tx, actor, changed),
      (tx, actor, { changed }) => downgradeReview.reviewPlans(tx, actor, changed),
      refreshesDrafts(({ plan }) => ({ planId: plan.id })),
      reviewsAlerts(({ changed }) => ({ planIds: changed.map(({ plan }) => plan.id) })),
    ],
    'plan.deleted': [
      (tx, actor, { plan }) => integrationMappings.deleteOf(tx, actor, { targetId: plan.id }),
      records('plan.deleted', ({ plan: row, before }) => ({ row, before })),
      async (tx, { organizationId }, { plan: { id: planId }, isInUse }) => {
        if (isInUse) await END_SUBSCRIPTIONS.enqueue(tx, { organizationId, planId });
      },
    ],
    'usage_thresholds.changed': [
      (tx, actor) => usageNotices.watch(tx, actor),
      async (tx, actor, { owner }) => {
        await thresholdReview.request(tx, actor, await usageNotices.activeOf(tx, actor, owner));
      },
    ],

    'feature.created': [records('feature.created', ({ feature: row }) => ({ row }))],
    'feature.updated': [records('feature.updated', ({ feature: row, before }) => ({ row, before }))],
    'feature.deleted': [records('feature.deleted', ({ feature: row, before }) => ({ row, before }))],
    'plan.entitlements_changed': [
      records('plan.updated', ({ plans }) => plans.map(({ plan: row, former }) => ({ row, former }))),
    ],
    'subscription.entitlements_changed': [
      records('subscription.updated', (change) => ({ ...ofSubscription(change), former: change.former })),
    ],

    'coupon.created': [records('coupon.created', ({ coupon: row }) => ({ row }))],
    'coupon.updated': [records('coupon.updated', ({ coupon: row, before }) => ({ row, before }))],
    'coupon.deleted': [
      records('coupon.deleted', ({ coupon: row, before }) => ({ row, before })),
      (tx, actor, { coupon }) => appliedCoupons.terminateOf(tx, actor, coupon),
    ],
    'applied_coupon.created': [records('applied_coupon.created', ofAppliedCoupon)],
    'applied_coupon.deleted': [
      records('applied_coupon.deleted', ({ ended }) =>
        ended.map((each) => ({ ...ofAppliedCoupon(each), before: each.before })),
      ),
    ],
  };
}

function ofAppliedCoupon({ applied, customer }: OwnedAppliedCoupon): RecordedChange {
  return { row: applied, resourceId: applied.couponId, externalCustomerId: customer.externalId };
}
