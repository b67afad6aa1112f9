import { logOrders } from '../../platform/paging/log-orders.js';
import { securityLogEntries } from './security-log.table.js';

export const securityLogOrders = logOrders(securityLogEntries);
