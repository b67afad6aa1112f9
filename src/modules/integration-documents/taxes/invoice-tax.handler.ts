import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { taxConnectionOf } from '../../customers/records/customer-taxation.js';
import type {
  Prepared,
  RecordHandler,
  SentRecord,
  Synced,
} from '../../integration-resources/syncing/record-handler.js';
import type { IntegrationRefusal } from '../../integrations/adapters/calls/integration-refusal.js';
import type { ProvidedTaxes, TaxProvider, TaxRequest } from '../../integrations/adapters/tax/tax-provider.js';
import { contentHash } from '../../invoices/composing/tax-request.js';
import type { OwnedInvoice } from '../../invoices/invoice.changes.js';
import type { AnsweredTaxes } from '../../invoices/issuing/invoice-taxation.service.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import type { InvoiceContent, InvoiceTaxRequests } from './invoice-tax-requests.js';
import { taxDifference } from './tax-difference.js';
import { requireTotalInRange } from './tax-totals.js';

interface Needs extends Pick<
  IntegrationDocumentsNeeds,
  | 'changes'
  | 'clock'
  | 'customerLocks'
  | 'customers'
  | 'fees'
  | 'integrationResources'
  | 'invoices'
  | 'invoiceTaxation'
  | 'outsideSystems'
> {
  readonly invoiceTaxRequests: InvoiceTaxRequests;
}

/**
 * What is done about the record of an invoice. `commit`: the invoice waits for its taxes; `report`: it has them by an estimate, and is
 * issued; `void`: the provider may have recorded it, but does not compute its taxes; `drop`: the provider knows nothing of it.
 */
type Step = 'commit' | 'report' | 'void' | 'drop';

interface DecidedInvoice extends OwnedInvoice {
  readonly step: Step;
}

interface TaxedDocument extends Synced {
  /** Null if the document was taken back. */
  readonly taxes: AnsweredTaxes | null;
}

/** Has tax providers compute and record the taxes of invoices that are issued. Source: integrations.md §6, §7 (docs/adr/0188). */
export class InvoiceTaxHandler implements RecordHandler<TaxedDocument> {
  readonly category = 'tax';
  readonly resourceTypes = ['tax'] as const;

  constructor(private readonly needs: Needs) {}

  async prepare(db: Db, actor: Actor, sent: SentRecord): Promise<Prepared<TaxedDocument>> {
    const { outsideSystems, invoiceTaxRequests } = this.needs;
    const { integration } = sent;
    const provider = outsideSystems.taxProvider(integration.integrationType);
    const decided = await this.decide(db, actor, sent);
    if (provider === null || decided === null || decided.step === 'drop') return { step: 'drop' };
    const composed = await invoiceTaxRequests.compose(db, actor, decided, integration.id);
    const request = requestOf(composed, sent, decided.step);
    return {
      step: 'call',
      call: async (connection) =>
        decided.step === 'void'
          ? takenBack(await provider.void(connection, request))
          : taxed(decided, composed, await provider.commit(connection, request)),
    };
  }

  async lockOwner(tx: Tx, actor: Actor, { record }: SentRecord): Promise<void> {
    await this.needs.customerLocks.lockMany(tx, actor, [record.customerId]);
  }

  /** An invoice that was decided otherwise during the call is taken back. */
  async recordSuccess(tx: Tx, actor: Actor, sent: SentRecord, { taxes }: TaxedDocument): Promise<void> {
    const { clock, integrationResources, invoiceTaxation } = this.needs;
    const decided = taxes === null ? null : await this.decide(tx, actor, sent);
    if (taxes === null || decided === null) return;
    if (decided.step === 'commit')
      await invoiceTaxation.taxByProvider(tx, actor, { ...decided, now: clock.now() }, taxes);
    if (decided.step === 'void') await integrationResources.request(tx, actor, 'tax', [sent.record]);
  }

  /** The invoices of a connection that is deleted get local taxes in place of a failure. */
  async recordFailure(
    tx: Tx,
    actor: Actor,
    sent: SentRecord,
    { errorCode, message, refusalClass }: IntegrationRefusal,
  ): Promise<void> {
    const { changes, clock, invoiceTaxation } = this.needs;
    const { integration } = sent;
    const decided = await this.decide(tx, actor, sent);
    if (decided?.step !== 'commit' || integration.deletedAt !== null) return;
    const { customer } = decided;
    const mayPass = refusalClass === 'retriable' || refusalClass === 'rate_limited';
    const failure = { code: errorCode, message, mayPass };
    if (!(await invoiceTaxation.fail(tx, actor, { ...decided, now: clock.now() }, failure))) return;
    await changes.announce(tx, actor, {
      type: 'customer.tax_provider_error',
      customer,
      integration,
      error: { errorCode, message },
      about: { resourceType: 'tax', resourceId: sent.record.resourceId },
    });
  }

  /** Null for an invoice that was deleted with its customer. */
  private async decide(db: Db, actor: Actor, { record }: SentRecord): Promise<DecidedInvoice | null> {
    const { customers, invoices } = this.needs;
    const { resourceId, customerId, integrationId, tries } = record;
    const invoice = (await invoices.getMany(db, actor, [resourceId])).get(resourceId);
    const customer = (await customers.getMany(db, actor, [customerId])).get(customerId);
    if (invoice === undefined || customer === undefined) return null;
    const owned = { invoice, customer };
    if (invoice.status === 'pending' && taxConnectionOf(customer) === integrationId)
      return { ...owned, step: 'commit' };
    const isReported =
      invoice.status === 'finalized' && (await this.isTaxedBy(db, actor, integrationId, owned));
    if (isReported) return { ...owned, step: 'report' };
    return { ...owned, step: tries > 0 ? 'void' : 'drop' };
  }

  /** True if a connection has computed the taxes of an issued invoice: no list has, and no other connection. */
  private async isTaxedBy(
    db: Db,
    actor: Actor,
    integrationId: string,
    { invoice: { id } }: OwnedInvoice,
  ): Promise<boolean> {
    const { fees, integrationResources } = this.needs;
    const billed = (await fees.ofInvoices(db, actor, [id])).get(id) ?? [];
    if (!billed.some(({ taxList }) => taxList === 'provider')) return false;
    const records = (await integrationResources.ofResources(db, actor, [id])).get(id) ?? [];
    return !records.some(
      (record) =>
        record.resourceType === 'tax' && record.integrationId !== integrationId && record.status === 'synced',
    );
  }
}

/** Each request has an id of its own, which stays the same for its tries as long as they have the same content. */
function requestOf({ content }: InvoiceContent, { record }: SentRecord, step: Step): TaxRequest {
  const requestId = contentHash(content, record.id, String(record.requests), step);
  return { ...content, requestId };
}

function takenBack({ transactionId }: Awaited<ReturnType<TaxProvider['void']>>): TaxedDocument {
  return { status: 'voided', externalId: transactionId, externalUrl: null, taxes: null };
}

function taxed(
  { invoice, step }: DecidedInvoice,
  { lines, requestedAt }: InvoiceContent,
  { transactionId, taxAmount, lines: answered }: ProvidedTaxes,
): TaxedDocument {
  requireTotalInRange(invoice.subTotalExcludingTaxesAmountCents, taxAmount);
  const compared = { what: 'The taxes', ours: invoice.taxesAmountCents, theirs: taxAmount };
  const difference = step === 'report' ? taxDifference({ ...compared, lines: lines.length }) : null;
  return {
    status: 'synced',
    externalId: transactionId,
    externalUrl: null,
    taxes: { lines, answered, requestedAt },
    ...(difference === null ? {} : { difference }),
  };
}
