import { ascending, type ListOrders } from '../../../platform/paging/list-orders.js';
import { newestFirst } from '../../../platform/paging/newest-first.js';
import { type Membership, memberships } from './membership.table.js';

export const membershipOrders: ListOrders<Membership> = {
  standard: newestFirst(memberships),
  fields: { created_at: ascending(memberships, 'createdAt') },
};
