import type { Actor } from '../../platform/actor.js';
import type { Clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/db/database.js';
import { newId } from '../../platform/db/tables/ids.js';
import { willBeRolledBack } from '../../platform/db/statements/rolled-back-transaction.js';
import { currentCaller } from '../../platform/request-scope.js';
import { deviceInfoOf } from './device-info.js';
import type { SecurityEvent } from './security-event.js';
import { securityLogRepository } from './security-log.repository.js';

/** Writes entries of the security log, in the transactions of the changes that they record. Source: logs.md §4. */
export class SecurityRecorder {
  constructor(private readonly clock: Clock) {}

  /**
   * Records a security event, unless the organization has switched its security log off.
   * @param resources what identifies the record and, for updates, what changed as `{deleted, added}`; never a secret.
   */
  async record(
    tx: Tx,
    { organizationId, source, userEmail, apiKeyId, member }: Actor,
    logEvent: SecurityEvent,
    resources: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    if (willBeRolledBack()) return;
    const caller = source === 'system' ? null : currentCaller();
    await securityLogRepository.insert(tx, {
      id: newId(),
      organizationId,
      logEvent,
      userId: member?.userId ?? null,
      userEmail,
      apiKeyId,
      resources,
      deviceInfo: caller === null ? null : deviceInfoOf(caller),
      loggedAt: this.clock.now(),
    });
  }
}
