import { setTimeout as delay } from 'node:timers/promises';
import type { JobsDb } from '../../../platform/db/database-connections.js';
import { newId } from '../../../platform/db/tables/ids.js';
import type { CalledConnection } from '../adapters/calls/called-connection.js';
import { IntegrationRefusal } from '../adapters/calls/integration-refusal.js';
import type { Pace } from '../adapters/calls/json-calls.js';
import { callLimitsOf } from './call-limits.js';
import { integrationPaceRepository } from './integration-pace.repository.js';

/** The longest wait for the turn of a call. One that waits longer is repeated later. */
const LONGEST_WAIT_MS = 5_000;

/** How long a call waits until it looks again whether one that runs has ended. */
const LOOK_MS = 200;

/** How long after its limit a call may still be counted as running. */
const MARGIN_MS = 5_000;

/** When a call comes again that had no turn, at the earliest. */
const AGAIN_MS = 2_000;

/** Keeps the calls of a connection within what its outside system allows, over all processes. Source: integrations.md §5. */
export class CallPace implements Pace {
  constructor(private readonly jobsDb: JobsDb) {}

  /**
   * Makes a call when its turn has come.
   * @param timeoutMs how long the call takes at most.
   * @throws IntegrationRefusal of class `paced` if there is no turn within some seconds.
   */
  async inTurn<Answer>(
    { organizationId, id: integrationId, type }: CalledConnection,
    timeoutMs: number,
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    const limits = callLimitsOf(type);
    const endsWithinMs = LONGEST_WAIT_MS + timeoutMs + MARGIN_MS;
    const call = { organizationId, integrationId, callId: newId(), endsWithinMs };
    const lastAt = performance.now() + Math.min(LONGEST_WAIT_MS, timeoutMs);
    for (;;) {
      const leftMs = lastAt - performance.now();
      const waitMs = await integrationPaceRepository.begin(this.jobsDb, call, limits, Math.max(leftMs, 0));
      if (waitMs !== null) {
        try {
          await delay(waitMs);
          return await send();
        } finally {
          await integrationPaceRepository.end(this.jobsDb, call);
        }
      }
      if (leftMs <= LOOK_MS)
        throw new IntegrationRefusal('paced', 'rate_limited', 'Too many calls of this connection wait.', {
          retryAfterMs: AGAIN_MS,
        });
      await delay(LOOK_MS);
    }
  }
}
