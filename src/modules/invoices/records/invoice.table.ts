import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  cents,
  createdAt,
  decimal,
  id,
  instant,
  organizationId,
  updatedAt,
} from '../../../platform/db/tables/columns.js';
import { belongsTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { customers } from '../../customers/records/customer.table.js';
import { billingEntities } from '../../billing-entities/records/billing-entity.table.js';
import { paymentMethodColumns } from '../../payment-providers/invoice-options.js';
import { plans } from '../../plans/plan.table.js';
import { subscriptions } from '../../subscriptions/records/subscription.table.js';
import type { UsageMoment } from '../../usage/events/usage-moment.js';
import type { ErrorDetail } from './error-details.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';

export const VISIBLE_INVOICE_STATUSES = ['draft', 'finalized', 'voided', 'failed', 'pending'] as const;
/**
 * Statuses of invoices that the API hides: open invoices, which await payment before they are issued; closed ones, which
 * add up to 0 or were not paid; and deleted drafts (invoices.md §2, §5.2).
 */
export const HIDDEN_INVOICE_STATUSES = ['open', 'closed', 'deleted'] as const;
const INVOICE_STATUSES = [...VISIBLE_INVOICE_STATUSES, ...HIDDEN_INVOICE_STATUSES] as const;
export const INVOICE_TYPES = [
  'subscription',
  'add_on',
  'credit',
  'one_off',
  'advance_charges',
  'progressive_billing',
] as const;
export const TAX_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export const PAYMENT_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export const INVOICING_REASONS = [
  'subscription_starting',
  'subscription_periodic',
  'subscription_terminating',
  'in_advance_charge',
  'in_advance_charge_periodic',
  'progressive_billing',
] as const;
/**
 * The reasons of billing periods as they are stored. `regeneration`: the invoice was regenerated from a voided one, whose
 * periods keep their claims; `regenerated_reason` is the reason that is shown.
 */
const STORED_REASONS = [...INVOICING_REASONS, 'regeneration'] as const;
/** The events in a subscription's life that bill it. */
export const BILLING_OCCASIONS = [
  'starting',
  'trial_ended',
  'periodic',
  'activated',
  'terminated',
  'upgraded',
  'downgraded',
] as const;
/** Reasons that claim their windows: these are billed once. Invoices for other reasons show windows without claiming them. */
export const CLAIMING_REASONS = [
  'subscription_starting',
  'subscription_periodic',
  'subscription_terminating',
] as const satisfies readonly (typeof INVOICING_REASONS)[number][];

/** Reasons of periods whose usage an invoice has billed, unless it is voided. */
export const USAGE_REASONS = [...CLAIMING_REASONS, 'regeneration'] as const;

/** A copy of a custom section as it was when the invoice was computed. Source: invoices.md §11. */
export interface InvoiceSection {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly displayName: string | null;
  readonly details: string | null;
}

/** Amounts are minor units of `currency`, in order of computation (invoices.md §4). */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    organizationId: organizationId(),
    customerId: uuid('customer_id').notNull(),
    billingEntityId: uuid('billing_entity_id').notNull(),
    invoiceType: text('invoice_type', { enum: INVOICE_TYPES }).notNull(),
    status: text('status', { enum: INVOICE_STATUSES }).notNull(),
    paymentStatus: text('payment_status', { enum: PAYMENT_STATUSES }).notNull(),
    /** Set if its taxes depend on an outside service; null if it never waited for one (docs/adr/0080). */
    taxStatus: text('tax_status', { enum: TAX_STATUSES }),
    errorDetails: jsonb('error_details').$type<readonly ErrorDetail[]>().notNull().default([]),
    /** Where programs before 0004_provider_taxes kept a failure; a later migration drops it (CONTRIBUTING.md, Migrations). */
    formerTaxError: jsonb('tax_error').$type<null>(),
    number: text('number').notNull(),
    /** Counts the customer's invoices; null until finalized. */
    sequentialId: integer('sequential_id'),
    /** Counts the entity's invoices under `per_billing_entity` numbering; null otherwise. */
    entitySequentialId: integer('entity_sequential_id'),
    /** The same, in the sequence of the entity for customers on test clocks, which is no sequence of the books. */
    testEntitySequentialId: integer('test_entity_sequential_id'),
    currency: text('currency').notNull(),
    /** The zone in which the invoice was computed (periods.md §9). */
    timezone: text('timezone').notNull(),
    issuingDate: date('issuing_date', { mode: 'string' }).notNull(),
    expectedFinalizationDate: date('expected_finalization_date', { mode: 'string' }).notNull(),
    paymentDueDate: date('payment_due_date', { mode: 'string' }).notNull(),
    netPaymentTermDays: integer('net_payment_term_days').notNull(),
    paymentOverdue: boolean('payment_overdue').notNull().default(false),
    /** When a dispute about its payment was lost; it is not overdue from then on (invoices.md §7). */
    voidedAt: instant('voided_at'),
    paymentDisputeLostAt: instant('payment_dispute_lost_at'),
    /** The voided invoice that it was regenerated from; a voided invoice is regenerated once (docs/adr/0085). */
    voidedInvoiceId: uuid('voided_invoice_id'),
    selfBilled: boolean('self_billed').notNull().default(false),
    purchaseOrderNumber: text('purchase_order_number'),
    /** By name. */
    customSections: jsonb('custom_sections').$type<readonly InvoiceSection[]>().notNull().default([]),
    /** How a one-off invoice is paid; null for other types, whose subscriptions and purchases say it. */
    ...paymentMethodColumns(),
    /** True if no payment provider is asked for its payment unless a caller asks for that. */
    skipsPayment: boolean('skips_payment').notNull().default(false),
    feesAmountCents: cents('fees_amount_cents').notNull(),
    progressiveBillingCreditAmountCents: cents('progressive_billing_credit_amount_cents').notNull(),
    couponsAmountCents: cents('coupons_amount_cents').notNull(),
    subTotalExcludingTaxesAmountCents: cents('sub_total_excluding_taxes_amount_cents').notNull(),
    taxesAmountCents: cents('taxes_amount_cents').notNull(),
    taxesRatePercent: decimal('taxes_rate_percent').notNull(),
    subTotalIncludingTaxesAmountCents: cents('sub_total_including_taxes_amount_cents').notNull(),
    creditNotesAmountCents: cents('credit_notes_amount_cents').notNull(),
    prepaidCreditAmountCents: cents('prepaid_credit_amount_cents').notNull(),
    /** The parts of prepaid credits by origin; null instead of 0. */
    prepaidGrantedCreditAmountCents: cents('prepaid_granted_credit_amount_cents'),
    prepaidPurchasedCreditAmountCents: cents('prepaid_purchased_credit_amount_cents'),
    totalAmountCents: cents('total_amount_cents').notNull(),
    /** The sum of its successful payments (payments.md §3). */
    totalPaidAmountCents: cents('total_paid_amount_cents')
      .notNull()
      .default(sql`0`),
    /** The sum of the offsets of its credit notes (credit-notes.md §2.2). */
    totalOffsetAmountCents: cents('total_offset_amount_cents')
      .notNull()
      .default(sql`0`),
    finalizedAt: instant('finalized_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('invoices', table),
    belongsTo(
      'invoices_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
    belongsTo(
      'invoices_entity_fk',
      { organizationId: table.organizationId, reference: table.billingEntityId },
      billingEntities,
    ),
    foreignKey({
      name: 'invoices_voided_fk',
      columns: [table.organizationId, table.voidedInvoiceId],
      foreignColumns: [table.organizationId, table.id],
    }),
    uniqueIndex('invoices_regenerated')
      .on(table.organizationId, table.voidedInvoiceId)
      .where(sql`${table.voidedInvoiceId} is not null`)
      .concurrently(),
    uniqueIndex('invoices_customer_number').on(
      table.organizationId,
      table.billingEntityId,
      table.customerId,
      table.sequentialId,
    ),
    uniqueIndex('invoices_entity_number').on(
      table.organizationId,
      table.billingEntityId,
      table.entitySequentialId,
    ),
    index('invoices_open')
      .on(table.organizationId, table.customerId)
      .where(sql`${table.status} = 'open'`),
    index('invoices_overdue_customer')
      .on(table.organizationId, table.customerId)
      .where(sql`${table.paymentOverdue}`)
      .concurrently(),
    index('invoices_due').on(table.organizationId, table.paymentDueDate, table.id).concurrently(),
    // Serves the balance of overdue invoices, of which there are few.
    index('invoices_overdue')
      .on(table.organizationId, table.paymentDueDate, table.id)
      .where(sql`${table.paymentOverdue} and not ${table.selfBilled}`)
      .concurrently(),
    index('invoices_total').on(table.organizationId, table.totalAmountCents, table.id).concurrently(),
    index('invoices_list').on(table.organizationId, table.issuingDate, table.createdAt),
    // Finds invoices that wait for their taxes, among them open ones.
    index('invoices_untaxed')
      .on(table.organizationId, table.customerId)
      .where(sql`${table.taxStatus} = 'pending'`)
      .concurrently(),
    // Finds drafts by the records that they depend on.
    index('invoices_drafts')
      .on(table.organizationId, table.customerId)
      .where(sql`${table.status} = 'draft'`),
    index('invoices_customer').on(table.organizationId, table.customerId, table.issuingDate),
    check(
      'invoices_finalized_numbered',
      sql`${table.status} not in ('finalized', 'voided') or ${table.sequentialId} is not null`,
    ),
    check(
      'invoices_sub_total_adds_up',
      sql`${table.subTotalExcludingTaxesAmountCents} = ${table.feesAmountCents} - ${table.progressiveBillingCreditAmountCents} - ${table.couponsAmountCents}`,
    ),
    check(
      'invoices_taxes_add_up',
      sql`${table.subTotalIncludingTaxesAmountCents} = ${table.subTotalExcludingTaxesAmountCents} + ${table.taxesAmountCents}`,
    ),
    check(
      'invoices_total_adds_up',
      sql`${table.totalAmountCents} = ${table.subTotalIncludingTaxesAmountCents} - ${table.creditNotesAmountCents} - ${table.prepaidCreditAmountCents}`,
    ),
    check('invoices_total', sql`${table.totalAmountCents} >= 0`),
    check('invoices_total_paid', sql`${table.totalPaidAmountCents} between 0 and ${table.totalAmountCents}`),
    check(
      'invoices_total_settled',
      sql`${table.totalOffsetAmountCents} >= 0 and ${table.totalPaidAmountCents} + ${table.totalOffsetAmountCents} <= ${table.totalAmountCents}`,
    ),
  ],
);

/**
 * The windows an invoice covers for one subscription, half-open. A null window was not billed by this run. The
 * unique index is the claim that makes billing a period twice impossible (periods.md §10).
 */
export const billingPeriods = pgTable(
  'billing_periods',
  {
    id: id(),
    organizationId: organizationId(),
    invoiceId: uuid('invoice_id').notNull(),
    subscriptionId: uuid('subscription_id').notNull(),
    planId: uuid('plan_id').notNull(),
    invoicingReason: text('invoicing_reason', { enum: STORED_REASONS }).notNull(),
    /** The reason of the period of the voided invoice; null unless regenerated. */
    regeneratedReason: text('regenerated_reason', { enum: INVOICING_REASONS }),
    subscriptionFrom: instant('subscription_from').notNull(),
    subscriptionTo: instant('subscription_to').notNull(),
    chargesFrom: instant('charges_from'),
    chargesTo: instant('charges_to'),
    fixedChargesFrom: instant('fixed_charges_from'),
    fixedChargesTo: instant('fixed_charges_to'),
    /** The billing instant. */
    billedAt: instant('billed_at').notNull(),
    /** The event that billed it and its instant, from which a draft is computed again. Null if never a draft. */
    occasion: text('occasion', { enum: BILLING_OCCASIONS }),
    occasionAt: instant('occasion_at'),
    /**
     * When the usage of its charges was last read; each charge at one of these moments. Empty if none was read, and for
     * invoices from before this column existed.
     */
    usageMoments: jsonb('usage_moments').$type<readonly UsageMoment[]>().notNull().default([]),
    createdAt: createdAt(),
  },
  (table) => [
    ...enumChecks(table),
    belongsTo(
      'billing_periods_invoice_fk',
      { organizationId: table.organizationId, reference: table.invoiceId },
      invoices,
    ),
    belongsTo(
      'billing_periods_subscription_fk',
      { organizationId: table.organizationId, reference: table.subscriptionId },
      subscriptions,
    ),
    belongsTo(
      'billing_periods_plan_fk',
      { organizationId: table.organizationId, reference: table.planId },
      plans,
    ),
    // Nulls must count as equal, so the index replaces them by a value.
    uniqueIndex('billing_periods_claim')
      .on(
        table.organizationId,
        table.subscriptionId,
        table.invoicingReason,
        table.subscriptionFrom,
        table.subscriptionTo,
        sql`coalesce(${table.chargesFrom}, '-infinity')`,
        sql`coalesce(${table.chargesTo}, '-infinity')`,
        sql`coalesce(${table.fixedChargesFrom}, '-infinity')`,
        sql`coalesce(${table.fixedChargesTo}, '-infinity')`,
      )
      .where(
        sql`${table.invoicingReason} in ('subscription_starting', 'subscription_periodic', 'subscription_terminating')`,
      ),
    // Covers the few claimed windows, leaving out the many invoices of single events.
    index('billing_periods_claimed')
      .on(table.organizationId, table.subscriptionId, table.billedAt)
      .where(
        sql`${table.invoicingReason} in ('subscription_starting', 'subscription_periodic', 'subscription_terminating')`,
      ),
    // Finds the progressive invoices of a period among the many invoices of single events.
    index('billing_periods_progressive')
      .on(table.organizationId, table.subscriptionId, table.chargesFrom)
      .where(sql`${table.invoicingReason} = 'progressive_billing'`)
      .concurrently(),
    index('billing_periods_invoice').on(table.organizationId, table.invoiceId),
    // Every billing of a subscription reads its billing history, latest first.
    index('billing_periods_subscription').on(table.organizationId, table.subscriptionId, table.billedAt),
  ],
);

export type Invoice = typeof invoices.$inferSelect;
/** An invoice that has no number yet. */
export type UnnumberedInvoice = Omit<Invoice, keyof InvoiceNumbers>;
/** What finalization numbers an invoice by. */
export type InvoiceNumbers = Pick<
  Invoice,
  'number' | 'sequentialId' | 'entitySequentialId' | 'testEntitySequentialId'
>;
export type BillingPeriod = typeof billingPeriods.$inferSelect;
