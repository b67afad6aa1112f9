import { keptRows, recordsOf } from '../../platform/paging/records.js';
import { invoiceCustomSectionOrders } from './invoice-custom-section.list.js';
import { invoiceCustomSections } from './invoice-custom-section.table.js';

const kept = keptRows(invoiceCustomSections);

export const invoiceCustomSectionRepository = {
  ...recordsOf(invoiceCustomSections, {
    kept,
    code: invoiceCustomSections.code,
    orders: invoiceCustomSectionOrders,
    search: [invoiceCustomSections.name, invoiceCustomSections.code],
  }),
};
