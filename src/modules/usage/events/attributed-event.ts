/** An event with the subscription that was active at its timestamp. */
export interface AttributedEvent {
  readonly id: string;
  readonly transactionId: string;
  readonly externalSubscriptionId: string;
  readonly code: string;
  readonly timestamp: Date;
  /** The timestamp as ISO 8601 with six decimals, since `Date` holds only milliseconds. */
  readonly exactTimestamp: string;
  readonly properties: Record<string, unknown>;
  readonly preciseTotalAmountCents: string | null;
  readonly subscriptionId: string | null;
  readonly customerId: string | null;
  readonly createdAt: Date;
}
