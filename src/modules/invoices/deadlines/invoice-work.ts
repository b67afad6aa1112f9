import { DueWorkKinds, type KindOf } from '../../../platform/due-work/due-work-kinds.js';

/** The kinds of due work on invoices. */
export const INVOICE_WORK = DueWorkKinds.of({
  draft_refresh: { customersAtOnce: 100 },
  invoice_finalization: { customersAtOnce: 100 },
  payment_overdue: { customersAtOnce: 100 },
});

export type InvoiceWorkKind = KindOf<typeof INVOICE_WORK>;
