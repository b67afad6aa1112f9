import { localDate } from '../../../core/time/calendar.js';
import type { Actor } from '../../../platform/actor.js';
import type { ObjectRow } from '../../../platform/activity/snapshots.js';
import type { AddressForOthers } from '../../../platform/addresses.js';
import type { Db } from '../../../platform/db/database.js';
import type { FileAddresses } from '../../../platform/signing/file-addresses.js';
import type { CreditNote } from '../../credit-notes/records/credit-note.table.js';
import type {
  AccountingCreditNote,
  AccountingCustomer,
  AccountingInvoice,
  AccountingPlace,
  AccountingTax,
} from '../../integrations/adapters/accounting/accounting-provider.js';
import type { Fee } from '../../invoices/records/fees/fee.table.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { FeeItems } from '../../invoices/composing/tax-request.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import { findFeeItems } from '../taxes/fee-items.js';
import { couponsTakenBack, creditedLines, feeLines } from './accounting-lines.js';
import { couponCode, mappedAccounts } from './mapped-accounts.js';

interface Needs extends Pick<
  IntegrationDocumentsNeeds,
  | 'billedPeriods'
  | 'creditNotes'
  | 'fees'
  | 'integrationMappings'
  | 'invoices'
  | 'jobsDb'
  | 'plans'
  | 'snapshots'
> {
  readonly fileAddresses: FileAddresses;
}

/** Where a document goes, and whose it is there. */
export interface Destination {
  readonly integrationId: string;
  readonly customer: AccountingCustomer;
}

/** Members that all documents about an invoice share. */
type Shared = Pick<AccountingInvoice, 'currency' | 'customer' | 'accounts' | 'representation'>;

/** Makes documents of accounting systems of our rows, with the mappings of the connection. Source: integrations.md §11–13. */
export class AccountingReader {
  constructor(private readonly needs: Needs) {}

  /** An invoice over its sub total including taxes. */
  async invoice(
    db: Db,
    actor: Actor,
    invoice: Invoice,
    destination: Destination,
  ): Promise<AccountingInvoice> {
    const { invoices } = this.needs;
    const { id, organizationId } = invoice;
    const { fees, items } = await this.itemsOf(db, actor, invoice, destination);
    const file = { organizationId, kind: 'invoice', id, ending: 'pdf' };
    const fileUrl: AddressForOthers = await this.needs.fileAddresses.urlOf(db, null, file);
    return {
      ...sharedBy(invoice, destination, items),
      representation: await this.represent(actor, 'invoice', invoice),
      id,
      date: invoice.issuingDate,
      number: invoice.number,
      dueDate: invoice.paymentDueDate,
      purchaseOrderNumber: invoice.purchaseOrderNumber,
      fileUrl,
      lines: feeLines(fees, items),
      couponsAmountCents: invoice.couponsAmountCents,
      progressiveCreditAmountCents: invoice.progressiveBillingCreditAmountCents,
      couponCode: couponCode(items),
      taxes: taxesOf((await invoices.appliedTaxes(db, actor, [id])).get(id) ?? []),
      taxesAmountCents: invoice.taxesAmountCents,
      totalAmountCents: invoice.subTotalIncludingTaxesAmountCents,
    };
  }

  /** @param credited.invoice of the note; `unpaidAmountCents` if it was voided before. */
  async creditNote(
    db: Db,
    actor: Actor,
    {
      note,
      invoice,
      unpaidAmountCents = null,
    }: { readonly note: CreditNote; readonly invoice: Invoice; readonly unpaidAmountCents?: bigint | null },
    destination: Destination,
  ): Promise<AccountingCreditNote> {
    const { creditNotes } = this.needs;
    const { id } = note;
    const { fees, items } = await this.itemsOf(db, actor, invoice, destination);
    const credited = (await creditNotes.items(db, actor, [id])).get(id) ?? [];
    const lines = creditedLines(credited, new Map(fees.map((fee) => [fee.id, fee])), items);
    return {
      ...sharedBy(note, destination, items),
      representation: await this.represent(actor, 'credit_note', note),
      id,
      date: note.issuingDate,
      number: note.number,
      invoice: placeOf(invoice, null),
      lines,
      couponsAdjustmentAmountCents: couponsTakenBack(note, lines),
      couponCode: couponCode(items),
      taxes: taxesOf((await creditNotes.appliedTaxes(db, actor, [id])).get(id) ?? []),
      taxesAmountCents: note.taxesAmountCents,
      creditAmountCents: note.creditAmountCents,
      refundAmountCents: note.refundAmountCents,
      offsetAmountCents: note.offsetAmountCents,
      totalAmountCents: note.totalAmountCents,
      unpaidAmountCents,
    };
  }

  /** The members of what settles an invoice or a credit note. @param shown the object that REST shows for it. */
  async settlement(
    db: Db,
    actor: Actor,
    { invoice, shown }: { readonly invoice: Invoice; readonly shown: Shown },
    destination: Destination,
  ): Promise<Shared> {
    const { integrationMappings } = this.needs;
    const { billingEntityId } = invoice;
    const mappings = await integrationMappings.findFor(db, actor, destination.integrationId, []);
    const representation = await this.represent(actor, shown.object, shown.row);
    return { ...sharedBy(invoice, destination, { mappings, billingEntityId }), representation };
  }

  private async itemsOf(
    db: Db,
    actor: Actor,
    { id, billingEntityId }: Invoice,
    { integrationId }: Destination,
  ): Promise<{ readonly fees: readonly Fee[]; readonly items: FeeItems }> {
    const fees = (await this.needs.fees.ofInvoices(db, actor, [id])).get(id) ?? [];
    const periods = (await this.needs.billedPeriods.ofInvoices(db, actor, [id])).get(id) ?? [];
    const items = await findFeeItems(this.needs, db, actor, {
      integrationId,
      billingEntityId,
      fees,
      periods,
    });
    return { fees, items };
  }

  private represent(actor: Actor, object: Shown['object'], row: ObjectRow) {
    const { jobsDb, snapshots } = this.needs;
    return jobsDb.transaction((tx) => snapshots.take(tx, actor, object, row));
  }
}

/** An object that REST shows. */
interface Shown {
  readonly object: 'invoice' | 'credit_note' | 'payment';
  readonly row: ObjectRow;
}

/** A document by our id and number. @param externalId its id at the system. */
export function placeOf(
  { id, number }: Pick<Invoice | CreditNote, 'id' | 'number'>,
  externalId: string | null,
): AccountingPlace {
  return { id, number, externalId };
}

/** The date of an instant where the invoice was issued. */
export function bookingDate(at: Date, { timezone }: Pick<Invoice, 'timezone'>): string {
  return localDate(at, timezone).toString();
}

function sharedBy(
  { currency }: Pick<Invoice | CreditNote, 'currency'>,
  { customer }: Destination,
  mappings: Pick<FeeItems, 'mappings' | 'billingEntityId'>,
): Omit<Shared, 'representation'> {
  return { currency, customer, accounts: mappedAccounts(mappings) };
}

function taxesOf(
  taxes: readonly { readonly taxCode: string; readonly taxName: string; readonly amountCents: bigint }[],
): AccountingTax[] {
  return taxes.map(({ taxCode: code, taxName: name, amountCents }) => ({ code, name, amountCents }));
}
