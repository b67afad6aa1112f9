import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { taxConnectionOf } from '../../customers/records/customer-taxation.js';
import type {
  Prepared,
  RecordHandler,
  SentRecord,
  Synced,
} from '../../integration-resources/syncing/record-handler.js';
import { IntegrationRefusal } from '../../integrations/adapters/calls/integration-refusal.js';
import { contentHash } from '../../invoices/composing/tax-request.js';
import type { AnsweredFee, AwaitingFee } from '../../invoices/issuing/standalone-fee-taxation.service.js';
import { queueFeeTaxes } from '../../invoices/issuing/standalone-fees.job.js';
import { awaitsTaxes } from '../../invoices/records/fees/awaiting-fees.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import type { FeeTaxRequests } from './fee-tax-requests.js';
import { requireTotalInRange } from './tax-totals.js';

interface Needs extends Pick<
  IntegrationDocumentsNeeds,
  | 'changes'
  | 'customerLocks'
  | 'customers'
  | 'fees'
  | 'integrationResources'
  | 'outsideSystems'
  | 'standaloneFeeTaxation'
> {
  readonly feeTaxRequests: FeeTaxRequests;
}

interface TaxedFee extends Synced {
  /** Null if the fee was taken back. */
  readonly taxes: AnsweredFee | null;
}

/**
 * Has tax providers compute and record the taxes of standalone fees, which exist afterwards. A fee that was taxed otherwise meanwhile, or
 * is deleted later, is taken back there. Source: integrations.md §6 (docs/adr/0197).
 */
export class FeeTaxHandler implements RecordHandler<TaxedFee> {
  readonly category = 'tax';
  readonly resourceTypes = ['tax'] as const;

  constructor(private readonly needs: Needs) {}

  /** Other records about taxes are those of invoices and credit notes. */
  async sends(db: Db, actor: Actor, { record: { resourceId } }: SentRecord): Promise<boolean> {
    return (await this.needs.fees.getWithDeleted(db, actor, [resourceId])).has(resourceId);
  }

  async prepare(db: Db, actor: Actor, sent: SentRecord): Promise<Prepared<TaxedFee>> {
    const { feeTaxRequests, outsideSystems } = this.needs;
    const { integration, record } = sent;
    const provider = outsideSystems.taxProvider(integration.integrationType);
    const owned = await this.find(db, actor, sent);
    if (provider === null || owned === null) return { step: 'drop' };
    const isAwaited = isAwaitedOf(owned, integration.id);
    if (!isAwaited && record.tries === 0)
      return awaitsTaxes(owned.fee)
        ? { step: 'refuse', refusal: connectionLeft(), recordId: null }
        : { step: 'drop' };
    const action = isAwaited ? 'commit' : 'void';
    const asked = { integrationId: integration.id, action } as const;
    const { content, lines } = await feeTaxRequests.compose(db, actor, owned, asked);
    const requestId = contentHash(content, record.id, String(record.requests), action);
    const request = { ...content, requestId };
    return {
      step: 'call',
      call: async (connection) => {
        if (!isAwaited) {
          const { transactionId } = await provider.void(connection, request);
          return { status: 'voided', externalId: transactionId, externalUrl: null, taxes: null };
        }
        const { transactionId, taxAmount, lines: answered } = await provider.commit(connection, request);
        requireTotalInRange(owned.fee.amountCents, taxAmount);
        return { status: 'synced', externalId: transactionId, externalUrl: null, taxes: { lines, answered } };
      },
    };
  }

  async lockOwner(tx: Tx, actor: Actor, { record }: SentRecord): Promise<void> {
    await this.needs.customerLocks.lockMany(tx, actor, [record.customerId]);
  }

  /** The customer may have left the connection during the call: the job of that then taxes the fee, and has it taken back. */
  async recordSuccess(tx: Tx, actor: Actor, sent: SentRecord, { taxes }: TaxedFee): Promise<void> {
    const owned = await this.find(tx, actor, sent);
    if (taxes === null || owned === null || !isAwaitedOf(owned, sent.integration.id)) return;
    await this.needs.standaloneFeeTaxation.taxByProvider(tx, actor, owned, taxes);
  }

  /**
   * A fee of a connection that is deleted gets local taxes in place of none. What may have been recorded is taken back; if that fails,
   * it is announced as the void of an invoice is.
   */
  async recordFailure(tx: Tx, actor: Actor, sent: SentRecord, refusal: IntegrationRefusal): Promise<void> {
    const { changes, integrationResources, standaloneFeeTaxation } = this.needs;
    const { integration, record } = sent;
    const owned = await this.find(tx, actor, sent);
    if (owned === null) return;
    const { errorCode, message, refusalClass } = refusal;
    const error = { errorCode, message };
    if (!awaitsTaxes(owned.fee)) {
      const about = { resourceType: record.resourceType, resourceId: record.resourceId };
      const { customer } = owned;
      return changes.announce(tx, actor, {
        type: 'customer.tax_provider_error',
        customer,
        integration,
        error,
        about,
      });
    }
    if (!isAwaitedOf(owned, integration.id)) return queueFeeTaxes(tx, owned.fee);
    if (integration.deletedAt !== null) return;
    await standaloneFeeTaxation.makeUntaxed(tx, actor, owned);
    await changes.announce(tx, actor, { type: 'fee.tax_provider_error', ...owned, integration, error });
    if (refusalClass === 'retriable') await integrationResources.request(tx, actor, 'tax', [record]);
  }

  /** Null for a fee that was deleted with its customer. */
  private async find(db: Db, actor: Actor, { record }: SentRecord): Promise<AwaitingFee | null> {
    const { customers, fees } = this.needs;
    const fee = (await fees.getWithDeleted(db, actor, [record.resourceId])).get(record.resourceId);
    const customer = (await customers.getMany(db, actor, [record.customerId])).get(record.customerId);
    return fee === undefined || customer === undefined ? null : { fee, customer };
  }
}

function connectionLeft(): IntegrationRefusal {
  return new IntegrationRefusal('refused', 'connection_missing', 'The customer has left the connection.');
}

/** True if a fee does not exist before the connection has answered. */
function isAwaitedOf({ fee, customer }: AwaitingFee, integrationId: string): boolean {
  return awaitsTaxes(fee) && taxConnectionOf(customer) === integrationId;
}
