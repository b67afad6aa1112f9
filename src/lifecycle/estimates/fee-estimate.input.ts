import type { EventTime } from '../../modules/usage/events/event-timestamp.js';

/** An event whose fees are estimated; it is not stored. */
export interface EventToEstimate {
  readonly code?: string | null;
  readonly externalSubscriptionId?: string | null;
  readonly transactionId?: string | null;
  readonly timestamp?: EventTime | null;
  readonly preciseTotalAmountCents?: string | null;
  readonly properties?: Record<string, unknown> | null;
}
