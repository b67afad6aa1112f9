/** A new tax. */
export interface CreateTax {
  readonly code: string;
  readonly name: string;
  readonly rate: number;
  readonly description?: string | null;
  readonly appliedToOrganization?: boolean | null;
}

/** Changes of a tax; omitted members stay as they are. */
export interface UpdateTax {
  readonly id: string;
  readonly code?: string | null;
  readonly name?: string | null;
  readonly rate?: number | null;
  readonly description?: string | null;
  readonly appliedToOrganization?: boolean | null;
}
