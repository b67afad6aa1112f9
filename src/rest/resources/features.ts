import { resource } from '../resource.js';

export const features = resource({
  name: 'Feature',
  path: '/features/:code',
  inQuery: { search: 'searchTerm' },
  list: true,
  get: true,
  create: true,
  update: true,
  delete: true,
  represents: 'feature',
  written: [
    {
      method: 'DELETE',
      path: '/features/:code/privileges/:privilege_code',
      operation: 'RestDeletePrivilege',
    },
  ],
});
