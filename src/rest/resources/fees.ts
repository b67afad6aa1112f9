import { resource } from '../resource.js';

export const fees = resource({
  name: 'Fee',
  path: '/fees/:svc_id',
  list: true,
  get: true,
  update: true,
  delete: true,
  represents: 'fee',
});
