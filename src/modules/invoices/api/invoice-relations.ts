import { defineLoader } from '../../../platform/api/loader.js';
import type { InvoicesNeeds } from '../invoices.needs.js';
import type { Tax } from '../../taxes/tax.table.js';
import type { FeeService } from '../records/fees/fee.service.js';
import type { AppliedUsageThreshold } from '../records/periods/applied-usage-threshold.table.js';
import type { Fee } from '../records/fees/fee.table.js';
import type { Invoice } from '../records/invoice.table.js';
import type { InvoiceService } from '../records/invoice.service.js';
import type { ProgressiveInvoices } from '../records/periods/progressive-invoices.service.js';
import type { BilledPeriods } from '../records/periods/billed-periods.service.js';

interface Needs extends Pick<
  InvoicesNeeds,
  | 'billingEntities'
  | 'customers'
  | 'appliedCoupons'
  | 'plans'
  | 'charges'
  | 'fixedCharges'
  | 'taxes'
  | 'subscriptions'
> {
  readonly invoices: InvoiceService;
  readonly progressiveInvoices: ProgressiveInvoices;
  readonly billedPeriods: BilledPeriods;
  readonly fees: FeeService;
}

/** Loaders of the records that invoices and fees refer to. Their resolvers share them, so a request reads each kind once. */
export class InvoiceRelations {
  readonly billingEntity = defineLoader(
    ({ db, actor }, ids) => this.needs.billingEntities.getManyWithArchived(db, actor, ids),
    dangling('billing entity'),
  );

  readonly customer = defineLoader(
    ({ db, actor }, ids) => this.needs.customers.getMany(db, actor, ids),
    dangling('customer'),
  );

  readonly subscription = defineLoader(
    ({ db, actor }, ids) => this.needs.subscriptions.getMany(db, actor, ids),
    dangling('subscription'),
  );

  readonly plan = defineLoader(
    ({ db, actor }, ids) => this.needs.plans.getMany(db, actor, ids),
    dangling('plan'),
  );

  readonly charge = defineLoader(
    ({ db, actor }, ids) => this.needs.charges.getMany(db, actor, ids),
    dangling('charge'),
  );

  readonly fixedCharge = defineLoader(
    ({ db, actor }, ids) => this.needs.fixedCharges.getMany(db, actor, ids),
    dangling('fixed charge'),
  );

  /** Null for a deleted tax. */
  readonly tax = defineLoader<string, Tax | null>(
    ({ db, actor }, ids) => this.needs.taxes.getMany(db, actor, ids),
    () => null,
  );

  readonly invoice = defineLoader(
    ({ db, actor }, ids) => this.needs.invoices.getMany(db, actor, ids),
    dangling('invoice'),
  );

  /** The invoice that was regenerated from a voided one, by the id of the latter; null without one. */
  readonly regenerated = defineLoader<string, Invoice | null>(
    ({ db, actor }, ids) => this.needs.invoices.regeneratedFrom(db, actor, ids),
    () => null,
  );

  /**
   * Whether invoices are self-billed, by id. Apart from `invoice`, so that it can be given what a resolver knows: a previewed
   * invoice differs from its row in other members.
   */
  readonly selfBilled = defineLoader<string, boolean>(async ({ db, actor }, ids) => {
    const invoices = await this.needs.invoices.getMany(db, actor, ids);
    return new Map([...invoices].map(([id, { selfBilled }]) => [id, selfBilled]));
  }, dangling('invoice'));

  readonly billedPeriods = defineLoader(
    ({ db, actor }, invoiceIds) => this.needs.billedPeriods.ofInvoices(db, actor, invoiceIds),
    () => [],
  );

  readonly invoiceTaxes = defineLoader(
    ({ db, actor }, invoiceIds) => this.needs.invoices.appliedTaxes(db, actor, invoiceIds),
    () => [],
  );

  readonly credits = defineLoader(
    ({ db, actor }, invoiceIds) => this.needs.invoices.credits(db, actor, invoiceIds),
    () => [],
  );

  readonly appliedThresholds = defineLoader<string, AppliedUsageThreshold[]>(
    ({ db, actor }, invoiceIds) => this.needs.progressiveInvoices.appliedThresholds(db, actor, invoiceIds),
    () => [],
  );

  readonly metadata = defineLoader(
    ({ db, actor }, invoiceIds) => this.needs.invoices.metadataOf(db, actor, invoiceIds),
    () => [],
  );

  readonly creditsOfCoupon = defineLoader(
    ({ db, actor }, appliedCouponIds) => this.needs.invoices.creditsOfCoupons(db, actor, appliedCouponIds),
    () => [],
  );

  readonly appliedCoupon = defineLoader(
    ({ db, actor }, ids) => this.needs.appliedCoupons.getMany(db, actor, ids),
    dangling('applied coupon'),
  );

  readonly fee = defineLoader(
    ({ db, actor }, ids) => this.needs.fees.getMany(db, actor, ids),
    dangling('fee'),
  );

  readonly fees = defineLoader(
    ({ db, actor }, invoiceIds) => this.needs.fees.ofInvoices(db, actor, invoiceIds),
    () => [],
  );

  readonly trueUps = defineLoader<string, Fee | null>(
    ({ db, actor }, feeIds) => this.needs.fees.trueUps(db, actor, feeIds),
    () => null,
  );

  readonly feeTaxes = defineLoader(
    ({ db, actor }, feeIds) => this.needs.fees.appliedTaxes(db, actor, feeIds),
    () => [],
  );

  constructor(private readonly needs: Needs) {}
}

/** The error for a missing record. Foreign keys prevent this, so it is a bug rather than a "not found". */
function dangling(kind: string) {
  return (id: string) => new Error(`The ${kind} ${id} of an invoice is missing.`);
}
