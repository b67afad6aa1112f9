import type { BillingWindows } from '../../../core/invoicing/subscriptions/billing-windows.js';
import type { SectionChoice } from '../../../core/invoicing/custom-sections.js';
import type { InvoiceOccasion } from '../../../core/invoicing/invoice-dates.js';
import type { BillingSettings } from '../../customers/records/billing-settings.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import type { PaymentMethodReference } from '../../payment-providers/methods/payment-method-reference.js';
import type { Plan } from '../../plans/plan.table.js';
import type { UsageThreshold } from '../../plans/usage-thresholds/usage-threshold.table.js';
import type { Subscription } from '../../subscriptions/records/subscription.table.js';
import type { UsageMoment } from '../../usage/events/usage-moment.js';
import type { PlannedFee } from './planned-fee.js';
import type { AppliedUsageThreshold } from '../records/periods/applied-usage-threshold.table.js';
import type { BillingPeriod, InvoiceSection } from '../records/invoice.table.js';

/** An invoice that the caller has decided on, before any row exists; `InvoiceIssuing` writes it. */
export interface PlannedInvoice {
  readonly customer: Customer;
  readonly billingEntity: BillingEntity;
  readonly settings: BillingSettings;
  /** The currency of every amount on the invoice (invoices.md §3.3). */
  readonly currency: string;
  /** The billing instant, which becomes the creation instant of the invoice and its fees. */
  readonly billedAt: Date;
  readonly purchaseOrderNumber: string | null;
  readonly billed: Billed;
  /** Set if it is regenerated from a voided invoice, whose billing instant it has. */
  readonly regenerates?: RegeneratedInvoice;
}

/** The voided invoice that an invoice is regenerated from. Source: invoices.md §7. */
export interface RegeneratedInvoice {
  readonly voidedInvoiceId: string;
  /** The customer's now, which becomes the creation instant of the invoice; its fees keep theirs. */
  readonly at: Date;
  /** The creation instant of the voided invoice, of whose day it is. */
  readonly datedAt: Date;
  /** The custom sections that it shows; null: they are chosen anew. */
  readonly customSections: readonly InvoiceSection[] | null;
}

/** What an invoice bills. The rules of each kind: `invoice-kinds.ts`. Source: invoices.md §1, §3. */
export type Billed =
  | BilledPeriods
  /** Charges and fixed charges in advance between billing days: at an event, or when units change. */
  | { readonly kind: 'in_advance'; readonly parts: readonly InvoicePart[] }
  /** Existing standalone fees that were paid; the parts name their subscriptions. */
  | { readonly kind: 'paid_fees'; readonly parts: readonly InvoicePart[] }
  /** Usage that has reached a threshold before its period is over. */
  | {
      readonly kind: 'progressive_usage';
      readonly parts: readonly InvoicePart[];
      /** In the order in which they were passed. */
      readonly passed: readonly PassedThreshold[];
    }
  /** Add-ons of a one-off invoice. */
  | {
      readonly kind: 'add_ons';
      readonly fees: readonly PlannedFee[];
      readonly customSections: SectionChoice | null;
      readonly payment: PaymentMethodReference;
      /** True if no payment provider is asked for its payment. */
      readonly skipsPayment: boolean;
    }
  /** Prepaid credits that a customer buys. */
  | {
      readonly kind: 'credit_purchase';
      readonly fees: readonly PlannedFee[];
      readonly customSections: SectionChoice | null;
    };

/** A threshold that usage has passed, with the lifetime usage at that time. */
export interface PassedThreshold extends Pick<
  AppliedUsageThreshold,
  'subscriptionId' | 'lifetimeUsageAmountCents' | 'invoicedUsageAmountCents' | 'previousInvoiceId'
> {
  readonly threshold: Pick<
    UsageThreshold,
    'id' | 'amountCents' | 'displayName' | 'recurring' | 'createdAt' | 'updatedAt'
  >;
}

/** Periods of subscriptions, one part each, in the order they are shown. */
export interface BilledPeriods {
  readonly kind: 'subscription_periods';
  /** Decides the issuing date (invoices.md §5.1); `immediate` for an invoice that must be paid before it is issued. */
  readonly occasion: InvoiceOccasion;
  readonly parts: readonly InvoicePart[];
}

/** The event in a subscription's life that bills it, and its instant. */
export interface PartOccasion {
  readonly reason: NonNullable<BillingPeriod['occasion']>;
  readonly at: Date;
}

/** The windows and fees of one subscription. A part is billed once: its windows are claimed for ever, see `isClaimed`. */
export interface InvoicePart {
  readonly subscription: Subscription;
  readonly plan: Plan;
  readonly invoicingReason: BillingPeriod['invoicingReason'];
  /** The reason that is shown, if the part is regenerated from one that keeps its claim. */
  readonly regeneratedReason?: BillingPeriod['regeneratedReason'];
  readonly windows: BillingWindows;
  /** The event that billed it, from which a draft is computed again. Null if the invoice is never a draft. */
  readonly occasion: PartOccasion | null;
  readonly fees: readonly PlannedFee[];
  /** When the billed usage was read; each charge at one of these moments. */
  readonly usageMoments: readonly UsageMoment[];
  /** Fees billed with it but on no invoice: renewals of charges that are not invoiceable (charges.md §8). */
  readonly standaloneFees: readonly PlannedFee[];
}
