import { resource } from '../resource.js';

export const testClocks = resource({
  name: 'TestClock',
  path: '/test_clocks/:svc_id',
  list: true,
  get: true,
  create: true,
  delete: true,
  actions: {
    advance: { method: 'POST', hasBody: true },
    cancel: { method: 'POST', mutation: 'cancelTestClockAdvance' },
  },
});
