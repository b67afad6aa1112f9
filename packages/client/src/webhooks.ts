import type { webhooks } from './generated/rest.ts';

/** The kinds of webhook messages. */
export type WebhookKind = keyof webhooks;

/** The body of a webhook message: of one kind, or of any, which its `webhook_type` tells. */
export type WebhookMessage<Kind extends WebhookKind = WebhookKind> = {
  [Each in Kind]: webhooks[Each]['post']['requestBody']['content']['application/json'];
}[Kind];
