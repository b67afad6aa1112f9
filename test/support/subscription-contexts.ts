// Subscriptions with the records that decide when and how they are billed, for unit tests of billing steps.
import { billingSettingsOf } from '../../src/modules/customers/records/billing-settings.js';
import type { Customer } from '../../src/modules/customers/records/customer.table.js';
import type { BillingEntity } from '../../src/modules/billing-entities/records/billing-entity.table.js';
import type { Plan } from '../../src/modules/plans/plan.table.js';
import {
  type SubscriptionContext,
  termsOf,
} from '../../src/modules/subscriptions/records/subscription-context.js';
import type { Subscription } from '../../src/modules/subscriptions/records/subscription.table.js';
import { customerRow, planRow, subscriptionRow } from './rows.js';

const RECORDED_AT = new Date('2027-01-01T00:00:00Z');

/** A billing entity with all settings at their defaults. */
export function billingEntityRow(over: Partial<BillingEntity> = {}): BillingEntity {
  return {
    id: 'entity',
    organizationId: 'organization',
    code: 'entity',
    name: 'Entity',
    isDefault: true,
    defaultCurrency: 'USD',
    timezone: 'UTC',
    documentLocale: 'en',
    selectedCustomSections: [],
    documentNumbering: 'per_customer',
    documentNumberPrefix: 'ORG',
    invoiceGracePeriodDays: 0,
    netPaymentTermDays: 0,
    finalizeZeroAmountInvoice: true,
    issuingDateAnchor: 'next_period_start',
    issuingDateAdjustment: 'align_with_finalization_date',
    documentColor: null,
    lastInvoiceNumber: 0,
    lastTestInvoiceNumber: 0,
    invoiceFooter: null,
    legalName: null,
    legalNumber: null,
    taxIdentificationNumber: null,
    email: null,
    phone: null,
    addressLine1: null,
    addressLine2: null,
    city: null,
    zipcode: null,
    state: null,
    country: null,
    emailSettings: [],
    euTaxManagement: false,
    einvoicing: false,
    einvoicingProfile: null,
    identifiers: [],
    logoId: null,
    archivedAt: null,
    createdAt: RECORDED_AT,
    updatedAt: RECORDED_AT,
    ...over,
  };
}

/** A subscription without a trial that was never billed, at the current time of its customer. */
export function subscriptionContext(
  now: Date,
  over: {
    readonly subscription?: Partial<Subscription>;
    readonly plan?: Partial<Plan>;
    readonly customer?: Partial<Customer>;
    readonly billingEntity?: Partial<BillingEntity>;
  } = {},
): SubscriptionContext {
  const customer = customerRow(over.customer);
  const plan = planRow(over.plan);
  const billingEntity = billingEntityRow(over.billingEntity);
  const subscription = subscriptionRow({ customerId: customer.id, planId: plan.id, ...over.subscription });
  const settings = billingSettingsOf(customer, billingEntity);
  const { timezone } = settings;
  const terms = termsOf(subscription, plan, { timezone, billed: { charges: null, fixedCharges: null } });
  return { subscription, plan, customer, billingEntity, settings, terms, trialEndsAt: null, now };
}
