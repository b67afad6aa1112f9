import { type Actor, systemActor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import type { AppError } from '../../../platform/errors/app-error.js';
import { notAllowed } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { RequestedResource } from '../../integration-resources/integration-resource.service.js';
import type { IntegrationResource } from '../../integration-resources/integration-resource.table.js';
import type { Integration } from '../../integrations/records/integration.table.js';
import { rulesOfType } from '../../integrations/types/integration-types.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import type { SyncPeriodToIntegration, SyncToIntegration } from './document-sync.input.js';
import type { OwnDocument, OwnDocuments } from './own-documents.js';
import { SYNC_PERIOD, type SyncedPeriod } from './sync-period.job.js';
import { type Period, syncableDocumentRepository } from './syncable-document.repository.js';
import { SYNCABLE_KINDS, type SyncableKind } from './syncable-kinds.repository.js';

interface Needs extends Pick<
  IntegrationDocumentsNeeds,
  'integrationResources' | 'integrations' | 'jobsDb' | 'outsideSystems'
> {
  readonly ownDocuments: OwnDocuments;
}

/** The longest period, in days. Source: integrations.md §11. */
const MOST_DAYS = 92;

const DAY_MS = 86_400_000;

/** Documents of a period that one transaction requests. */
const CHUNK = 200;

/** Sends documents to connections as users ask: once more, or from before the connection. Source: integrations.md §11, §17. */
export class DocumentSync {
  constructor(
    private readonly needs: Needs,
    private readonly chunk = CHUNK,
  ) {}

  /**
   * Requests a document, as it is when it is sent, and what goes with it and is not there.
   * @returns its record, which is pending.
   * @throws AppError `integration_not_found`, `<resource type>_not_found`; kind `notAllowed`, `integration_not_syncable` if the
   *   connection is not to have the document.
   */
  async request(
    tx: Tx,
    actor: Actor,
    { integrationId, resourceType, resourceId }: SyncToIntegration,
  ): Promise<IntegrationResource> {
    const { integrations, integrationResources, ownDocuments } = this.needs;
    const integration = await integrations.keep(tx, actor, integrationId);
    const kind = this.kindsOf(integration).find(
      (each) => each.resourceType === resourceType && each.named !== undefined,
    );
    if (kind?.named === undefined) throw notSyncable();
    const document = await ownDocuments.get(tx, actor, kind.named, resourceId);
    const isSyncable =
      isSwitchedOn(integration, kind) &&
      (await syncableDocumentRepository.isSyncable(tx, integration, kind, document.id));
    if (!isSyncable) throw notSyncable();
    await this.requestAll(tx, actor, integration, kind, [document]);
    await this.requestOthers(tx, actor, integration, { resourceType, id: document.id });
    const records = (await integrationResources.ofResources(tx, actor, [document.id])).get(document.id) ?? [];
    const record = records.find(
      (each) => each.integrationId === integration.id && each.resourceType === resourceType,
    );
    return expectPresent(record, `the record of ${resourceType} ${document.id}`);
  }

  /**
   * Queues the requests for the documents of a period that the connection has no synced record of.
   * @throws AppError `integration_not_found`; `validation_errors`; kind `notAllowed`, `integration_not_syncable` if the connection
   *   gets no documents.
   */
  async requestPeriod(
    tx: Tx,
    actor: Actor,
    { integrationId, from, to }: SyncPeriodToIntegration,
  ): Promise<Integration> {
    const integration = await this.needs.integrations.keep(tx, actor, integrationId);
    checkPeriod({ from, to });
    if (!this.kindsOf(integration).some((kind) => kind.issuedOn !== null && isSwitchedOn(integration, kind)))
      throw notSyncable();
    const { organizationId } = actor;
    const period = { organizationId, integrationId: integration.id, from, to, kindsDone: 0, after: null };
    await SYNC_PERIOD.enqueue(tx, period);
    return integration;
  }

  /** The job `sync_period`. It ends once the connection was deleted. */
  async run(period: SyncedPeriod): Promise<void> {
    const { integrations, jobsDb } = this.needs;
    const actor = systemActor(period.organizationId, null);
    await jobsDb.transaction(async (tx) => {
      const integration = await integrations.keepIfLive(tx, actor, period.integrationId);
      const rest = integration === null ? null : await this.requestSome(tx, actor, integration, period);
      if (rest !== null) await SYNC_PERIOD.enqueue(tx, rest);
    });
  }

  /** @returns the rest of the period; null if nothing is left. */
  private async requestSome(
    tx: Tx,
    actor: Actor,
    integration: Integration,
    period: SyncedPeriod,
  ): Promise<SyncedPeriod | null> {
    const kind = this.kindsOf(integration)[period.kindsDone];
    if (kind === undefined) return null;
    const nextKind = { ...period, kindsDone: period.kindsDone + 1, after: null };
    const { issuedOn } = kind;
    if (issuedOn === null || !isSwitchedOn(integration, kind)) return nextKind;
    const found = await syncableDocumentRepository.findUnsent(
      tx,
      integration,
      { ...kind, issuedOn },
      { ...period, limit: this.chunk },
    );
    if (found.length > 0) await this.requestAll(tx, actor, integration, kind, found);
    const last = found.at(-1);
    if (last === undefined || found.length < this.chunk) return nextKind;
    return { ...period, after: { issuedOn: last.issuedOn, id: last.id } };
  }

  /** Requests what goes with a document, as far as the connection does not have it. */
  private async requestOthers(
    tx: Tx,
    actor: Actor,
    integration: Integration,
    { resourceType, id }: Pick<SyncToIntegration, 'resourceType'> & Pick<OwnDocument, 'id'>,
  ): Promise<void> {
    for (const kind of this.kindsOf(integration)) {
      const column = kind.goesWith?.[resourceType];
      if (column === undefined || !isSwitchedOn(integration, kind)) continue;
      const found = await syncableDocumentRepository.findUnsentWith(tx, integration, kind, { column, id });
      if (found.length > 0) await this.requestAll(tx, actor, integration, kind, found);
    }
  }

  private requestAll(
    tx: Tx,
    actor: Actor,
    { id: integrationId, integrationType }: Integration,
    { resourceType }: SyncableKind,
    documents: readonly OwnDocument[],
  ): Promise<void> {
    const { category } = rulesOfType(integrationType);
    const requested = documents.map(({ id: resourceId, customerId }): RequestedResource => ({
      integrationId,
      customerId,
      resourceType,
      resourceId,
    }));
    return this.needs.integrationResources.request(tx, actor, category, requested, { isResend: true });
  }

  /** None for recorded types, which are never called. */
  private kindsOf({ integrationType }: Integration): readonly SyncableKind[] {
    const isCalled = this.needs.outsideSystems.find(integrationType) !== null;
    return isCalled ? SYNCABLE_KINDS[rulesOfType(integrationType).category] : [];
  }
}

function isSwitchedOn({ settings }: Integration, { flag }: SyncableKind): boolean {
  return flag === null || settings[flag] === true;
}

function notSyncable(): AppError {
  return notAllowed('integration_not_syncable');
}

/** @throws AppError `validation_errors`. */
function checkPeriod({ from, to }: Period): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const errors = new FieldErrors();
  if (!(days >= 1 && days <= MOST_DAYS)) errors.add('to', 'value_is_out_of_range');
  errors.throwIfAny();
}
