import { ascending, type ListOrders } from '../../../platform/paging/list-orders.js';
import { newestFirst } from '../../../platform/paging/newest-first.js';
import { type Feature, features } from './feature.table.js';

export const featureOrders: ListOrders<Feature> = {
  standard: newestFirst(features),
  fields: { created_at: ascending(features, 'createdAt'), name: ascending(features, 'name') },
};
