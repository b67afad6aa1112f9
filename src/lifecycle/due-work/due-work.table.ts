import { dueWorkTable } from '../../platform/due-work/due-work-rows.js';
import { DUE_WORK } from './due-work-kinds.js';

export const dueWork = dueWorkTable(DUE_WORK.names);

export type DueWork = typeof dueWork.$inferSelect;
