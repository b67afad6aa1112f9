import type { ChangeOf } from '../../platform/changes/changes.js';
import type { DueWork } from './due-work.table.js';

/** Works that have failed so often that they count as failing from now on. */
export type DueWorkChange = ChangeOf<'billing.failed', { works: readonly DueWork[] }>;
