import type { SentChargeProperties } from '../properties/charge-properties.input.js';

/** A filter of a charge. */
export interface SentChargeFilter {
  readonly invoiceDisplayName?: string | null;
  readonly properties?: SentChargeProperties | null;
  readonly values?: Record<string, unknown> | null;
}

/** A new filter of a charge. */
export interface CreateChargeFilter extends SentChargeFilter {
  readonly chargeId: string;
  readonly cascadeUpdates?: boolean | null;
}

/** Changes of a filter; omitted members stay as they are. */
export interface UpdateChargeFilter extends SentChargeFilter {
  readonly id: string;
  readonly cascadeUpdates?: boolean | null;
}

export interface DeleteChargeFilter {
  readonly id: string;
  readonly cascadeUpdates?: boolean | null;
}
