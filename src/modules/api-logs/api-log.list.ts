import { logOrders } from '../../platform/paging/log-orders.js';
import { apiLogEntries } from './api-log.table.js';

export const apiLogOrders = logOrders(apiLogEntries);
