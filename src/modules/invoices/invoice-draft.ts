import type { BillingWindows } from '../../core/billing-windows.js';
import type { Big } from '../../core/decimal.js';
import type { BillingSettings } from '../customers/billing-settings.js';
import type { Customer } from '../customers/customer.table.js';
import type { BillingEntity } from '../organizations/billing-entity.table.js';
import type { Plan } from '../plans/plan.table.js';
import type { Subscription } from '../subscriptions/subscription.table.js';
import type { Tax } from '../taxes/tax.table.js';
import type { Fee } from './fee.table.js';
import type { BillingPeriod, Invoice } from './invoice.table.js';

/** What is to be billed, decided by the caller; `InvoiceService.issue` makes an invoice of it. */
export interface InvoiceDraft {
  readonly customer: Customer;
  readonly billingEntity: BillingEntity;
  readonly settings: BillingSettings;
  readonly invoiceType: Invoice['invoiceType'];
  /** The plans' currency; every amount of the draft is in it (invoices.md §3.3). */
  readonly currency: string;
  /** The billing instant: the invoice and all it holds are dated with it. */
  readonly billedAt: Date;
  /** Whether a billing day made it, which decides its issuing date (invoices.md §5.1). */
  readonly periodic: boolean;
  readonly purchaseOrderNumber: string | null;
  /** One per subscription, in the order they are shown. */
  readonly parts: readonly InvoicePart[];
}

/** The windows and fees of one subscription. A part is billed once: its windows are claimed for ever. */
export interface InvoicePart {
  readonly subscription: Subscription;
  readonly plan: Plan;
  readonly invoicingReason: BillingPeriod['invoicingReason'];
  readonly windows: BillingWindows;
  readonly fees: readonly FeeDraft[];
}

/** One line. The cents are rounded already, the precise amounts exact and in currency units. */
export interface FeeDraft {
  readonly feeType: Fee['feeType'];
  readonly subscriptionId: string;
  readonly chargeId: string | null;
  readonly billableMetricId: string | null;
  /** A snapshot of what is billed (fees.md §1). */
  readonly item: FeeDraftItem;
  readonly amountCents: bigint;
  readonly preciseAmount: Big;
  readonly units: Big;
  readonly totalAggregatedUnits: Big | null;
  readonly preciseUnitAmount: Big;
  readonly eventsCount: number | null;
  /** As the contract prints them, snake_case. */
  readonly amountDetails: Readonly<Record<string, unknown>>;
  readonly payInAdvance: boolean;
  /** The window shown, half-open. */
  readonly from: Date;
  readonly to: Date;
  /** The one list that applies (taxes.md §2). */
  readonly taxes: readonly Tax[];
}

export interface FeeDraftItem {
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly displayName: string;
}
