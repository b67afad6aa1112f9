import { outboxMessages } from '../../platform/activity/activity.table.js';
import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import { DELETE_ENDPOINT } from './endpoints/delete-endpoint.job.js';
import { WebhookDispatcher } from './delivery/webhook-dispatcher.js';
import { SigningKeys } from './signing/signing-keys.js';
import type { WebhookEndpointChange } from './endpoints/webhook-endpoint.changes.js';
import { WebhookEndpointResolver } from './endpoints/webhook-endpoint.resolver.js';
import { WebhookEndpointService } from './endpoints/webhook-endpoint.service.js';
import { WebhookKeysResolver } from './signing/webhook-keys.resolver.js';
import { WebhookMessageResolver } from './log/webhook-message.resolver.js';
import { WebhookRetention } from './log/webhook-retention.js';
import { responsesOf, WebhookAttemptResolver, WebhookResolver } from './log/webhook.resolver.js';
import { webhookAttempts } from './log/webhook.table.js';
import { WebhookService } from './log/webhook.service.js';

/** Webhook endpoints, and the delivery of messages to them. */
export const webhooksCapability = capability({
  services: (lower: PlatformServices<WebhookEndpointChange> & OrganizationsServices) => {
    const { clock, jobsDb, limits, organizations, outgoing } = lower;
    const signingKeys = new SigningKeys(clock);
    const webhookEndpoints = new WebhookEndpointService(clock, outgoing, lower.changes);
    return {
      signingKeys,
      webhookEndpoints,
      webhooks: new WebhookService(webhookEndpoints, clock, limits),
      webhookRetention: new WebhookRetention(jobsDb, clock, limits, () => organizations.allIds(jobsDb)),
      startWebhookDispatcher: () => WebhookDispatcher.start({ ...lower, signingKeys }),
    };
  },
  resolvers: ({ organizations, signingKeys, webhookEndpoints, webhooks }) => {
    // One loader for both, so that a request reads all responses together.
    const responses = responsesOf(webhooks);
    return [
      new WebhookEndpointResolver(webhookEndpoints),
      new WebhookResolver(webhooks, webhookEndpoints, responses),
      new WebhookAttemptResolver(responses),
      new WebhookMessageResolver(webhooks),
      new WebhookKeysResolver(organizations, signingKeys),
    ];
  },
  jobs: ({ webhookRetention }) => [
    DELETE_ENDPOINT.doneBy((endpoint) => webhookRetention.deleteEndpoint(endpoint)),
    scheduledJob('trim_webhooks', '23 3 * * *', () => webhookRetention.trim()),
  ],
  personalCopies: [
    {
      table: outboxMessages,
      columns: [outboxMessages.object],
      names: [outboxMessages.objectId],
      writtenAt: outboxMessages.createdAt,
    },
    // What an endpoint has answered may repeat what it was sent.
    { table: webhookAttempts, columns: [webhookAttempts.response], writtenAt: null },
  ],
});

export type WebhooksServices = ServicesOf<typeof webhooksCapability>;
