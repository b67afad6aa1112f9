import type { DataExport } from './data-export.table.js';

/** What identifies an export in the security log: what was exported. Source: logs.md §4. */
export function resourcesOfExport({
  exportType,
  query: { filter, search },
}: DataExport): Readonly<Record<string, unknown>> {
  return {
    export_type: exportType,
    resource_query: { ...(search === null ? {} : { search }), filters: filter },
  };
}
