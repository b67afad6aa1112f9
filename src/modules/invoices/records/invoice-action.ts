/** An action that is performed on all invoices of an organization that qualify for it. */
export type InvoiceAction = 'finalize' | 'retry' | 'retry_payment';
