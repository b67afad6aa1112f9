import { isDeepStrictEqual } from 'node:util';
import { type Actor, systemActor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid, newId } from '../../../platform/db/tables/ids.js';
import { notAllowed, notFound } from '../../../platform/errors/app-error.js';
import type { ExternalIds } from '../adapters/calls/called-connection.js';
import { IntegrationRefusal } from '../adapters/calls/integration-refusal.js';
import type { OutsideSystems } from '../adapters/outside-systems.js';
import { type FailedTries, NO_FAILED_TRIES, nextTryMs, TAX_RETRIES, withFailure } from '../calls/next-try.js';
import type { IntegrationsNeeds } from '../integrations.needs.js';
import { integrationRepository } from '../records/integration.repository.js';
import type { Integration } from '../records/integration.table.js';
import type { CalledConnections } from './called-connections.js';
import { CHECK_INTEGRATION, type IntegrationCheck } from './integration-check.job.js';
import type { IntegrationErrors } from './integration-errors.js';

interface Needs extends Pick<IntegrationsNeeds, 'jobsDb' | 'clock'> {
  readonly outsideSystems: OutsideSystems;
  readonly calledConnections: CalledConnections;
  readonly integrationErrors: IntegrationErrors;
}

/** Checks whether connections work. Source: integrations.md §2. */
export class IntegrationChecks {
  constructor(private readonly needs: Needs) {}

  /** Queues a check. A recorded type has nothing to check. */
  async queue(tx: Tx, { organizationId, id, integrationType }: Integration): Promise<void> {
    if (this.needs.outsideSystems.find(integrationType) !== null)
      await enqueue(tx, { organizationId, integrationId: id, tried: NO_FAILED_TRIES });
  }

  /** The job `check_integration`. What may have failed by chance is checked again before it is reported. */
  async run({ organizationId, integrationId, tried }: IntegrationCheck): Promise<void> {
    const { jobsDb } = this.needs;
    const actor = systemActor(organizationId, null);
    const integration = await integrationRepository.find(jobsDb, organizationId, { id: integrationId });
    if (integration === null) return;
    const found = await this.ask(jobsDb, actor, integration);
    await jobsDb.transaction((tx) => this.record(tx, actor, integration, { found, tried }));
  }

  /**
   * Checks a connection at once.
   * @returns the connection with the outcome. A failed check is no error.
   * @throws AppError `integration_not_found`; kind `notAllowed`, `feature_not_supported` for a recorded type.
   */
  async check(db: Db, actor: Actor, id: string): Promise<Integration> {
    const { organizationId } = actor;
    const integration = isUuid(id) ? await integrationRepository.find(db, organizationId, { id }) : null;
    if (integration === null) throw notFound('integration');
    if (this.needs.outsideSystems.find(integration.integrationType) === null)
      throw notAllowed('feature_not_supported');
    const found = await this.ask(db, actor, integration);
    const checked = await db.transaction((tx) => this.record(tx, actor, integration, { found, tried: null }));
    if (checked === null) throw notFound('integration');
    return checked;
  }

  private async ask(
    db: Db,
    actor: Actor,
    { id, integrationType }: Integration,
  ): Promise<ExternalIds | IntegrationRefusal> {
    const { outsideSystems, calledConnections } = this.needs;
    try {
      const opened = await calledConnections.open(db, actor, id);
      const system = outsideSystems.find(integrationType);
      return opened === null || system === null ? {} : await system.check(opened.connection, newId());
    } catch (error) {
      if (error instanceof IntegrationRefusal) return error;
      throw error;
    }
  }

  /**
   * Stores the outcome of a check, unless the connection was changed meanwhile: that has queued another check.
   * @param tried the failures before; null for a check that is not repeated.
   * @returns the connection; null if it was deleted.
   */
  private async record(
    tx: Tx,
    actor: Actor,
    asked: Integration,
    {
      found,
      tried,
    }: { readonly found: ExternalIds | IntegrationRefusal; readonly tried: FailedTries | null },
  ): Promise<Integration | null> {
    const { clock, integrationErrors } = this.needs;
    const integration = await integrationRepository.lock(tx, actor.organizationId, asked.id);
    if (integration === null || !isSameConnection(integration, asked)) return integration;
    const hasFailed = found instanceof IntegrationRefusal;
    const checked: Integration = {
      ...integration,
      externalIds: hasFailed ? integration.externalIds : found,
      checkedAt: clock.now(),
      checkErrorCode: hasFailed ? found.errorCode : null,
      checkErrorMessage: hasFailed ? found.message : null,
    };
    await integrationRepository.updateRow(tx, checked);
    if (!hasFailed) return checked;
    const failed = tried === null ? null : withFailure(tried, found);
    const afterMs = failed === null ? null : nextTryMs(found, failed, TAX_RETRIES);
    if (failed !== null && afterMs !== null) {
      const { organizationId, id: integrationId } = integration;
      await enqueue(tx, { organizationId, integrationId, tried: failed }, afterMs);
    } else await integrationErrors.report(tx, actor, checked, { error: found, about: null });
    return checked;
  }
}

function enqueue(tx: Tx, check: IntegrationCheck, afterMs = 0): Promise<void> {
  return CHECK_INTEGRATION.enqueue(tx, check, {
    jobKey: `check-integration:${check.integrationId}`,
    afterMs,
  });
}

/** True if calls of both are the same. */
function isSameConnection(one: Integration, other: Integration): boolean {
  return (
    isDeepStrictEqual(one.settings, other.settings) &&
    isDeepStrictEqual(Buffer.from(one.secrets ?? []), Buffer.from(other.secrets ?? []))
  );
}
