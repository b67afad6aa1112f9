import type { WebhookEndpoint } from './webhook-endpoint.table.js';

/** A new webhook endpoint. */
export interface CreateWebhookEndpoint {
  readonly webhookUrl?: string | null;
  readonly signatureAlgo?: WebhookEndpoint['signatureAlgo'] | null;
  readonly name?: string | null;
  readonly eventTypes?: readonly string[] | null;
  /** False: no messages about customers on test clocks; true: no others; null: both. */
  readonly test?: boolean | null;
}

/** Changes of a webhook endpoint; omitted members stay as they are. */
export interface UpdateWebhookEndpoint extends CreateWebhookEndpoint {
  readonly id: string;
}
