import type { Period } from '../../../core/time/period.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import type { MetricCatalogService } from '../../billable-metrics/metric-catalog.service.js';
import { type UsageDifference, usageVerificationRepository } from './usage-verification.repository.js';
import { wholeHoursOf } from '../metering/usage-window.js';

/** The most differences in one report: even one means that a counter is wrong. */
const MAX_DIFFERENCES = 1_000;

export interface VerificationScope {
  /** Null: of every subscription. */
  readonly externalSubscriptionId: string | null;
  /** Its whole UTC hours are recounted, since the rest is read from events anyway; null: all time. */
  readonly window: Period | null;
}

type OwnedDifference = UsageDifference & { readonly organizationId: string };

/** Compares counters with raw events. Metrics that are being recounted are skipped, because no read uses their counters. */
export class UsageVerification {
  constructor(private readonly catalog: MetricCatalogService) {}

  /** Where counters differ from their events: nowhere, unless there is a bug or somebody has written past the program. */
  differences(
    db: Db,
    { organizationId }: Pick<Actor, 'organizationId'>,
    { externalSubscriptionId, window }: VerificationScope,
  ): Promise<UsageDifference[]> {
    const hours = window === null ? null : wholeHoursOf(window);
    if (window !== null && hours === null) return Promise.resolve([]);
    // Metrics and counters are to be of one moment.
    return db.transaction(
      async (snapshot) => {
        const { metrics } = await this.catalog.read(snapshot, organizationId);
        const counted = [...metrics.values()].filter(({ counterState }) => counterState === 'counted');
        const query = { organizationId, metrics: counted, externalSubscriptionId, hours };
        return usageVerificationRepository.differences(snapshot, query, MAX_DIFFERENCES);
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  }

  /** The differences of every organization, one organization after another. */
  async *ofAllOrganizations(db: Db): AsyncGenerator<OwnedDifference> {
    for (const organizationId of await usageVerificationRepository.organizationIds(db))
      yield* await this.ofOrganization(db, organizationId);
  }

  /** The differences of an organization. */
  async ofOrganization(db: Db, organizationId: string): Promise<OwnedDifference[]> {
    const all = { externalSubscriptionId: null, window: null };
    const found = await this.differences(db, { organizationId }, all);
    return found.map((difference) => ({ organizationId, ...difference }));
  }
}
