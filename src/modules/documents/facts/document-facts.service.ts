import { localDate } from '../../../core/time/calendar.js';
import { hasExemptionReason } from '../../../core/taxes/tax-categories.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { DocumentsNeeds } from '../documents.needs.js';
import type { CreditNote } from '../../credit-notes/records/credit-note.table.js';
import type { Customer, CustomerMetadata, PostalAddress } from '../../customers/records/customer.table.js';
import { firstOfSubscriptions } from '../../invoices/composing/fees-by-period.js';
import type { AppliedTax, Fee } from '../../invoices/records/fees/fee.table.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import type { PaymentReceipt } from '../../payment-receipts/payment-receipt.table.js';
import { appliedCategoryOf } from '../../taxes/tax.rules.js';
import type { InvoiceAccounts } from '../invoice-accounts.service.js';
import type { DocumentKey } from './document-key.js';
import { displayNameOf } from './display-name.js';
import type {
  BilledSubscription,
  CreditNoteFacts,
  DocumentFacts,
  DocumentParties,
  FeeFacts,
  FeeTaxFacts,
  InvoiceFacts,
  PaymentReceiptFacts,
  RecipientFacts,
  ThresholdFacts,
} from './document-facts.js';
import { issuerDetails } from './issuer-details.js';

interface Needs extends Pick<
  DocumentsNeeds,
  | 'billingEntities'
  | 'customers'
  | 'plans'
  | 'subscriptions'
  | 'invoices'
  | 'progressiveInvoices'
  | 'billedPeriods'
  | 'fees'
  | 'creditNotes'
  | 'payments'
  | 'paymentReceipts'
> {
  readonly invoiceAccounts: InvoiceAccounts;
}

/** Reads what documents say. */
export class DocumentFactsService {
  constructor(private readonly needs: Needs) {}

  /** @returns null for a document that does not exist, or is not final. */
  async read(db: Db, actor: Actor, { documentType, documentId }: DocumentKey): Promise<DocumentFacts | null> {
    const { invoices, creditNotes, paymentReceipts } = this.needs;
    if (documentType === 'payment_receipt') {
      const receipt = (await paymentReceipts.getMany(db, actor, [documentId])).get(documentId);
      return receipt === undefined ? null : this.paymentReceiptFacts(db, actor, receipt);
    }
    if (documentType === 'invoice') {
      const invoice = (await invoices.getMany(db, actor, [documentId])).get(documentId);
      const isFinal = invoice?.status === 'finalized' || invoice?.status === 'voided';
      return isFinal ? this.ofInvoice(db, actor, invoice) : null;
    }
    const note = (await creditNotes.getVisible(db, actor, [documentId])).get(documentId);
    return note === undefined ? null : this.creditNoteFacts(db, actor, note);
  }

  /** What the document of an invoice says, also while it is a draft. */
  async ofInvoice(db: Db, actor: Actor, invoice: Invoice): Promise<InvoiceFacts> {
    const { invoiceAccounts, invoices, progressiveInvoices, fees } = this.needs;
    const { id } = invoice;
    return {
      documentType: 'invoice',
      isDraft: invoice.status === 'draft',
      ...(await this.parties(db, actor, invoice)),
      timezone: invoice.timezone,
      finalizedAt: invoice.finalizedAt ?? invoice.createdAt,
      invoice,
      fees: await this.feeFacts(db, actor, (await fees.ofInvoices(db, actor, [id])).get(id) ?? []),
      taxes: (await invoices.appliedTaxes(db, actor, [id])).get(id) ?? [],
      credits: (await invoices.credits(db, actor, [id])).get(id) ?? [],
      subscriptions: await this.billedSubscriptions(db, actor, id),
      thresholds: ((await progressiveInvoices.appliedThresholds(db, actor, [id])).get(id) ?? []).map(
        thresholdFacts,
      ),
      account: (await invoiceAccounts.ofInvoices(db, actor, [id])).get(id) ?? null,
    };
  }

  private async creditNoteFacts(db: Db, actor: Actor, note: CreditNote): Promise<CreditNoteFacts> {
    const { invoices, fees, creditNotes } = this.needs;
    const { id, invoiceId } = note;
    const invoice = expectPresent(
      (await invoices.getMany(db, actor, [invoiceId])).get(invoiceId),
      'the invoice of a credit note',
    );
    const items = (await creditNotes.items(db, actor, [id])).get(id) ?? [];
    const credited = await fees.getMany(
      db,
      actor,
      items.map(({ feeId }) => feeId),
    );
    const facts = await this.feeFacts(db, actor, [...credited.values()]);
    const feeOf = new Map(facts.map((fee) => [fee.id, fee]));
    return {
      documentType: 'credit_note',
      isDraft: false,
      ...(await this.parties(db, actor, invoice)),
      timezone: invoice.timezone,
      finalizedAt: note.createdAt,
      note,
      invoice,
      items: items.map(({ feeId, ...item }) => {
        return { ...item, fee: expectPresent(feeOf.get(feeId), 'the fee of a credit note') };
      }),
      taxes: (await creditNotes.appliedTaxes(db, actor, [id])).get(id) ?? [],
    };
  }

  private async paymentReceiptFacts(
    db: Db,
    actor: Actor,
    { paymentId, number, remainingDueCents, createdAt }: PaymentReceipt,
  ): Promise<PaymentReceiptFacts> {
    const { payments, paymentReceipts } = this.needs;
    const payment = expectPresent(
      (await payments.getMany(db, actor, [paymentId])).get(paymentId),
      'the payment of a receipt',
    );
    const invoices = await paymentReceipts.paidInvoices(db, actor, payment);
    // All of one billing entity; a payment request has at least one.
    const invoice = expectPresent(invoices[0], 'an invoice that a payment pays');
    const { amountCents, currency, paymentType, reference } = payment;
    return {
      documentType: 'payment_receipt',
      isDraft: false,
      ...(await this.parties(db, actor, invoice)),
      timezone: invoice.timezone,
      finalizedAt: createdAt,
      receipt: { number, remainingDueCents },
      payment: { amountCents, currency, paymentType, reference },
      paidOn: localDate(payment.createdAt, invoice.timezone).toString(),
      invoices: invoices.map((paid) => ({ number: paid.number, totalAmountCents: paid.totalAmountCents })),
    };
  }

  private async parties(db: Db, actor: Actor, { customerId, billingEntityId }: Invoice) {
    const { billingEntities, customers } = this.needs;
    const entity = await billingEntities.getWithArchived(db, actor, billingEntityId);
    const { organizationId } = actor;
    const logo =
      entity.logoId === null ? null : await billingEntities.findLogo(db, organizationId, entity.logoId);
    const customer = expectPresent(
      (await customers.getMany(db, actor, [customerId])).get(customerId),
      'the customer of a document',
    );
    const metadata = (await customers.metadataOf(db, actor, [customerId])).get(customerId);
    return {
      locale: localeOf(customer, entity),
      isTest: customer.testClockId !== null,
      issuer: issuerDetails(entity, logo),
      recipient: recipientFacts(customer, shownIn(metadata)),
    };
  }

  /** The parties of documents as they are now, by what the documents have of them. */
  async partiesOf(
    db: Db,
    actor: Actor,
    documents: readonly Pick<Invoice, 'billingEntityId' | 'customerId'>[],
  ): Promise<(document: Pick<Invoice, 'billingEntityId' | 'customerId'>) => DocumentParties> {
    const { billingEntities, customers } = this.needs;
    const customerIds = [...new Set(documents.map(({ customerId }) => customerId))];
    const entityIds = [...new Set(documents.map(({ billingEntityId }) => billingEntityId))];
    const entities = await billingEntities.getManyWithArchived(db, actor, entityIds);
    const owners = await customers.getMany(db, actor, customerIds);
    const metadata = await customers.metadataOf(db, actor, customerIds);
    return ({ billingEntityId, customerId }) => {
      const entity = expectPresent(entities.get(billingEntityId), 'the billing entity of a document');
      const customer = expectPresent(owners.get(customerId), 'the customer of a document');
      return {
        locale: localeOf(customer, entity),
        issuer: issuerDetails(entity, null),
        recipient: recipientFacts(customer, shownIn(metadata.get(customerId))),
      };
    };
  }

  private async feeFacts(db: Db, actor: Actor, rows: readonly Fee[]): Promise<FeeFacts[]> {
    const applied = await this.needs.fees.appliedTaxes(
      db,
      actor,
      rows.map(({ id }) => id),
    );
    return rows.map((fee) => feeFacts(fee, applied.get(fee.id) ?? []));
  }

  private async billedSubscriptions(db: Db, actor: Actor, invoiceId: string): Promise<BilledSubscription[]> {
    const { billedPeriods, subscriptions, plans } = this.needs;
    const billed = (await billedPeriods.ofInvoices(db, actor, [invoiceId])).get(invoiceId) ?? [];
    const periods = firstOfSubscriptions(billed);
    const ids = new Set(periods.map(({ subscriptionId }) => subscriptionId));
    const planIds = new Set(periods.map(({ planId }) => planId));
    const named = await subscriptions.getMany(db, actor, [...ids]);
    const planned = await plans.getMany(db, actor, [...planIds]);
    return periods.map(({ subscriptionId: id, planId, subscriptionFrom: from, subscriptionTo: to }) => {
      const plan = planned.get(planId);
      const planName = plan?.invoiceDisplayName ?? plan?.name ?? '';
      return { id, name: named.get(id)?.name ?? null, planName, from, to };
    });
  }
}

/** Only what documents show, so that little is sent to the thread. */
function feeFacts(fee: Fee, taxes: readonly AppliedTax[]): FeeFacts {
  const { id, feeType, subscriptionId, trueUpParentFeeId, invoiceDisplayName, itemDescription } = fee;
  const { filterDisplayName, groupedBy, fromAt, toAt, units, preciseUnitAmount, amountCents } = fee;
  const { amountDetails, pricingUnitDetails, preciseCouponsAmountCents, taxesRatePercent } = fee;
  return {
    ...{ id, feeType, subscriptionId, trueUpParentFeeId, invoiceDisplayName, itemDescription },
    ...{ filterDisplayName, groupedBy, fromAt, toAt, units, preciseUnitAmount, amountCents },
    ...{ amountDetails, pricingUnitDetails, preciseCouponsAmountCents, taxesRatePercent },
    tax: feeTax(taxes),
  };
}

/** A fee with several taxes: that of one above zero, else that of the first with a reason. Source: documents-and-emails.md §3. */
function feeTax(taxes: readonly AppliedTax[]): FeeTaxFacts | null {
  const facts = taxes.map((applied): FeeTaxFacts => {
    return { category: appliedCategoryOf(applied), exemptionReason: applied.exemptionReason };
  });
  const standard = facts.find(({ category }) => category === 'S');
  return standard ?? facts.find(({ category }) => hasExemptionReason(category)) ?? facts[0] ?? null;
}

function thresholdFacts(threshold: ThresholdFacts): ThresholdFacts {
  const { subscriptionId, amountCents, lifetimeUsageAmountCents } = threshold;
  return { subscriptionId, amountCents, lifetimeUsageAmountCents };
}

function localeOf(customer: Customer, entity: BillingEntity): string {
  return customer.documentLocale ?? entity.documentLocale;
}

function shownIn(metadata: readonly CustomerMetadata[] = []): CustomerMetadata[] {
  return metadata.filter(({ displayInInvoice }) => displayInInvoice);
}

const ADDRESS_MEMBERS = ['addressLine1', 'addressLine2', 'city', 'zipcode', 'state', 'country'] as const;

function recipientFacts(customer: Customer, metadata: RecipientFacts['metadata']): RecipientFacts {
  const { externalId, email, phone, legalNumber, taxIdentificationNumber, shippingAddress } = customer;
  const { identifiers, buyerReference } = customer;
  const address: PostalAddress = Object.fromEntries(
    ADDRESS_MEMBERS.map((member) => [member, customer[member]]),
  );
  return {
    externalId,
    name: displayNameOf(customer),
    address,
    ...{ email, phone, legalNumber, taxIdentificationNumber, identifiers, buyerReference },
    shippingAddress: shippingAddress === null || isSame(shippingAddress, address) ? null : shippingAddress,
    metadata: metadata.map(({ key, value }) => ({ key, value })),
  };
}

/** True if shipping goes to the address itself, or to none. */
function isSame(shipping: PostalAddress, address: PostalAddress): boolean {
  const isEmpty = ADDRESS_MEMBERS.every((member) => (shipping[member] ?? '') === '');
  return isEmpty || ADDRESS_MEMBERS.every((member) => (shipping[member] ?? '') === (address[member] ?? ''));
}
