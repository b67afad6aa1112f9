import { type Actor, systemActor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { taxConnectionOf } from '../../customers/records/customer-taxation.js';
import { IntegrationRefusal } from '../../integrations/adapters/calls/integration-refusal.js';
import { NO_FAILED_TRIES, nextTryMs, TAX_RETRIES, withFailure } from '../../integrations/calls/next-try.js';
import type { Integration } from '../../integrations/records/integration.table.js';
import { contentHash } from '../../invoices/composing/tax-request.js';
import type { OwnedInvoice } from '../../invoices/invoice.changes.js';
import { ESTIMATE_TAXES, type EstimatedInvoice } from '../../invoices/issuing/tax-estimate.job.js';
import type { TaxEstimate } from '../../invoices/issuing/tax-estimates.service.js';
import { errorOf } from '../../invoices/records/error-details.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import type { InvoiceContent, InvoiceTaxRequests } from './invoice-tax-requests.js';
import { requireTotalInRange } from './tax-totals.js';

interface Needs extends Pick<
  IntegrationDocumentsNeeds,
  | 'calledConnections'
  | 'changes'
  | 'clock'
  | 'customerLocks'
  | 'customers'
  | 'integrationErrors'
  | 'integrations'
  | 'invoices'
  | 'invoiceTaxation'
  | 'jobsDb'
  | 'outsideSystems'
  | 'taxEstimates'
> {
  readonly invoiceTaxRequests: InvoiceTaxRequests;
}

/** A provider is asked about a draft that is computed again by itself once in this time. Source: integrations.md §6. */
const PAUSE_MS = 15 * 60 * 1_000;

/** An invoice without taxes, and what its provider is to be asked. */
interface AwaitedEstimate extends OwnedInvoice, InvoiceContent {
  readonly integrationId: string;
  readonly requestHash: string;
}

type Outcome = Pick<TaxEstimate, 'answered' | 'requestedAt'> | IntegrationRefusal;

/** Asks tax providers about drafts and open invoices, which they do not record. Source: integrations.md §6 (docs/adr/0190). */
export class InvoiceEstimation {
  constructor(private readonly needs: Needs) {}

  /** The job `estimate_taxes`. The call is made outside of any transaction; what has changed meanwhile is asked about anew. */
  async run(job: EstimatedInvoice): Promise<void> {
    const { jobsDb, taxEstimates } = this.needs;
    const actor = systemActor(job.organizationId, null);
    const awaited = await this.find(jobsDb, actor, job.invoiceId);
    if (awaited === null) return;
    const known = await taxEstimates.find(jobsDb, actor, job.invoiceId);
    const outcome =
      known?.requestHash === awaited.requestHash ? known : await this.ask(actor, job, awaited, known);
    if (outcome === null) return;
    await jobsDb.transaction((tx) => this.record(tx, actor, job, awaited, outcome));
  }

  /** @returns null if the provider is asked later. */
  private async ask(
    actor: Actor,
    job: EstimatedInvoice,
    awaited: AwaitedEstimate,
    known: TaxEstimate | null,
  ): Promise<Outcome | null> {
    const { calledConnections, clock, jobsDb, outsideSystems } = this.needs;
    const { invoice, integrationId, content } = awaited;
    const requestedAt = clock.now();
    const pauseMs = known === null ? 0 : known.requestedAt.getTime() + PAUSE_MS - requestedAt.getTime();
    if (job.isByItself && job.tried.failures === 0 && pauseMs > 0) {
      const options = { jobKey: `estimate-taxes:${invoice.id}`, afterMs: pauseMs };
      await jobsDb.transaction((tx) => ESTIMATE_TAXES.enqueue(tx, job, options));
      return null;
    }
    if (!(await jobsDb.transaction((tx) => this.noteRequest(tx, actor, awaited, requestedAt)))) return null;
    try {
      const opened = await calledConnections.open(jobsDb, actor, integrationId);
      const provider =
        opened === null ? null : outsideSystems.taxProvider(opened.integration.integrationType);
      // The customers of a deleted connection get local taxes.
      if (opened === null || provider === null) return null;
      const request = { ...content, requestId: requestIdOf(awaited) };
      const { taxAmount, lines: answered } = await provider.estimate(opened.connection, request);
      requireTotalInRange(invoice.subTotalExcludingTaxesAmountCents, taxAmount);
      return { answered, requestedAt };
    } catch (error) {
      if (error instanceof IntegrationRefusal) return error;
      throw error;
    }
  }

  /** @returns false if the invoice does not wait for an estimate any more. */
  private async noteRequest(
    tx: Tx,
    actor: Actor,
    { invoice: { id }, customer }: AwaitedEstimate,
    requestedAt: Date,
  ): Promise<boolean> {
    const { customerLocks, taxEstimates } = this.needs;
    await customerLocks.lockMany(tx, actor, [customer.id]);
    if ((await this.findWaiting(tx, actor, id)) === null) return false;
    await taxEstimates.noteRequest(tx, actor, id, requestedAt);
    return true;
  }

  private async record(
    tx: Tx,
    actor: Actor,
    job: EstimatedInvoice,
    asked: AwaitedEstimate,
    outcome: Outcome,
  ): Promise<void> {
    const { clock, customerLocks, invoiceTaxation, taxEstimates } = this.needs;
    const { invoiceId } = job;
    await customerLocks.lockMany(tx, actor, [asked.customer.id]);
    const awaited = await this.find(tx, actor, invoiceId);
    if (awaited === null) return;
    const { requestHash, lines } = awaited;
    if (requestHash !== asked.requestHash) {
      await ESTIMATE_TAXES.enqueue(tx, { ...job, tried: NO_FAILED_TRIES });
    } else if (outcome instanceof IntegrationRefusal) await this.fail(tx, actor, job, awaited, outcome);
    else {
      const { answered, requestedAt } = outcome;
      await taxEstimates.store(tx, actor, invoiceId, { requestHash, answered, requestedAt });
      const locked = { ...awaited, now: clock.now() };
      await invoiceTaxation.taxByProvider(tx, actor, locked, { lines, answered, requestedAt });
    }
  }

  /**
   * A failure that is not for good is repeated. One that a draft has already is announced again only if somebody has asked: while usage
   * comes it is computed again every few minutes.
   */
  private async fail(
    tx: Tx,
    actor: Actor,
    job: EstimatedInvoice,
    { invoice, customer, integrationId }: AwaitedEstimate,
    refusal: IntegrationRefusal,
  ): Promise<void> {
    const { clock, invoiceTaxation } = this.needs;
    const tried = withFailure(job.tried, refusal);
    const afterMs = nextTryMs(refusal, tried, TAX_RETRIES);
    if (afterMs !== null) return ESTIMATE_TAXES.enqueue(tx, { ...job, tried }, { afterMs });
    const { errorCode: code, message, refusalClass } = refusal;
    const mayPass = refusalClass === 'retriable' || refusalClass === 'rate_limited';
    const locked = { invoice, customer, now: clock.now() };
    const isKnown = job.isByItself && errorOf(invoice.errorDetails, 'tax_error')?.code === code;
    const isNew = await invoiceTaxation.fail(tx, actor, locked, { code, message, mayPass });
    const integration = (await this.needs.integrations.getWithDeleted(tx, actor, [integrationId])).get(
      integrationId,
    );
    if (isNew && !isKnown && integration !== undefined)
      await this.announce(tx, actor, { invoice, customer, integration }, refusal);
  }

  private async announce(
    tx: Tx,
    actor: Actor,
    { invoice, customer, integration }: OwnedInvoice & { readonly integration: Integration },
    refusal: IntegrationRefusal,
  ): Promise<void> {
    const { changes, integrationErrors } = this.needs;
    const about = { resourceType: 'tax', resourceId: invoice.id };
    const { errorCode, message } = refusal;
    const error = { errorCode, message };
    await changes.announce(tx, actor, {
      type: 'customer.tax_provider_error',
      customer,
      integration,
      error,
      about,
    });
    if (refusal.refusalClass === 'configuration')
      await integrationErrors.report(tx, actor, integration, { error: refusal, about });
  }

  private async find(db: Db, actor: Actor, id: string): Promise<AwaitedEstimate | null> {
    const waiting = await this.findWaiting(db, actor, id);
    if (waiting === null) return null;
    const { integrationId } = waiting;
    const composed = await this.needs.invoiceTaxRequests.compose(db, actor, waiting, integrationId);
    return { ...composed, ...waiting, requestHash: contentHash(composed.content, integrationId) };
  }

  /** Null if the invoice does not wait for an estimate any more. */
  private async findWaiting(
    db: Db,
    actor: Actor,
    id: string,
  ): Promise<Pick<AwaitedEstimate, 'invoice' | 'customer' | 'integrationId'> | null> {
    const { customers, invoices } = this.needs;
    const invoice = (await invoices.getMany(db, actor, [id])).get(id);
    if (invoice?.taxStatus !== 'pending' || (invoice.status !== 'draft' && invoice.status !== 'open'))
      return null;
    const customer = (await customers.getMany(db, actor, [invoice.customerId])).get(invoice.customerId);
    const integrationId = customer === undefined ? null : taxConnectionOf(customer);
    return customer === undefined || integrationId === null ? null : { invoice, customer, integrationId };
  }
}

/** The same for the tries of a request: the fees of a draft that was computed again are others, and a retry follows another failure. */
function requestIdOf({ content, integrationId, invoice }: AwaitedEstimate): string {
  const failure = errorOf(invoice.errorDetails, 'tax_error');
  return contentHash(content, integrationId, failure?.id ?? '', ...content.lines.map(({ id }) => id));
}
