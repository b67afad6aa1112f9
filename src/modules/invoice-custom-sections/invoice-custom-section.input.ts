/** A new section. */
export interface CreateInvoiceCustomSection {
  readonly code: string;
  readonly name: string;
  readonly description?: string | null;
  readonly details?: string | null;
  readonly displayName?: string | null;
}

/** Changes of a section; omitted members stay as they are. */
export interface UpdateInvoiceCustomSection {
  readonly id: string;
  readonly code?: string | null;
  readonly name?: string | null;
  readonly description?: string | null;
  readonly details?: string | null;
  readonly displayName?: string | null;
}

/** The sections that a source of invoices is to show on them. */
export interface SentSectionChoice {
  readonly skipInvoiceCustomSections?: boolean | null;
  readonly invoiceCustomSectionCodes?: readonly string[] | null;
}
