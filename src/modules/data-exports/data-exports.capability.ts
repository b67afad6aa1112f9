import { capability } from '../../platform/capabilities/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { DataExportsNeeds } from './data-exports.needs.js';
import { DataExportMaking } from './data-export-making.service.js';
import { DataExportResolver } from './data-export.resolver.js';
import { DataExportService } from './data-export.service.js';
import { MAKE_DATA_EXPORT } from './make-data-export.job.js';
import { ExportRows } from './rows/export-rows.js';

/** Exports of invoices and credit notes to files. */
export const dataExportsCapability = capability({
  services: (lower: DataExportsNeeds) => {
    const dataExports = new DataExportService(lower);
    const exportRows = new ExportRows(lower);
    return { dataExports, dataExportMaking: new DataExportMaking({ ...lower, dataExports, exportRows }) };
  },
  resolvers: ({ dataExports }) => [new DataExportResolver(dataExports)],
  jobs: ({ dataExportMaking }) => [
    MAKE_DATA_EXPORT.doneBy((key) => dataExportMaking.run(key)),
    scheduledJob('resume_data_exports', '* * * * *', () => dataExportMaking.resumeStalled()),
    scheduledJob('delete_expired_data_exports', '17 * * * *', () => dataExportMaking.deleteExpired()),
  ],
});
