import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { IntegrationRefusal } from '../adapters/calls/integration-refusal.js';
import type { ConcernedDocument, ProviderError } from '../integration.changes.js';
import type { IntegrationsNeeds } from '../integrations.needs.js';
import { integrationRepository } from '../records/integration.repository.js';
import type { Integration } from '../records/integration.table.js';

/** How often it is reported that an outside system does not let us in, in milliseconds. Source: integrations.md §2. */
const REFUSAL_REPORT_MS = 60 * 60 * 1_000;

/** Reports failed calls of connections. Source: integrations.md §2 "Webhooks". */
export class IntegrationErrors {
  constructor(private readonly needs: Pick<IntegrationsNeeds, 'clock' | 'changes'>) {}

  /**
   * Announces `integration.provider_error`. That a system does not let us in is announced once an hour.
   * @param about the document of the call; null if it was about none.
   */
  async report(
    tx: Tx,
    actor: Actor,
    integration: Integration,
    { error, about }: { readonly error: ProviderError; readonly about: ConcernedDocument | null },
  ): Promise<void> {
    const { clock, changes } = this.needs;
    if (error instanceof IntegrationRefusal && error.refusalClass === 'configuration') {
      const now = clock.now();
      const since = new Date(now.getTime() - REFUSAL_REPORT_MS);
      if (!(await integrationRepository.noteRefusal(tx, integration, now, since))) return;
    }
    const { errorCode, message } = error;
    await changes.announce(tx, actor, {
      type: 'integration.provider_error',
      integration,
      error: { errorCode, message },
      about,
    });
  }
}
