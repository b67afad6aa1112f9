/** A new pricing unit. */
export interface CreatePricingUnit {
  readonly code: string;
  readonly name: string;
  readonly shortName: string;
  readonly description?: string | null;
}

/** Changes of a pricing unit; omitted members stay as they are. */
export interface UpdatePricingUnit {
  readonly id: string;
  readonly code?: string | null;
  readonly name?: string | null;
  readonly shortName?: string | null;
  readonly description?: string | null;
}
