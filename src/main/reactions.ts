import type { RecordedChange, Recorder } from '../platform/activity/recorder.js';
import type { Representation } from '../platform/activity/snapshots.js';
import type { Actor } from '../platform/actor.js';
import type { Reactions } from '../platform/changes/changes.js';
import type { Tx } from '../platform/db/database.js';
import { END_SUBSCRIPTIONS } from '../lifecycle/subscriptions/end-subscriptions.job.js';
import { queueBillingEntityDates } from '../lifecycle/subscriptions/billing-entity-dates.job.js';
import type { DunningChange } from '../lifecycle/dunning/dunning.changes.js';
import type { DunningTermsChange } from '../modules/dunning-campaigns/dunning-campaign.changes.js';
import type { DueWorkChange } from '../lifecycle/due-work/due-work.changes.js';
import type { AlertChange } from '../modules/alerts/alert.changes.js';
import type { AddOnChange } from '../modules/add-ons/add-on.changes.js';
import type { ApiKeyChange } from '../modules/organizations/api-key.changes.js';
import type { OrganizationChange } from '../modules/organizations/organization.changes.js';
import type { BillableMetricChange } from '../modules/billable-metrics/billable-metric.changes.js';
import type { BillingEntityChange } from '../modules/billing-entities/billing-entity.changes.js';
import {
  resourcesOfEntity,
  resourcesOfEntityUpdate,
} from '../modules/billing-entities/billing-entity.security.js';
import type { CouponChange, OwnedAppliedCoupon } from '../modules/coupons/coupon.changes.js';
import type { CreditNoteChange } from '../modules/credit-notes/credit-note.changes.js';
import type { CreditNote } from '../modules/credit-notes/credit-note.table.js';
import type { CustomerChange } from '../modules/customers/customer.changes.js';
import type { Customer } from '../modules/customers/customer.table.js';
import type { RegistryAnswer } from '../modules/customers/vat-registry.js';
import { queueTaxes } from '../modules/invoices/issuing/pending-invoices.job.js';
import type { FeatureChange } from '../modules/features/feature.changes.js';
import { billsTopUp } from '../modules/invoices/issuing/top-up-invoices.service.js';
import type { DraftsOf } from '../modules/invoices/records/draft-invoice.repository.js';
import { FINALIZED_AS } from '../modules/invoices/invoice.activities.js';
import type { FeeChange, InvoiceChange, OwnedInvoice } from '../modules/invoices/invoice.changes.js';
import type { LifetimeUsageChange } from '../modules/usage-history/lifetime-usage.changes.js';
import type { ProgressiveBillingChange } from '../lifecycle/progressive-billing/progressive-billing.changes.js';
import type { ReachedThreshold } from '../lifecycle/progressive-billing/progressive-billing.changes.js';
import type { DataExportChange } from '../modules/data-exports/data-export.changes.js';
import type { DocumentChange } from '../modules/documents/document.changes.js';
import type {
  OwnedPaymentRequest,
  PaymentRequestChange,
} from '../modules/payment-requests/payment-request.changes.js';
import type {
  OwnedPaymentReceipt,
  PaymentReceiptChange,
} from '../modules/payment-receipts/payment-receipt.changes.js';
import type { PaymentChange, RefusedPayment } from '../modules/payments/payment.changes.js';
import { type Invoice, VISIBLE_INVOICE_STATUSES } from '../modules/invoices/records/invoice.table.js';
import type { PaymentProviderRow } from '../modules/payment-providers/payment-provider.table.js';
import { queueCollection } from '../modules/payments/collecting/payment.jobs.js';
import { payableOfPayment } from '../modules/payments/payable.js';
import type { Payment } from '../modules/payments/payment.table.js';
import type { PaymentProviderChange } from '../modules/payment-providers/payment-provider.changes.js';
import type { PeopleChange } from '../modules/people/people.changes.js';
import type { PlanCatalogChange } from '../modules/plans/plan.changes.js';
import type { OwnedSubscription, SubscriptionChange } from '../modules/subscriptions/subscription.changes.js';
import type { OwnedTransaction, OwnedWallet, WalletChange } from '../modules/wallets/wallet.changes.js';
import type { ReviewedOwners } from '../modules/alerts/watched-alert.repository.js';
import type { UsageChange } from '../modules/usage/usage.changes.js';
import type { WebhookEndpointChange } from '../modules/webhooks/webhook-endpoint.changes.js';
import type { TaxChange } from '../modules/taxes/tax.changes.js';
import type { RepresentedObject } from '../rest/representations.js';
import type { ActivityType, Services } from './capabilities.js';
import { securityReactions } from './security-reactions.js';

/** Everything that services announce. */
export type AnnouncedChange =
  | AddOnChange
  | AlertChange
  | ApiKeyChange
  | BillableMetricChange
  | BillingEntityChange
  | CouponChange
  | CreditNoteChange
  | CustomerChange
  | DataExportChange
  | DocumentChange
  | DueWorkChange
  | DunningChange
  | DunningTermsChange
  | FeatureChange
  | FeeChange
  | InvoiceChange
  | PaymentReceiptChange
  | PaymentRequestChange
  | LifetimeUsageChange
  | OrganizationChange
  | PaymentChange
  | PeopleChange
  | PaymentProviderChange
  | PlanCatalogChange
  | ProgressiveBillingChange
  | SubscriptionChange
  | TaxChange
  | UsageChange
  | WalletChange
  | WebhookEndpointChange;

/** The reactions to each change, in order. Some change data that later ones record. */
export function reactionsOf(
  services: Services,
  recorder: Recorder<ActivityType, RepresentedObject>,
): Reactions<AnnouncedChange> {
  const { activation, alertEditor, alertReviews, appliedCoupons, charges, downgradeReview, drafts } =
    services;
  const {
    accountMails,
    automaticTopUps,
    documentMails,
    documentMaking,
    draftInvoices,
    dunningAttempts,
    fixedChargeBilling,
    fixedCharges,
    reportRecorder,
    dailyUsage,
    thresholdReview,
    topUpInvoices,
    walletTopUps,
    usageNotices,
    billingEntityDates,
    invoiceNumbering,
    paymentReceipts,
    paymentCollection,
    paymentLinks,
    planEntitlements,
    providerCustomers,
    refunds,
    sandboxConnections,
    securityRecorder,
    snapshots,
    walletEditor,
    zoneChange,
  } = services;

  /** Writes the entries of the activity log, and the messages of the outbox that belong to them. */
  const records =
    <Facts>(type: ActivityType, recorded: (change: Facts) => RecordedChange | readonly RecordedChange[]) =>
    (tx: Tx, actor: Actor, change: Facts) =>
      recorder.recordAll(tx, actor, type, [recorded(change)].flat());
  /** Has the draft invoices that depend on something computed again soon. Source: invoices.md §6. */
  const refreshesDrafts =
    <Facts>(of: (change: Facts) => DraftsOf) =>
    (tx: Tx, actor: Actor, change: Facts) =>
      drafts.scheduleRefreshes(tx, actor, of(change));
  /** Schedules reviews of alerts whose figures may have changed. Source: alerts.md §3. */
  const reviewsAlerts =
    <Facts>(of: (change: Facts) => ReviewedOwners) =>
    (tx: Tx, actor: Actor, change: Facts) =>
      alertReviews.request(tx, actor, of(change));

  return {
    ...securityReactions(securityRecorder, accountMails),

    'organization.created': [(tx, actor) => sandboxConnections.add(tx, actor)],

    'tax.updated': [refreshesDrafts(({ tax }) => ({ taxId: tax.id }))],
    'tax.deleted': [refreshesDrafts(({ tax }) => ({ taxId: tax.id }))],

    'billing_entity.created': [
      records('billing_entities.created', ({ entity: row }) => ({ row })),
      (tx, actor, { entity }) =>
        securityRecorder.record(tx, actor, 'billing_entity.created', resourcesOfEntity(entity)),
    ],
    'billing_entity.updated': [
      async (tx, actor, { entity, beginsSequence }) => {
        if (beginsSequence) await invoiceNumbering.beginSequence(tx, actor, entity.id);
      },
      async (tx, actor, { entity, hasNewTaxes }) => {
        if (hasNewTaxes) await drafts.scheduleRefreshes(tx, actor, { billingEntityId: entity.id });
      },
      async (tx, actor, { entity: { id: billingEntityId }, movesDates }) => {
        if (!movesDates) return;
        await billingEntityDates.moveFirst(tx, actor, billingEntityId);
        await queueBillingEntityDates(tx, { organizationId: actor.organizationId, billingEntityId });
      },
      records('billing_entities.updated', ({ entity: row, before }) => ({ row, before })),
      async (tx, actor, { entity, before }) => {
        const after = await snapshots.of(tx, actor, 'billing_entity', entity);
        const resources = resourcesOfEntityUpdate(entity, before, after);
        if (resources !== null) await securityRecorder.record(tx, actor, 'billing_entity.updated', resources);
      },
    ],
    'billing_entity.archived': [
      records('billing_entities.deleted', ({ entity: row, before }) => ({ row, before })),
    ],
    'billing_entity.taxes_changed': [refreshesDrafts(({ billingEntityId }) => ({ billingEntityId }))],

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
      refreshesDrafts(({ metric }) => ({ metricId: metric.id })),
      records('billable_metric.deleted', ({ metric: row, before }) => ({ row, before })),
      reviewsAlerts(({ metric }) => ({ metricId: metric.id })),
    ],

    'add_on.deleted': [
      (tx, actor, { addOn }) => fixedCharges.deleteOfAddOn(tx, actor, addOn.id),
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
      (tx, actor, { changed }) => downgradeReview.plansChanged(tx, actor, changed),
      refreshesDrafts(({ plan }) => ({ planId: plan.id })),
      reviewsAlerts(({ changed }) => ({ planIds: changed.map(({ plan }) => plan.id) })),
    ],
    'plan.deleted': [
      records('plan.deleted', ({ plan: row, before }) => ({ row, before })),
      async (tx, { organizationId }, { plan: { id: planId }, isInUse }) => {
        if (isInUse) await END_SUBSCRIPTIONS.enqueue(tx, { organizationId, planId });
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

    'customer.created': [
      records('customer.created', ofCustomer),
      async (tx, actor, { customer }) => {
        if (customer.paymentProvider !== null) await providerCustomers.linked(tx, actor, customer);
      },
    ],
    'customer.vat_check_failed': [
      records('customer.vies_check', ({ customer, outcome: { error } }) => ({
        ...ofCustomer({ customer }),
        sentWith: { vies_check: { valid: false, valid_format: true, error } },
      })),
    ],
    'customer.vat_check_ended': [
      records('customer.vies_check', ({ customer, outcome }) =>
        outcome.type === 'answered'
          ? { ...ofCustomer({ customer }), sentWith: { vies_check: shownAnswer(outcome.answer) } }
          : [],
      ),
      refreshesDrafts(({ customer }) => ({ customerId: customer.id })),
      (tx, { organizationId }, { customer: { id: customerId } }) =>
        queueTaxes(tx, { organizationId, customerId }),
    ],
    'customer.updated': [
      async (tx, actor, { customer, now, datesInvoicesAnew }) => {
        if (datesInvoicesAnew) await draftInvoices.redate(tx, actor, customer, now);
      },
      async (tx, actor, { customer, now, hasNewZone }) => {
        if (hasNewZone) await zoneChange.reschedule(tx, actor, customer, now);
      },
      async (tx, actor, { customer, hasNewTaxes, vatCheck }) => {
        if (hasNewTaxes || vatCheck !== 'unchanged')
          await drafts.scheduleRefreshes(tx, actor, { customerId: customer.id });
      },
      async (tx, { organizationId }, { customer: { id: customerId }, vatCheck }) => {
        if (vatCheck === 'ended') await queueTaxes(tx, { organizationId, customerId });
      },
      async (tx, actor, { customer: { id: customerId }, hasNewZone }) => {
        // Another billing entity, which may have another campaign, counts as a new zone.
        if (hasNewZone) await dunningAttempts.termsChanged(tx, actor, { customerId });
      },
      records('customer.updated', (change) => ({ ...ofCustomer(change), before: change.before })),
      async (tx, actor, { customer, hasNewProvider, hasNewContact }) => {
        if (hasNewProvider) await providerCustomers.linked(tx, actor, customer);
        else if (hasNewContact) await providerCustomers.contactChanged(tx, actor, customer);
      },
    ],
    'customer.payment_provider_created': [records('customer.payment_provider_created', ofCustomer)],
    'customer.payment_provider_error': [
      records('customer.payment_provider_error', ({ customer, provider, error }) => ({
        row: customer,
        content: {
          ...shownCustomer(customer),
          ...shownProvider(provider),
          provider_error: shownError(error),
        },
      })),
    ],
    'customer.checkout_url_generated': [
      records('customer.checkout_url_generated', ({ customer, provider, checkoutUrl }) => ({
        row: customer,
        content: { ...shownCustomer(customer), ...shownProvider(provider), checkout_url: checkoutUrl },
      })),
    ],
    'payment_provider.error': [
      records('payment_provider.error', ({ provider, source, action, error }) => ({
        row: provider,
        content: {
          svc_payment_provider_id: provider.id,
          payment_provider_name: provider.name,
          payment_provider_code: provider.code,
          source,
          action,
          provider_error: shownError(error),
        },
      })),
    ],
    'customer.deleted': [
      records('customer.deleted', (change) => ({ ...ofCustomer(change), before: change.before })),
      (tx, actor, { customer }) => walletEditor.terminateOf(tx, actor, customer),
      (tx, { organizationId }, { customer: { id: customerId } }) =>
        END_SUBSCRIPTIONS.enqueue(tx, { organizationId, customerId }),
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

    'subscription.started': [
      records('subscription.started', ofSubscription),
      async (tx, actor, { subscription, customer }) => {
        if (subscription.previousSubscriptionId === null || subscription.startedAt === null) return;
        // Units of recurring metrics are carried from the subscription that it replaces.
        await dailyUsage.request(tx, actor, [{ subscription, customer, now: subscription.startedAt }]);
      },
    ],
    'subscription.incomplete': [records('subscription.incomplete', ofSubscription)],
    'subscription.canceled': [records('subscription.canceled', ofSubscription)],
    'subscription.terminated': [records('subscription.terminated', ofSubscription)],
    'subscription.termination_alert': [records('subscription.termination_alert', ofSubscription)],
    'subscription.trial_ended': [
      records('subscription.trial_ended', ({ subscriptions }) => subscriptions.map(ofSubscription)),
    ],
    'subscription.updated': [
      records('subscription.updated', (change) => ({ ...ofSubscription(change), before: change.before })),
      async (tx, actor, { subscription, before }) => {
        if (before['progressive_billing_disabled'] !== true || subscription.progressiveBillingDisabled)
          return;
        const owner = { subscriptionId: subscription.id };
        await thresholdReview.request(tx, actor, await usageNotices.activeOf(tx, actor, owner));
      },
    ],
    'subscription.usage_threshold_reached': [
      records('subscription.usage_threshold_reached', ({ reached }) =>
        reached.map(({ threshold, ...owned }) => ({
          ...ofSubscription(owned),
          sentWith: { usage_threshold: shownThreshold(threshold) },
        })),
      ),
    ],
    'subscription.plan_overridden': [
      refreshesDrafts(({ customer }) => ({ customerId: customer.id })),
      reviewsAlerts(({ subscription }) => ({ externalSubscriptionIds: [subscription.externalId] })),
    ],

    'invoice.drafted': [
      records('invoice.drafted', ({ invoices }) => invoices.map(ofInvoice)),
      records('invoice.ready_to_finalize', ({ invoices }) =>
        invoices.filter(({ invoice }) => invoice.taxStatus !== 'pending').map(ofInvoice),
      ),
      reviewsAlerts(({ invoices }) => ofUsage(invoices)),
      (tx, actor, change) => automaticTopUps.drafted(tx, actor, change),
    ],
    'invoice.ready_to_finalize': [
      records('invoice.ready_to_finalize', ({ invoices }) => invoices.map(ofInvoice)),
    ],
    'invoice.finalized': [
      async (tx, actor, { invoices }) => {
        const finalized = invoices.map(({ invoice }) => invoice);
        await reportRecorder.addInvoices(tx, actor, finalized);
        await dailyUsage.correct(tx, actor, finalized);
      },
      async (tx, actor, { invoices }) => {
        const byType = Map.groupBy(invoices, ({ invoice }) => FINALIZED_AS[invoice.invoiceType]);
        for (const [type, finalized] of byType) {
          await recorder.recordAll(tx, actor, type, finalized.map(ofInvoice));
        }
      },
      (tx, actor, { invoices }) =>
        documentMaking.schedule(
          tx,
          actor,
          'invoice',
          invoices.map(({ invoice }) => invoice.id),
        ),
      reviewsAlerts(({ invoices }) => ofUsage(invoices)),
      (tx, actor, { invoices }) => paymentCollection.issued(tx, actor, invoices),
    ],
    'open_invoice.opened': [(tx, actor, { invoices }) => paymentCollection.issued(tx, actor, invoices)],
    'invoice.refreshed': [reviewsAlerts(({ invoices }) => ofUsage(invoices))],
    'invoice.deleted': [
      records('invoice.deleted', (change) => ({ ...ofInvoice(change), before: change.before })),
      reviewsAlerts((change) => ofUsage([change])),
    ],
    'invoice.payment_status_updated': [
      records('invoice.payment_status_updated', (change) =>
        change.isTold ? { ...ofInvoice(change), before: change.before } : [],
      ),
      (tx, _, { invoice, statusBefore }) => reportRecorder.changePaymentStatus(tx, invoice, statusBefore),
      async (tx, actor, { invoice, customer }) => {
        if (billsTopUp(invoice)) await topUpInvoices.follow(tx, actor, { invoice, customer });
      },
      async (tx, actor, { invoice, customer, before }) => {
        const isPaid = invoice.paymentStatus === 'succeeded' && before['payment_overdue'] === true;
        if (isPaid) await dunningAttempts.paid(tx, actor, { invoice, customer });
      },
      async (tx, actor, change) => {
        if (change.invoice.paymentStatus === 'succeeded') await paymentLinks.close(tx, actor, change);
      },
    ],
    'invoice.due_reduced': [(tx, actor, change) => paymentLinks.close(tx, actor, change)],
    'invoice.payment_overdue': [
      (tx, actor, { invoices }) =>
        dunningAttempts.becameOverdue(
          tx,
          actor,
          invoices.map(({ customer }) => customer),
        ),
      records('invoice.payment_overdue', ({ invoices }) => invoices.map(ofInvoice)),
    ],
    'invoice.voided': [
      (tx, actor, { invoice }) => reportRecorder.removeVoided(tx, actor, invoice),
      records('invoice.voided', ofInvoice),
      async (tx, actor, { invoice, customer }) => {
        if (billsTopUp(invoice)) await topUpInvoices.voided(tx, actor, { invoice, customer });
      },
      reviewsAlerts((change) => ofUsage([change])),
      (tx, actor, change) => paymentLinks.close(tx, actor, change),
    ],
    'invoice.regenerated': [records('invoice.regenerated', ofInvoice)],
    'invoice.payment_dispute_lost': [
      (tx, actor, { invoice }) => reportRecorder.removeDisputed(tx, actor, invoice),
      records('invoice.payment_dispute_lost', (change) => ({
        ...ofInvoice(change),
        sentWith: { provider_error: change.reason },
      })),
    ],
    'open_invoice.paid': [
      (tx, actor, { locked }) => paymentLinks.close(tx, actor, locked),
      (tx, actor, { locked }) =>
        (billsTopUp(locked.invoice) ? topUpInvoices : activation).paid(tx, actor, locked),
    ],
    'open_invoice.payment_failed': [
      (tx, actor, { locked }) => paymentLinks.close(tx, actor, locked),
      (tx, actor, { locked }) =>
        billsTopUp(locked.invoice)
          ? topUpInvoices.follow(tx, actor, locked)
          : activation.failed(tx, actor, locked),
    ],

    'wallet.created': [
      records('wallet.created', ofWallet),
      (tx, actor) => usageNotices.watch(tx, actor),
      reviewsAlerts(({ customer }) => ({ walletsOf: [customer.id] })),
    ],
    'wallet.updated': [
      records('wallet.updated', (change) => ({ ...ofWallet(change), before: change.before })),
      (tx, actor, change) => automaticTopUps.walletChanged(tx, actor, change),
      reviewsAlerts(({ customer }) => ({ walletsOf: [customer.id] })),
    ],
    'wallet.terminated': [
      records('wallet.terminated', (change) => ({ ...ofWallet(change), before: change.before })),
      (tx, actor, change) => automaticTopUps.walletChanged(tx, actor, change),
      reviewsAlerts(({ customer }) => ({ walletsOf: [customer.id] })),
    ],
    'wallets.booked': [
      async (tx, actor, { created, decided, moved }) => {
        const compared = await automaticTopUps.watch(tx, actor, moved);
        await recorder.recordEach(tx, actor, [
          { type: 'wallet_transaction.created', changes: created.map(ofTransaction) },
          {
            type: 'wallet_transaction.updated',
            changes: decided.map((each) => ({ ...ofTransaction(each), before: each.before })),
          },
          { type: 'wallet.balance_changed', changes: compared.map(ofWallet) },
        ]);
      },
      async (tx, actor, { created }) => {
        const purchases = created.filter(({ transaction }) => transaction.transactionStatus === 'purchased');
        for (const purchase of purchases) await topUpInvoices.bill(tx, actor, purchase);
      },
      reviewsAlerts(({ moved }) => ({ walletsOf: moved.map(({ customer }) => customer.id) })),
    ],
    'wallet.depleted': [records('wallet.depleted_ongoing_balance', ({ wallets }) => wallets.map(ofWallet))],
    'usage.changed': [
      (tx, actor, { used }) => dailyUsage.request(tx, actor, used),
      (tx, actor, { used }) => thresholdReview.request(tx, actor, used),
      (tx, actor, change) => automaticTopUps.usageChanged(tx, actor, change),
      reviewsAlerts(({ used }) => ({
        externalSubscriptionIds: used.map(({ subscription }) => subscription.externalId),
        walletsOf: used.map(({ customer }) => customer.id),
      })),
    ],
    'lifetime_usage.updated': [
      (tx, actor, change) => thresholdReview.request(tx, actor, [change]),
      reviewsAlerts(({ subscription }) => ({ externalSubscriptionIds: [subscription.externalId] })),
    ],
    'alert.triggered': [
      records('alert.triggered', ({ triggered }) =>
        triggered.map((row) => ({ row, externalCustomerId: row.externalCustomerId })),
      ),
    ],
    'usage_thresholds.changed': [
      (tx, actor) => usageNotices.watch(tx, actor),
      async (tx, actor, { owner }) => {
        await thresholdReview.request(tx, actor, await usageNotices.activeOf(tx, actor, owner));
      },
    ],

    'fee.created': [
      (tx, _, { made }) =>
        reportRecorder.replaceStandaloneFees(tx, { before: [], after: made.flatMap(({ fees }) => fees) }),
      records('fee.created', ({ made }) =>
        made.flatMap(({ fees, customer: { externalId: externalCustomerId } }) =>
          fees.map((row) => ({ row, externalCustomerId })),
        ),
      ),
    ],
    'fee.updated': [
      (tx, _, { before, fee }) =>
        reportRecorder.replaceStandaloneFees(tx, { before: [before], after: [fee] }),
    ],
    'fee.deleted': [
      (tx, _, { fee }) => reportRecorder.replaceStandaloneFees(tx, { before: [fee], after: [] }),
    ],
    'fees.put_on_invoices': [
      (tx, _, { before }) => reportRecorder.replaceStandaloneFees(tx, { before, after: [] }),
    ],
    'credit_note.created': [
      (tx, actor, { note }) => reportRecorder.addCreditNote(tx, actor, note),
      records('credit_note.created', ofCreditNote),
      (tx, actor, { note }) => documentMaking.schedule(tx, actor, 'credit_note', [note.id]),
      (tx, actor, { note }) => refunds.request(tx, actor, note),
    ],
    'invoice.generated': [
      records('invoice.generated', ofInvoice),
      (tx, actor, change) => documentMails.invoiceGenerated(tx, actor, change),
    ],
    'credit_note.generated': [
      records('credit_note.generated', ofCreditNote),
      (tx, actor, change) => documentMails.creditNoteGenerated(tx, actor, change),
    ],
    'payment.recorded': [
      records('payment.recorded', ({ payment, customer }) => ({
        row: payment,
        ...payableOf(payment),
        externalCustomerId: customer.externalId,
      })),
      (tx, actor, change) => paymentReceipts.issue(tx, actor, change),
    ],
    'payment_receipt.created': [
      records('payment_receipt.created', ofPaymentReceipt),
      (tx, actor, { receipt }) => documentMaking.schedule(tx, actor, 'payment_receipt', [receipt.id]),
    ],
    'payment_receipt.generated': [
      records('payment_receipt.generated', ofPaymentReceipt),
      (tx, actor, change) => documentMails.receiptGenerated(tx, actor, change),
    ],
    // The paid invoice announces itself. Only what the provider has reported is sent in addition.
    'payment.succeeded': [
      records('payment.succeeded', ({ payment, isReported }) => (isReported ? { row: payment } : [])),
      (tx, actor, change) => paymentReceipts.issue(tx, actor, change),
    ],
    'payment.requires_action': [records('payment.requires_action', ({ payment }) => ({ row: payment }))],
    'invoice.payment_failure': [
      records('invoice.payment_failure', (change) => (isVisible(change.invoice) ? ofInvoice(change) : [])),
      records('invoice.payment_error', ({ invoice, ...refused }) => ({
        row: invoice,
        content: { svc_invoice_id: invoice.id, ...shownRefusal(refused) },
      })),
      async (tx, actor, { invoice, ...refused }) => {
        if (!billsTopUp(invoice)) return;
        const purchase = await walletTopUps.purchaseOf(tx, actor, invoice.id);
        const { transaction } = purchase;
        const owned = { ...purchase, customer: refused.customer };
        await recorder.recordAll(tx, actor, 'wallet_transaction.payment_failure', [ofTransaction(owned)]);
        const content = { svc_wallet_transaction_id: transaction.id, ...shownRefusal(refused) };
        await recorder.recordAll(tx, actor, 'wallet_transaction.payment_error', [
          { row: transaction, content },
        ]);
      },
    ],
    'payment_request.payment_failure': [
      records('payment_request.payment_failure', ofFailedRequest),
      (tx, actor, change) => documentMails.paymentRequested(tx, actor, change),
    ],
    'payment_request.page_refused': [records('payment_request.payment_failure', ofFailedRequest)],
    'credit_note.refund_failure': [
      records('credit_note.refund_failure', ({ note, ...refused }) => ({
        row: note,
        content: { svc_credit_note_id: note.id, ...shownRefusal(refused) },
      })),
    ],
    'payment_request.created': [
      records('payment_request.created', ofPaymentRequest),
      async (tx, actor, { request, customer }) => {
        if (customer.paymentProvider === null)
          return documentMails.paymentRequested(tx, actor, { request, customer });
        await queueCollection(tx, { organizationId: actor.organizationId, paymentRequestId: request.id });
      },
    ],
    'payment_request.left_to_payer': [
      (tx, actor, change) => documentMails.paymentRequested(tx, actor, change),
    ],
    'payment_request.payment_status_updated': [
      records('payment_request.payment_status_updated', ofPaymentRequest),
    ],
    'dunning.terms_changed': [(tx, actor, { of }) => dunningAttempts.termsChanged(tx, actor, of)],
    'dunning_campaign.finished': [
      records('dunning_campaign.finished', ({ campaign: row, customer, balances }) => ({
        row,
        externalCustomerId: customer.externalId,
        sentWith: shownDunning(customer, balances),
      })),
    ],
    'billing.failed': [records('billing.failed', ({ works }) => works.map((row) => ({ row })))],
  };
}

function ofCustomer({ customer }: { customer: Customer }): RecordedChange {
  return { row: customer, externalCustomerId: customer.externalId };
}

/** The ids of a customer, as errors name it. */
function shownCustomer({ id, externalId }: Customer): Representation {
  return { svc_customer_id: id, external_customer_id: externalId };
}

function shownProvider(provider: PaymentProviderRow | null): Representation {
  return {
    payment_provider: provider?.providerType ?? null,
    payment_provider_code: provider?.code ?? null,
  };
}

/** An error as the provider gave it. Source: payment-providers.md §7. */
function shownError({ message, errorCode }: { message?: string; errorCode: string }): Representation {
  return message === undefined ? { error_code: errorCode } : { message, error_code: errorCode };
}

/** What a provider refused, to whom, and why. */
function shownRefusal({ customer, provider, error }: RefusedPayment): Representation {
  return {
    ...shownCustomer(customer),
    provider_customer_id: customer.providerCustomerId,
    ...shownProvider(provider),
    provider_error: shownError(error),
  };
}

function isVisible({ status }: Invoice): boolean {
  return (VISIBLE_INVOICE_STATUSES as readonly string[]).includes(status);
}

function ofAppliedCoupon({ applied, customer }: OwnedAppliedCoupon): RecordedChange {
  return { row: applied, resourceId: applied.couponId, externalCustomerId: customer.externalId };
}

function ofSubscription({ subscription, customer }: OwnedSubscription): RecordedChange {
  return {
    row: subscription,
    externalCustomerId: customer.externalId,
    externalSubscriptionId: subscription.externalId,
  };
}

/** The answer of the VAT registry, as webhooks show it. Source: taxes.md §6.4. */
function shownAnswer({ isValid, countryCode, name, address }: RegistryAnswer): Representation {
  const valid = { valid: isValid, valid_format: true };
  return isValid ? { ...valid, country_code: countryCode, name, address } : valid;
}

/** A threshold as REST shows it. */
function shownThreshold(threshold: ReachedThreshold['threshold']): Representation {
  const { id, displayName, amountCents, recurring, createdAt, updatedAt } = threshold;
  return {
    svc_id: id,
    threshold_display_name: displayName,
    amount_cents: Number(amountCents),
    recurring,
    created_at: shownInstant(createdAt),
    updated_at: shownInstant(updatedAt),
  };
}

/** What a customer owes after the last attempt of a campaign, as the contract has it. */
function shownDunning(
  { externalId }: Customer,
  balances: Extract<DunningChange, { type: 'dunning_campaign.finished' }>['balances'],
): Representation {
  const shown = balances.map(({ currency, amountCents }) => ({
    amount_cents: Number(amountCents),
    currency,
  }));
  return {
    external_customer_id: externalId,
    overdue_balance_cents: shown[0]?.amount_cents,
    overdue_balance_currency: shown[0]?.currency,
    overdue_balances: shown,
  };
}

/** In whole seconds, as REST shows instants. */
function shownInstant(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, 'Z');
}

function ofWallet({ wallet, customer }: OwnedWallet): RecordedChange {
  return { row: wallet, externalCustomerId: customer.externalId };
}

function ofTransaction({ transaction, customer }: OwnedTransaction): RecordedChange {
  return { row: transaction, resourceId: transaction.walletId, externalCustomerId: customer.externalId };
}

function ofCreditNote({ note, customer }: { note: CreditNote; customer: Customer }): RecordedChange {
  return { row: note, externalCustomerId: customer.externalId };
}

function ofPaymentRequest({ request, customer }: OwnedPaymentRequest): RecordedChange {
  return { row: request, externalCustomerId: customer.externalId };
}

function ofFailedRequest({
  request,
  invoiceIds,
  ...refused
}: RefusedPayment &
  Pick<OwnedPaymentRequest, 'request'> & { invoiceIds: readonly string[] }): RecordedChange {
  return {
    row: request,
    content: {
      svc_payment_request_id: request.id,
      svc_invoice_ids: invoiceIds,
      ...shownRefusal(refused),
    },
  };
}

function ofPaymentReceipt({ receipt, customer }: OwnedPaymentReceipt): RecordedChange {
  return { row: receipt, externalCustomerId: customer.externalId };
}

/** A payment is logged for the document that it pays. */
function payableOf(payment: Payment): Pick<RecordedChange, 'resourceId' | 'resourceType'> {
  const { type: resourceType, id: resourceId } = payableOfPayment(payment);
  return { resourceId, resourceType };
}

function ofInvoice({ invoice, customer }: OwnedInvoice): RecordedChange {
  return { row: invoice, externalCustomerId: customer.externalId };
}

/** What depends on invoices of usage: the figures of subscriptions that they bill, and the ongoing balances of wallets. */
function ofUsage(invoices: readonly OwnedInvoice[]): ReviewedOwners {
  const ofSubscriptions = invoices.filter(
    ({ invoice: { invoiceType } }) => invoiceType !== 'one_off' && invoiceType !== 'credit',
  );
  return {
    invoiceIds: ofSubscriptions.map(({ invoice }) => invoice.id),
    walletsOf: ofSubscriptions.map(({ customer }) => customer.id),
  };
}
