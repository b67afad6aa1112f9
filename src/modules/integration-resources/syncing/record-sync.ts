import { type Actor, systemActor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { integrationResourceRepository } from '../integration-resource.repository.js';
import type { SyncRecord } from './sync-record.job.js';
import { IntegrationRefusal } from '../../integrations/adapters/calls/integration-refusal.js';
import { rulesOfType } from '../../integrations/types/integration-types.js';
import type { IntegrationResourcesNeeds } from '../integration-resources.needs.js';
import type { AttemptOutcome, RecordHandler, SentRecord } from './record-handler.js';
import { queueAgain, type RecordOutcomes } from './record-outcomes.js';

interface Needs extends Pick<
  IntegrationResourcesNeeds,
  'jobsDb' | 'clock' | 'calledConnections' | 'integrations'
> {
  readonly recordOutcomes: RecordOutcomes;
  readonly recordHandlers: readonly RecordHandler[];
}

/** How long a process may take to send a record, or a part of one, with all calls that this takes. Later, another one may. */
const LEASE_MS = 4 * 60 * 1_000;

/** When a record comes again that is being sent. */
const BUSY_MS = 2_000;

/**
 * Sends documents to connections: whoever changes a document stores a record and queues a job, the job calls outside of any
 * transaction, then locks the record and stores what came of it. Two jobs never send a record at once, and a document that is
 * requested during a call is sent after it. Source: integrations.md §5 (docs/adr/0195).
 */
export class RecordSync {
  constructor(private readonly needs: Needs) {}

  /** Sends a record, unless it is sent already. */
  async run(job: SyncRecord): Promise<void> {
    const { jobsDb, recordOutcomes } = this.needs;
    const actor = systemActor(job.organizationId, null);
    const sent = await jobsDb.transaction((tx) => this.claim(tx, actor, job));
    if (sent === null) return;
    const handler = await this.handlerOf(actor, sent);
    const outcome = await this.attempt(actor, sent, handler);
    await jobsDb.transaction((tx) => recordOutcomes.store(tx, actor, { job, sent, handler, outcome }));
  }

  /** @returns null if nothing is to be sent now. */
  private async claim(tx: Tx, actor: Actor, job: SyncRecord): Promise<SentRecord | null> {
    const { clock, integrations } = this.needs;
    const { organizationId } = actor;
    const record = await integrationResourceRepository.lock(tx, organizationId, job.recordId);
    if (record?.status !== 'pending') return null;
    const found = await integrations.getWithDeleted(tx, actor, [record.integrationId]);
    const integration = found.get(record.integrationId);
    if (integration === undefined) return null;
    const now = clock.now();
    if (record.calledUntil !== null && record.calledUntil > now) {
      await queueAgain(tx, integration, job, BUSY_MS);
      return null;
    }
    const calledUntil = new Date(now.getTime() + LEASE_MS);
    await integrationResourceRepository.update(tx, organizationId, record.id, { calledUntil });
    return { record, integration, sentPart: job.sentPart ?? null };
  }

  /** The first handler that sends the record. */
  private async handlerOf(actor: Actor, sent: SentRecord): Promise<RecordHandler> {
    const { jobsDb, recordHandlers } = this.needs;
    const { category } = rulesOfType(sent.integration.integrationType);
    const { resourceType } = sent.record;
    for (const handler of recordHandlers) {
      const isOfType = handler.category === category && handler.resourceTypes.includes(resourceType);
      if (isOfType && (await handler.sends?.(jobsDb, actor, sent)) !== false) return handler;
    }
    throw new Error(`Nothing sends a ${resourceType} to systems for ${category}.`);
  }

  private async attempt(actor: Actor, sent: SentRecord, handler: RecordHandler): Promise<AttemptOutcome> {
    const { jobsDb, calledConnections } = this.needs;
    const { id, integrationId, tries } = sent.record;
    try {
      const opened = await calledConnections.open(jobsDb, actor, integrationId);
      if (opened === null) throw connectionMissing();
      const prepared = await handler.prepare(jobsDb, actor, sent);
      if (prepared.step !== 'call') return prepared;
      const called = { tries: tries + 1 };
      await jobsDb.transaction((tx) =>
        integrationResourceRepository.update(tx, actor.organizationId, id, called),
      );
      return { step: 'synced', answer: await prepared.call(opened.connection, tries > 0) };
    } catch (error) {
      if (!(error instanceof IntegrationRefusal)) throw error;
      return { step: 'refuse', refusal: error, recordId: null };
    }
  }
}

function connectionMissing(): IntegrationRefusal {
  return new IntegrationRefusal('refused', 'connection_missing', 'The connection was deleted.');
}
