import { resource } from '../resource.js';

export const coupons = resource({
  name: 'Coupon',
  path: '/coupons/:code',
  list: true,
  get: true,
  create: true,
  update: true,
  delete: true,
  represents: 'coupon',
});
