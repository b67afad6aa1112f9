import type { TimeSpan } from '../../../platform/api/members/scalars.js';
import type { Webhook } from './webhook.table.js';

/** Filters the delivery log of an endpoint. Omitted members do not restrict; a list matches any of its values. */
export interface WebhookFilter {
  readonly statuses?: readonly Webhook['status'][] | null;
  readonly eventTypes?: readonly string[] | null;
  readonly httpStatuses?: readonly string[] | null;
  readonly fromDate?: TimeSpan | null;
  readonly toDate?: TimeSpan | null;
}

/** Which failed messages of an endpoint are sent again. */
export interface RetryWebhooks extends Pick<WebhookFilter, 'eventTypes' | 'fromDate' | 'toDate'> {
  readonly endpointId: string;
}
