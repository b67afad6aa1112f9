import type { EventTime } from './event-timestamp.js';

/** An event to store. */
export interface IngestEvent {
  readonly transactionId: string;
  readonly externalSubscriptionId: string;
  readonly code: string;
  readonly timestamp?: EventTime | null;
  readonly preciseTotalAmountCents?: string | null;
  readonly properties?: Record<string, unknown> | null;
}

export interface EventFilter {
  readonly code?: string | null;
  readonly externalSubscriptionId?: string | null;
  readonly timestampFrom?: Date | null;
  readonly timestampTo?: Date | null;
  readonly timestampFromStartedAt?: boolean | null;
}
