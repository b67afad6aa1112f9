import type { ChangeOf } from '../../platform/changes/changes.js';
import type { TriggeredAlert } from './triggered-alert.table.js';

/** Figures have passed thresholds; each alert once, with all that it passed. */
export type AlertChange = ChangeOf<'alert.triggered', { triggered: readonly TriggeredAlert[] }>;
