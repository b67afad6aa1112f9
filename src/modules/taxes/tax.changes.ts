import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Tax } from './tax.table.js';

export type TaxChange =
  | ChangeOf<'tax.updated' | 'tax.deleted', { tax: Tax }>
  /** A caller said whether the organization, which stands for its default billing entity, is to have the tax. */
  | ChangeOf<'tax.applied_to_organization_given', { taxId: string; isApplied: boolean }>;
