import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Tax } from './tax.table.js';

export type TaxChange =
  | ChangeOf<'tax.updated' | 'tax.deleted', { tax: Tax }>
  | ChangeOf<'billing_entity.taxes_changed', { billingEntityId: string }>;
