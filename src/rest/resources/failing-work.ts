import { resource } from '../resource.js';

/** No path serves it: it is only sent, in messages. */
export const failingWork = resource({
  name: 'FailingWork',
  path: '/failing_works/:svc_id',
  represents: 'failing_work',
});
