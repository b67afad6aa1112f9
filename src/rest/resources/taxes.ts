import { resource } from '../resource.js';

export const taxes = resource({
  name: 'Tax',
  path: '/taxes/:code',
  list: true,
  get: true,
  create: true,
  update: true,
  delete: true,
});
