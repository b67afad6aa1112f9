import type { ChangeOf } from '../../platform/changes/changes.js';
import type { AddOn } from './add-on.table.js';

export type AddOnChange = ChangeOf<'add_on.deleted', { addOn: AddOn }>;
