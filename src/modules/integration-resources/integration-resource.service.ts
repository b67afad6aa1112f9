import type { Actor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { groupBy } from '../../platform/collections/grouping.js';
import { newId } from '../../platform/db/tables/ids.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { ALL_TRIES, NO_FAILED_TRIES } from '../integrations/calls/next-try.js';
import type { IntegrationCategory } from '../integrations/types/integration-types.js';
import type { IntegrationResourceFilter } from './integration-resource.input.js';
import { SYNC_JOBS } from './syncing/sync-record.job.js';
import { integrationResourceRepository } from './integration-resource.repository.js';
import type { IntegrationResource } from './integration-resource.table.js';
import type { IntegrationResourcesNeeds } from './integration-resources.needs.js';

/** A document of ours that is known at a connection. */
export type KnownResource = Pick<
  IntegrationResource,
  'integrationId' | 'customerId' | 'resourceType' | 'resourceId' | 'externalId' | 'externalUrl'
>;

/** A document that is to be sent to a connection. */
export type RequestedResource = Pick<
  IntegrationResource,
  'integrationId' | 'customerId' | 'resourceType' | 'resourceId'
>;

/** Keeps what became of documents at connections to outside systems. Source: integrations.md §1, §17. */
export class IntegrationResources {
  constructor(private readonly needs: Pick<IntegrationResourcesNeeds, 'clock'>) {}

  list(
    db: Db,
    { organizationId }: Actor,
    query: ListQuery<IntegrationResourceFilter>,
  ): Promise<Page<IntegrationResource>> {
    return integrationResourceRepository.list(db, organizationId, query);
  }

  /** A page of the records of each connection, by the connection's id. */
  listByIntegration(
    db: Db,
    { organizationId }: Actor,
    integrationIds: readonly string[],
    query: ListQuery<IntegrationResourceFilter>,
  ): Promise<Map<string, Page<IntegrationResource>>> {
    return integrationResourceRepository.listByIntegration(db, organizationId, integrationIds, query);
  }

  /** A page of the records about each document, customer or subscription, by its id. */
  listByResource(
    db: Db,
    { organizationId }: Actor,
    resourceIds: readonly string[],
    query: ListQuery<IntegrationResourceFilter>,
  ): Promise<Map<string, Page<IntegrationResource>>> {
    return integrationResourceRepository.listByResource(db, organizationId, resourceIds, query);
  }

  /** Records that an outside system has a document. It replaces what was recorded of the document there. */
  recordSynced(tx: Tx, { organizationId }: Actor, known: KnownResource): Promise<IntegrationResource> {
    const now = this.needs.clock.now();
    return integrationResourceRepository.put(tx, {
      id: newId(),
      organizationId,
      ...known,
      status: 'synced',
      errorCode: null,
      errorMessage: null,
      tries: 0,
      refusals: 0,
      requests: 1,
      isResend: false,
      calledUntil: null,
      waitsFor: null,
      syncedAt: now,
      createdAt: now,
      updatedAt: now,
    });
  }

  /**
   * Asks for documents to be sent to connections of a category, once the transaction has committed. A document that was sent before
   * is sent again, as it is then: a change, or what takes it back.
   * @param options.isLastTry true if a failure is for good, whatever it is.
   * @param options.isResend true if a user asks for documents that have not changed.
   */
  async request(
    tx: Tx,
    { organizationId }: Actor,
    category: IntegrationCategory,
    documents: readonly RequestedResource[],
    { isLastTry = false, isResend = false } = {},
  ): Promise<void> {
    const now = this.needs.clock.now();
    const rows = documents.map(
      ({ integrationId, customerId, resourceType, resourceId }): IntegrationResource => ({
        id: newId(),
        organizationId,
        integrationId,
        customerId,
        resourceType,
        resourceId,
        status: 'pending',
        externalId: null,
        externalUrl: null,
        errorCode: null,
        errorMessage: null,
        tries: 0,
        refusals: 0,
        requests: 1,
        isResend: false,
        calledUntil: null,
        waitsFor: null,
        syncedAt: null,
        createdAt: now,
        updatedAt: now,
      }),
    );
    const requested = await integrationResourceRepository.request(tx, rows, isResend);
    await SYNC_JOBS[category].enqueueAll(
      tx,
      requested.map((record) => ({
        organizationId,
        ...record,
        tried: isLastTry ? ALL_TRIES : NO_FAILED_TRIES,
      })),
    );
  }

  /** The records of documents, by the ids of the documents. */
  async ofResources(
    db: Db,
    { organizationId }: Actor,
    resourceIds: readonly string[],
  ): Promise<Map<string, IntegrationResource[]>> {
    const found = await integrationResourceRepository.findOf(db, organizationId, resourceIds);
    return groupBy(found, ({ resourceId }) => resourceId);
  }

  /**
   * The records of documents that tax systems have, or may have: their calls have had no answer yet, or one that could not be used.
   * What was taken back is not there.
   */
  async reportedTaxes(db: Db, actor: Actor, resourceIds: readonly string[]): Promise<IntegrationResource[]> {
    const records = await this.ofResources(db, actor, resourceIds);
    return [...records.values()]
      .flat()
      .filter(
        ({ resourceType, tries, status }) => resourceType === 'tax' && tries > 0 && status !== 'voided',
      );
  }

  /** Deletes the records about customers and their documents. */
  deleteForGood(tx: Tx, { organizationId }: Actor, customerIds: readonly string[]): Promise<void> {
    return integrationResourceRepository.deleteOfCustomers(tx, organizationId, customerIds);
  }
}
