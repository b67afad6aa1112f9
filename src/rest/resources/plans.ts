import { resource } from '../resource.js';

export const plans = resource({
  name: 'Plan',
  path: '/plans/:code',
  list: true,
  get: true,
  create: true,
  update: true,
  delete: true,
  metadata: true,
  represents: 'plan',
  representedBy: 'RestPlanUncounted',
});
