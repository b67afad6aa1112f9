import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { TaxRequest } from '../../integrations/adapters/tax/tax-provider.js';
import { linesOf, type SentFee, sentFees } from '../../invoices/composing/provided-taxes.js';
import { issuedDates } from '../../invoices/composing/tax-invoice.js';
import {
  feeMapping,
  type FeeItems,
  invoiceTaxContent,
  mappedIds,
  taxCustomer,
  taxLine,
  taxSeller,
} from '../../invoices/composing/tax-request.js';
import type { Fee } from '../../invoices/records/fees/fee.table.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { BilledPeriod } from '../../invoices/records/periods/billed-periods.service.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';

/** What a tax provider is sent about an invoice. */
export interface InvoiceContent {
  readonly content: Omit<TaxRequest, 'requestId'>;
  /** The fees of each line. */
  readonly lines: readonly (readonly SentFee[])[];
  readonly requestedAt: Date;
}

/** Composes requests to tax providers about invoices as they are now. Source: integrations.md §6, §7. */
export class InvoiceTaxRequests {
  constructor(
    private readonly needs: Pick<
      IntegrationDocumentsNeeds,
      'clock' | 'customerLinks' | 'integrationMappings' | 'billingEntities' | 'plans' | 'invoiceTaxation'
    >,
  ) {}

  async compose(
    db: Db,
    actor: Actor,
    { invoice, customer }: { readonly invoice: Invoice; readonly customer: Customer },
    integrationId: string,
  ): Promise<InvoiceContent> {
    const { clock, customerLinks, billingEntities, invoiceTaxation } = this.needs;
    const requestedAt = clock.now();
    const found = await invoiceTaxation.find(db, actor, { invoice, customer });
    const links = (await customerLinks.linksOf(db, actor, [customer.id])).get(customer.id) ?? [];
    const link = links.find((each) => each.integrationId === integrationId);
    const { billingEntityId } = invoice;
    const billingEntity = await billingEntities.getWithArchived(db, actor, billingEntityId);
    const items = await this.itemsOf(db, actor, { integrationId, billingEntityId, ...found });
    const lines = linesOf(sentFees(invoice, found.fees), (fee) => itemOf(fee, items));
    const isIssued = invoice.finalizedAt !== null;
    const content = invoiceTaxContent({
      invoice,
      issuingDate: isIssued ? invoice.issuingDate : issuedDates(found, requestedAt).issuingDate,
      seller: taxSeller(billingEntity),
      customer: taxCustomer(customer, link?.externalCustomerId ?? null),
      lines: lines.flatMap((line) => taxLine(line, items)),
    });
    return { content, lines, requestedAt };
  }

  /** What fees are called at a connection. Plans of single subscriptions are called as the plan that they are a copy of. */
  private async itemsOf(
    db: Db,
    actor: Actor,
    { integrationId, billingEntityId, fees, periods }: BilledItems,
  ): Promise<FeeItems> {
    const { plans, integrationMappings } = this.needs;
    const planIds = new Map(periods.map(({ subscriptionId, planId }) => [subscriptionId, planId]));
    const billed = await plans.getMany(db, actor, [...new Set(planIds.values())]);
    const planOf = (subscriptionId: string) => {
      const planId = planIds.get(subscriptionId) ?? null;
      return planId === null ? null : (billed.get(planId)?.parentId ?? planId);
    };
    const mappings = await integrationMappings.findFor(db, actor, integrationId, mappedIds(fees, planOf));
    return { mappings, billingEntityId, planOf };
  }
}

interface BilledItems {
  readonly integrationId: string;
  readonly billingEntityId: string;
  readonly fees: readonly Fee[];
  readonly periods: readonly BilledPeriod[];
}

/** Identifies the item of a fee at a connection: fees with one item can be sent as one line. */
function itemOf(fee: Fee, items: FeeItems): string {
  const mapping = feeMapping(fee, items);
  return JSON.stringify([mapping?.externalId ?? null, mapping?.externalAccountCode ?? null]);
}
