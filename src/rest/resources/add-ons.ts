import { resource } from '../resource.js';

export const addOns = resource({
  name: 'AddOn',
  path: '/add_ons/:code',
  list: true,
  get: true,
  create: true,
  update: true,
  delete: true,
});
