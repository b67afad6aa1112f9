import { expect, test } from '@jest/globals';
import { webhookBody, webhookMessage } from './webhook-envelope.js';

const ADDRESSED = {
  organizationId: '019e0000-0000-7000-8000-000000000001',
  webhookType: 'feature.created',
  objectType: 'feature',
};

test('endpoints receive the message that readers see, with the object as it is stored', () => {
  const object = { code: 'seats', name: 'Ünïcödé & "quoted" 🐳', privileges: [] };
  const body = webhookBody({ ...ADDRESSED, objectJson: JSON.stringify(object) });
  expect(body).toBe(
    '{"webhook_type":"feature.created","object_type":"feature","organization_id":"019e0000-0000-7000-8000-000000000001",' +
      '"feature":{"code":"seats","name":"Ünïcödé & \\"quoted\\" 🐳","privileges":[]}}',
  );
  expect(JSON.stringify(webhookMessage({ ...ADDRESSED, object }))).toBe(body);
  expect(webhookBody({ ...ADDRESSED, objectJson: '{"rate": 1.50}' })).toContain('"feature":{"rate": 1.50}}');
});
