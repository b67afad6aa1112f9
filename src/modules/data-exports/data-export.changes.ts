import type { AddressForOthers } from '../../platform/addresses.js';
import type { ChangeOf } from '../../platform/changes/changes.js';
import type { DataExport } from './data-export.table.js';

export type DataExportChange =
  | ChangeOf<'export.created', { dataExport: DataExport }>
  /** The file is written, or cannot be written. The link is null without a file. */
  | ChangeOf<'export.finished', { dataExport: DataExport; link: AddressForOthers | null }>;
