import { Big } from '../../../core/money/decimal.js';
import type { Period } from '../../../core/time/period.js';
import { isSupportedInstant } from '../../../core/time/supported-instants.js';
import { applicableTaxes, type ListedTaxes, PENDING_TAXES, taxesListedBy } from '../../../core/taxes/tax.js';
import type { Actor } from '../../../platform/actor.js';
import { indexBy } from '../../../platform/collections/grouping.js';
import type { Tx } from '../../../platform/db/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitCount, limitText, TEXT_LENGTH } from '../../../platform/errors/input-rules.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { InvoicesNeeds } from '../invoices.needs.js';
import type { AddOn } from '../../add-ons/add-on.table.js';
import { billingSettingsOf } from '../../customers/records/billing-settings.js';
import { awaitsVatCheck } from '../../customers/records/customer-taxation.js';
import type { Customer } from '../../customers/records/customer.table.js';
import {
  checkPaymentMethod,
  storedReference,
} from '../../payment-providers/methods/payment-method-reference.js';
import type { Tax } from '../../taxes/tax.table.js';
import { oneOffFee } from '../composing/one-off-fee.js';
import type { PlannedFee } from '../composing/planned-fee.js';
import type { Invoice } from '../records/invoice.table.js';
import type { InvoiceIssuing } from './invoice-issuing.service.js';
import type { CreateOneOffInvoice, SentOneOffFee } from './one-off.input.js';

interface Needs extends Pick<
  InvoicesNeeds,
  | 'billingEntities'
  | 'billingEntityTaxes'
  | 'customSections'
  | 'customers'
  | 'customerLocks'
  | 'testClocks'
  | 'addOns'
  | 'taxes'
  | 'paymentMethods'
> {
  readonly issuing: InvoiceIssuing;
}

/** Invoices of add-ons, outside of any subscription. Source: invoices.md §9. */
export class OneOffInvoices {
  constructor(private readonly needs: Needs) {}

  /**
   * Issues an invoice at the customer's now.
   * @returns the invoice, which is `pending` while the VAT number of its customer is checked, and `closed` if its fees add up to 0 and such invoices are skipped.
   * @throws AppError `customer_not_found`, `fees_not_found` without fees, `add_on_not_found`; `validation_errors`;
   *   `billing_entity_not_found`, `invoice_custom_section_not_found`; kind `notAllowed`, `test_clock_advancing`.
   */
  async create(tx: Tx, actor: Actor, input: CreateOneOffInvoice): Promise<Invoice> {
    const { billingEntities, customSections, customers, customerLocks, testClocks, issuing } = this.needs;
    const { externalCustomerId, billingEntityCode, purchaseOrderNumber } = input;
    const named = await customerLocks.lockNamed(tx, actor, externalCustomerId);
    const sent = input.fees ?? [];
    if (sent.length === 0) throw notFound('fees');
    const addOns = await this.addOns(tx, actor, sent);
    check(input, sent);
    await this.needs.paymentMethods.requireNamed(tx, actor, named, input.paymentMethod);
    const billingEntity =
      typeof billingEntityCode === 'string'
        ? await billingEntities.get(tx, actor, { code: billingEntityCode })
        : await billingEntities.getWithArchived(tx, actor, named.billingEntityId);
    const currency = input.currency ?? named.currency ?? billingEntity.defaultCurrency;
    const customer = await customers.setCurrencyIfMissing(tx, actor, named, currency);
    const billedAt = await testClocks.now(tx, actor, customer.testClockId);
    const invoice = await issuing.issue(tx, actor, {
      customer,
      billingEntity,
      settings: billingSettingsOf(customer, billingEntity),
      currency,
      billedAt,
      purchaseOrderNumber: purchaseOrderNumber?.trim() || null,
      billed: {
        kind: 'add_ons',
        customSections: await customSections.choose(tx, actor, input.invoiceCustomSection, null, billedAt),
        fees: await this.fees(tx, actor, { customer, currency, billedAt, addOns }, sent),
        payment: storedReference(input.paymentMethod),
        skipsPayment: input.skipPsp ?? false,
      },
    });
    return expectPresent(invoice ?? undefined, 'an invoice of add-ons');
  }

  /** The add-ons of fees by code, locked. @throws AppError `add_on_not_found` if any code is unknown. */
  private async addOns(
    tx: Tx,
    actor: Actor,
    fees: readonly SentOneOffFee[],
  ): Promise<ReadonlyMap<string, AddOn>> {
    const codes = [...new Set(fees.map(({ addOnCode }) => addOnCode))];
    const found = await this.needs.addOns.lockForUse(tx, actor, { ids: [], codes });
    if (found.length < codes.length) throw notFound('add_on');
    return indexBy(found, ({ code }) => code);
  }

  private async fees(
    tx: Tx,
    actor: Actor,
    { customer, currency, billedAt, addOns }: Billing,
    sent: readonly SentOneOffFee[],
  ): Promise<PlannedFee[]> {
    const taxesOf = await this.loadTaxes(tx, actor, customer, [...addOns.values()], sent);
    return sent.map((fee) => {
      const addOn = expectPresent(addOns.get(fee.addOnCode), 'the add-on of a fee');
      const { unitAmountCents, units, invoiceDisplayName, description } = fee;
      return oneOffFee(
        {
          addOn,
          unitAmountCents: typeof unitAmountCents === 'string' ? new Big(unitAmountCents) : null,
          units: new Big(units ?? 1),
          displayName: invoiceDisplayName ?? null,
          description: description ?? null,
          window: windowOf(fee, billedAt),
          taxes: taxesOf(fee, addOn),
          namedTaxCodes: [...new Set(fee.taxCodes ?? [])],
        },
        currency,
      );
    });
  }

  /** Loads the taxes of fees, add-ons, the customer and its billing entity. Source: taxes.md §2. */
  private async loadTaxes(
    tx: Tx,
    actor: Actor,
    customer: Customer,
    addOns: readonly AddOn[],
    fees: readonly SentOneOffFee[],
  ): Promise<(fee: SentOneOffFee, addOn: AddOn) => ListedTaxes<Tax>> {
    const services = this.needs;
    const { id, billingEntityId } = customer;
    const codes = fees.flatMap(({ taxCodes }) => taxCodes ?? []);
    const named = indexBy(await services.taxes.findByCodes(tx, actor, codes), ({ code }) => code);
    const addOnIds = addOns.map((addOn) => addOn.id);
    const ofAddOns = await services.addOns.taxesOf(tx, actor, addOnIds);
    const ofCustomer = await services.customers.taxesOf(tx, actor, [id]);
    // The customer's billing entity counts, even when another one issues the invoice.
    const ofEntities = await services.billingEntityTaxes.ofBillingEntities(tx, actor, [billingEntityId]);
    return ({ taxCodes }, addOn) => {
      const taxes = [...new Set(taxCodes ?? [])].flatMap((code) => named.get(code) ?? []);
      const ofFee = { list: 'named', ownerId: null, taxes } as const;
      // While the customer's VAT number is checked, only the taxes that the request names are certain.
      if (awaitsVatCheck(customer)) return taxes.length > 0 ? ofFee : PENDING_TAXES;
      return applicableTaxes([
        ofFee,
        taxesListedBy('add_on', addOn.id, ofAddOns),
        taxesListedBy('customer', id, ofCustomer),
        taxesListedBy('billing_entity', billingEntityId, ofEntities),
      ]);
    };
  }
}

interface Billing {
  readonly customer: Customer;
  readonly currency: string;
  readonly billedAt: Date;
  readonly addOns: ReadonlyMap<string, AddOn>;
}

/** The bounds that were sent, both shown as they are; by default the moment of billing. */
function windowOf({ from, to }: SentOneOffFee, billedAt: Date): Period {
  const shownTo = to ?? billedAt;
  return { from: from ?? billedAt, to: new Date(shownTo.getTime() + 1) };
}

/** @throws AppError `validation_errors`. */
function check(input: CreateOneOffInvoice, fees: readonly SentOneOffFee[]): void {
  const errors = new FieldErrors();
  limitText(errors, 'purchaseOrderNumber', input.purchaseOrderNumber);
  limitCount(errors, 'fees', fees);
  for (const [index, fee] of fees.entries()) checkFee(errors, fee, `fees.${String(index)}`);
  checkPaymentMethod(errors, input.paymentMethod);
  errors.throwIfAny();
}

function checkFee(errors: FieldErrors, fee: SentOneOffFee, at: string): void {
  for (const member of ['units', 'unitAmountCents'] as const) {
    if (fee[member]?.startsWith('-') === true)
      errors.add(member, 'value_is_out_of_range', { at: `${at}.${member}` });
  }
  limitText(errors, `${at}.invoiceDisplayName`, fee.invoiceDisplayName);
  limitText(errors, `${at}.description`, fee.description, TEXT_LENGTH);
  limitCount(errors, `${at}.taxCodes`, fee.taxCodes);
  const sent = [fee.from, fee.to].filter((bound) => bound instanceof Date);
  const [from, to = from] = sent;
  const areValid =
    sent.length !== 1 &&
    sent.every(isSupportedInstant) &&
    (from === undefined || to === undefined || from <= to);
  if (!areValid) errors.add('boundaries', 'values_are_invalid', { at });
}
