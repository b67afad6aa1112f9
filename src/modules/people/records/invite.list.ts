import { ascending, type ListOrders } from '../../../platform/paging/list-orders.js';
import { newestFirst } from '../../../platform/paging/newest-first.js';
import { type Invite, invites } from './invite.table.js';

export const inviteOrders: ListOrders<Invite> = {
  standard: newestFirst(invites),
  fields: { created_at: ascending(invites, 'createdAt') },
};
