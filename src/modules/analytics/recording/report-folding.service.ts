import { doForAll } from '../../../platform/db/statements/do-for-all.js';
import { tryLockExclusively } from '../../../platform/db/statements/locks.js';
import type { Logger } from '../../../platform/log.js';
import type { AnalyticsNeeds } from '../analytics.needs.js';
import { reportRepository } from '../records/report.repository.js';

/** Entries that one transaction moves, at most. */
const CHUNK = 5_000;

interface Needs extends Pick<AnalyticsNeeds, 'jobsDb'> {
  readonly log: Pick<Logger, 'error'>;
}

/** Moves entries to the totals, so that reports have few rows to add up. Source: docs/adr/0078. */
export class ReportFolding {
  constructor(private readonly needs: Needs) {}

  /** Moves the entries of all organizations. Does nothing while another process is moving them. */
  async fold(): Promise<void> {
    const { jobsDb, log } = this.needs;
    await doForAll({
      work: (organizationId) => this.foldAll(organizationId),
      organizationIds: () => reportRepository.organizationIds(jobsDb),
      log,
    });
  }

  private async foldAll(organizationId: string | null): Promise<void> {
    const { jobsDb } = this.needs;
    for (let moved = CHUNK; moved === CHUNK;) {
      moved = await jobsDb.transaction(async (tx) =>
        // Two at a time would wait for each other's totals.
        (await tryLockExclusively(tx, 'report-folding', 'all'))
          ? reportRepository.fold(tx, organizationId, CHUNK)
          : 0,
      );
    }
  }
}
