import { ascending, type ListOrders } from '../../platform/paging/list-orders.js';
import { newestFirst } from '../../platform/paging/newest-first.js';
import { type TestClock, testClocks } from './test-clock.table.js';

export const testClockOrders: ListOrders<TestClock> = {
  standard: newestFirst(testClocks),
  fields: { created_at: ascending(testClocks, 'createdAt') },
};
