import type { OutboxMessage } from '../../../platform/activity/activity.repository.js';

type Addressed = Pick<OutboxMessage, 'organizationId' | 'webhookType' | 'objectType'>;

/** A message as readers of the log see it. Source: webhooks.md §2. */
export function webhookMessage(message: Addressed & Pick<OutboxMessage, 'object'>): Record<string, unknown> {
  return { ...headOf(message), [message.objectType]: message.object };
}

/** The same message as endpoints receive it. @param message its object is JSON as it is stored, which is not parsed to be sent. */
export function webhookBody(message: Addressed & { readonly objectJson: string }): string {
  const head = JSON.stringify(headOf(message));
  return `${head.slice(0, -1)},${JSON.stringify(message.objectType)}:${message.objectJson}}`;
}

function headOf({ organizationId, webhookType, objectType }: Addressed): Record<string, unknown> {
  return { webhook_type: webhookType, object_type: objectType, organization_id: organizationId };
}
