import type { JobsDb } from '../../platform/db/connections.js';
import { tryLockExclusively } from '../../platform/db/locks.js';
import { reportRepository } from './report.repository.js';

/** Entries that one transaction moves, at most. */
const CHUNK = 5_000;

/** Moves entries to the totals, so that reports have few rows to add up. Source: docs/adr/0078. */
export class ReportFolding {
  constructor(private readonly jobsDb: JobsDb) {}

  /** Moves the entries of all organizations. Does nothing while another process is moving them. */
  async fold(): Promise<void> {
    for (let moved = CHUNK; moved === CHUNK;) {
      moved = await this.jobsDb.transaction(async (tx) =>
        // Two at a time would wait for each other's totals.
        (await tryLockExclusively(tx, 'report-folding', 'all')) ? reportRepository.fold(tx, CHUNK) : 0,
      );
    }
  }
}
