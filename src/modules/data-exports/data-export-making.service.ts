import { systemActor } from '../../platform/actor.js';
import type { Limits } from '../../platform/limits.js';
import { announceUpdate } from '../../platform/live/live-update.js';
import { DELETE_FILES } from '../documents/delete-files.job.js';
import type { DataExportsNeeds } from './data-exports.needs.js';
import { csvHead, csvRows } from './csv-text.js';
import { dataExportRepository, type ExportKey } from './data-export.repository.js';
import { type DataExportService, expiryOf } from './data-export.service.js';
import type { DataExport, ExportFailure, ExportFile } from './data-export.table.js';
import { EXPORT_ATTEMPTS, queueExport } from './make-data-export.job.js';
import type { ExportRows } from './rows/export-rows.js';

/** A pending export without progress for this long was left by a process that died. */
const STALLED_AFTER_MS = 3 * 60_000;
/** The most exports that one transaction begins again or deletes. */
const AT_ONCE = 100;

interface Needs extends Pick<DataExportsNeeds, 'jobsDb' | 'clock' | 'log' | 'changes' | 'documentStorage'> {
  readonly limits: Pick<Limits, 'exportRows' | 'exportBytes'>;
  readonly dataExports: DataExportService;
  readonly exportRows: ExportRows;
}

/** A written file, or why there is none. */
type Outcome = { readonly content: Buffer; readonly rowsCount: number } | { readonly failure: ExportFailure };

/** Writes the files of exports. A process may die at any moment: the job begins again, and only one file is kept. */
export class DataExportMaking {
  constructor(private readonly needs: Needs) {}

  /** The job of an export. @throws Error when the file cannot be written now; the job is tried again. */
  async run(key: ExportKey): Promise<void> {
    const { jobsDb, clock, log } = this.needs;
    const begun = await jobsDb.transaction((tx) => dataExportRepository.beginAttempt(tx, key, clock.now()));
    if (begun === null) return;
    // Also counts those that ended with their process.
    if (begun.attempts > EXPORT_ATTEMPTS) {
      await this.finish(key, { failure: 'internal_error' });
      return;
    }
    try {
      const outcome = await this.write(begun);
      if (outcome !== null) await this.finish(key, outcome);
    } catch (error) {
      if (begun.attempts < EXPORT_ATTEMPTS) throw error;
      log.error({ err: error, ...key }, 'an export was not written');
      await this.finish(key, { failure: 'internal_error' });
    }
  }

  /** Queues pending exports again whose processes have died: the queue would wait for them for hours. */
  async resumeStalled(): Promise<void> {
    const { jobsDb, clock } = this.needs;
    const now = clock.now();
    const since = new Date(now.getTime() - STALLED_AFTER_MS);
    await jobsDb.transaction(async (tx) => {
      const stalled = await dataExportRepository.claimStalled(tx, since, { now, limit: AT_ONCE });
      for (const key of stalled) await queueExport(tx, key);
    });
  }

  /** Deletes expired exports with their files. */
  async deleteExpired(): Promise<void> {
    const { jobsDb, clock } = this.needs;
    const deleteSome = () =>
      jobsDb.transaction(async (tx) => {
        const deleted = await dataExportRepository.deleteExpired(tx, clock.now(), AT_ONCE);
        const storageKeys = deleted.filter((key) => key !== null);
        if (storageKeys.length > 0) await DELETE_FILES.enqueue(tx, { storageKeys });
        return deleted.length;
      });
    while ((await deleteSome()) === AT_ONCE);
  }

  /**
   * Reads the rows, some at a time, and writes them.
   * @returns null if the export is not pending any more.
   */
  private async write(dataExport: DataExport): Promise<Outcome | null> {
    const { jobsDb, clock, limits, exportRows } = this.needs;
    const { id: exportId, organizationId } = dataExport;
    const { names, batches } = exportRows.tableOf(systemActor(organizationId, null), dataExport);
    const parts = [Buffer.from(csvHead(names))];
    let bytes = parts[0]?.length ?? 0;
    let rowsCount = 0;
    for await (const rows of batches) {
      const part = Buffer.from(csvRows(rows));
      parts.push(part);
      bytes += part.length;
      rowsCount += rows.length;
      if (rowsCount > limits.exportRows) return { failure: 'too_many_rows' };
      if (bytes > limits.exportBytes) return { failure: 'file_too_large' };
      const isPending = await jobsDb.transaction((tx) =>
        dataExportRepository.recordProgress(tx, { organizationId, exportId }, rowsCount, clock.now()),
      );
      if (!isPending) return null;
    }
    return { content: Buffer.concat(parts), rowsCount };
  }

  /** Keeps the file, and announces the end of the export, unless another process was faster. */
  private async finish(key: ExportKey, outcome: Outcome): Promise<void> {
    const { jobsDb, clock, changes, dataExports } = this.needs;
    const result = 'failure' in outcome ? outcome : await this.storeFile(key, outcome);
    const now = clock.now();
    await jobsDb.transaction(async (tx) => {
      const dataExport = await dataExportRepository.finish(tx, key, {
        status: 'failed',
        ...result,
        completedAt: now,
        expiresAt: expiryOf(now),
        updatedAt: now,
      });
      if (dataExport === null) return;
      const { organizationId, exportId } = key;
      const link = await dataExports.urlOf(tx, null, dataExport);
      const actor = systemActor(organizationId, null);
      await changes.announce(tx, actor, { type: 'export.finished', dataExport, link });
      announceUpdate({ topic: 'export', organizationId, group: dataExport.exportType, ids: [exportId] });
    });
  }

  /** Puts the file where it will lie, before the transaction: a storage may be slow. A repeat replaces it. */
  private async storeFile(
    { organizationId, exportId: id }: ExportKey,
    { content, rowsCount }: { readonly content: Buffer; readonly rowsCount: number },
  ): Promise<Partial<DataExport & ExportFile>> {
    const place = await this.needs.documentStorage.put({ id, organizationId, format: 'csv', content });
    return { status: 'completed', rowsCount, ...place };
  }
}
