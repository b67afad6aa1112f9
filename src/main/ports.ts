import type { EstimatesServices } from '../lifecycle/estimates/estimates.capability.js';
import type { OngoingWalletFigures } from '../modules/alerts/wallet-figure.js';
import type { MetricUse } from '../modules/billable-metrics/metric-use.js';
import type { DocumentMailsServices } from '../modules/document-mails/document-mails.capability.js';
import type { MailAttachments } from '../modules/mails/mail-attachments.js';
import type { CreditNotesServices } from '../modules/credit-notes/credit-notes.capability.js';
import type { OpenPayments } from '../modules/payment-requests/open-payments.js';
import type { PaymentsServices } from '../modules/payments/payments.capability.js';
import type { WebhookUrls } from '../modules/billing-entities/organization-settings/webhook-urls.js';
import type { CreditNoteBalances } from '../modules/invoices/composing/credit-note-balances.js';
import type { ProgressiveNotes } from '../modules/invoices/composing/progressive-notes.js';
import type { InvoicesServices } from '../modules/invoices/invoices.capability.js';
import type { PlanUse } from '../modules/plans/plan-use.js';
import type { PlansServices } from '../modules/plans/plans.capability.js';
import type { BillingHistories } from '../modules/subscriptions/reading/billing-histories.js';
import type { TaxRatios } from '../modules/usage/current-usage/tax-ratios.js';
import type { WebhooksServices } from '../modules/webhooks/webhooks.capability.js';
import type { SubscriptionsServices } from '../modules/subscriptions/subscriptions.capability.js';

/**
 * Questions that capabilities ask higher ones. Changes that higher ones react to are announced. The one exception lends a source of
 * deductions: `creditNoteBalances` also takes from balances, and gives back to them (docs/adr/0042).
 */
export interface Ports {
  readonly mailAttachments: MailAttachments;
  readonly webhookUrls: WebhookUrls;
  readonly metricUse: MetricUse;
  readonly planUse: PlanUse;
  readonly billingHistories: BillingHistories;
  readonly creditNoteBalances: CreditNoteBalances;
  readonly progressiveNotes: ProgressiveNotes;
  readonly taxRatios: TaxRatios;
  readonly ongoingWalletFigures: OngoingWalletFigures;
  readonly openPayments: OpenPayments;
}

type HigherServices = PlansServices &
  SubscriptionsServices &
  InvoicesServices &
  CreditNotesServices &
  DocumentMailsServices &
  EstimatesServices &
  PaymentsServices &
  WebhooksServices;

/** @param above the services that answer; first called after all are built. */
export function portsTo(above: () => HigherServices): Ports {
  return {
    mailAttachments: {
      read: (...asked) => above().documentAttachments.read(...asked),
    },
    webhookUrls: {
      list: (...asked) => above().webhookEndpoints.urls(...asked),
    },
    metricUse: {
      isCharged: (...args) => above().charges.usesMetric(...args),
    },
    planUse: {
      hasSubscriptions: (...args) => above().subscriptions.hasUsedPlan(...args),
      isInUse: async (db, actor, planId) =>
        (await above().subscriptions.usesPlan(db, actor, planId)) ||
        (await above().drafts.find(db, actor, { planId })).length > 0,
      ownPlansOf: (...args) => above().subscriptions.ownPlansOf(...args),
    },
    billingHistories: {
      billedUsage: (...args) => above().billedPeriods.billedUsage(...args),
    },
    creditNoteBalances: {
      available: (...args) => above().creditNotes.available(...args),
      take: (...taken) => above().creditNotes.take(...taken),
      giveBack: (...given) => above().creditNotes.giveBack(...given),
    },
    progressiveNotes: {
      notedCents: (...asked) => above().progressiveNotesOf.notedCents(...asked),
    },
    taxRatios: {
      ofCustomers: (...asked) => above().providedTaxRatios.ofCustomers(...asked),
    },
    openPayments: {
      areOpen: (...args) => above().paymentCollection.areOpen(...args),
    },
    ongoingWalletFigures: {
      compute: (...args) => above().ongoingBalances.compute(...args),
    },
  };
}
