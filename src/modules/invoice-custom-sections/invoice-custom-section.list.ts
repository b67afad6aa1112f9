import { ascending, type ListOrders } from '../../platform/paging/list-orders.js';
import { type InvoiceCustomSection, invoiceCustomSections } from './invoice-custom-section.table.js';

export const invoiceCustomSectionOrders: ListOrders<InvoiceCustomSection> = {
  standard: ascending(invoiceCustomSections, 'name'),
  fields: { name: ascending(invoiceCustomSections, 'name') },
};
