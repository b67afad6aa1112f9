import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import type { QueuedJob } from '../../../platform/jobs/job.js';
import type { RetrySchedule } from '../../../platform/jobs/retry-schedule.js';
import { integrationResourceRepository } from '../integration-resource.repository.js';
import type { IntegrationResource } from '../integration-resource.table.js';
import { SYNC_JOBS, type SyncRecord } from './sync-record.job.js';
import type { IntegrationRefusal } from '../../integrations/adapters/calls/integration-refusal.js';
import {
  NO_FAILED_TRIES,
  nextTryMs,
  SYNC_RETRIES,
  TAX_RETRIES,
  withFailure,
} from '../../integrations/calls/next-try.js';
import type { ProviderError } from '../../integrations/integration.changes.js';
import type { Integration } from '../../integrations/records/integration.table.js';
import { rulesOfType } from '../../integrations/types/integration-types.js';
import type { IntegrationResourcesNeeds } from '../integration-resources.needs.js';
import type { AttemptOutcome, EndedAttempt, SentRecord, Synced } from './record-handler.js';

type Outcome<Step extends AttemptOutcome['step']> = Extract<AttemptOutcome, { readonly step: Step }>;

/** When a record comes again that waited for one that had ended. */
const AWAITED_MS = 1_000;

/** An attempt whose record is locked. */
interface LockedAttempt extends EndedAttempt {
  /** False if the document was asked for once more during the call: a job of its own sends it then. */
  readonly isNewest: boolean;
}

/** Stores what came of attempts to send records, and what follows from it. Source: integrations.md §5, §11. */
export class RecordOutcomes {
  constructor(private readonly needs: Pick<IntegrationResourcesNeeds, 'clock' | 'integrationErrors'>) {}

  async store(tx: Tx, actor: Actor, ended: EndedAttempt): Promise<void> {
    const { sent, handler, outcome } = ended;
    await handler.lockOwner?.(tx, actor, sent);
    const awaited = outcome.step === 'wait' ? await this.lock(tx, actor, outcome.recordId) : null;
    const record = await this.lock(tx, actor, sent.record.id);
    // It was deleted with its customer.
    if (record === null) return;
    const isNewest = record.requests === sent.record.requests && record.status === 'pending';
    const attempt = { ...ended, sent: { ...sent, record }, isNewest };
    switch (outcome.step) {
      case 'synced':
        return this.succeed(tx, actor, attempt, outcome.answer);
      case 'refuse':
        return this.fail(tx, actor, attempt, outcome);
      case 'wait':
        return this.wait(tx, attempt, awaited);
      case 'drop':
        return this.drop(tx, actor, attempt);
    }
  }

  private async lock(tx: Tx, actor: Actor, id: string): Promise<IntegrationResource | null> {
    return integrationResourceRepository.lock(tx, actor.organizationId, id);
  }

  private async succeed(tx: Tx, actor: Actor, attempt: LockedAttempt, answer: Synced): Promise<void> {
    const { handler, isNewest, sent } = attempt;
    const { difference, sentPart, status } = answer;
    const { record } = sent;
    if (sentPart !== undefined) return this.goOn(tx, attempt, answer, sentPart);
    const synced = this.ended(record, {
      status: isNewest ? status : record.status,
      externalId: answer.externalId ?? record.externalId,
      externalUrl: answer.externalUrl ?? record.externalUrl,
      syncedAt: this.needs.clock.now(),
      errorCode: null,
      errorMessage: null,
    });
    await integrationResourceRepository.updateRow(tx, synced);
    await handler.recordSuccess?.(tx, actor, { ...sent, record: synced }, answer);
    if (difference !== undefined) await this.report(tx, actor, sent, difference);
    await this.sendWaiting(tx, actor, attempt, true);
  }

  /** Sends the next part of a document, in a job of its own: each part has the whole time of a record. */
  private async goOn(
    tx: Tx,
    { isNewest, job, sent }: LockedAttempt,
    { externalId, externalUrl }: Synced,
    sentPart: string,
  ): Promise<void> {
    const { record, integration } = sent;
    const known = {
      externalId: externalId ?? record.externalId,
      externalUrl: externalUrl ?? record.externalUrl,
    };
    await integrationResourceRepository.updateRow(tx, this.ended(record, known));
    if (isNewest) await queueAgain(tx, integration, { ...job, tried: NO_FAILED_TRIES, sentPart }, 0);
  }

  /** A failure that is not for good is repeated. One for good fails the record, and is reported. */
  private async fail(
    tx: Tx,
    actor: Actor,
    attempt: LockedAttempt,
    { refusal, recordId }: Outcome<'refuse'>,
  ): Promise<void> {
    const { handler, isNewest, job, sent } = attempt;
    const { errorCode, message: errorMessage } = refusal;
    const tried = withFailure(job.tried, refusal);
    const afterMs = nextTryMs(refusal, tried, retriesOf(sent.integration));
    const isForGood = isNewest && afterMs === null;
    const record = this.ended(sent.record, {
      // A document that the system has taken although it differs from ours.
      externalId: refusal.externalId ?? sent.record.externalId,
      refusals: sent.record.refusals + (refusal.refusalClass === 'refused' ? 1 : 0),
      ...(isForGood ? { status: 'failed' as const, waitsFor: recordId } : {}),
      errorCode,
      errorMessage,
    });
    await integrationResourceRepository.updateRow(tx, record);
    if (isNewest && afterMs !== null) await queueAgain(tx, sent.integration, { ...job, tried }, afterMs);
    if (!isForGood) return;
    const failed = { ...sent, record };
    await handler.recordFailure?.(tx, actor, failed, refusal);
    if (isReported(failed, refusal)) await this.report(tx, actor, failed, refusal);
    await this.sendWaiting(tx, actor, attempt, false);
  }

  /** A record waits for another one that is pending. If that one has ended meanwhile, the record is sent at once. */
  private async wait(
    tx: Tx,
    { job, sent }: LockedAttempt,
    awaited: IntegrationResource | null,
  ): Promise<void> {
    const isPending = awaited?.status === 'pending';
    const record = this.ended(sent.record, { waitsFor: isPending ? awaited.id : null });
    await integrationResourceRepository.updateRow(tx, record);
    if (!isPending) await queueAgain(tx, sent.integration, job, AWAITED_MS);
  }

  private async drop(tx: Tx, actor: Actor, attempt: LockedAttempt): Promise<void> {
    const {
      isNewest,
      sent: { record },
    } = attempt;
    const isUnknown = record.externalId === null && record.syncedAt === null;
    if (isNewest && isUnknown)
      await integrationResourceRepository.delete(tx, actor.organizationId, record.id);
    else {
      const kept = this.ended(record, isNewest ? { status: 'synced' } : {});
      await integrationResourceRepository.updateRow(tx, kept);
    }
    await this.sendWaiting(tx, actor, attempt, !isUnknown);
  }

  /** Sends the records that wait for one that has ended, and after a success those that its failure has failed. */
  private async sendWaiting(
    tx: Tx,
    actor: Actor,
    { isNewest, sent }: LockedAttempt,
    hasSucceeded: boolean,
  ): Promise<void> {
    if (!isNewest) return;
    const { organizationId } = actor;
    const released = await integrationResourceRepository.release(tx, organizationId, sent.record.id, {
      statuses: hasSucceeded ? ['pending', 'failed'] : ['pending'],
      now: this.needs.clock.now(),
    });
    await jobOf(sent.integration).enqueueAll(
      tx,
      released.map((record) => ({ organizationId, ...record, tried: NO_FAILED_TRIES })),
    );
  }

  private async report(
    tx: Tx,
    actor: Actor,
    { record: { resourceType, resourceId }, integration }: SentRecord,
    error: ProviderError,
  ): Promise<void> {
    const about = { resourceType, resourceId };
    await this.needs.integrationErrors.report(tx, actor, integration, { error, about });
  }

  /** The record, which is not sent any more. */
  private ended(record: IntegrationResource, changes: Partial<IntegrationResource>): IntegrationResource {
    return { ...record, calledUntil: null, updatedAt: this.needs.clock.now(), ...changes };
  }
}

/** Queues the job that sends a record. */
export function queueAgain(
  tx: Tx,
  integration: Integration,
  job: SyncRecord,
  afterMs: number,
): Promise<void> {
  return jobOf(integration).enqueue(tx, job, { afterMs });
}

function jobOf({ integrationType }: Integration): QueuedJob<SyncRecord> {
  return SYNC_JOBS[rulesOfType(integrationType).category];
}

function retriesOf({ integrationType }: Integration): RetrySchedule {
  return rulesOfType(integrationType).category === 'tax' ? TAX_RETRIES : SYNC_RETRIES;
}

/**
 * True if a failure is reported as one of the connection. Those of taxes and of customers have messages of their own, which
 * handlers announce; that the system does not let us in is reported in any case. Source: integrations.md §2 "Webhooks".
 */
function isReported({ record, integration }: SentRecord, { refusalClass }: IntegrationRefusal): boolean {
  if (integration.deletedAt !== null) return false;
  if (refusalClass === 'configuration') return true;
  return rulesOfType(integration.integrationType).category !== 'tax' && record.resourceType !== 'customer';
}
