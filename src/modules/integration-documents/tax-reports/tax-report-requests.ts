import { localDate } from '../../../core/time/calendar.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import type { CreditNote } from '../../credit-notes/records/credit-note.table.js';
import { billingSettingsOf } from '../../customers/records/billing-settings.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { TaxDocument, TaxLine, TaxRequest } from '../../integrations/adapters/tax/tax-provider.js';
import { linesOf, sentFees } from '../../invoices/composing/provided-taxes.js';
import { invoiceTaxContent, taxCustomer, taxLine, taxSeller } from '../../invoices/composing/tax-request.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import { findFeeItems, itemOf } from '../taxes/fee-items.js';
import { creditedFees } from './reported-items.js';

/** An invoice, or a note on it, at a tax provider. */
export interface ReportedDocument {
  readonly invoice: Invoice;
  /** Null for the invoice itself. */
  readonly note: CreditNote | null;
}

type Content = Omit<TaxRequest, 'requestId'>;

/** Who sold to whom, and where that is reported. */
interface Parties {
  readonly customer: Customer;
  readonly billingEntity: BillingEntity;
  readonly integrationId: string;
  /** The customer's id there; null if it is not linked any more. */
  readonly providerId: string | null;
}

/** Composes requests to tax providers that report credit notes, or take documents back. Source: integrations.md §6, §7. */
export class TaxReportRequests {
  constructor(
    private readonly needs: Pick<
      IntegrationDocumentsNeeds,
      | 'billedPeriods'
      | 'billingEntities'
      | 'clock'
      | 'creditNotes'
      | 'customerLinks'
      | 'customers'
      | 'fees'
      | 'integrationMappings'
      | 'plans'
    >,
  ) {}

  /** A note as it is reported: with negative amounts, on its own date, taxed by the rates of the day of its invoice. */
  async refund(db: Db, actor: Actor, document: ReportedDocument, integrationId: string): Promise<Content> {
    return this.compose(db, actor, document, await this.partiesOf(db, actor, document, integrationId));
  }

  /** A document as it was reported, with the date of today, on which its opposite may have to be recorded. */
  async void(db: Db, actor: Actor, document: ReportedDocument, integrationId: string): Promise<Content> {
    const parties = await this.partiesOf(db, actor, document, integrationId);
    const content = await this.compose(db, actor, document, parties);
    const { timezone } = billingSettingsOf(parties.customer, parties.billingEntity);
    const date = localDate(this.needs.clock.now(), timezone).toString();
    return { ...content, document: { ...content.document, date } };
  }

  private async compose(
    db: Db,
    actor: Actor,
    { invoice, note }: ReportedDocument,
    { customer, billingEntity, integrationId, providerId }: Parties,
  ): Promise<Content> {
    const { billedPeriods, creditNotes, fees } = this.needs;
    const { id, billingEntityId } = invoice;
    const billed = (await fees.ofInvoices(db, actor, [id])).get(id) ?? [];
    const periods = (await billedPeriods.ofInvoices(db, actor, [id])).get(id) ?? [];
    const found = { integrationId, billingEntityId, fees: billed, periods };
    const items = await findFeeItems(this.needs, db, actor, found);
    const sent =
      note === null
        ? sentFees(invoice, billed)
        : creditedFees(
            note,
            (await creditNotes.items(db, actor, [note.id])).get(note.id) ?? [],
            new Map(billed.map((fee) => [fee.id, fee])),
          );
    const lines = linesOf(sent, (fee) => itemOf(fee, items)).flatMap((line) => taxLine(line, items));
    const content = invoiceTaxContent({
      invoice,
      issuingDate: invoice.issuingDate,
      seller: taxSeller(billingEntity),
      customer: taxCustomer(customer, providerId),
      lines,
    });
    return note === null ? content : ofNote(content, note);
  }

  private async partiesOf(
    db: Db,
    actor: Actor,
    { invoice: { customerId, billingEntityId } }: ReportedDocument,
    integrationId: string,
  ): Promise<Parties> {
    const { billingEntities, customerLinks, customers } = this.needs;
    const customer = (await customers.getMany(db, actor, [customerId])).get(customerId);
    const link = await customerLinks.linkTo(db, actor, customerId, integrationId);
    return {
      customer: expectPresent(customer, `customer ${customerId}`),
      billingEntity: await billingEntities.getWithArchived(db, actor, billingEntityId),
      integrationId,
      providerId: link?.externalCustomerId ?? null,
    };
  }
}

/** The content about a note, from that about its invoice with the fees that it credits. */
function ofNote({ document, lines, ...content }: Content, { id, issuingDate }: CreditNote): Content {
  const credited: TaxDocument = {
    ...document,
    type: 'credit_note',
    id: `cn_${id}`,
    originalId: document.id,
    date: issuingDate,
  };
  return { ...content, document: credited, lines: lines.map(credit) };
}

/** The line of a part of a fee: it is sold once, for that part of the amount. */
function credit(line: TaxLine): TaxLine {
  return { ...line, units: '1', amountCents: -line.amountCents };
}
