import type { TaxCategory } from '../../core/taxes/tax-categories.js';

/** A new tax. */
export interface CreateTax {
  readonly code: string;
  readonly name: string;
  /** Percentage; text if it is to be exact. */
  readonly rate: number | string;
  readonly category?: TaxCategory | null;
  readonly exemptionReason?: string | null;
  readonly description?: string | null;
  readonly appliedToOrganization?: boolean | null;
}

/** Changes of a tax; omitted members stay as they are. */
export interface UpdateTax {
  readonly id: string;
  readonly code?: string | null;
  readonly name?: string | null;
  readonly rate?: number | string | null;
  /** Null: what follows from the rate. */
  readonly category?: TaxCategory | null;
  readonly exemptionReason?: string | null;
  readonly description?: string | null;
  readonly appliedToOrganization?: boolean | null;
}
