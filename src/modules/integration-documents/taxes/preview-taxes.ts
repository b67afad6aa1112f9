import type { Actor } from '../../../platform/actor.js';
import type { OutsideAnswers } from '../../../platform/api/outside-answers.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { expectPresent } from '../../../platform/expect-present.js';
import { ConcurrencyLimit } from '../../../platform/rate-limit/concurrency-limit.js';
import { taxConnectionOf } from '../../customers/records/customer-taxation.js';
import { IntegrationRefusal } from '../../integrations/adapters/calls/integration-refusal.js';
import type { ProvidedLine, TaxRequest } from '../../integrations/adapters/tax/tax-provider.js';
import type { OpenedConnection } from '../../integrations/connections/called-connections.js';
import { contentHash } from '../../invoices/composing/tax-request.js';
import type { OwnedInvoice } from '../../invoices/invoice.changes.js';
import { withError } from '../../invoices/records/error-details.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import type { InvoiceContent, InvoiceTaxRequests } from './invoice-tax-requests.js';

interface Needs extends Pick<
  IntegrationDocumentsNeeds,
  'calledConnections' | 'invoices' | 'invoiceTaxation' | 'outsideSystems'
> {
  readonly invoiceTaxRequests: InvoiceTaxRequests;
}

/** Limits the call of a preview, in milliseconds. Source: integrations.md §5. */
const TIMEOUT_MS = 8_000;

/** Calls of a request. A second one is made if what is previewed has changed during the first one. */
const MOST_CALLS = 2;

/** Previews of an organization that wait for their taxes at once in a process. */
const MOST_WAITING = 10;
const CROWDED = `The organization has ${MOST_WAITING} previews that wait for their taxes.`;

type Estimate = readonly ProvidedLine[] | IntegrationRefusal;

/** Adds the taxes of providers to previewed invoices. Nothing is recorded, here or there. Source: integrations.md §6 (docs/adr/0199). */
export class PreviewTaxes {
  private readonly waiting = new ConcurrencyLimit(MOST_WAITING, CROWDED);

  constructor(private readonly needs: Needs) {}

  /**
   * The invoice with the taxes that its provider estimates for its issuing date. If that fails, it has none, and says why. An invoice
   * that waits for no provider stays as it is. The caller rolls the transaction back.
   * @param owned the invoice with the dates that are shown.
   * @throws UnansweredCall if the provider was not asked yet.
   */
  async add(tx: Tx, actor: Actor, owned: OwnedInvoice, answers: OutsideAnswers): Promise<Invoice> {
    const { invoice, customer } = owned;
    const integrationId = taxConnectionOf(customer);
    if (invoice.taxStatus !== 'pending' || integrationId === null) return invoice;
    const composed = await this.needs.invoiceTaxRequests.compose(tx, actor, owned, integrationId);
    const estimate = await this.estimateOf(tx, actor, integrationId, previewOf(composed, invoice), answers);
    const { id, issuingDate, paymentDueDate, updatedAt: now } = invoice;
    const isKnown = !(estimate instanceof IntegrationRefusal);
    await this.needs.invoiceTaxation.taxByProvider(
      tx,
      actor,
      { ...owned, now },
      { lines: isKnown ? composed.lines : [], answered: isKnown ? estimate : [], requestedAt: now },
    );
    const found = (await this.needs.invoices.getMany(tx, actor, [id])).get(id);
    const taxed = { ...expectPresent(found, 'the previewed invoice'), issuingDate, paymentDueDate };
    if (isKnown) return taxed;
    const { errorCode: code, message } = estimate;
    return {
      ...taxed,
      taxStatus: 'failed',
      errorDetails: withError(taxed.errorDetails, 'tax_error', { code, message }),
    };
  }

  private async estimateOf(
    db: Db,
    actor: Actor,
    integrationId: string,
    content: Omit<TaxRequest, 'requestId'>,
    answers: OutsideAnswers,
  ): Promise<Estimate> {
    const key = contentKey(content, integrationId);
    if (answers.size >= MOST_CALLS && !answers.has(key)) return CHANGED;
    const opened = await this.open(db, actor, integrationId);
    if (opened instanceof IntegrationRefusal) return opened;
    return answers.get(key, () => this.ask(opened, content));
  }

  /** Opens the connection while there is a transaction to read in: the call uses the database no more than its pace does. */
  private async open(
    db: Db,
    actor: Actor,
    integrationId: string,
  ): Promise<OpenedConnection | IntegrationRefusal> {
    try {
      const opened = await this.needs.calledConnections.open(db, actor, integrationId);
      return opened ?? new IntegrationRefusal('refused', 'connection_missing', 'The connection was deleted.');
    } catch (error) {
      if (error instanceof IntegrationRefusal) return error;
      throw error;
    }
  }

  /** Makes one call, outside of any transaction. */
  private async ask(
    { connection }: OpenedConnection,
    content: Omit<TaxRequest, 'requestId'>,
  ): Promise<Estimate> {
    const { organizationId, type } = connection;
    const end = this.waiting.tryBegin(organizationId);
    if (end === null) return new IntegrationRefusal('paced', 'rate_limited', CROWDED);
    try {
      const provider = expectPresent(
        this.needs.outsideSystems.taxProvider(type) ?? undefined,
        'the tax provider',
      );
      const { lines } = await provider.estimate(connection, { ...content, requestId: newId() }, TIMEOUT_MS);
      return lines;
    } catch (error) {
      if (error instanceof IntegrationRefusal) return error;
      throw error;
    } finally {
      end();
    }
  }
}

const CHANGED = new IntegrationRefusal(
  'retriable',
  'unavailable',
  'The invoice has changed each time that its taxes were estimated.',
);

/** The content of a request about a previewed invoice. */
function previewOf({ content }: InvoiceContent, { issuingDate }: Invoice): Omit<TaxRequest, 'requestId'> {
  const document = { ...content.document, type: 'preview', date: issuingDate, taxDate: issuingDate } as const;
  return { ...content, document };
}

/** Identifies the content of a request over the runs of a preview: the invoice, and a customer that is not saved, have other ids in each. */
function contentKey(
  { document, customer, ...content }: Omit<TaxRequest, 'requestId'>,
  integrationId: string,
): string {
  const unnamed = { ...customer, id: '', externalId: '', providerId: '' };
  return contentHash({ ...content, document: { ...document, id: '' }, customer: unnamed }, integrationId);
}
