import { writtenRows } from '../resource.js';

export const analytics = writtenRows(
  { method: 'GET', path: '/analytics/gross_revenue', operation: 'RestListGrossRevenues' },
  { method: 'GET', path: '/analytics/mrr', operation: 'RestListMrrs' },
  { method: 'GET', path: '/analytics/invoiced_usage', operation: 'RestListInvoicedUsages' },
  { method: 'GET', path: '/analytics/invoice_collection', operation: 'RestListInvoiceCollections' },
  { method: 'GET', path: '/analytics/overdue_balance', operation: 'RestListOverdueBalances' },
  { method: 'GET', path: '/analytics/usage', operation: 'RestListUsages' },
);
