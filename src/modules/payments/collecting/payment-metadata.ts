import { isUuid } from '../../../platform/db/tables/ids.js';
import type { Payment } from '../payment.table.js';
import type { LockedDocument } from './collected-documents.service.js';
import type { CollectedDocument } from './payment.jobs.js';

/** What the provider notes with whatever pays a document. */
export function metadataOfDocument(
  {
    organizationId,
    customerId,
    invoiceId,
    paymentRequestId,
  }: Pick<Payment, 'organizationId' | 'customerId' | 'invoiceId' | 'paymentRequestId'>,
  document: LockedDocument | null,
): Record<string, string> {
  const [invoice] = document?.request === null ? document.invoices : [];
  return {
    svc_organization_id: organizationId,
    svc_customer_id: customerId,
    ...(invoiceId === null ? {} : { svc_invoice_id: invoiceId }),
    ...(paymentRequestId === null ? {} : { svc_payment_request_id: paymentRequestId }),
    ...(invoice === undefined
      ? {}
      : { invoice_issuing_date: invoice.issuingDate, invoice_type: invoice.invoiceType }),
  };
}

/** The document that the metadata of a payment names; null if they name none. */
export function documentIn(metadata: Readonly<Record<string, string>>): CollectedDocument | null {
  const { svc_invoice_id: invoiceId, svc_payment_request_id: paymentRequestId = '' } = metadata;
  if (invoiceId !== undefined) return isUuid(invoiceId) ? { invoiceId } : null;
  return isUuid(paymentRequestId) ? { paymentRequestId } : null;
}
